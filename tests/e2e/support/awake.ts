import { expect } from '@playwright/test';
import type { Page } from '@playwright/test';

/** From now on, marks every page that is opened here after its hydration. */
export async function markAwake(page: Page): Promise<void> {
  await page.addInitScript(() =>
    document.addEventListener('hydrated', () => {
      document.documentElement.dataset['awake'] = '';
    }),
  );
}

/**
 * Opens a page and waits for its hydration. Before that, a link loads the page from the server, and the app makes no
 * call. `meanwhile` runs as long as late parts are asleep.
 */
export async function openAwake(page: Page, path: string, meanwhile?: () => Promise<void>): Promise<void> {
  await page.goto(path);
  await untilAwake(page, meanwhile);
}

/** Reloads the page and waits for its hydration. */
export async function reloadAwake(page: Page): Promise<void> {
  await page.reload();
  await untilAwake(page);
}

/** Opens a page whose app is held back until the caller calls the returned function. */
export async function openAsleep(page: Page, path: string): Promise<() => Promise<void>> {
  let wake: () => void = () => undefined;
  const awake = new Promise<void>((resolve) => {
    wake = resolve;
  });
  await page.route('**/assets/shop-*.js', async (route) => {
    await awake;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return async () => {
    wake();
    await untilAwake(page);
  };
}

async function untilAwake(page: Page, meanwhile?: () => Promise<void>): Promise<void> {
  await page.locator('html[data-awake]').waitFor({ state: 'attached' });
  await wakeParts(page, meanwhile);
}

/** Wakes the page's late parts as their use would, and waits for them. */
export async function wakeParts(page: Page, meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
  const wake = async () => {
    const left = await page.evaluate(() => {
      const asleep = document.querySelectorAll('[data-part="asleep"]');
      for (const part of asleep) part.dispatchEvent(new Event('part-used'));
      return asleep.length;
    });
    if (left > 0) await meanwhile();
    return left;
  };
  await expect.poll(wake).toBe(0);
}
