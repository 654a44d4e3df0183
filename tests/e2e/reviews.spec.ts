import { expect, test } from './support/test.ts';

const KETTLE = '/product/philips-3000-electric-kettle-1-7l';

test('A37, A38, U15: a guest reads reviews, logs in, and reviews a delivered product once @phone', async ({
  page,
  expectAccessible,
}, { project }) => {
  // Both sizes share one shop, so each reviews a different product.
  const address = project.name === 'phone' ? '/product/philips-steam-iron-2000w' : KETTLE;
  await page.goto(address);
  await page.getByRole('tab', { name: 'Product Reviews' }).click();
  const summary = page.getByRole('region', { name: 'Summary of the reviews' });
  await expect(summary.getByRole('listitem')).toHaveCount(5);
  const [, before = ''] = /(\d+) reviews/.exec((await summary.textContent()) ?? '') ?? [];
  const list = page.getByRole('region', { name: 'Reviews', exact: true }).getByRole('listitem');
  await expect(list).toHaveCount(10);
  await page.getByRole('button', { name: 'Load More Reviews' }).click();
  await expect(list).not.toHaveCount(10);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Log in to write a review.' }).click();
  await page.getByLabel('Email').fill('shopper@duka.test');
  await page.getByLabel('Password', { exact: true }).fill('Karibu2026');
  await page.getByRole('button', { name: 'Login', exact: true }).click();
  // Returns to the page with the login link.
  await expect(page).toHaveURL(new RegExp(`${address}\\?tab=reviews$`));
  await expect(page.getByRole('tab', { name: 'Product Reviews' })).toHaveAttribute('aria-selected', 'true');

  await page.getByRole('button', { name: 'Write a Review' }).click();
  await expect(page.getByRole('radio', { name: '1 star' })).toBeFocused();
  await page.getByRole('button', { name: 'Submit Review' }).click();
  await expect(page.getByRole('alert')).toContainText('Please provide both a rating and a comment');
  await expectAccessible(page);

  // By keyboard only.
  await page.getByRole('radio', { name: '1 star' }).focus();
  for (let star = 1; star < 4; star += 1) await page.keyboard.press('ArrowRight');
  await page.getByRole('textbox', { name: 'Comment' }).fill('Boils quickly. <b>Poa</b> sana');
  // The form keeps its values across a reload.
  await page.reload();
  await page.getByRole('button', { name: 'Write a Review' }).click();
  await expect(page.getByRole('radio', { name: '4 stars' })).toBeChecked();
  await page.getByRole('button', { name: 'Submit Review' }).click();

  await expect(page.getByText('Thank you for your review.')).toBeVisible();
  await expect(page.getByText('You have already reviewed this product.')).toBeVisible();
  await expect(list.first()).toContainText('Boils quickly. <b>Poa</b> sana');
  await expect(summary).toContainText(`${Number(before) + 1} reviews`);
  await expect(page.getByText(`(${Number(before) + 1})`, { exact: false }).first()).toBeVisible();

  await page.goto('/product/jbl-flip-7');
  await page.getByRole('tab', { name: 'Product Reviews' }).click();
  await expect(page.getByText('You must purchase this product before you can review it.')).toBeVisible();
});
