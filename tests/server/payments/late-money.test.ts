// @engine postgres
import { describe, expect, test } from 'vitest';
import { eq } from 'drizzle-orm';
import type { OrderId } from '../../../contract/fields.ts';
import { cancelOrder, getOrder, listMyOrders } from '../../../contract/orders.ts';
import { lateMoney } from '../../../server/db/migrations/0015-late-money.ts';
import { orders } from '../../../server/db/schema.ts';
import type { OrderEvent } from '../../../server/modules/settlement/order-events.rules.ts';
import { findOrder, type StoredOrder } from '../../../server/modules/settlement/stored-orders.repository.ts';
import { ReceiptTakenError } from '../../../server/modules/settlement/settlement.service.ts';
import type { TestApp } from '../../support/server.ts';
import { readStock } from '../catalogue/products.ts';
import { byStaff, getDraft, order as placeOrder } from '../orders/ordering.ts';
import { expire } from './attempt-late.ts';
import {
  attemptIn,
  getBody,
  readBooks,
  expectPaidOnce,
  getReceipt,
  settle,
  getStatus,
  callBack,
  unpaidOrder,
  useCallableShop,
  type MadeOrder,
} from './attempt-steps.ts';

let shop: TestApp;
useCallableShop((it) => {
  shop = it;
});

async function changed(orderId: OrderId, event: OrderEvent) {
  const { changeOrder } = shop.services.orderChange;
  return shop.db.tx((tx) =>
    changeOrder(tx, async () => (await findOrder(tx, orderId)) as StoredOrder, event, shop.clock.now()),
  );
}

const GONE = 'Your payment came after the order had been cancelled. Ksh 3,000 goes back to you.';

/** Expects a failed payment and an unpaid order with the same explanation (D27). */
async function expectLate(order: MadeOrder, { id }: { id: string }, text: string, ofOrder = text): Promise<void> {
  expect((await getStatus(shop, order, id)).body.data).toMatchObject({ status: 'failed', failureReason: text });
  const { token } = order.shopper;
  const shown = { isPaid: false, paidAt: null, status: 'cancelled', paymentNotice: ofOrder };
  expect((await shop.call(getOrder, { id: order.id }, { token })).body.data.order).toMatchObject(shown);
  const { body } = await shop.call(listMyOrders, {}, { token });
  expect(body.data.orders.find(({ _id }) => _id === order.id)).toMatchObject(shown);
}

describe('R7, D12, D27: late money', () => {
  test('pays an order after 15 minutes, when the attempt has expired', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'expired');
    shop.clock.advance(900_000);
    await callBack(shop, attempt, getBody(attempt));
    await expectPaidOnce(shop, order, attempt);
  });

  test('reopens an expired order while there is stock, and reserves the stock again', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'expired');
    await expire(shop, order);
    expect((await readStock(shop, order.productId)).reserved).toBe(0);
    await callBack(shop, attempt, getBody(attempt));
    const books = await readBooks(shop, order.id);
    expect(books.order).toMatchObject({ status: 'processing', cancelReason: null, isPaid: true, money: 'paid' });
    expect([books.messages, books.refunds, (await readStock(shop, order.productId)).reserved]).toEqual([
      ['expired', 'paid'],
      [],
      2,
    ]);
  });

  test('F7, D27: is refunded for an expired order without stock, and the stock is unchanged', async () => {
    const order = await unpaidOrder(shop, { stock: 2 });
    const attempt = await attemptIn(shop, order, 'expired');
    await expire(shop, order);
    const other = await shop.signIn();
    expect((await placeOrder(shop, other, getDraft([{ id: order.productId, price: 1500, quantity: 1 }]))).status).toBe(
      200,
    );
    await callBack(shop, attempt, getBody(attempt));
    const books = await readBooks(shop, order.id);
    expect(books.order).toMatchObject({
      status: 'cancelled',
      cancelReason: 'expired',
      isPaid: false,
      paidAt: null,
      money: 'refundDue',
    });
    expect(books.refunds).toMatchObject([
      { attemptId: attempt.id, amount: 3000, reason: 'cancelled', confirmedAt: null },
    ]);
    expect([books.attempts[0]?.state, books.messages, (await readStock(shop, order.productId)).reserved]).toEqual([
      'refund_pending',
      ['expired', 'refund'],
      1,
    ]);
    await expectLate(order, attempt, 'Your payment came after the order had expired. Ksh 3,000 goes back to you.');
    await settle(shop, attempt, { type: 'refund.confirmed' });
    await expectLate(order, attempt, 'Your payment came after the order had expired. Ksh 3,000 goes back to you.');
  });

  test('Q15: is refunded for an order that the shopper cancelled, although there is stock', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    await shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token });
    await callBack(shop, attempt, getBody(attempt));
    await callBack(shop, attempt, getBody(attempt, { items: { TransactionDate: 1 } }));
    const books = await readBooks(shop, order.id);
    expect(books.order).toMatchObject({
      status: 'cancelled',
      cancelReason: 'shopper',
      isPaid: false,
      money: 'refundDue',
    });
    await expectLate(order, attempt, GONE);
    expect([books.refunds.length, books.messages, (await readStock(shop, order.productId)).reserved]).toEqual([
      1,
      ['refund'],
      0,
    ]);
  });

  test('D21, D27: is refunded for an order that was replaced', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'expired');
    const draft = getDraft([{ id: order.productId, price: 1500 }], { paymentMethod: 'mpesa', replaces: order.id });
    expect((await placeOrder(shop, order.shopper, draft)).status).toBe(200);
    await callBack(shop, attempt, getBody(attempt));
    await expectLate(order, attempt, GONE);
  });

  test('D27: two late payments: each payment shows its own amount, and the order shows the total', async () => {
    const order = await unpaidOrder(shop);
    const [first, second] = [await attemptIn(shop, order, 'expired'), await attemptIn(shop, order, 'pending')];
    await shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token });
    for (const attempt of [first, second]) await callBack(shop, attempt, getBody(attempt));
    await expectLate(order, second, GONE, GONE.replace('3,000', '6,000'));
  });

  test('D27: after a payment in time, the order shows only the late one as late', async () => {
    const order = await unpaidOrder(shop);
    const [intime, late] = [await attemptIn(shop, order, 'expired'), await attemptIn(shop, order, 'pending')];
    await callBack(shop, intime, getBody(intime));
    await byStaff(shop, order.id, 'cancelled');
    shop.clock.advance(1_000);
    await callBack(shop, late, getBody(late));
    for (const step of [null, late, intime]) {
      if (step !== null) await settle(shop, step, { type: 'refund.confirmed' });
      const read = async ({ id }: { id: string }) => (await getStatus(shop, order, id)).body.data;
      expect(await read(intime)).toMatchObject({ status: 'completed', failureReason: '' });
      expect(await read(late)).toMatchObject({ status: 'failed', failureReason: GONE });
      const { body } = await shop.call(getOrder, { id: order.id }, { token: order.shopper.token });
      expect(body.data.order).toMatchObject({ isPaid: true, status: 'cancelled', paymentNotice: GONE });
    }
  });

  test('D8, D27: an overpayment before the cancellation is not late', async () => {
    const order = await unpaidOrder(shop);
    const [first, second] = [await attemptIn(shop, order, 'expired'), await attemptIn(shop, order, 'pending')];
    await callBack(shop, first, getBody(first));
    shop.clock.advance(1_000);
    await callBack(shop, second, getBody(second));
    await byStaff(shop, order.id, 'cancelled');
    expect((await getStatus(shop, order, second.id)).body.data).toMatchObject({ status: 'completed' });
    const { body } = await shop.call(getOrder, { id: order.id }, { token: order.shopper.token });
    expect(body.data.order).toMatchObject({ isPaid: true, status: 'cancelled', paymentNotice: null });
  });

  test('D27: the migration corrects orders paid by late money and keeps those paid in time', async () => {
    const [late, intime] = [await unpaidOrder(shop), await unpaidOrder(shop)];
    const [one, other] = [await attemptIn(shop, late, 'pending'), await attemptIn(shop, intime, 'pending')];
    await shop.call(cancelOrder, { id: late.id }, { token: late.shopper.token });
    await callBack(shop, one, getBody(one));
    await callBack(shop, other, getBody(other));
    shop.clock.advance(1_000);
    await byStaff(shop, intime.id, 'cancelled');
    const paidAt = shop.clock.now();
    for (const money of ['refundDue', 'refunded'] as const) {
      await shop.db.sql.update(orders).set({ isPaid: true, paidAt, money }).where(eq(orders.id, late.id));
      for (const step of lateMoney) await shop.db.run(step);
      expect((await readBooks(shop, late.id)).order).toMatchObject({ isPaid: false, paidAt: null });
    }
    expect((await readBooks(shop, intime.id)).order).toMatchObject({ isPaid: true, money: 'refundDue' });
  });

  test('a payment wins over a concurrent expiry', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'expired');
    const now = (await readBooks(shop, order.id)).order.expiresAt?.getTime() ?? 0;
    await Promise.all([
      changed(order.id, { type: 'expiry.due', now, hasLiveAttempt: false }),
      callBack(shop, attempt, getBody(attempt)),
    ]);
    expect((await readBooks(shop, order.id)).order).toMatchObject({ status: 'processing', money: 'paid' });
    expect((await readStock(shop, order.productId)).reserved).toBe(2);
  });

  test('a concurrent cancellation and payment end as paid, or as cancelled with a refund', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await unpaidOrder(shop);
      const attempt = await attemptIn(shop, order, 'pending');
      await Promise.all([
        shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token }),
        callBack(shop, attempt, getBody(attempt)),
      ]);
      const { order: row, refunds } = await readBooks(shop, order.id);
      expect([[row.status, row.money, refunds.length]]).toEqual([
        row.status === 'processing' ? ['processing', 'paid', 0] : ['cancelled', 'refundDue', 1],
      ]);
    }
  });
});

test('D7: a receipt that has paid another attempt is rejected, and nothing is stored', async () => {
  const [one, other] = [await unpaidOrder(shop), await unpaidOrder(shop)];
  const [paid, late] = [await attemptIn(shop, one, 'succeeded'), await attemptIn(shop, other, 'pending')];
  const before = await readBooks(shop, other.id);
  const event = { type: 'money.received', receipt: getReceipt(paid), ids: late.ids, isByQuery: false } as const;
  await expect(settle(shop, late, event)).rejects.toThrow(ReceiptTakenError);
  expect(await readBooks(shop, other.id)).toEqual(before);
});

describe('D8: two payments for one order', () => {
  test('the second is queued for refund and the shopper notified; the confirmation settles it', async () => {
    const order = await unpaidOrder(shop);
    const first = await attemptIn(shop, order, 'expired');
    const second = await attemptIn(shop, order, 'pending');
    await Promise.all([callBack(shop, second, getBody(second)), callBack(shop, first, getBody(first))]);
    const books = await readBooks(shop, order.id);
    expect(books.order).toMatchObject({ status: 'processing', isPaid: true, money: 'overpaid' });
    expect([books.payments.length, books.refunds.length, books.messages]).toEqual([2, 1, ['overpaid', 'paid']]);
    expect(books.refunds[0]?.reason).toBe('overpaid');
    const shown = async () =>
      (await shop.call(getOrder, { id: order.id }, { token: order.shopper.token })).body.data.order;
    expect(await shown()).toMatchObject({
      isPaid: true,
      paymentNotice: 'You paid twice. Ksh 3,000 goes back to you.',
    });
    const id = books.refunds[0]?.attemptId ?? '';
    await settle(shop, { id }, { type: 'refund.confirmed' });
    await settle(shop, { id }, { type: 'refund.confirmed' });
    const after = await readBooks(shop, order.id);
    expect([after.order.money, after.refunds[0]?.confirmedAt !== null]).toEqual(['paid', true]);
    expect(await shown()).toMatchObject({ isPaid: true, paymentNotice: null });
    expect(after.attempts.map(({ state }) => state).sort()).toEqual(['refunded', 'succeeded']);
  });

  test('H4: cancelling a paid order as staff refunds each payment once', async () => {
    const order = await unpaidOrder(shop);
    const first = await attemptIn(shop, order, 'expired');
    const second = await attemptIn(shop, order, 'pending');
    for (const attempt of [first, second]) await callBack(shop, attempt, getBody(attempt));
    await byStaff(shop, order.id, 'cancelled');
    const books = await readBooks(shop, order.id);
    // The order was paid in time.
    expect(books.order).toMatchObject({ status: 'cancelled', isPaid: true, money: 'refundDue' });
    expect([books.refunds.map(({ attemptId }) => attemptId).sort(), books.attempts.map(({ state }) => state)]).toEqual([
      [first.id, second.id].sort(),
      ['refund_pending', 'refund_pending'],
    ]);
    await settle(shop, first, { type: 'refund.confirmed' });
    expect((await readBooks(shop, order.id)).order.money).toBe('refundDue');
    await settle(shop, second, { type: 'refund.confirmed' });
    expect((await readBooks(shop, order.id)).order.money).toBe('refunded');
  });
});
