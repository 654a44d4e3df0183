// @engine postgres
import { beforeEach, describe, expect, test } from 'vitest';
import { openPayment, paymentStatus } from '../../../contract/mpesa.ts';
import { cancelOrder } from '../../../contract/orders.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { byStaff, type Shopper } from '../orders/ordering.ts';
import { useCallableShop } from './attempt-steps.ts';
import { getAttempts, callback, mpesaOrder, orderRow, push } from './mpesa-steps.ts';

let shop: TestApp;
useCallableShop((it) => {
  shop = it;
});

let shopper: Shopper;
let product: Awaited<ReturnType<typeof addProduct>>;
beforeEach(async () => {
  shopper = await shop.signIn();
  product = await addProduct(shop, { price: 3000 });
});

const CANCELLED = 'This order has been cancelled.';
const LATE = 'Your payment came after the order had been cancelled. Ksh 3,000 goes back to you.';
const told = async (checkoutRequestId: string) => {
  const { body } = await shop.call(paymentStatus, { checkoutRequestId }, { token: shopper.token });
  const { status, failureReason, orderStatus } = body.data;
  return { status, failureReason, orderStatus };
};
const cancel = (id: string) => shop.call(cancelOrder, { id }, { token: shopper.token });

describe('F28: an order that is cancelled while its prompt is open', () => {
  test.each([
    ['its owner', (id: string) => cancel(id)],
    ['the staff', (id: string) => byStaff(shop, id, 'cancelled')],
  ])('by %s: the payment fails with that reason, is still queried, and its money is refunded', async (_, end) => {
    const made = await mpesaOrder(shop, shopper, product);
    const { checkoutRequestId } = (await push(shop, shopper, made)).body.data;
    await end(made.id);
    expect(await told(checkoutRequestId)).toEqual({
      status: 'failed',
      failureReason: CANCELLED,
      orderStatus: 'cancelled',
    });
    const [attempt] = await getAttempts(shop, made.id);
    expect([attempt?.state, attempt?.nextQueryAt instanceof Date]).toEqual(['expired', true]);
    expect((await shop.call(openPayment, {}, { token: shopper.token })).body.data.payment).toBeNull();
    expect((await readStock(shop, product.id)).reserved).toBe(0);
    await callback(shop);
    expect(await orderRow(shop, made.id)).toMatchObject({ status: 'cancelled', money: 'refundDue', isPaid: false });
    expect(await told(checkoutRequestId)).toEqual({ status: 'failed', failureReason: LATE, orderStatus: 'cancelled' });
  });

  test('a later answer from the phone does not change the reason', async () => {
    const made = await mpesaOrder(shop, shopper, product);
    const { checkoutRequestId } = (await push(shop, shopper, made)).body.data;
    await cancel(made.id);
    await callback(shop, { code: 1032 });
    expect((await told(checkoutRequestId)).failureReason).toBe(CANCELLED);
  });

  test('a prompt that failed before the cancellation keeps its reason', async () => {
    const made = await mpesaOrder(shop, shopper, product);
    const { checkoutRequestId } = (await push(shop, shopper, made)).body.data;
    await callback(shop, { code: 1032 });
    const { failureReason } = await told(checkoutRequestId);
    await cancel(made.id);
    expect(await told(checkoutRequestId)).toEqual({ status: 'failed', failureReason, orderStatus: 'cancelled' });
  });

  test('a concurrent push leaves no live prompt for the cancelled order', async () => {
    for (let round = 0; round < 4; round += 1) {
      const made = await mpesaOrder(shop, shopper, { ...product, quantity: 1 });
      const acts = [() => cancel(made.id), () => push(shop, shopper, made)];
      const [one, other] = await Promise.all((round % 2 === 0 ? acts : acts.toReversed()).map((act) => act()));
      expect([one?.status, other?.status]).toContain(200);
      const [attempt] = await getAttempts(shop, made.id);
      expect([undefined, 'expired']).toContain(attempt?.state);
      expect((await orderRow(shop, made.id)).status).toBe('cancelled');
      shop.clock.advance(130_000);
    }
  });
});
