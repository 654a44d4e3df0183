// @engine postgres
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chooseByHand } from '../../../contract/order-payment.ts';
import { cancelOrder } from '../../../contract/orders.ts';
import { jobs } from '../../../server/db/schema.ts';
import { registerMessages } from '../../../server/modules/messages/messages.worker.ts';
import { createTestApp, withServices, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { addMpesaOrder, type Shopper } from '../orders/ordering.ts';

let shop: TestApp;
let shopper: Shopper;
let id: string;
beforeAll(async () => {
  shop = await createTestApp();
  registerMessages(...withServices(shop.deps));
});
afterAll(() => shop.close());
beforeEach(async () => {
  shopper = await shop.signIn();
  id = await addMpesaOrder(shop, shopper, await addProduct(shop, { price: 3000 }), 1);
});

const choose = (of = shop, token = shopper.token, order = id) => of.call(chooseByHand, { id: order }, { token });
const texts = async (phone = shopper.user.phone) => {
  await shop.deps.jobs.runDue();
  return shop.sms.texts.filter((text) => text.to === phone).map(({ text }) => text);
};

test('PAY-C1: one SMS has the numbers, however often by hand is chosen', async () => {
  for (const _ of [1, 2]) expect((await choose()).status).toBe(200);
  await Promise.all([choose(), choose()]);
  const account = id.slice(0, 8).toUpperCase();
  const number = shop.env.mpesa.partyB;
  const sms = `Duka: pay Ksh 3,000 for order ${account} with Lipa na M-Pesa, Pay Bill ${number}, account ${account}.`;
  expect(await texts()).toEqual([sms]);
  await choose();
  expect(await texts()).toEqual([sms]);
});

test('PAY-C1: no SMS goes out when nothing is due any more, also when it was queued before', async () => {
  await choose();
  expect((await shop.call(cancelOrder, { id }, { token: shopper.token })).status).toBe(200);
  expect(await texts()).toEqual([]);
  await shop.db.sql.delete(jobs).where(eq(jobs.dedupeKey, `${id} byHand`));
  expect((await choose()).status).toBe(200);
  expect(
    await shop.db.sql
      .select()
      .from(jobs)
      .where(eq(jobs.dedupeKey, `${id} byHand`)),
  ).toEqual([]);
});

test('PAY-C1: only the owner of the order chooses, and a shop without payments by hand sends nothing', async () => {
  const other = await shop.signIn();
  expect((await choose(shop, other.token)).status).toBe(403);
  expect((await choose(shop, shopper.token, '00000000-0000-4000-8000-000000000009')).status).toBe(404);
  expect(await texts()).toEqual([]);
  const plain = await createTestApp({ env: { MPESA_BY_HAND: 'off' } });
  try {
    const buyer = await plain.signIn();
    const order = await addMpesaOrder(plain, buyer, await addProduct(plain, { price: 3000 }), 1);
    expect((await choose(plain, buyer.token, order)).status).toBe(200);
    expect(
      await plain.db.sql
        .select()
        .from(jobs)
        .where(eq(jobs.dedupeKey, `${order} byHand`)),
    ).toEqual([]);
  } finally {
    await plain.close();
  }
});
