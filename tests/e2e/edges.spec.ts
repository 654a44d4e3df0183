import { settled } from './support/every-page.ts';
import { expect, test } from './support/test.ts';

/** One grid: what a page is made of ends at the same edges (X36). */

test('X36: the categories fit into 1280 px, and rows of four and five cards end at the edge', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/');
  await settled(page);
  const strip = page.getByRole('navigation', { name: 'Categories', exact: true }).first().getByRole('list');
  expect(await strip.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0);
  for (const name of ['Flash Deals', 'Most Popular Products']) {
    const cards = page.getByRole('region', { name }).getByRole('list').getByRole('article');
    const count = await cards.count();
    expect(count, name).toBeGreaterThanOrEqual(4);
    const box = await cards.nth(count - 1).boundingBox();
    if (count < 6) expect(Math.round((box?.x ?? 0) + (box?.width ?? 0)), name).toBe(1280 - 44);
  }
});
