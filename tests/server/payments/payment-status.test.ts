// @engine postgres
import { describe, expect, test, vi } from 'vitest';
import { openPayment } from '../../../contract/mpesa.ts';
import { cancelOrder, changePaymentMethod } from '../../../contract/orders.ts';
import type { TestApp } from '../../support/server.ts';
import { push, stopTime } from './mpesa-steps.ts';
import {
  attemptIn,
  getBody,
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

const status = (order: Pick<MadeOrder, 'shopper'>, id: string) => getStatus(shop, order, id);
const open = async ({ shopper }: Pick<MadeOrder, 'shopper'>) =>
  (await shop.call(openPayment, {}, { token: shopper.token })).body.data.payment;

describe('§7: payment-status', () => {
  test.each([
    ['created', 'pending', ''],
    ['requesting', 'pending', ''],
    ['pending', 'pending', ''],
    ['unknown', 'pending', ''],
    ['succeeded', 'completed', ''],
    ['refund_pending', 'completed', ''],
    ['refunded', 'completed', ''],
    ['failed', 'failed', 'You cancelled the payment.'],
    ['expired', 'failed', 'The request expired.'],
  ] as const)('providers 2.3: %s is %s', async (state, shown, failureReason) => {
    const order = await unpaidOrder(shop);
    const { id } = await attemptIn(shop, order, state);
    expect((await status(order, id)).body.data).toMatchObject({
      status: shown,
      failureReason,
      orderId: order.id,
      amount: 3000,
      phoneNumber: order.shopper.user.phone,
    });
  });

  test('D10: accepts Daraja’s id and the attempt’s own in any case; returns Daraja’s once known', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'unknown');
    expect((await status(order, attempt.id)).body.data.checkoutRequestId).toBe(attempt.id);
    await settle(shop, attempt, { type: 'push.accepted', ids: attempt.ids });
    const byOwn = await status(order, attempt.id.toUpperCase());
    expect(byOwn.body).toEqual((await status(order, attempt.ids.checkoutRequestId)).body);
    expect(byOwn.body.data.checkoutRequestId).toBe(attempt.ids.checkoutRequestId);
  });

  test('X19: returns the exact time at which a new prompt is possible after a failed one', async () => {
    stopTime(shop);
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    await callBack(shop, attempt, getBody(attempt, { code: 26 }));
    const failedAt = shop.clock.now().getTime();
    const shown = async () => (await status(order, attempt.id)).body.data;
    expect(await shown()).toMatchObject({
      status: 'failed',
      failureReason: 'M-Pesa is busy, try again.',
      retryAt: new Date(failedAt + 60_000).toISOString(),
    });
    shop.clock.advance(59_999);
    expect((await shown()).retryAt).toBe(new Date(failedAt + 60_000).toISOString());
    shop.clock.advance(1);
    expect((await shown()).retryAt).toBe('');
  });

  test('D17: another shopper’s, an unknown and a malformed id return the same 404', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    const stranger = { shopper: await shop.signIn() };
    const answers = await Promise.all([
      status(stranger, attempt.id),
      status(stranger, attempt.ids.checkoutRequestId),
      status(order, '7c7e1b0e-6a0a-4a53-9a49-1f3f2c9b1a11'),
      status(order, 'ws_CO_unknown'),
      status(order, "' or 1=1 --"),
      status(order, attempt.orderId),
      status(order, `${attempt.id}x`),
    ]);
    for (const { status: code, body } of answers)
      expect([code, { ...body, requestId: '' }]).toEqual([
        404,
        { success: false, message: 'Payment not found', requestId: '' },
      ]);
  });

  test('never shows a payment as failed when another prompt paid its order', async () => {
    const order = await unpaidOrder(shop);
    const first = await attemptIn(shop, order, 'expired');
    expect((await status(order, first.id)).body.data.status).toBe('failed');
    const second = await attemptIn(shop, order, 'pending');
    await callBack(shop, second, getBody(second));
    expect((await status(order, first.id)).body.data).toMatchObject({ status: 'completed', failureReason: '' });
  });

  test('providers 2.3: refunded money does not complete an earlier failed prompt', async () => {
    const order = await unpaidOrder(shop);
    const failed = await attemptIn(shop, order, 'failed');
    const late = await attemptIn(shop, order, 'pending');
    await shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token });
    await callBack(shop, late, getBody(late));
    expect((await status(order, failed.id)).body.data).toMatchObject({
      status: 'failed',
      failureReason: 'You cancelled the payment.',
    });
    expect((await status(order, late.id)).body.data).toMatchObject({
      status: 'failed',
      failureReason: 'Your payment came after the order had been cancelled. Ksh 3,000 goes back to you.',
    });
  });

  test('U5: responds without querying Daraja and is never cached', async () => {
    const order = await unpaidOrder(shop);
    const { id } = await attemptIn(shop, order, 'pending');
    const reply = await status(order, id);
    expect([reply.headers['cache-control'], shop.mpesa.queries]).toEqual(['no-store', []]);
  });

  test('Q19: returns the server’s times of this prompt and of the first in its run', async () => {
    let now = shop.clock.now().getTime();
    vi.spyOn(shop.clock, 'now').mockImplementation(() => new Date(now));
    const order = await unpaidOrder(shop);
    const start = new Date(now).toISOString();
    await push(shop, order.shopper, order);
    now += 120_000;
    const { body } = await push(shop, order.shopper, order);
    expect((await status(order, body.data.checkoutRequestId)).body.data).toMatchObject({
      startedAt: start,
      pushedAt: new Date(now).toISOString(),
    });
  });
});

describe('open-payment: the payment to resume', () => {
  test.each([
    ['created', true],
    ['requesting', true],
    ['pending', true],
    ['unknown', true],
    ['succeeded', false],
    ['failed', false],
    ['expired', false],
  ] as const)('an attempt that is %s: %s', async (state, isOpen) => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, state);
    const shown = await open(order);
    expect(shown === null).toBe(!isOpen);
    if (isOpen) expect(shown).toEqual((await status(order, attempt.id)).body.data);
  });

  test('is empty before the first prompt and for other shoppers', async () => {
    const order = await unpaidOrder(shop);
    expect(await open(order)).toBeNull();
    await attemptIn(shop, order, 'pending');
    expect(await open({ shopper: await shop.signIn() })).toBeNull();
  });

  test('D21: is empty for a cancelled or cash order', async () => {
    const order = await unpaidOrder(shop);
    await attemptIn(shop, order, 'pending');
    await shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token });
    expect(await open(order)).toBeNull();
    const other = await unpaidOrder(shop);
    await attemptIn(shop, other, 'failed');
    await shop.call(changePaymentMethod, { id: other.id, paymentMethod: 'cod' }, { token: other.shopper.token });
    expect(await open(other)).toBeNull();
  });

  test('Q14: lasts ten minutes', async () => {
    const now = shop.clock.now().getTime();
    const order = await unpaidOrder(shop);
    vi.spyOn(shop.clock, 'now').mockImplementation(() => new Date(now));
    await attemptIn(shop, order, 'pending');
    vi.spyOn(shop.clock, 'now').mockImplementation(() => new Date(now + 599_999));
    expect(await open(order)).not.toBeNull();
    vi.spyOn(shop.clock, 'now').mockImplementation(() => new Date(now + 600_000));
    expect(await open(order)).toBeNull();
  });
});
