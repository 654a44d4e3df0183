import type { Locator, Page } from '@playwright/test';
import { openAwake } from '../../tests/e2e/support/awake.ts';

/** Presses that lead to another page, in one shopper's way: list, product, cart. */

export interface NextPage {
  /** Opens the page before, with the link or button in view. Returns the address of the next page. */
  readonly open: (page: Page) => Promise<string>;
  readonly target: (page: Page) => Locator;
  /** CSS selector of the next page's main content, which the page before does not have. */
  readonly content: string;
}

/** How long a finger stays on the screen, during which the page may fetch the next page's code. */
const FINGER_MS = 80;

const firstLink = (page: Page) => page.locator('main article a').first();
const PRODUCT_NAME = 'main article h1';

export const NEXT_PAGES: Readonly<Record<string, NextPage>> = {
  'list to product': {
    async open(page) {
      await openAwake(page, '/products');
      return (await firstLink(page).getAttribute('href')) ?? '';
    },
    target: firstLink,
    content: PRODUCT_NAME,
  },
  'product to cart': {
    async open(page) {
      await openAwake(page, '/products');
      await openAwake(page, (await firstLink(page).getAttribute('href')) ?? '');
      return '/cart';
    },
    target: (page) => page.locator('main article').getByRole('button', { name: 'Add to Cart' }),
    content: 'main [aria-label="Items in your cart"] li',
  },
};

export interface PageChange {
  /** Milliseconds from the end of the press, which is the click, to the paint of the main content. */
  readonly painted: number;
  /** All layout shift after the press, also that which browsers forgive after a press. */
  readonly shift: number;
}

/** Visits the next page once, which fills the browser's cache, and opens the page before. Returns the next address. */
export async function preparePageChange(page: Page, { open, target }: NextPage): Promise<string> {
  await openAwake(page, await open(page));
  const address = await open(page);
  await target(page).scrollIntoViewIfNeeded();
  return address;
}

/** Presses and waits for the next page with its pictures. */
export async function changePage(page: Page, { target, content }: NextPage): Promise<PageChange> {
  await page.evaluate(watchPaint, { content, isPress: true });
  await target(page).click({ delay: FINGER_MS });
  const painted = await readPaint(page);
  await untilPictures(page);
  const shift = await page.evaluate(() => (window as Watched).shift ?? 0);
  return { painted, shift };
}

/** Returns the milliseconds from the start of a full load to the paint of the main content. Keeps cache and storage. */
export async function measureFullLoad(page: Page, address: string, { content }: NextPage): Promise<number> {
  await page.addInitScript(watchPaint, { content, isPress: false });
  await page.goto(address);
  return readPaint(page);
}

interface Watched extends Window {
  /** When the press or the navigation came, in milliseconds of the page's clock; `null` before the press. */
  pressed?: number | null;
  painted?: Promise<number>;
  shift?: number;
}

function readPaint(page: Page): Promise<number> {
  return page.evaluate(() => (window as Watched).painted ?? Number.NaN);
}

/**
 * Runs in the page. Measures from the next press, or from the navigation that created the page. Its functions have no
 * names, because tsx would wrap named ones in a helper that the page does not have.
 */
function watchPaint({ content, isPress }: { readonly content: string; readonly isPress: boolean }): void {
  const watched = window as Watched;
  watched.pressed = isPress ? null : 0;
  watched.shift = 0;
  watched.painted = new Promise((resolve) => {
    new MutationObserver((_, watch) => {
      const { pressed } = watched;
      if (pressed == null || document.querySelector(content) === null) return;
      watch.disconnect();
      requestAnimationFrame(() => {
        // A message arrives after the frame.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve(performance.now() - pressed), { once: true });
        port1.start();
        port2.postMessage(null);
      });
    }).observe(document, { childList: true, subtree: true });
  });
  if (!isPress) return;
  document.addEventListener('click', ({ timeStamp }) => (watched.pressed = timeStamp), { capture: true, once: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if (watched.pressed != null)
        watched.shift = (watched.shift ?? 0) + (entry as PerformanceEntry & { readonly value: number }).value;
  }).observe({ type: 'layout-shift' });
}

/** Waits for the pictures in the viewport and the frame that shows them. */
async function untilPictures(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    [...document.images].every((image) => image.complete || image.getBoundingClientRect().top > window.innerHeight),
  );
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve(undefined)))),
  );
}
