import { expect, test } from './support/test.ts';

test('A23, H10: a wishlist entry is stored, shown in another tab, and can be added to the cart @phone @core', async ({
  page,
  context,
  expectAccessible,
}) => {
  await page.goto('/products');
  const heart = page.getByRole('button', { name: /^Wishlist: / }).first();
  await heart.click();
  await expect(heart).toHaveAttribute('aria-pressed', 'true');
  const other = await context.newPage();
  await other.goto('/wishlist');
  await expect(other.getByRole('heading', { level: 1, name: 'Your Wishlist' })).toBeVisible();
  await expectAccessible(other);
  await other.getByRole('button', { name: /^Add to Cart: / }).click();
  await expect(page.getByRole('link', { name: 'Cart, 1 item' })).toBeVisible();
  await other.getByRole('button', { name: /^Remove / }).click();
  await expect(other.getByText('Your wishlist is empty.')).toBeVisible();
  await expectAccessible(other);
  await expect(heart).toHaveAttribute('aria-pressed', 'false');
});
