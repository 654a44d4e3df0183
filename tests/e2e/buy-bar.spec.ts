import { openAwake } from './support/awake.ts';
import { productWith } from './support/orders.ts';
import { expect, test } from './support/test.ts';

test('X37: Add to Cart is on the first screen of a phone, stays there, and covers no focused control', async ({
  page,
  shop,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const product = await productWith(shop, ({ stock }) => stock > 50);
  await openAwake(page, `/product/${product.slug}`);
  const button = page.getByRole('button', { name: 'Add to Cart', exact: true });
  const readBottom = async () => {
    const box = await button.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  expect(await readBottom()).toBeLessThanOrEqual(740);
  await page.getByRole('heading', { name: 'Description' }).scrollIntoViewIfNeeded();
  expect(await readBottom()).toBeLessThanOrEqual(740);
  await expectAccessible(page);

  // The last part of the product ends above the bar.
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
  const panel = await page.getByRole('tabpanel').boundingBox();
  const bar = await button.locator('..').boundingBox();
  expect((panel?.y ?? 0) + (panel?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);

  await page.evaluate(() => window.scrollTo(0, 0));
  await page.getByRole('main').getByRole('link', { name: 'Home' }).focus();
  const hidden: string[] = [];
  for (let presses = 0; presses < 12; presses += 1) {
    await page.keyboard.press('Tab');
    const name = await page.evaluate(() => {
      const focused = document.activeElement;
      if (!(focused instanceof HTMLElement) || focused.closest('main') === null) return null;
      const { left, top, width, height } = focused.getBoundingClientRect();
      const over = document.elementFromPoint(left + width / 2, top + height / 2);
      return over !== null &&
        (focused.contains(over) || over.contains(focused) || focused.closest('label')?.contains(over))
        ? null
        : focused.outerHTML.slice(0, 120);
    });
    if (name !== null) hidden.push(name);
  }
  expect(hidden).toEqual([]);
  await button.click();
  await expect(page).toHaveURL(/\/cart$/);
});
