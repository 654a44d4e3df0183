import { test as base, expect } from '@playwright/test';
import type { Page } from '@playwright/test';
import { seriousFindings } from './axe.ts';
import { connectShop } from './shop.ts';
import type { Shop } from './shop.ts';
import { watchContext } from './watch.ts';
import type { Watch } from './watch.ts';

interface Fixtures {
  /** The running shop; its simulators start each test empty. */
  readonly shop: Shop;
  /** Fails the test for errors in the console, hydration, the policy or broken files. Always on. */
  readonly watch: Watch;
  /** Fails for serious or critical findings of axe on the page as it is now. */
  readonly expectAccessible: (page: Page) => Promise<void>;
}

export const test = base.extend<Fixtures>({
  // Playwright reads the names of the fixtures from the pattern, so it has to be one.
  baseURL: async ({}, use) => use(address('E2E_URL')),
  shop: async ({ baseURL }, use) => {
    const shop = connectShop(baseURL ?? address('E2E_URL'), address('E2E_SIMULATORS'));
    await shop.reset();
    await use(shop);
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

function address(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is not set: tests/e2e/support/global-setup.ts starts the shop`);
  return value;
}
