import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { payOnPhone, register, untilBooked } from './support/by-hand.ts';
import { newCustomer, openAs } from './support/customers.ts';
import { buy, productWith, readOrders } from './support/orders.ts';
import type { Shop } from './support/shop.ts';
import { expect, test } from './support/test.ts';

/** Money of an order on its page and in the bar under the header: parts, payments by hand, refunds. */

/** The bar asks what is paid at this interval (§9). */
const ASKS_EVERY_MS = 3_000;

async function unpaidOrder(shop: Shop) {
  await shop.mpesaRules({ sameAmountMs: 0, queriesPerMinute: 1000 });
  const shopper = await newCustomer(shop);
  const product = await productWith(
    shop,
    ({ stock, finalPrice }) => stock > 50 && finalPrice > 500 && finalPrice < 20_000,
  );
  await buy(shop, shopper, product, 1, randomUUID(), 'mpesa');
  const [order] = await readOrders(shop, shopper);
  if (order === undefined) throw new Error('no order');
  return { shopper, order, account: order._id.slice(0, 8).toUpperCase(), path: `/track-order/${order._id}` };
}

const bar = (page: Page) => page.getByRole('region', { name: 'Your M-Pesa payment' });
const ksh = (amount: number) => `Ksh ${amount.toLocaleString('en')}`;

test('PAY-C1, PAY-C5: an order is paid by hand from its page in two parts, and the bar tells each @phone', async ({
  page,
  shop,
  running,
  expectAccessible,
}) => {
  await register(running);
  const { shopper, order, account, path } = await unpaidOrder(shop);
  const rest = order.totalPrice - 100;
  await openAs(page, shopper, path);
  await page.getByRole('link', { name: 'Pay by hand' }).click();
  const dialog = page.getByRole('dialog', { name: 'Pay by hand' });
  await expect(dialog).toContainText(account);
  await expectAccessible(page);
  // Back closes it, and the address opens it again.
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goto(`${path}?pay=hand`);
  await untilBooked(shop, shopper, await payOnPhone(page, running, { from: shopper.msisdn, account, amount: 100 }));
  await expect(dialog).toContainText('We received Ksh 100.');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('Paid in part');
  await expect(page.getByRole('main')).toContainText(`Pay the rest of ${ksh(rest)} by`);
  await expectAccessible(page);

  await page.goto('/about');
  await expect(bar(page)).toContainText(`We received Ksh 100. ${ksh(rest)} is still to pay.`);
  await expectAccessible(page);
  await bar(page).getByRole('link', { name: 'Pay the rest' }).click();
  await expect(dialog).toContainText(ksh(rest));
  await expect(bar(page)).toBeHidden();
  await untilBooked(shop, shopper, await payOnPhone(page, running, { from: shopper.msisdn, account, amount: rest }));
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Order Summary' })).toContainText('Payment StatusPaid');
  await expect(page.getByRole('link', { name: 'Pay by hand' })).toHaveCount(0);
});

test('PAY-C4: a part that arrives elsewhere reaches the bar, and so does the rest @phone', async ({
  page,
  shop,
  running,
}) => {
  await register(running);
  const { shopper, order, account } = await unpaidOrder(shop);
  await untilBooked(shop, shopper, await payOnPhone(page, running, { from: shopper.msisdn, account, amount: 200 }));
  await page.clock.install();
  await openAs(page, shopper, '/about');
  await expect(bar(page)).toContainText('We received Ksh 200.');
  await untilBooked(
    shop,
    shopper,
    await payOnPhone(page, running, { from: shopper.msisdn, account, amount: order.totalPrice - 200 }),
  );
  await page.clock.runFor(ASKS_EVERY_MS);
  await expect(bar(page)).toContainText('Payment received. Thank you!');
});

test('PAY-C5: the shopper cancels a part-paid order, and its page says that the money goes back @phone', async ({
  page,
  shop,
  running,
  expectAccessible,
}) => {
  await register(running);
  const { shopper, account, path } = await unpaidOrder(shop);
  await untilBooked(shop, shopper, await payOnPhone(page, running, { from: shopper.msisdn, account, amount: 300 }));
  await openAs(page, shopper, path);
  await page.getByRole('button', { name: 'Cancel order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel order' });
  await expect(dialog).toContainText('The Ksh 300 that you have paid goes back to you.');
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByRole('region', { name: 'Order Status' })).toContainText(
    'Ksh 300 goes back to you. We tell you when it is sent.',
  );
  await expectAccessible(page);
});
