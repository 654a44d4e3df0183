import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { isHard } from '../../support/size.ts';
import { markAwake } from './awake.ts';
import { seriousFindings } from './axe.ts';
import { connectShop } from './shop.ts';
import type { Shop } from './shop.ts';
import { startShop } from './start-shop.ts';
import type { RunningShop } from './start-shop.ts';
import { watchContext } from './watch.ts';
import type { Watch } from './watch.ts';

interface WorkerFixtures {
  /** One shop for all tests of a worker, which run one after the other. */
  readonly running: RunningShop;
  /**
   * A second shop for the full run of R38, so that two walks run in parallel: walks move the clock of their shop. With
   * three, pages get so little CPU time that intermediate messages become random.
   */
  readonly second: Shop | null;
}

interface Fixtures {
  /** The running shop. Its simulators are empty at the start of each test. */
  readonly shop: Shop;
  /** Fails the test for errors in the console, in hydration, in the content security policy or in files. Always on. */
  readonly watch: Watch;
  /** Fails for serious or critical findings of axe on the current page. */
  readonly expectAccessible: (page: Page) => Promise<void>;
}

/**
 * For tests that start their own shops, or need none: it has no shop and no watch. They share the workers of `test`,
 * because Playwright starts new workers, with new shops and browsers, if worker fixtures differ.
 */
export const plainTest = base.extend<object, WorkerFixtures>({
  running: [
    // Playwright reads the names of the fixtures from the pattern, so a destructuring pattern is required.
    async ({}, use) => {
      const running = await startShop();
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  second: [
    async ({}, use) => {
      const running = isHard ? await startShop() : null;
      await use(running && connectShop(running.url, running.simulators));
      await running?.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

export const test = plainTest.extend<Fixtures>({
  baseURL: async ({ running }, use) => use(running.url),
  shop: async ({ running }, use) => {
    const shop = connectShop(running.url, running.simulators);
    await shop.reset();
    await use(shop);
  },
  page: async ({ page }, use) => {
    await markAwake(page);
    await use(page);
  },
  watch: [
    async ({ context }, use) => {
      const watch = watchContext(context);
      await use(watch);
      expect(watch.problems()).toEqual([]);
    },
    { auto: true },
  ],
  expectAccessible: async ({}, use) => {
    await use(async (page) => expect(await seriousFindings(page)).toEqual([]));
  },
});

export { expect };
