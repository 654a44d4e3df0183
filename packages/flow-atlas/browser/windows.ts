import type { Browser, Page } from '@playwright/test';

/** Where the two windows of a guided walk are on a screen. Pixels. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface Bounds extends Size {
  readonly left: number;
  readonly top: number;
}

export interface Arrangement {
  readonly guide: Bounds;
  /** Size of the product's page, without the frame of its window. */
  readonly page: Size;
}

const PAGE: Size = { width: 1_280, height: 800 };
/** Chromium makes no narrower window. */
const GUIDE_WIDTH = 500;
const HIGHEST_GUIDE = 900;
/** A window behind the other one shows this much, so that a press brings it to the front. */
const STRIP = 64;
/** Edge of the window, and room to tell the windows apart. */
const GAP = 20;
/** Height of tabs, address bar and notices of a window. */
const FRAME = 110;

/** The windows stand side by side. On a small screen each shows a strip, and no control is outside of the screen. */
export function arrangeWindows(screen: Size): Arrangement {
  const page = {
    width: Math.min(PAGE.width, screen.width - STRIP),
    height: Math.min(PAGE.height, screen.height - FRAME),
  };
  const left = Math.max(0, Math.min(page.width + GAP, screen.width - GUIDE_WIDTH));
  return { page, guide: { left, top: 0, width: GUIDE_WIDTH, height: Math.min(HIGHEST_GUIDE, screen.height) } };
}

/** Returns the arrangement on the screen of a page; `null` for a browser without windows. */
export async function findArrangement(browser: Browser, page: Page): Promise<Arrangement | null> {
  const session = await browser.newBrowserCDPSession();
  const { userAgent } = await session.send('Browser.getVersion');
  await session.detach();
  if (userAgent.includes('Headless')) return null;
  return arrangeWindows(await page.evaluate(() => ({ width: screen.availWidth, height: screen.availHeight })));
}

/** Moves the window of a page. */
export async function moveWindow(page: Page, bounds: Partial<Bounds>): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { windowId } = await session.send('Browser.getWindowForTarget');
  await session.send('Browser.setWindowBounds', { windowId, bounds });
  await session.detach();
}
