// @engine postgres
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { openPayment } from '../../../contract/mpesa.ts';
import { cancelOrder, changePaymentMethod, paymentLimits } from '../../../contract/orders.ts';
import { orders, paymentAlarms } from '../../../server/db/schema.ts';
import { createExpiryService } from '../../../server/modules/orders/expiry.service.ts';
import { registerExpiry } from '../../../server/modules/orders/expiry.worker.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { unpaidOrder, useCallableShop, type MadeOrder } from '../payments/attempt-steps.ts';
import { getAttempts, callback, push } from '../payments/mpesa-steps.ts';
import { byStaff, getDraft, order } from './ordering.ts';

/**
 * Side effects of each order success: everything else that it ends for the shopper. A second shopper with the same open
 * items keeps them.
 */

let shop: TestApp;
useCallableShop((it) => {
  shop = it;
});

interface Open {
  readonly status: string;
  /** The payment bar below the header shows this payment. */
  readonly payment: boolean;
  /** The order has a time at which it expires. */
  readonly expires: boolean;
  /** Reserved quantity, and stock on hand. */
  readonly reserved: number;
  readonly onHand: number;
  /** Counts against the shopper's limits (D19). */
  readonly unpaid: number;
  readonly cash: number;
  readonly alarms: number;
}

/** An order for 2 of 5 pieces with a live prompt. */
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

async function readOpen({ id, shopper: { token }, productId }: MadeOrder): Promise<Open> {
  const [row] = await shop.db.sql.select().from(orders).where(eq(orders.id, id));
  const limits = (await shop.call(paymentLimits, {}, { token })).body.data;
  const { reserved, onHand } = await readStock(shop, productId);
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
  const [attempt] = await getAttempts(shop, id);
  const prompt = shop.mpesa.prompts.find(({ callbackUrl }) => callbackUrl.includes(`/${attempt?.id}/`));
  expect(await callback(shop, {}, prompt)).toBe(200);
}

/** Each success, and the items of its shopper that stay open. */
const SUCCESSES: readonly {
  readonly title: string;
  readonly act: (made: MadeOrder) => Promise<unknown>;
  readonly left: Partial<Open>;
}[] = [
  {
    title: 'a payment',
    act: pay,
    left: { status: 'processing', payment: false, expires: false, unpaid: 0 },
  },
  {
    title: 'a cancellation by the shopper',
    act: ({ id, shopper: { token } }) => shop.call(cancelOrder, { id }, { token }),
    left: { status: 'cancelled', payment: false, expires: false, reserved: 0, unpaid: 0 },
  },
  {
    title: 'a cancellation by the staff',
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
        getDraft([other], { paymentMethod: 'mpesa', replaces: id }),
        'the-new-one',
      );
      expect(status).toBe(200);
    },
    // The new order counts instead.
    left: { status: 'cancelled', payment: false, expires: false, reserved: 0, unpaid: 1 },
  },
  {
    title: 'an expiry without payment',
    act: async ({ id }) => {
      const [attempt] = await getAttempts(shop, id);
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
    title: 'a delivery',
    act: async (made) => {
      await pay(made);
      await byStaff(shop, made.id, 'shipped', 'T1');
      await byStaff(shop, made.id, 'delivered');
    },
    left: { status: 'delivered', payment: false, expires: false, reserved: 0, onHand: 3, unpaid: 0 },
  },
];

test.each(SUCCESSES)('D12, D19: $title ends its shopper’s open items and no others', async (success) => {
  const made = await unpaidOrder(shop);
  const other = await unpaidOrder(shop);
  for (const one of [made, other]) expect((await push(shop, one.shopper, one)).status).toBe(200);
  // From now on the shopper may switch the payment method (D21).
  shop.clock.advance(120_000);
  expect([await readOpen(made), await readOpen(other)]).toEqual([ALL, ALL]);
  await success.act(made);
  expect(await readOpen(made)).toEqual({ ...ALL, ...success.left });
  expect(await readOpen(other)).toEqual(ALL);
});
