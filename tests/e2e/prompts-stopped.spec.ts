import type { Page } from '@playwright/test';
import { newCustomer, openAs } from './support/customers.ts';
import { addToCart, productWith, readOrders } from './support/orders.ts';
import type { Shop } from './support/shop.ts';
import { expect, test } from './support/test.ts';

/** M-Pesa that refuses the settings of the shop (PAY-M2). */

async function atCheckout(page: Page, shop: Shop) {
  const product = await productWith(shop, ({ stock, finalPrice }) => stock > 50 && finalPrice < 20_000);
  const customer = await newCustomer(shop);
  await openAs(page, customer, '/');
  await addToCart(page, product);
  await page.goto('/checkout');
  await page.getByLabel('Street Address').fill('Ngong Road 5');
  await page.getByLabel('City').fill('Nairobi');
  return customer;
}

const countPushes = async (shop: Shop) =>
  (await shop.log()).filter(({ path }) => path.includes('stkpush/v1/processrequest')).length;

const readPrompt = async (shop: Shop, token: string) => {
  const { body } = await shop.api('GET', '/orders/payment-limits', undefined, { authorization: `Bearer ${token}` });
  return (body as { data: { prompt: string } }).data.prompt;
};

test('PAY-M2: a shopper pays on delivery while M-Pesa refuses the passkey, by keyboard alone, until prompts work @phone', async ({
  page,
  shop,
  watch,
}) => {
  watch.allow(/409/);
  const customer = await atCheckout(page, shop);
  await shop.mpesaRules({ passkey: 'dead', sameAmountMs: 0, queriesPerMinute: 1000 });
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Pay on delivery' })).toBeVisible();
  expect(await countPushes(shop)).toBe(1);
  expect(await readPrompt(shop, customer.token)).toBe('closed');

  await dialog.getByRole('button', { name: 'Pay on delivery' }).press('Enter');
  await expect(page).toHaveURL(/\/order-success/);
  expect((await readOrders(shop, customer)).map(({ paymentMethod, status }) => [paymentMethod, status])).toEqual([
    ['cod', 'pending'],
  ]);
  expect(await countPushes(shop)).toBe(1);

  await shop.mpesaRules({ passkey: 'good' });
  await shop.advanceClock(61_000);
  await atCheckout(page, shop);
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).press('Enter');
  await dialog.getByRole('button', { name: 'Confirm' }).press('Enter');
  await expect(dialog).toContainText('Check your phone');
  await expect.poll(() => readPrompt(shop, customer.token)).toBe('open');
});
