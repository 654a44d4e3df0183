import type { Page } from '@playwright/test';

/** From now on every page that is opened here is marked once it listens. */
export async function markAwake(page: Page): Promise<void> {
  await page.addInitScript(() => document.addEventListener('hydrated', () => { document.documentElement.dataset['awake'] = ''; }));
}

/** Opens a page and waits until it listens: before, a link asks the server for the page, and no call of the app is made. */
export async function openAwake(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.locator('html[data-awake]').waitFor({ state: 'attached' });
}
