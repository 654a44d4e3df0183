import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { cancelOrder } from '../../../contract/orders.ts';
import { paymentStatus } from '../../../contract/mpesa.ts';
import { changeOrder } from '../../../server/modules/orders/order-change.ts';
import { findOrder, type StoredOrder } from '../../../server/modules/orders/orders.repository.ts';
import { createOrdersService } from '../../../server/modules/orders/orders.service.ts';
import { askedResult, checkedResult } from '../../../server/modules/payments/result-codes.ts';
import type { TestApp } from '../../support/server.ts';
import { stockOf } from '../catalogue/products.ts';
import { draftOf, order as placeOrder } from '../orders/ordering.ts';
import { push } from './mpesa-steps.ts';
import {
  attemptIn, bodyOf, booksOf, callableShop, receiptOf, settle, tell, unpaidOrder, writtenAttempt, type MadeAttempt, type MadeOrder,
} from './attempt-steps.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await callableShop();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => shop.close());

const status = (order: MadeOrder, id: string) => shop.call(paymentStatus, { checkoutRequestId: id }, { token: order.shopper.token });

async function changed(orderId: string, event: Parameters<typeof changeOrder>[3]) {
  return shop.db.tx((tx) => changeOrder(tx, shop.deps, async () => (await findOrder(tx, orderId)) as StoredOrder, event, shop.clock.now()));
}

/** The order's time is over. */
async function expire(order: MadeOrder): Promise<void> {
  const now = (await booksOf(shop, order.id)).order.expiresAt?.getTime() ?? 0;
  expect(await changed(order.id, { type: 'expiry.due', now, hasLiveAttempt: false })).toBe('changed');
}

async function expectPaidOnce(order: MadeOrder, attempt: MadeAttempt): Promise<void> {
  const books = await booksOf(shop, order.id);
  expect(books.order).toMatchObject({ isPaid: true, money: 'paid', status: 'processing' });
  expect(books.payments).toMatchObject([{ attemptId: attempt.id, receipt: receiptOf(attempt), amount: 3000 }]);
  expect([books.refunds, books.alarms, books.news]).toEqual([[], [], ['paid']]);
  expect((await stockOf(shop, order.productId)).reserved).toBe(2);
}

describe('D7: the answer', () => {
  test('is Daraja’s own words, for whatever a known secret brings', async () => {
    const attempt = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    for (const body of [bodyOf(attempt), bodyOf(attempt), '{', '', '[]', 'null', '"x"', bodyOf(attempt, { code: 4999 }), 'a\u0000b']) {
      const response = await tell(shop, attempt, body);
      expect([response.statusCode, response.json()]).toEqual([200, { ResultCode: 0, ResultDesc: 'Accepted' }]);
    }
  });

  test.each([['text/plain'], ['application/xml'], ['application/x-www-form-urlencoded'], ['application/json; charset=utf-8'], ['nonsense'], ['']])(
    'a body of type "%s" is read', async (type) => {
      const order = await unpaidOrder(shop);
      const attempt = await attemptIn(shop, order, 'pending');
      const response = await shop.app.inject({
        method: 'POST', url: `/api/mpesa/callback/${attempt.id}/${attempt.token}`, payload: Buffer.from(bodyOf(attempt)), headers: type === '' ? {} : { 'content-type': type },
      });
      expect(response.statusCode).toBe(200);
      await expectPaidOnce(order, attempt);
    },
  );

  test('a wrong secret and an unknown attempt get the same 404', async () => {
    const attempt = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    const other = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    const answers = [
      await tell(shop, { id: attempt.id, token: other.token }, bodyOf(attempt)),
      await tell(shop, { id: attempt.id, token: `${attempt.token}x` }, bodyOf(attempt)),
      await tell(shop, { id: attempt.id, token: attempt.token.slice(0, -1) }, bodyOf(attempt)),
      await tell(shop, { id: '7c7e1b0e-6a0a-4a53-9a49-1f3f2c9b1a11', token: attempt.token }, bodyOf(attempt)),
      await tell(shop, { id: 'nonsense', token: attempt.token }, bodyOf(attempt)),
      await tell(shop, { id: `${attempt.id}%00`, token: attempt.token }, bodyOf(attempt)),
    ].map((response) => [response.statusCode, { ...response.json<object>(), requestId: '' }]);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.[0]).toBe(404);
    expect((await booksOf(shop, attempt.orderId)).messages).toEqual([]);
  });

  test('more than 64 kB is not read', async () => {
    const attempt = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    expect((await tell(shop, attempt, 'x'.repeat(64 * 1024 + 1))).statusCode).toBe(413);
  });

  test('nothing but a POST is there', async () => {
    const attempt = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      expect((await shop.app.inject({ method, url: `/api/mpesa/callback/${attempt.id}/${attempt.token}` })).statusCode).toBe(404);
    }
  });

  test('a list of addresses is a second lock, and no first one', async () => {
    const strict = await callableShop({ env: { MPESA_CALLBACK_ADDRESSES: '196.201.214.200, 196.201.213.0/24' } });
    const attempt = await attemptIn(strict, await unpaidOrder(strict), 'pending');
    const from = (ip: string, token = attempt.token) => tell(strict, { id: attempt.id, token }, bodyOf(attempt), {}, ip).then(({ statusCode }) => statusCode);
    expect([await from('203.0.113.9'), await from('196.201.214.201'), await from('::1'), await from('196.201.214.200', 'x')]).toEqual([404, 404, 404, 404]);
    expect([await from('::ffff:196.201.214.200'), await from('196.201.213.44')]).toEqual([200, 200]);
    expect((await booksOf(strict, attempt.orderId)).order.isPaid).toBe(true);
    await strict.close();
  });
});

describe('D7: what is believed', () => {
  test('items are read by name; phone, date and balance may be missing, in any place, masked or of another type', async () => {
    for (const items of [
      { PhoneNumber: undefined, TransactionDate: undefined }, { PhoneNumber: '254712***678', TransactionDate: '20261121102115', Balance: '{}' },
      { Amount: '3000.00' }, { Amount: 3000.0 },
    ]) {
      const order = await unpaidOrder(shop);
      const attempt = await attemptIn(shop, order, 'pending');
      const body = JSON.parse(bodyOf(attempt, { items })) as { Body: { stkCallback: { CallbackMetadata: { Item: unknown[] } } } };
      body.Body.stkCallback.CallbackMetadata.Item.reverse();
      await tell(shop, attempt, JSON.stringify(body));
      await expectPaidOnce(order, attempt);
    }
  });

  test.each<[string, Parameters<typeof bodyOf>[1], string]>([
    ['a shilling less', { items: { Amount: 2999 } }, 'wrongAmount'], ['a shilling more', { items: { Amount: 3001 } }, 'wrongAmount'],
    ['cents', { items: { Amount: 3000.01 } }, 'wrongAmount'], ['nothing', { items: { Amount: 0 } }, 'wrongAmount'], ['less than nothing', { items: { Amount: -3000 } }, 'wrongAmount'],
    ['another prompt’s id', { ids: { merchantRequestId: null, checkoutRequestId: 'ws_foreign' } }, 'foreignCheckout'],
    ['another merchant id', { ids: { merchantRequestId: 'foreign', checkoutRequestId: null } }, 'foreignCheckout'],
  ])('%s: kept, alarmed, not paid', async (_, told, alarm) => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    expect((await tell(shop, attempt, bodyOf(attempt, told))).statusCode).toBe(200);
    const books = await booksOf(shop, order.id);
    expect([books.order.isPaid, books.payments, books.alarms, books.messages.length]).toEqual([false, [], [alarm], 1]);
    expect(books.attempts[0]?.state).toBe('pending');
    // The true one still counts.
    await tell(shop, attempt, bodyOf(attempt));
    expect((await booksOf(shop, order.id)).order.isPaid).toBe(true);
  });

  test('a receipt pays one attempt only, also when both are told at the same moment', async () => {
    const orders = [await unpaidOrder(shop), await unpaidOrder(shop)];
    const attempts = await Promise.all(orders.map((order) => attemptIn(shop, order, 'pending')));
    const replies = await Promise.all(attempts.map((attempt) => tell(shop, attempt, bodyOf(attempt, { items: { MpesaReceiptNumber: 'SAMERECEIPT' } }))));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const books = await Promise.all(orders.map(({ id }) => booksOf(shop, id)));
    expect(books.map(({ order }) => order.isPaid).sort()).toEqual([false, true]);
    expect(books.flatMap(({ alarms }) => alarms)).toEqual(['foreignReceipt']);
  });

  test('an unknown attempt’s id that belongs to another one is not learnt', async () => {
    const known = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'requesting');
    await tell(shop, attempt, bodyOf(attempt, { ids: known.ids }));
    const books = await booksOf(shop, order.id);
    expect([books.order.isPaid, books.alarms, books.attempts[0]?.checkoutRequestId]).toEqual([false, ['foreignCheckout'], null]);
  });

  test('Amount said twice and differently is not said: one query is asked', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    const body = JSON.parse(bodyOf(attempt)) as { Body: { stkCallback: { CallbackMetadata: { Item: unknown[] } } } };
    body.Body.stkCallback.CallbackMetadata.Item.push({ Name: 'Amount', Value: 1 });
    await tell(shop, attempt, JSON.stringify(body));
    const books = await booksOf(shop, order.id);
    expect([books.order.isPaid, (books.attempts[0]?.nextQueryAt?.getTime() ?? Infinity) <= shop.clock.now().getTime()]).toEqual([false, true]);
  });

  test('a success cross-checked: agreed changes nothing, a mismatch holds the order, once', async () => {
    const [good, bad] = [await unpaidOrder(shop), await unpaidOrder(shop)];
    const [fine, odd] = [await attemptIn(shop, good, 'succeeded'), await attemptIn(shop, bad, 'succeeded')];
    await settle(shop, fine, checkedResult('0') ?? { type: 'deadline.passed' });
    expect(await booksOf(shop, good.id)).toMatchObject({ order: { money: 'paid' }, alarms: [], attempts: [{ crossCheck: 'agreed' }] });
    for (let count = 0; count < 2; count += 1) await settle(shop, odd, checkedResult('1032') ?? { type: 'deadline.passed' });
    const books = await booksOf(shop, bad.id);
    expect(books).toMatchObject({ order: { money: 'held', isPaid: true }, alarms: ['payment.mismatched'], attempts: [{ state: 'succeeded', crossCheck: 'mismatched' }] });
    await expect(createOrdersService(shop.deps).byStaff(bad.id, { type: 'staff.ship', trackingNumber: null })).rejects.toMatchObject({ status: 409 });
    expect(shop.lines().filter(({ alarm, orderId }) => alarm === 'payment.mismatched' && orderId === bad.id)).toHaveLength(1);
  });

  test('Daraja names another prompt in its answer than the callback did: the desk is told, and its answer is believed', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'requesting');
    await tell(shop, attempt, bodyOf(attempt, { ids: { merchantRequestId: 'm', checkoutRequestId: `ws_x_${order.id}` } }));
    await settle(shop, attempt, { type: 'push.accepted', ids: attempt.ids });
    const books = await booksOf(shop, order.id);
    expect([books.attempts[0]?.state, books.attempts[0]?.checkoutRequestId, books.alarms]).toEqual(['succeeded', attempt.ids.checkoutRequestId, ['idsDiffer']]);
  });

  test('a second receipt for one prompt is money too: the desk is told', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    await tell(shop, attempt, bodyOf(attempt));
    await tell(shop, attempt, bodyOf(attempt, { items: { MpesaReceiptNumber: 'OTHERRCPT1' } }));
    const books = await booksOf(shop, order.id);
    expect([books.payments.length, books.alarms, books.order.money]).toEqual([1, ['secondReceipt'], 'paid']);
  });
});

describe('Q16, Q17: what a query and a lost answer leave open', () => {
  test('Q16: a query’s success is paid without a receipt, which a callback brings later', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    await settle(shop, attempt, askedResult('0'));
    expect(await booksOf(shop, order.id)).toMatchObject({ order: { isPaid: true }, payments: [{ receipt: null }], attempts: [{ crossCheck: 'agreed' }], news: ['paid'] });
    await tell(shop, attempt, bodyOf(attempt));
    await expectPaidOnce(order, attempt);
    await tell(shop, attempt, bodyOf(attempt));
    await expectPaidOnce(order, attempt);
  });

  test('Q17: an attempt whose answer was lost is settled by its callback', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'unknown');
    expect((await booksOf(shop, order.id)).attempts[0]).toMatchObject({ checkoutRequestId: null, nextQueryAt: null });
    await tell(shop, attempt, bodyOf(attempt));
    await expectPaidOnce(order, attempt);
  });

  test('Q17: or it expires', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'unknown');
    await settle(shop, attempt, { type: 'deadline.passed' });
    expect((await status(order, attempt.id)).body.data).toMatchObject({ status: 'failed', failureReason: 'The request expired.' });
  });
});

describe('R5: callbacks that come more than once', () => {
  test.each([[2], [10]])('%i at the same moment: one payment, one message, the same answer', async (times) => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    const replies = await Promise.all(Array.from({ length: times }, () => tell(shop, attempt, bodyOf(attempt))));
    for (const response of replies) expect([response.statusCode, response.json()]).toEqual([200, { ResultCode: 0, ResultDesc: 'Accepted' }]);
    await expectPaidOnce(order, attempt);
    expect((await booksOf(shop, order.id)).messages).toHaveLength(1);
  });

  test('10 at the same moment that all differ in their date', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    await Promise.all(Array.from({ length: 10 }, (_, index) => tell(shop, attempt, bodyOf(attempt, { items: { TransactionDate: index } }))));
    await expectPaidOnce(order, attempt);
    expect((await booksOf(shop, order.id)).messages).toHaveLength(10);
  });
});

describe('R6: callbacks and lost answers', () => {
  test('before the push’s answer', async () => {
    const order = await unpaidOrder(shop);
    shop.mpesa.answerPush(async ({ merchantRequestId, checkoutRequestId, callbackUrl, amount }) => {
      const [id = '', token = ''] = callbackUrl.split('/').slice(-2);
      await tell(shop, { id, token }, bodyOf({ id, token, amount, orderId: order.id, ids: { merchantRequestId, checkoutRequestId } }));
      return { outcome: 'accepted', merchantRequestId, checkoutRequestId };
    });
    const { body } = await push(shop, order.shopper, order);
    const books = await booksOf(shop, order.id);
    expect(books).toMatchObject({ order: { isPaid: true, money: 'paid' }, attempts: [{ state: 'succeeded', checkoutRequestId: body.data.checkoutRequestId }], alarms: [] });
    expect((await status(order, body.data.checkoutRequestId)).body.data.status).toBe('completed');
  });

  test.each([['after', false], ['before', true]])('the answer is lost, and the callback comes %s that is known', async (_, isEarly) => {
    const order = await unpaidOrder(shop);
    const say = async ({ merchantRequestId, checkoutRequestId, callbackUrl, amount }: (typeof shop.mpesa.prompts)[number]) => {
      const [id = '', token = ''] = callbackUrl.split('/').slice(-2);
      await tell(shop, { id, token }, bodyOf({ id, token, amount, orderId: order.id, ids: { merchantRequestId, checkoutRequestId } }));
    };
    shop.mpesa.answerPush(async (prompt) => {
      if (isEarly) await say(prompt);
      return { outcome: 'unknown', text: 'lost' };
    });
    const { body } = await push(shop, order.shopper, order);
    const sent = shop.mpesa.prompts.at(-1);
    if (!isEarly && sent !== undefined) await say(sent);
    expect((await booksOf(shop, order.id)).order).toMatchObject({ isPaid: true, money: 'paid' });
    expect((await status(order, body.data.checkoutRequestId)).body.data.status).toBe('completed');
  });
});

describe('R7, D12: late money', () => {
  test('after 15 minutes, when the attempt has expired: paid', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'expired');
    shop.clock.advance(900_000);
    await tell(shop, attempt, bodyOf(attempt));
    await expectPaidOnce(order, attempt);
  });

  test('for an expired order while there is stock: the order is revived and takes its pieces again', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'expired');
    await expire(order);
    expect((await stockOf(shop, order.productId)).reserved).toBe(0);
    await tell(shop, attempt, bodyOf(attempt));
    const books = await booksOf(shop, order.id);
    expect(books.order).toMatchObject({ status: 'processing', cancelReason: null, isPaid: true, money: 'paid' });
    expect([books.news, books.refunds, (await stockOf(shop, order.productId)).reserved]).toEqual([['expired', 'paid'], [], 2]);
  });

  test('for an expired order whose stock is gone: it goes back, and the stock is not touched', async () => {
    const order = await unpaidOrder(shop, { stock: 2 });
    const attempt = await attemptIn(shop, order, 'expired');
    await expire(order);
    const other = await shop.signIn();
    expect((await placeOrder(shop, other, draftOf([{ id: order.productId, price: 1500, quantity: 1 }]))).status).toBe(200);
    await tell(shop, attempt, bodyOf(attempt));
    const books = await booksOf(shop, order.id);
    expect(books.order).toMatchObject({ status: 'cancelled', cancelReason: 'expired', isPaid: true, money: 'refundDue' });
    expect(books.refunds).toMatchObject([{ attemptId: attempt.id, amount: 3000, reason: 'cancelled', confirmedAt: null }]);
    expect([books.attempts[0]?.state, books.news, (await stockOf(shop, order.productId)).reserved]).toEqual(['refund_pending', ['expired', 'refund'], 1]);
    expect((await status(order, attempt.id)).body.data.status).toBe('completed');
  });

  test('Q15: for an order that the shopper cancelled: it goes back, though there is stock', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    await shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token });
    await tell(shop, attempt, bodyOf(attempt));
    await tell(shop, attempt, bodyOf(attempt, { items: { TransactionDate: 1 } }));
    const books = await booksOf(shop, order.id);
    expect(books.order).toMatchObject({ status: 'cancelled', cancelReason: 'shopper', money: 'refundDue' });
    expect([books.refunds.length, books.news, (await stockOf(shop, order.productId)).reserved]).toEqual([1, ['refund'], 0]);
  });

  test('expiry and a good callback at the same moment: the money wins', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'expired');
    const now = (await booksOf(shop, order.id)).order.expiresAt?.getTime() ?? 0;
    await Promise.all([changed(order.id, { type: 'expiry.due', now, hasLiveAttempt: false }), tell(shop, attempt, bodyOf(attempt))]);
    expect((await booksOf(shop, order.id)).order).toMatchObject({ status: 'processing', money: 'paid' });
    expect((await stockOf(shop, order.productId)).reserved).toBe(2);
  });

  test('a cancel and a good callback at the same moment: paid, or cancelled with a refund; never neither', async () => {
    for (let round = 0; round < 5; round += 1) {
      const order = await unpaidOrder(shop);
      const attempt = await attemptIn(shop, order, 'pending');
      await Promise.all([shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token }), tell(shop, attempt, bodyOf(attempt))]);
      const { order: row, refunds } = await booksOf(shop, order.id);
      expect([[row.status, row.money, refunds.length]]).toEqual([row.status === 'processing' ? ['processing', 'paid', 0] : ['cancelled', 'refundDue', 1]]);
    }
  });
});

describe('D8: two payments for one order', () => {
  test('the second is overpaid, goes to the refund queue, and the shopper is told; the desk’s confirmation ends it', async () => {
    const order = await unpaidOrder(shop);
    const first = await attemptIn(shop, order, 'expired');
    const second = await attemptIn(shop, order, 'pending');
    await Promise.all([tell(shop, second, bodyOf(second)), tell(shop, first, bodyOf(first))]);
    const books = await booksOf(shop, order.id);
    expect(books.order).toMatchObject({ status: 'processing', isPaid: true, money: 'overpaid' });
    expect([books.payments.length, books.refunds.length, books.news]).toEqual([2, 1, ['overpaid', 'paid']]);
    expect(books.refunds[0]?.reason).toBe('overpaid');
    const id = books.refunds[0]?.attemptId ?? '';
    await settle(shop, { id }, { type: 'refund.confirmed' });
    await settle(shop, { id }, { type: 'refund.confirmed' });
    const after = await booksOf(shop, order.id);
    expect([after.order.money, after.refunds[0]?.confirmedAt !== null]).toEqual(['paid', true]);
    expect(after.attempts.map(({ state }) => state).sort()).toEqual(['refunded', 'succeeded']);
  });

  test('H4: a paid order that the staff cancels goes back, each payment once', async () => {
    const order = await unpaidOrder(shop);
    const first = await attemptIn(shop, order, 'expired');
    const second = await attemptIn(shop, order, 'pending');
    for (const attempt of [first, second]) await tell(shop, attempt, bodyOf(attempt));
    await createOrdersService(shop.deps).byStaff(order.id, { type: 'staff.cancel' });
    const books = await booksOf(shop, order.id);
    expect(books.order).toMatchObject({ status: 'cancelled', money: 'refundDue' });
    expect([books.refunds.map(({ attemptId }) => attemptId).sort(), books.attempts.map(({ state }) => state)]).toEqual([
      [first.id, second.id].sort(), ['refund_pending', 'refund_pending'],
    ]);
    await settle(shop, first, { type: 'refund.confirmed' });
    expect((await booksOf(shop, order.id)).order.money).toBe('refundDue');
    await settle(shop, second, { type: 'refund.confirmed' });
    expect((await booksOf(shop, order.id)).order.money).toBe('refunded');
  });
});

describe('Q20: the database is away', () => {
  test('503, and the next message finds all as it was', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    vi.spyOn(shop.db, 'tx').mockRejectedValueOnce(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
    const away = await tell(shop, attempt, bodyOf(attempt));
    expect([away.statusCode, Number(away.headers['retry-after']) > 0]).toEqual([503, true]);
    expect((await booksOf(shop, order.id)).messages).toEqual([]);
    expect((await tell(shop, attempt, bodyOf(attempt))).statusCode).toBe(200);
    await expectPaidOnce(order, attempt);
  });

  test('the connection is lost in the middle: nothing is half done', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await writtenAttempt(shop, order);
    const real = shop.db.tx.bind(shop.db);
    vi.spyOn(shop.db, 'tx').mockImplementationOnce((work) =>
      real(async (tx) => {
        await work(tx);
        throw Object.assign(new Error('terminating connection'), { cause: undefined, name: 'Lost' });
      }),
    );
    expect((await tell(shop, attempt, bodyOf(attempt))).statusCode).toBe(500);
    const books = await booksOf(shop, order.id);
    expect([books.messages, books.payments, books.order.money, books.attempts[0]?.state]).toEqual([[], [], 'unpaid', 'created']);
  });
});
