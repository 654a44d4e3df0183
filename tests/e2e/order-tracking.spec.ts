import { randomUUID } from 'node:crypto';
import { formatPhone } from '../../contract/rules/phone.ts';
import { newCustomer, openAs } from './support/customers.ts';
import { buy, readOrders, productWith } from './support/orders.ts';
import { expect, test } from './support/test.ts';

test('§2, U20, H4, Q25: a shopper selects an order, cancels it and orders it again @phone @core', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const shopper = await newCustomer(shop);
  const product = await productWith(shop, ({ stock }) => stock > 50);
  await buy(shop, shopper, product, 2);
  const [order] = await readOrders(shop, shopper);
  const shortId = order?._id.slice(0, 8) ?? '';

  await openAs(page, shopper, '/track-order');
  await page.getByRole('button', { name: 'Track Order', exact: true }).click();
  await expect(page.getByText('Order ID is required')).toBeVisible();
  await expect(page.getByRole('button', { name: `Order ${shortId}` })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Order ${shortId}` }).click();
  await expect(page).toHaveURL(new RegExp(`/track-order/${order?._id}$`));
  await expect(page.getByRole('heading', { name: 'Order Timeline' })).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Cancel order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel order' });
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeFocused();
  await page.getByRole('button', { name: 'Cancel order' }).click();
  await dialog.getByRole('button', { name: 'Cancel order' }).click();
  await expect(page.getByText('This order has been cancelled.')).toBeVisible();
  await expectAccessible(page);
  expect((await readOrders(shop, shopper)).map(({ status }) => status)).toEqual(['cancelled']);

  await page.getByRole('button', { name: 'Order again' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('main')).toContainText(product.name);
});

test('Q24, U5, D8: an unpaid order is paid from its page, and the payment bar follows @phone @core', async ({
  page,
  shop,
  expectAccessible,
}) => {
  await shop.mpesaRules({ sameAmountMs: 0, queriesPerMinute: 1000 });
  const shopper = await newCustomer(shop);
  const product = await productWith(shop, ({ stock, finalPrice }) => stock > 50 && finalPrice < 20_000);
  await buy(shop, shopper, product, 1, randomUUID(), 'mpesa');
  const [order] = await readOrders(shop, shopper);

  await openAs(page, shopper, `/track-order/${order?._id}`);
  await expect(page.getByText(/^Pay by \d\d:\d\d, or the order is cancelled\.$/)).toBeVisible();
  await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
  const dialog = page.getByRole('dialog', { name: 'Confirm Phone Number' });
  await expect(dialog.getByLabel('M-Pesa phone number')).toHaveValue(formatPhone(shopper.msisdn));
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  const { checkoutRequestId } = await shop.prompt(shopper.msisdn);
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('button', { name: 'Pay with M-Pesa' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeVisible();
  await shop.answerPrompt(checkoutRequestId, 'pay');
  await expect(page.getByText('Payment Confirmed')).toBeVisible();
  await expectAccessible(page);
  expect((await readOrders(shop, shopper)).map(({ status }) => status)).toEqual(['processing']);
});

for (const [place, path] of [
  ['on its page @phone', ''],
  ['in the list', '/profile?section=orders'],
] as const)
  test(`F28, Q15: cancelling with a prompt on the phone shows what to do with the prompt, ${place}`, async ({
    page,
    shop,
    expectAccessible,
  }) => {
    await shop.mpesaRules({ sameAmountMs: 0, queriesPerMinute: 1000 });
    const shopper = await newCustomer(shop);
    const product = await productWith(shop, ({ stock, finalPrice }) => stock > 50 && finalPrice < 20_000);
    await buy(shop, shopper, product, 1, randomUUID(), 'mpesa');
    const [order] = await readOrders(shop, shopper);
    await openAs(page, shopper, `/track-order/${order?._id}`);
    await page.getByRole('button', { name: 'Pay with M-Pesa' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click();
    const bar = page.getByRole('region', { name: 'Your M-Pesa payment' });
    await expect(bar).toContainText('enter your M-Pesa PIN');
    if (path !== '') await page.goto(path);
    await expect(bar).toContainText('enter your M-Pesa PIN');

    await page.getByRole('button', { name: /^Cancel order/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click();
    const hint =
      'If a payment request is still on your phone, do not enter your PIN. Money that comes all the same goes back to you.';
    await expect(page.getByText(hint)).toBeVisible();
    await expect(bar).toContainText('This order has been cancelled.');
    await expectAccessible(page);
    await bar.getByRole('button', { name: 'Dismiss' }).click();
    await expect(bar).toBeHidden();
    expect((await readOrders(shop, shopper)).map(({ status }) => status)).toEqual(['cancelled']);
  });

test("§8: the pages of an unknown order and of another shopper's order show an error and link to the own orders", async ({
  page,
  shop,
  expectAccessible,
}) => {
  const [shopper, other] = [await newCustomer(shop), await newCustomer(shop)];
  await buy(shop, other, await productWith(shop, ({ stock }) => stock > 50), 1);
  const [foreign] = await readOrders(shop, other);
  await openAs(page, shopper, `/track-order/${foreign?._id}`);
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expectAccessible(page);
  await page.goto('/track-order/abc');
  await expect(page.getByRole('heading', { name: 'Order Not Found' })).toBeVisible();
  await page.getByRole('link', { name: 'View All Orders' }).click();
  await expect(page).toHaveURL(/\/profile\?section=orders$/);
});

test("U12: Track Package in the list of orders opens the order's page with its progress", async ({
  page,
  shop,
  expectAccessible,
}) => {
  const shopper = await newCustomer(shop);
  await buy(shop, shopper, await productWith(shop, ({ stock }) => stock > 50), 1);
  // The back office packs and ships the order; here the server's responses are changed instead.
  const sent = { status: 'shipped', trackingNumber: 'KE-2026-00012345-NBO' };
  await page.route('**/api/orders/*', async (route) => {
    const answer = await route.fetch();
    const { data, ...rest } = (await answer.json()) as { data: { order?: object; orders?: object[] } };
    const orders = data.orders?.map((order) => ({ ...order, ...sent }));
    const order = { ...data.order, ...sent };
    await route.fulfill({ json: { ...rest, data: orders === undefined ? { order } : { orders } } });
  });

  await openAs(page, shopper, '/profile?section=orders');
  await page.getByRole('button', { name: /^Track Package/ }).click();
  await expect(page).toHaveURL(/\/track-order\/\w+/);
  await expect(page.getByRole('region', { name: 'Tracking number' })).toContainText(sent.trackingNumber);
  await expect(page.getByRole('list', { name: 'Progress' }).locator('[aria-current=step]')).toContainText('Shipped');
  await expect(page.getByRole('region', { name: 'Order Timeline' })).toContainText('Order Placed');
  await expect(page.getByRole('button', { name: 'Cancel order' })).toBeHidden();
  await expectAccessible(page);

  await page.goBack();
  await page.getByRole('link', { name: /^Track My Order/ }).click();
  await expect(page.getByRole('heading', { name: 'Order Timeline' })).toBeVisible();
  await page.unrouteAll({ behavior: 'wait' });
});
