import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { bearer, getData, newCustomer, openAs, PASSWORD } from './support/customers.ts';
import type { SignedIn } from './support/customers.ts';
import { buy, productWith } from './support/orders.ts';
import type { PlacedOrder, Product } from './support/orders.ts';
import { buyPickup, openDesk } from './support/parcels.ts';
import { seriousFindings } from './support/axe.ts';
import { connectShop } from './support/shop.ts';
import type { Shop } from './support/shop.ts';
import { startShop } from './support/start-shop.ts';
import { expect, plainTest, test } from './support/test.ts';

/** A parcel as its shopper follows it, on the order's page and in the list of orders. */

const WEEK_MS = 7 * 24 * 3_600_000;
/** Messages about steps of the staff leave after it (OWN-P4). */
const GRACE_MS = 30_000;

const anyProduct = (shop: Shop) =>
  productWith(shop, ({ stock, finalPrice }) => stock > 50 && finalPrice > 500 && finalPrice < 20_000);
const ksh = (amount: number) => `Ksh ${amount.toLocaleString('en')}`;

/** An order that is paid by M-Pesa. */
async function buyPaid(shop: Shop, shopper: SignedIn, product: Product): Promise<PlacedOrder> {
  await shop.mpesaRules({ sameAmountMs: 0, queriesPerMinute: 1000 });
  const { order } = getData<{ order: PlacedOrder }>(await buy(shop, shopper, product, 1, randomUUID(), 'mpesa'));
  const push = {
    phoneNumber: shopper.msisdn,
    amount: order.totalPrice,
    orderId: order._id,
    accountReference: order._id.slice(0, 8).toUpperCase(),
  };
  const sent = await shop.api('POST', '/mpesa/stkpush', push, bearer(shopper));
  await shop.answerPrompt(getData<{ checkoutRequestId: string }>(sent).checkoutRequestId, 'pay');
  return order;
}

const status = (page: Page) => page.getByRole('region', { name: 'Order Status' });
const timeline = (page: Page) => page.getByRole('region', { name: 'Order Timeline' });

test('OWN-P1: a refused parcel comes back, and its page tells each step and the refund @phone', async ({
  page,
  shop,
  expectAccessible,
}) => {
  const shopper = await newCustomer(shop);
  const order = await buyPaid(shop, shopper, await anyProduct(shop));
  const desk = await openDesk(shop, order._id);
  await desk.ship('TN1');
  await desk.report('parcel.refused', { reason: 'nobody was at home' });

  await openAs(page, shopper, `/track-order/${order._id}`);
  await expect(status(page)).toContainText('The parcel could not be handed over, so it goes back to the shop.');
  await expect(status(page)).toContainText('If it stays with us, we check the products before we refund you.');
  await expect(status(page).getByRole('link')).toHaveAttribute('href', /^tel:\+254/);
  await expect(timeline(page)).toContainText('Not Handed Over');
  expect(await page.content()).not.toContain('nobody was at home');
  await expectAccessible(page);

  await desk.report('parcel.returned');
  await page.reload();
  await expect(status(page)).toContainText('The parcel came back to the shop.');
  await expect(status(page)).toContainText('We check the products before we refund you.');
  await desk.report('stock.inspected', { line: await lineId(shop, shopper), sellable: 1, damaged: 0 });
  await page.reload();
  await expect(status(page)).toContainText(`${ksh(order.totalPrice)} goes back to you.`);
  await expectAccessible(page);

  await page.goto('/profile?section=orders');
  const card = page.getByRole('listitem', { name: `Order ${order._id.slice(0, 8)}` });
  await expect(card).toContainText('The parcel came back to the shop.');
  await expect(card).toContainText(`${ksh(order.totalPrice)} goes back to you.`);
  await expectAccessible(page);
});

/** The id of the only line of the only order. */
async function lineId(shop: Shop, shopper: SignedIn): Promise<string> {
  const mine = await shop.api('GET', '/orders/my', undefined, bearer(shopper));
  const [order] = getData<{ orders: { orderItems: { _id: string }[] }[] }>(mine).orders;
  return order?.orderItems[0]?._id ?? '';
}

// In a shop of its own, because the days of the parcel pass for every test of a shop.
plainTest(
  'OWN-P2: a parcel waits at its station for 7 days, and its code is only in the message @phone',
  async ({ page }) => {
    const running = await startShop();
    try {
      const shop = connectShop(running.url, running.simulators);
      const shopper = await newCustomer(shop);
      const { order, station } = await buyPickup(shop, shopper, await anyProduct(shop));
      const desk = await openDesk(shop, order._id);
      await desk.ship();
      await desk.report('parcel.ready');
      const path = `${running.url}/track-order/${order._id}`;
      await openAs(page, shopper, path);
      await expect(status(page)).toContainText(`Your order is ready for pickup at ${station.name}.`);
      await expect(status(page)).toContainText('We are sending you the collection code. You have 7 days from then.');
      await shop.advanceClock(GRACE_MS + 1_000);
      const code = await collectionCode(shop, shopper);
      await page.reload();
      await expect(status(page)).toContainText(/Please collect it by \d+ \w+ \d{4}, \d\d:\d\d\./);
      await expect(status(page)).toContainText(`You pay ${ksh(order.totalPrice)} when you collect it.`);
      expect(await page.content()).not.toContain(code);
      expect(await seriousFindings(page)).toEqual([]);

      await shop.advanceClock(WEEK_MS + GRACE_MS);
      const later = await page.context().newPage();
      await openAs(later, await signInAgain(shop, shopper), path);
      await expect(status(later)).toContainText('was not collected within 7 days, so it goes back to the shop.');
      await expect(status(later)).toContainText('You have nothing to pay unless you get the parcel.');
      expect(await seriousFindings(later)).toEqual([]);
    } finally {
      await running.stop();
    }
  },
);

/** The login of a week ago has ended. */
async function signInAgain(shop: Shop, shopper: SignedIn): Promise<SignedIn> {
  const login = { email: shopper.email, password: PASSWORD };
  return { ...shopper, ...getData<Pick<SignedIn, 'token' | 'user'>>(await shop.api('POST', '/auth/login', login)) };
}

async function collectionCode(shop: Shop, { msisdn }: SignedIn): Promise<string> {
  const find = async () =>
    (await shop.sms(msisdn)).flatMap(({ text }) => /Collection code: (\d{6})/.exec(text)?.[1] ?? [])[0] ?? '';
  await expect.poll(find).toMatch(/^\d{6}$/);
  return find();
}
