import { openAwake } from './support/awake.ts';
import { spoil } from './support/spoil.ts';
import { expect, test } from './support/test.ts';

const banners = [1, 2, 3].map((number) => ({
  _id: `n${number}`,
  title: `Banner ${number}`,
  subtitle: 'For a week',
  buttonText: `Shop ${number}`,
  link: '/products?category=tvs',
  image: null,
  position: 'hero',
}));

test('§2 Home, U24: banners can be changed, paused and opened @phone @core', async ({ page, expectAccessible }) => {
  await page.route('**/api/banners?**', (route) => route.fulfill({ json: { success: true, data: { banners } } }));
  await openAwake(page, '/terms-of-service');
  await page.getByRole('banner').getByRole('link', { name: /Duka/ }).first().click();
  const offers = page.getByRole('region', { name: 'Offers' });
  await expect(offers.getByRole('heading', { name: 'Banner 1' })).toBeVisible();
  const height = (await offers.boundingBox())?.height;

  await offers.getByRole('button', { name: 'Previous banner' }).click();
  await expect(offers.getByRole('heading', { name: 'Banner 3' })).toBeVisible();
  await expect(offers.getByRole('heading', { name: 'Banner 1' })).toBeHidden();
  expect((await offers.boundingBox())?.height).toBe(height);

  // Only large screens have dots (§2 Home).
  const isLarge = (page.viewportSize()?.width ?? 0) >= 1040;
  await expect(offers.getByRole('button', { name: /^Show banner/ })).toHaveCount(isLarge ? 3 : 0);

  await offers.getByRole('button', { name: 'Pause the banners' }).click();
  await expect(offers.getByRole('button', { name: 'Play the banners' })).toBeVisible();
  await expectAccessible(page);
  await offers.getByRole('link', { name: 'Shop 3' }).click();
  await expect(page).toHaveURL(/\/products\?category=tvs$/);
});

test('a failed call leaves the rest of the home page intact and is retried independently', async ({ page }) => {
  const mend = await spoil(page, '**/api/brands', (route) => route.fulfill({ json: { success: true, data: {} } }));
  await openAwake(page, '/terms-of-service');
  await page.getByRole('banner').getByRole('link', { name: /Duka/ }).first().click();
  const brands = page.getByRole('region', { name: 'Top Brands' });
  await expect(brands.getByRole('alert')).toContainText('Failed to load brands');
  await expect(page.getByRole('region', { name: 'New Arrivals' }).getByRole('article').first()).toBeVisible();
  mend();
  await brands.getByRole('button', { name: 'Try Again' }).click();
  await expect(brands.getByRole('link').first()).toBeVisible();
});
