import type { Page } from '@playwright/test';
import { formatPhone } from '../../contract/rules/phone.ts';
import { newCustomer, openAs, stranger } from './support/customers.ts';
import { addToCart, readOrders, productWith, storedCart } from './support/orders.ts';
import type { PromptAction, Shop } from './support/shop.ts';
import { expect, test } from './support/test.ts';

/** M-Pesa payments in a tab that stays open, with the phone at hand (§4 M-Pesa payment). */

/** The page queries the status of the prompt at this interval (§9). */
const ASKS_EVERY_MS = 3_000;
/** The dialog shows the result of a payment for this time (§9). */
const SUCCESS_STAYS_MS = 2_000;
const FAILURE_STAYS_MS = 3_000;

/** Opens checkout with one product in the cart, and fills in the delivery. */
async function atCheckout(page: Page, shop: Shop) {
  // The page clock runs on its own, and a test can fast-forward it.
  await page.clock.install();
  await shop.mpesaRules({ sameAmountMs: 0, queriesPerMinute: 1000 });
  const product = await productWith(shop, ({ stock, finalPrice }) => stock > 50 && finalPrice < 20_000);
  const shopper = await newCustomer(shop);
  await openAs(page, shopper, '/');
  await addToCart(page, product);
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await page.getByLabel('Street Address').fill('Ngong Road 5');
  await page.getByLabel('City').fill('Nairobi');
  return { product, shopper };
}

/** Presses Pay and confirms the suggested phone number. */
async function pay(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm Phone Number' });
  await dialog.getByRole('button', { name: 'Confirm' }).click();
}

/** Answers the prompt on the phone. The page queries the result and shows it for the full time. */
async function answer(page: Page, shop: Shop, msisdn: string, action: PromptAction, words: string): Promise<void> {
  await shop.answerPrompt((await shop.prompt(msisdn)).checkoutRequestId, action);
  await page.clock.runFor(ASKS_EVERY_MS);
  await expect(page.getByRole('dialog')).toContainText(words);
  await page.clock.runFor(action === 'pay' ? SUCCESS_STAYS_MS : FAILURE_STAYS_MS);
}

const PAID = 'Payment received. Thank you!';

test('§4, U6, A27: paid: the cart is empty immediately, the order exists, and the address is the default @phone @core', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const { product, shopper } = await atCheckout(page, shop);
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  await expect(page.getByLabel('M-Pesa phone number')).toHaveValue(formatPhone(shopper.msisdn));
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('dialog')).toContainText('Check your phone and enter your M-Pesa PIN.');
  await expectAccessible(page);
  const prompt = await shop.prompt(shopper.msisdn);
  expect(prompt.amount).toBe(product.finalPrice);
  await shop.answerPrompt(prompt.checkoutRequestId, 'pay');
  await page.clock.runFor(ASKS_EVERY_MS);
  await expect(page.getByRole('dialog')).toContainText(PAID);
  await expect.poll(async () => (await storedCart(page)).items).toEqual([]);
  await page.clock.runFor(SUCCESS_STAYS_MS);
  await expect(page).toHaveURL(/\/order-success/);
  const orders = await readOrders(shop, shopper);
  expect(orders).toMatchObject([{ paymentMethod: 'mpesa', status: 'processing', totalPrice: product.finalPrice }]);
  expect(prompt.accountReference).toBe(`DUKA${orders[0]?._id.slice(0, 8)}`.toUpperCase());
  expect(await page.evaluate(() => localStorage.getItem('payment'))).toBeNull();
  const { body } = await shop.api('GET', '/auth/profile', undefined, { authorization: `Bearer ${shopper.token}` });
  expect(body).toMatchObject({ data: { user: { addresses: [{ address: 'Ngong Road 5', isDefault: true }] } } });
});

for (const [action, reason] of [
  ['cancel', 'You cancelled the payment.'],
  ['wrong-pin', 'Wrong M-Pesa PIN.'],
  ['no-funds', 'Insufficient M-Pesa balance.'],
] as const) {
  const size = action === 'wrong-pin' ? ' @phone' : '';
  test(`U3, D9: ${action}: the reason is shown beside the form, and Try again pays the same order${size}`, async ({
    page,
    shop,
    expectAccessible,
  }) => {
    const { shopper } = await atCheckout(page, shop);
    await pay(page);
    await answer(page, shop, shopper.msisdn, action, reason);
    await expect(page.getByRole('dialog')).toBeHidden();
    const alert = page.getByRole('main').getByRole('alert');
    await expect(alert).toContainText(reason);
    await expect(alert).toBeFocused();
    await expectAccessible(page);
    await alert.getByRole('button', { name: 'Try again' }).click();
    await expect(alert).toBeHidden();
    await answer(page, shop, shopper.msisdn, 'pay', PAID);
    await expect(page).toHaveURL(/\/order-success/);
    expect(await readOrders(shop, shopper)).toHaveLength(1);
    expect(await shop.charges(shopper.msisdn)).toHaveLength(1);
  });
}

test('D25: a phone that declined twice in a row needs a code before the next prompt @phone', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const { shopper } = await atCheckout(page, shop);
  const { phone, msisdn } = stranger();
  const alert = page.getByRole('main').getByRole('alert');
  const refuse = async () => {
    await answer(page, shop, msisdn, 'cancel', 'You cancelled the payment.');
    await expect(alert).toContainText('You cancelled the payment.');
  };
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  await page.getByLabel('M-Pesa phone number').fill(phone);
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await refuse();
  await alert.getByRole('button', { name: 'Try again' }).click();
  await refuse();
  await alert.getByRole('button', { name: 'Try again' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Please confirm this phone number with a code first.');
  await expectAccessible(page);
  await dialog.getByLabel('Verification code').fill(await shop.smsCode(msisdn));
  await dialog.getByRole('button', { name: 'Verify' }).click();
  await answer(page, shop, msisdn, 'pay', PAID);
  await expect(page).toHaveURL(/\/order-success/);
  expect(await readOrders(shop, shopper)).toHaveLength(1);
  expect(await shop.charges(msisdn)).toHaveLength(1);
});

test('D21: insufficient balance on the phone: cash on delivery for the same order @core', async ({ page, shop }) => {
  const { shopper } = await atCheckout(page, shop);
  await pay(page);
  await answer(page, shop, shopper.msisdn, 'no-funds', 'Insufficient M-Pesa balance.');
  const alert = page.getByRole('form', { name: 'Checkout' }).getByRole('alert');
  await expect(alert).toContainText('Insufficient M-Pesa balance.');
  await page.getByRole('radio', { name: 'Cash on Delivery' }).check();
  await expect(alert).toBeHidden();
  await page.getByRole('button', { name: 'Confirm Order' }).click();
  await expect(page).toHaveURL(/\/order-success/);
  expect(await readOrders(shop, shopper)).toMatchObject([{ paymentMethod: 'cod', status: 'pending' }]);
  await expect.poll(async () => (await storedCart(page)).items).toEqual([]);
});

test('D8, D9: two tabs press Pay: one order, one prompt, one payment', async ({ page, shop }) => {
  const { shopper } = await atCheckout(page, shop);
  const other = await page.context().newPage();
  await other.goto('/checkout');
  await other.getByLabel('Street Address').fill('Ngong Road 5');
  await other.getByLabel('City').fill('Nairobi');
  await Promise.all([pay(page), pay(other)]);
  const prompt = await shop.prompt(shopper.msisdn);
  for (const tab of [page, other]) await expect(tab.getByRole('dialog')).toContainText('Check your phone');
  await shop.answerPrompt(prompt.checkoutRequestId, 'pay');
  await page.clock.runFor(ASKS_EVERY_MS);
  for (const tab of [page, other]) {
    await tab.bringToFront();
    await expect(tab).toHaveURL(/\/order-success/);
  }
  expect(await readOrders(shop, shopper)).toHaveLength(1);
  expect(await shop.prompts(shopper.msisdn)).toHaveLength(1);
  expect(await shop.charges(shopper.msisdn)).toHaveLength(1);
  await expect.poll(async () => (await storedCart(page)).items).toEqual([]);
});
