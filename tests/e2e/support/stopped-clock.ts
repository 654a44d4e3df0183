import type { Page } from '@playwright/test';
import { openAwake } from './awake.ts';

/** Stops the page's clock from the start. Only `runFor` advances it. */
export async function stopClock(page: Page): Promise<void> {
  // Before the first page: otherwise time passes while it loads.
  await page.clock.install({ time: Date.now() });
  await page.clock.pauseAt(Date.now() + 1_000);
}

/** React shows a late part at most this long after another one, by a timer of the page. */
const REVEAL_MS = 300;

/** Opens a page and waits for its hydration. With a stopped clock it cannot replay early gestures without `runFor`. */
export async function openStopped(page: Page, path: string): Promise<void> {
  await openAwake(page, path, () => page.clock.runFor(REVEAL_MS));
  await page.clock.runFor(1);
}
