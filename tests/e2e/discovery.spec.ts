import { expect, test } from './support/test.ts';

test('A59: the category bar works on every page and marks the current category @phone @core', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/about');
  const bar = page.getByRole('navigation', { name: 'Categories', exact: true });
  const last = bar.getByRole('link').last();
  const name = (await last.textContent()) ?? '';
  await last.click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
  await expect(bar.locator('[aria-current="page"]')).toHaveText(name);
  await expect(bar.locator('[aria-current="page"]')).toBeInViewport({ ratio: 1 });
  await page.goto('/cart');
  await expect(bar.locator('[aria-current="page"]')).toHaveCount(0);
  await expectAccessible(page);
});

test('§2 Search box: suggestions by keyboard, no results, and the list @phone @core', async ({
  page,
  expectAccessible,
}) => {
  await page.goto('/');
  const box = page.getByRole('combobox', { name: 'Search products' });
  await box.fill('sams');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(8);
  await expectAccessible(page);
  await box.press('ArrowDown');
  const first = page.getByRole('listbox').getByRole('option', { selected: true });
  const href = (await first.getAttribute('href')) ?? '';
  await box.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(box).toHaveValue('sams');

  await box.fill('zzzzqq');
  await expect(page.getByText('No products found for "zzzzqq"')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Search anyway' }).click();
  await expect(page).toHaveURL('/products?search=zzzzqq');
  // The new page takes the focus and closes the suggestions.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(box).toHaveValue('zzzzqq');
  await expect(page.getByText('No products found', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await box.fill('sams');
  await expect(page.getByRole('listbox').getByRole('option')).toHaveCount(8);
  await box.press('ArrowDown');
  await box.press('Enter');
  await expect(page).toHaveURL(href);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('§2 Search box: the form searches without JavaScript', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('combobox', { name: 'Search products' }).fill('tv');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await expect(page).toHaveURL(/\/products\?search=tv$/);
    await expect(page.locator('main article').first()).toBeVisible();
  });
});
