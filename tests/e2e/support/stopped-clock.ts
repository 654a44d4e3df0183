import type { Page } from '@playwright/test';

/** Stops the page's clock from its first moment on; only `runFor` moves it. */
export async function stopClock(page: Page): Promise<void> {
  // Before the first page: stopped later, time would pass while it loads.
  await page.clock.install({ time: Date.now() });
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.addInitScript(() => document.addEventListener('hydrated', () => { document.documentElement.dataset['awake'] = ''; }));
}

/** Opens a page and waits until it listens; with its clock stopped it cannot do early gestures again. */
export async function openAwake(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('html[data-awake]').waitFor({ state: 'attached' });
  await page.clock.runFor(1);
}
