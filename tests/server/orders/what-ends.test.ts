// @engine postgres
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openPayment } from '../../../contract/mpesa.ts';
import { cancelOrder, changePaymentMethod, paymentLimits } from '../../../contract/orders.ts';
import { orders, paymentAlarms } from '../../../server/db/schema.ts';
import { createExpiryService } from '../../../server/modules/orders/expiry.service.ts';
import { registerExpiry } from '../../../server/modules/orders/expiry.worker.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct, stockOf } from '../catalogue/products.ts';
import { unpaidOrder, useCallableShop, type MadeOrder } from '../payments/attempt-steps.ts';
import { attemptsOf, callback, push } from '../payments/mpesa-steps.ts';
import { byStaff, draftOf, order } from './ordering.ts';

/** What each success of an order ends besides its main effect. Two shoppers have the same open: the other one keeps it. */

let shop: TestApp;
useCallableShop((it) => {
  shop = it;
});

interface Open {
  readonly status: string;
  /** The bar under the header takes this payment up. */
  readonly payment: boolean;
  /** The order ends by itself when its time to pay is over. */
  readonly expires: boolean;
  /** Pieces that are held for the order, and those on the shelf. */
  readonly reserved: number;
  readonly onHand: number;
  /** What counts against the limits of the shopper (D19). */
  readonly unpaid: number;
  readonly cash: number;
  readonly alarms: number;
}

/** An order of 2 pieces of 5 whose prompt is on the phone. */
const ALL: Open = {
  status: 'pending',
  payment: true,
  expires: true,
  reserved: 2,
  onHand: 5,
  unpaid: 1,
  cash: 0,
  alarms: 0,
};

async function openOf({ id, shopper: { token }, productId }: MadeOrder): Promise<Open> {
  const [row] = await shop.db.sql.select().from(orders).where(eq(orders.id, id));
  const limits = (await shop.call(paymentLimits, {}, { token })).body.data;
  const { reserved, onHand } = await stockOf(shop, productId);
  return {
    status: row?.status ?? '',
    payment: (await shop.call(openPayment, {}, { token })).body.data.payment !== null,
    expires: row?.status === 'pending' && row.expiresAt !== null,
    reserved,
    onHand,
    unpaid: limits.unpaidMpesa.open,
    cash: limits.cashOrders.open,
    alarms: await shop.db.sql.$count(paymentAlarms, eq(paymentAlarms.orderId, id)),
  };
}

async function pay({ id }: MadeOrder) {
  const [attempt] = await attemptsOf(shop, id);
  const prompt = shop.mpesa.prompts.find(({ callbackUrl }) => callbackUrl.includes(`/${attempt?.id}/`));
  expect(await callback(shop, {}, prompt)).toBe(200);
}

/** Each success, and what is left open of its shopper. */
const SUCCESSES: readonly {
  readonly title: string;
  readonly act: (made: MadeOrder) => Promise<unknown>;
  readonly left: Partial<Open>;
}[] = [
  {
    title: 'the money',
    act: pay,
    left: { status: 'processing', payment: false, expires: false, unpaid: 0 },
  },
  {
    title: 'a cancel by the shopper',
    act: ({ id, shopper: { token } }) => shop.call(cancelOrder, { id }, { token }),
    left: { status: 'cancelled', payment: false, expires: false, reserved: 0, unpaid: 0 },
  },
  {
    title: 'a cancel by the staff',
    act: ({ id }) => byStaff(shop, id, 'cancelled'),
    left: { status: 'cancelled', payment: false, expires: false, reserved: 0, unpaid: 0 },
  },
  {
    title: 'a change to cash',
    act: ({ id, shopper: { token } }) => shop.call(changePaymentMethod, { id, paymentMethod: 'cod' }, { token }),
    left: { payment: false, expires: false, unpaid: 0, cash: 1 },
  },
  {
    title: 'a replacement',
    act: async ({ id, shopper }) => {
      const other = await addProduct(shop, { price: 900 });
      const { status } = await order(
        shop,
        shopper,
        draftOf([other], { paymentMethod: 'mpesa', replaces: id }),
        'the-new-one',
      );
      expect(status).toBe(200);
    },
    // The new order is the one that counts.
    left: { status: 'cancelled', payment: false, expires: false, reserved: 0, unpaid: 1 },
  },
  {
    title: 'its end without money',
    act: async ({ id }) => {
      const [attempt] = await attemptsOf(shop, id);
      const prompt = shop.mpesa.prompts.find(({ callbackUrl }) => callbackUrl.includes(`/${attempt?.id}/`));
      expect(await callback(shop, { code: 1032 }, prompt)).toBe(200);
      await shop.db.sql.update(orders).set({ expiresAt: shop.clock.now() }).where(eq(orders.id, id));
      registerExpiry(shop.deps, shop.services);
      const { scheduleExpiry } = createExpiryService(shop.deps);
      await shop.db.tx((tx) => scheduleExpiry(tx, id, shop.clock.now()));
      await shop.deps.jobs.runDue();
    },
    left: { status: 'cancelled', payment: false, expires: false, reserved: 0, unpaid: 0 },
  },
  {
    title: 'the delivery',
    act: async (made) => {
      await pay(made);
      await byStaff(shop, made.id, 'shipped', 'T1');
      await byStaff(shop, made.id, 'delivered');
    },
    left: { status: 'delivered', payment: false, expires: false, reserved: 0, onHand: 3, unpaid: 0 },
  },
];

test.each(SUCCESSES)('D12, D19: $title ends what is open of its shopper, and nothing of another', async (success) => {
  const made = await unpaidOrder(shop);
  const other = await unpaidOrder(shop);
  for (const one of [made, other]) expect((await push(shop, one.shopper, one)).status).toBe(200);
  // Another way to pay is on from then (D21).
  shop.clock.advance(120_000);
  expect([await openOf(made), await openOf(other)]).toEqual([ALL, ALL]);
  await success.act(made);
  expect(await openOf(made)).toEqual({ ...ALL, ...success.left });
  expect(await openOf(other)).toEqual(ALL);
});
