import type { Page } from '@playwright/test';
import { openAwake } from './awake.ts';

/** Stops the page's clock from its first moment on; only `runFor` moves it. */
export async function stopClock(page: Page): Promise<void> {
  // Before the first page: stopped later, time would pass while it loads.
  await page.clock.install({ time: Date.now() });
  await page.clock.pauseAt(Date.now() + 1_000);
}

/** Opens a page and waits until it listens; with its clock stopped it cannot do early gestures again by itself. */
export async function openStopped(page: Page, path: string): Promise<void> {
  await openAwake(page, path);
  await page.clock.runFor(1);
}
