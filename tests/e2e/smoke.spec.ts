import { expect, test } from './support/test.ts';

test('the shop opens, lists products and shows one @phone @core', async ({ page, shop, expectAccessible }) => {
  const response = await page.goto('/');
  expect(response?.status()).toBe(200);
  await expect(page.getByRole('banner')).toBeVisible();
  await expectAccessible(page);

  await page.goto('/products');
  const product = page.getByRole('main').locator('a[href^="/product/"]').first();
  await expect(product).toBeVisible();
  await product.click();
  await expect(page).toHaveURL(/\/product\//);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expectAccessible(page);

  // Browsing calls no provider. The reconciler may still query payments of earlier tests, and a pull follows a start.
  const isPlanned = (path: string) => /\/(?:stkpushquery|pulltransactions)\/v1\/query$/.test(path);
  const asked = (await shop.log()).filter(({ path }) => !isPlanned(path));
  expect(asked).toEqual([]);
});
