import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** From now on every page that is opened here is marked once it listens. */
export async function markAwake(page: Page): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener('hydrated', () => {
      document.documentElement.dataset['awake'] = '';
    }),
  );
}

/**
 * Opens a page and waits until it listens: before, a link asks the server for the page, and no call of the app is made.
 */
export async function openAwake(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await untilAwake(page);
}

/** Loads the page anew and waits until it listens. */
export async function reloadAwake(page: Page): Promise<void> {
  await page.reload();
  await untilAwake(page);
}

/** Opens a page that does not listen until the function that it answers with is called: its app is held back. */
export async function openAsleep(page: Page, path: string): Promise<() => Promise<void>> {
  let wake: () => void = () => undefined;
  const awake = new Promise<void>((resolve) => {
    wake = resolve;
  });
  await page.route('**/assets/entry-*.js', async (route) => {
    await awake;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return async () => {
    wake();
    await untilAwake(page);
  };
}

/** The page and its late parts: a link of a footer that still sleeps asks the server for the page as well. */
async function untilAwake(page: Page): Promise<void> {
  await page.locator('html[data-awake]').waitFor({ state: 'attached' });
  await expect(page.locator('[data-part="asleep"]')).toHaveCount(0);
}
