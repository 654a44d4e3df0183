import type { Page } from '@playwright/test';
import { newCustomer, openAs } from './support/customers.ts';
import { productWith } from './support/orders.ts';
import { expect, test } from './support/test.ts';

/** High contrast mode replaces colours and drops shadows and gradients (X84). */

const CHOSEN = '[aria-pressed="true"], [aria-selected="true"], a[aria-current], button[aria-current]';

/** Returns the names of controls whose state or arrow is invisible. Runs in the page. */
function lostParts(chosen: string): string[] {
  const name = (element: Element) => `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
  const probe = document.createElement('i');
  probe.style.backgroundColor = 'Highlight';
  document.body.append(probe);
  const highlight = getComputedStyle(probe).backgroundColor;
  probe.remove();
  const plain = [...document.querySelectorAll(chosen)].filter(
    (element) => getComputedStyle(element).backgroundColor !== highlight,
  );
  const arrowless = [...document.querySelectorAll('select')].filter(
    (element) => getComputedStyle(element).appearance === 'none',
  );
  return [...plain, ...arrowless].map(name);
}

async function expectNothingLost(page: Page, path: string, least: Readonly<Record<string, number>>): Promise<void> {
  for (const [selector, count] of Object.entries(least)) {
    await expect(page.locator(selector).nth(count - 1), `${path}: ${selector}`).toBeAttached();
  }
  expect(await page.evaluate(lostParts, CHOSEN), path).toEqual([]);
}

test('X84: arrows, selected controls and edges are visible in forced colours', async ({ page, shop }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const product = await productWith(shop, ({ stock }) => stock > 50);
  await page.goto('/products?category=phones');
  await expectNothingLost(page, '/products', { select: 1, '[aria-pressed="true"]': 1, 'a[aria-current]': 1 });
  await page.goto(`/product/${product.slug}`);
  await expectNothingLost(page, '/product', { '[role="tab"][aria-selected="true"]': 1 });
  await openAs(page, await newCustomer(shop), '/profile');
  await expectNothingLost(page, '/profile', { '[role="tab"][aria-selected="true"]': 1 });

  await page.setViewportSize({ width: 390, height: 740 });
  await page.goto('/products?category=phones');
  await page.getByRole('button', { name: /^Filters/ }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  const edge = await dialog.evaluate((element) => getComputedStyle(element).borderLeftWidth);
  expect(parseFloat(edge)).toBeGreaterThanOrEqual(1);
});
