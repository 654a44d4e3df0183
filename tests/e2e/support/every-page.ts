import type { Page } from '@playwright/test';
import { fallback, routes } from '../../../src/routes/table.ts';
import { paths } from '../../../src/rules/paths.ts';
import { wakeParts } from './awake.ts';

interface Ids {
  readonly slug: string;
  readonly orderId: string;
}

/** Addresses beyond the patterns of the routes: sections, searches and empty results. */
const MORE = [
  '/products?category=phones',
  '/products?search=zzzzzz',
  '/profile?section=orders',
  '/profile?section=address',
  '/product/unknown-product',
  '/track-order/unknown-order',
];

/** Returns an address for every route of the shop, so that a new page is measured without a change here. */
export function everyAddress({ slug, orderId }: Ids): readonly string[] {
  const values: Readonly<Record<string, string>> = { ':idOrSlug': slug, ':orderId': orderId, ':token': 'f'.repeat(64) };
  const fill = (pattern: string) => pattern.replace(/:\w+/g, (name) => values[name] ?? name);
  const patterns = routes.map(({ path }) => path).filter((path) => path !== '/order-success' && path !== '/product');
  return [
    ...patterns.map(fill),
    paths.orderSuccess(orderId),
    ...MORE,
    `/${fallback.path.replace('*', 'unknown-page')}`,
  ];
}

/** Navigates to an address as a link of the app does, without loading a new document. */
export async function walkTo(page: Page, address: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, address);
  await settled(page);
}

/** Waits until the page has rendered the fetched data, and wakes its late parts. */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await wakeParts(page);
}

/**
 * Returns the parts that make the page scroll sideways: the innermost parts that end outside the window, or an empty
 * list.
 */
export async function partsBeside(page: Page, width: number): Promise<readonly string[]> {
  await page.setViewportSize({ width, height: 740 });
  return page.evaluate(() => {
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const beside = [...document.body.querySelectorAll('*')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 0.5 && !isScrolled(element),
    );
    const inner = beside
      .filter((element) => !beside.some((other) => other !== element && element.contains(other)))
      .map((element) => `${element.tagName} ${element.className} ${(element.textContent ?? '').slice(0, 40)}`);
    return inner.length > 0 ? inner : [`the page is ${document.documentElement.scrollWidth} px wide`];
    function isScrolled({ parentElement }: Element): boolean {
      if (parentElement === null || parentElement === document.body) return false;
      return getComputedStyle(parentElement).overflowX !== 'visible' || isScrolled(parentElement);
    }
  });
}
