import type { Page } from '@playwright/test';
import { payOnPhone, register, untilBooked } from './support/by-hand.ts';
import { newCustomer, openAs } from './support/customers.ts';
import { addToCart, productWith, readOrders, storedCart } from './support/orders.ts';
import type { Shop } from './support/shop.ts';
import { expect, test } from './support/test.ts';

/** Payments in the M-Pesa menu of the phone, while the dialog with the numbers is open (PAY-C1). */

/** The page asks what is paid at this interval (§9). */
const ASKS_EVERY_MS = 3_000;
/** The numbers stay alone when no QR code has come by then (PAY-C1). */
const QR_AT_MOST_MS = 3_000;
/** The dialogs show a failure, and a success, for this time (§9). */
const FAILURE_STAYS_MS = 3_000;
const SUCCESS_STAYS_MS = 2_000;

/** Opens checkout with one product in the cart, and fills in the delivery. */
async function atCheckout(page: Page, shop: Shop) {
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

/** The dialog with the numbers, after a prompt that the shopper has cancelled. */
async function afterCancelledPrompt(page: Page, shop: Shop, msisdn: string) {
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
  await shop.answerPrompt((await shop.prompt(msisdn)).checkoutRequestId, 'cancel');
  await page.clock.runFor(ASKS_EVERY_MS);
  await expect(page.getByRole('dialog')).toContainText('You cancelled the payment.');
  await page.clock.runFor(FAILURE_STAYS_MS);
  await page.getByRole('main').getByRole('alert').getByRole('button', { name: 'Pay by hand' }).click();
  return page.getByRole('dialog', { name: 'Pay by hand' });
}

test('PAY-C1: a hand payment from the phone pays the order while its numbers are open, in two parts @phone', async ({
  page,
  shop,
  running,
  expectAccessible,
}) => {
  await register(running);
  const { product, shopper } = await atCheckout(page, shop);
  const dialog = await afterCancelledPrompt(page, shop, shopper.msisdn);
  const [order] = await readOrders(shop, shopper);
  const account = String(order?._id.slice(0, 8)).toUpperCase();
  await expect(dialog).toContainText(account);
  await expect(dialog).toContainText(`Ksh ${product.finalPrice.toLocaleString('en')}`);
  await expectAccessible(page);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await dialog.getByRole('button', { name: 'Copy Account' }).press('Enter');
  await expect(dialog.getByRole('button', { name: 'Copied Account' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(account);

  await untilBooked(shop, shopper, await payOnPhone(page, running, { from: shopper.msisdn, account, amount: 100 }));
  await page.clock.runFor(ASKS_EVERY_MS);
  await expect(dialog).toContainText('We received Ksh 100.');
  await expectAccessible(page);
  expect((await storedCart(page)).items).toHaveLength(1);
  const rest = { from: shopper.msisdn, account: account.toLowerCase(), amount: product.finalPrice - 100 };
  await untilBooked(shop, shopper, await payOnPhone(page, running, rest));
  await page.clock.runFor(ASKS_EVERY_MS);
  await expect(page.getByRole('dialog')).toContainText('Payment received. Thank you!');
  await expect.poll(async () => (await storedCart(page)).items).toEqual([]);
  await page.clock.runFor(SUCCESS_STAYS_MS);
  await expect(page).toHaveURL(/\/order-success/);
  expect(await readOrders(shop, shopper)).toMatchObject([{ status: 'processing', isPaid: true }]);
  expect(await page.evaluate(() => localStorage.getItem('payment'))).toBeNull();
});

test('PAY-C1, U6: by hand before any prompt; a reload comes back to the numbers, and Escape keeps the order', async ({
  page,
  shop,
}) => {
  const { shopper } = await atCheckout(page, shop);
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay by hand' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay by hand' });
  await expect(dialog.getByRole('button', { name: 'Copy Account' })).toBeVisible();
  expect(await shop.prompts(shopper.msisdn)).toEqual([]);
  await page.reload();
  await expect(dialog.getByRole('button', { name: 'Copy Account' })).toBeVisible();
  expect(await readOrders(shop, shopper)).toHaveLength(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await readOrders(shop, shopper)).toMatchObject([{ status: 'pending', isPaid: false }]);
});

test('PAY-S1, PAY-S2: "I have paid": a text without a receipt, then the message of a payment with a wrong account @phone', async ({
  page,
  shop,
  running,
  watch,
  expectAccessible,
}) => {
  watch.allow(/400/);
  const { product, shopper } = await atCheckout(page, shop);
  const dialog = await afterCancelledPrompt(page, shop, shopper.msisdn);
  const field = dialog.getByLabel('M-Pesa message or receipt number');
  await dialog.getByRole('button', { name: 'I have paid' }).click();
  await expect(dialog.getByRole('button', { name: 'Send' })).toBeDisabled();
  await field.fill('I paid yesterday');
  await field.press('Tab');
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expectAccessible(page);
  // Paid to the shop, but with somebody else's account and without a confirmation: only the receipt tells.
  const receipt = await payOnPhone(page, running, {
    from: shopper.msisdn,
    account: 'ZZZZZZZZ',
    amount: product.finalPrice,
  });
  await field.fill(`${receipt} Confirmed. Ksh${product.finalPrice}.00 sent to Duka for account ZZZZZZZZ`);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(async () => {
    await page.clock.runFor(ASKS_EVERY_MS);
    await expect(page.getByRole('dialog')).toContainText('Payment received. Thank you!', { timeout: 1_000 });
  }).toPass();
  await page.clock.runFor(SUCCESS_STAYS_MS);
  await expect(page).toHaveURL(/\/order-success/);
  expect(await readOrders(shop, shopper)).toMatchObject([{ status: 'processing', isPaid: true }]);
});

test("PAY-C1: the order's page pays by hand, and shows the order as paid when the dialog has closed", async ({
  page,
  shop,
  running,
}) => {
  await register(running);
  const { product, shopper } = await atCheckout(page, shop);
  const dialog = await afterCancelledPrompt(page, shop, shopper.msisdn);
  await expect(dialog.getByRole('button', { name: 'Copy Account' })).toBeVisible();
  const [order] = await readOrders(shop, shopper);
  await page.goto(`/track-order/${order?._id}`);
  await page.getByRole('link', { name: 'Pay by hand' }).click();
  await expect(dialog.getByRole('button', { name: 'Copy Account' })).toBeVisible();
  const account = String(order?._id.slice(0, 8));
  await untilBooked(
    shop,
    shopper,
    await payOnPhone(page, running, { from: shopper.msisdn, account, amount: product.finalPrice }),
  );
  await page.clock.runFor(ASKS_EVERY_MS);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pay with M-Pesa' })).toBeHidden();
  await expect(page.getByText('Processing').first()).toBeVisible();
});

/** The order's page with the numbers. `asked` are the QR codes that the page has asked for. */
async function withNumbers(page: Page, shop: Shop) {
  const { shopper } = await atCheckout(page, shop);
  const dialog = page.getByRole('dialog', { name: 'Pay by hand' });
  const asked: string[] = [];
  page.on('request', (request) => request.url().endsWith('/payment-qr') && asked.push(request.url()));
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Pay by hand' }).click();
  await expect(dialog.getByRole('button', { name: 'Copy Account' })).toBeVisible();
  return { shopper, dialog, asked };
}

test('PAY-C1: a wide screen has the QR code of what is due beside the numbers, and nothing moves when none comes', async ({
  page,
  shop,
  running,
  expectAccessible,
}) => {
  await register(running);
  const { shopper, dialog, asked } = await withNumbers(page, shop);
  const [order] = await readOrders(shop, shopper);
  const account = String(order?._id.slice(0, 8)).toUpperCase();
  const code = dialog.getByRole('img', { name: /^QR code/ });
  await expect(code).toHaveAccessibleName(new RegExp(`Paybill \\d+, account ${account}, Ksh\\s[\\d,]+$`));
  expect(await code.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(100);
  await expectAccessible(page);
  const numbers = await dialog.getByText(account, { exact: true }).boundingBox();

  let answer = () => undefined as unknown;
  await page.route('**/payment-qr', async (route) => {
    await new Promise((resolve) => (answer = () => resolve(undefined)));
    await route.continue().catch(() => undefined);
  });
  await untilBooked(shop, shopper, await payOnPhone(page, running, { from: shopper.msisdn, account, amount: 100 }));
  await page.clock.runFor(ASKS_EVERY_MS);
  await expect(dialog).toContainText('We received Ksh 100.');
  await expect(code).toBeHidden();
  await expect.poll(() => asked.length).toBe(2);
  const waiting = await dialog.getByText(account, { exact: true }).boundingBox();
  expect(waiting?.x).toBe(numbers?.x);
  await page.clock.runFor(QR_AT_MOST_MS);
  await expect(dialog).not.toContainText('Or scan this');
  expect(await dialog.getByText(account, { exact: true }).boundingBox()).toEqual(waiting);
  await expectAccessible(page);
  answer();
  expect(asked).toHaveLength(2);
});

test('PAY-C1: a phone asks for no QR code @phone', async ({ page, shop }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { dialog, asked } = await withNumbers(page, shop);
  await page.clock.runFor(ASKS_EVERY_MS);
  await expect(dialog.getByRole('img')).toHaveCount(0);
  expect(asked).toEqual([]);
});
