import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
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
}

interface Fixtures {
  /** The running shop; its simulators start each test empty. */
  readonly shop: Shop;
  /** Fails the test for errors in the console, hydration, the policy or broken files. Always on. */
  readonly watch: Watch;
  /** Fails for serious or critical findings of axe on the page as it is now. */
  readonly expectAccessible: (page: Page) => Promise<void>;
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  running: [
    // Playwright reads the names of the fixtures from the pattern, so it has to be one.
    async ({}, use) => {
      const running = await startShop();
      await use(running);
      await running.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
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
