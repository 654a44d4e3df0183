// @engine postgres
import { eq } from 'drizzle-orm';
import { byStaff } from '../orders/ordering.ts';
import { describe, expect, test, vi } from 'vitest';
import { receipts } from '../../../server/db/schema.ts';
import { toCrossCheckResult } from '../../../server/modules/payments/result-codes.rules.ts';
import type { TestApp } from '../../support/server.ts';
import {
  attemptIn,
  getBody,
  readBooks,
  callableShop,
  expectPaidOnce,
  settle,
  callBack,
  unpaidOrder,
  useCallableShop,
  writtenAttempt,
} from './attempt-steps.ts';

let shop: TestApp;
useCallableShop((it) => {
  shop = it;
});

describe('D7: the response', () => {
  test('is Daraja’s expected text for any body with a known secret', async () => {
    const attempt = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    for (const body of [
      getBody(attempt),
      getBody(attempt),
      '{',
      '',
      '[]',
      'null',
      '"x"',
      getBody(attempt, { code: 4999 }),
      'a\u0000b',
    ]) {
      const response = await callBack(shop, attempt, body);
      expect([response.statusCode, response.json()]).toEqual([200, { ResultCode: 0, ResultDesc: 'Accepted' }]);
    }
  });

  test.each([
    ['text/plain'],
    ['application/xml'],
    ['application/x-www-form-urlencoded'],
    ['application/json; charset=utf-8'],
    ['nonsense'],
    [''],
  ])('reads a body of type "%s"', async (type) => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    const response = await shop.app.inject({
      method: 'POST',
      url: `/api/mpesa/callback/${attempt.id}/${attempt.token}`,
      payload: Buffer.from(getBody(attempt)),
      headers: type === '' ? {} : { 'content-type': type },
    });
    expect(response.statusCode).toBe(200);
    await expectPaidOnce(shop, order, attempt);
  });

  test('a wrong secret and an unknown attempt return the same 404', async () => {
    const attempt = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    const other = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    const answers = [
      await callBack(shop, { id: attempt.id, token: other.token }, getBody(attempt)),
      await callBack(shop, { id: attempt.id, token: `${attempt.token}x` }, getBody(attempt)),
      await callBack(shop, { id: attempt.id, token: attempt.token.slice(0, -1) }, getBody(attempt)),
      await callBack(shop, { id: '7c7e1b0e-6a0a-4a53-9a49-1f3f2c9b1a11', token: attempt.token }, getBody(attempt)),
      await callBack(shop, { id: 'nonsense', token: attempt.token }, getBody(attempt)),
      await callBack(shop, { id: `${attempt.id}%00`, token: attempt.token }, getBody(attempt)),
    ].map((response) => [response.statusCode, { ...response.json<object>(), requestId: '' }]);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]?.[0]).toBe(404);
    expect((await readBooks(shop, attempt.orderId)).callbacks).toEqual([]);
  });

  test('rejects bodies above 8 kB', async () => {
    const attempt = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    expect((await callBack(shop, attempt, 'x'.repeat(8 * 1024 + 1))).statusCode).toBe(413);
  });

  test('accepts only POST', async () => {
    const attempt = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      expect(
        (await shop.app.inject({ method, url: `/api/mpesa/callback/${attempt.id}/${attempt.token}` })).statusCode,
      ).toBe(404);
    }
  });

  test('the address list is an additional check and does not replace the secret', async () => {
    const strict = await callableShop({ env: { MPESA_CALLBACK_ADDRESSES: '196.201.214.200, 196.201.213.0/24' } });
    const attempt = await attemptIn(strict, await unpaidOrder(strict), 'pending');
    const from = (ip: string, token = attempt.token) =>
      callBack(strict, { id: attempt.id, token }, getBody(attempt), {}, ip).then(({ statusCode }) => statusCode);
    expect([
      await from('203.0.113.9'),
      await from('196.201.214.201'),
      await from('::1'),
      await from('196.201.214.200', 'x'),
    ]).toEqual([404, 404, 404, 404]);
    expect([await from('::ffff:196.201.214.200'), await from('196.201.213.44')]).toEqual([200, 200]);
    expect((await readBooks(strict, attempt.orderId)).order.isPaid).toBe(true);
    await strict.close();
  });
});

describe('D7: accepted content', () => {
  test('reads items by name; others may be missing, masked, reordered or of another type', async () => {
    for (const items of [
      { PhoneNumber: undefined, TransactionDate: undefined },
      { PhoneNumber: '254712***678', TransactionDate: '20261121102115', Balance: '{}' },
      { Amount: '3000.00' },
      { Amount: 3000.0 },
    ]) {
      const order = await unpaidOrder(shop);
      const attempt = await attemptIn(shop, order, 'pending');
      const body = JSON.parse(getBody(attempt, { items })) as {
        Body: { stkCallback: { CallbackMetadata: { Item: unknown[] } } };
      };
      body.Body.stkCallback.CallbackMetadata.Item.reverse();
      await callBack(shop, attempt, JSON.stringify(body));
      await expectPaidOnce(shop, order, attempt);
    }
  });

  test.each<[string, Parameters<typeof getBody>[1], string]>([
    ['a shilling less', { items: { Amount: 2999 } }, 'wrongAmount'],
    ['a shilling more', { items: { Amount: 3001 } }, 'wrongAmount'],
    ['cents', { items: { Amount: 3000.01 } }, 'wrongAmount'],
    ['nothing', { items: { Amount: 0 } }, 'wrongAmount'],
    ['a negative amount', { items: { Amount: -3000 } }, 'wrongAmount'],
    ['another prompt’s id', { ids: { merchantRequestId: null, checkoutRequestId: 'ws_foreign' } }, 'foreignCheckout'],
    ['another merchant id', { ids: { merchantRequestId: 'foreign', checkoutRequestId: null } }, 'foreignCheckout'],
  ])('%s: is stored and raises an alarm, without a payment', async (_, told, alarm) => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    expect((await callBack(shop, attempt, getBody(attempt, told))).statusCode).toBe(200);
    const books = await readBooks(shop, order.id);
    expect([books.order.isPaid, books.payments, books.alarms, books.callbacks.length]).toEqual([false, [], [alarm], 1]);
    expect(books.attempts[0]?.state).toBe('pending');
    // The true callback still counts.
    await callBack(shop, attempt, getBody(attempt));
    expect((await readBooks(shop, order.id)).order.isPaid).toBe(true);
  });

  test('a receipt pays one attempt only, also when two callbacks arrive concurrently', async () => {
    const orders = [await unpaidOrder(shop), await unpaidOrder(shop)];
    const attempts = await Promise.all(orders.map((order) => attemptIn(shop, order, 'pending')));
    const replies = await Promise.all(
      attempts.map((attempt) =>
        callBack(shop, attempt, getBody(attempt, { items: { MpesaReceiptNumber: 'SAMERECEIPT' } })),
      ),
    );
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const books = await Promise.all(orders.map(({ id }) => readBooks(shop, id)));
    expect(books.map(({ order }) => order.isPaid).sort()).toEqual([false, true]);
    expect(books.flatMap(({ alarms }) => alarms)).toEqual(['foreignReceipt']);
  });

  test.each(['refund', 'return'] as const)(
    'a receipt whose use is %s pays nothing, whether the callback or its query comes first (PAY-C3)',
    async (use) => {
      const receipt = `USED${use.toUpperCase()}`;
      await shop.db.sql.insert(receipts).values({ receipt, use, at: shop.clock.now() });
      const [one, other] = [await unpaidOrder(shop), await unpaidOrder(shop)];
      const [first, known] = [await attemptIn(shop, one, 'pending'), await attemptIn(shop, other, 'pending')];
      await settle(shop, known, { type: 'money.received', receipt: null, ids: known.ids, isByQuery: true });
      for (const attempt of [first, known]) {
        const body = getBody(attempt, { items: { MpesaReceiptNumber: receipt } });
        expect((await callBack(shop, attempt, body)).statusCode).toBe(200);
      }
      const books = await Promise.all([one, other].map(({ id }) => readBooks(shop, id)));
      expect(books.map(({ order, payments }) => [order.isPaid, payments.map((it) => it.receipt)])).toEqual([
        [false, []],
        [true, [null]],
      ]);
      expect(books.flatMap(({ alarms }) => alarms)).toEqual(['foreignReceipt', 'foreignReceipt']);
      expect(await shop.db.sql.select().from(receipts).where(eq(receipts.receipt, receipt))).toMatchObject([
        { use, paymentId: null },
      ]);
    },
  );

  test('does not store an id that belongs to another attempt', async () => {
    const known = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'requesting');
    await callBack(shop, attempt, getBody(attempt, { ids: known.ids }));
    const books = await readBooks(shop, order.id);
    expect([books.order.isPaid, books.alarms, books.attempts[0]?.checkoutRequestId]).toEqual([
      false,
      ['foreignCheckout'],
      null,
    ]);
  });

  test('ignores contradictory Amount items and sends one query', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    const body = JSON.parse(getBody(attempt)) as { Body: { stkCallback: { CallbackMetadata: { Item: unknown[] } } } };
    body.Body.stkCallback.CallbackMetadata.Item.push({ Name: 'Amount', Value: 1 });
    await callBack(shop, attempt, JSON.stringify(body));
    const books = await readBooks(shop, order.id);
    expect([
      books.order.isPaid,
      (books.attempts[0]?.nextQueryAt?.getTime() ?? Infinity) <= shop.clock.now().getTime(),
    ]).toEqual([false, true]);
  });

  test('an agreeing cross-check changes nothing, and a contradicting one holds the order once', async () => {
    const [good, bad] = [await unpaidOrder(shop), await unpaidOrder(shop)];
    const [fine, odd] = [await attemptIn(shop, good, 'succeeded'), await attemptIn(shop, bad, 'succeeded')];
    await settle(shop, fine, toCrossCheckResult('0') ?? { type: 'deadline.passed' });
    expect(await readBooks(shop, good.id)).toMatchObject({
      order: { money: 'paid' },
      alarms: [],
      attempts: [{ crossCheck: 'agreed' }],
    });
    for (let count = 0; count < 2; count += 1)
      await settle(shop, odd, toCrossCheckResult('1032') ?? { type: 'deadline.passed' });
    const books = await readBooks(shop, bad.id);
    expect(books).toMatchObject({
      order: { money: 'held', isPaid: true },
      alarms: ['payment.mismatched'],
      attempts: [{ state: 'succeeded', crossCheck: 'mismatched' }],
    });
    await expect(byStaff(shop, bad.id, 'shipped')).rejects.toMatchObject({ kind: 'conflict' });
    expect(
      shop.lines().filter(({ alarm, orderId }) => alarm === 'payment.mismatched' && orderId === bad.id),
    ).toHaveLength(1);
  });

  test('ids in the response that differ from the callback’s raise an alarm and are stored', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'requesting');
    await callBack(
      shop,
      attempt,
      getBody(attempt, { ids: { merchantRequestId: 'm', checkoutRequestId: `ws_x_${order.id}` } }),
    );
    await settle(shop, attempt, { type: 'push.accepted', ids: attempt.ids });
    const books = await readBooks(shop, order.id);
    expect([books.attempts[0]?.state, books.attempts[0]?.checkoutRequestId, books.alarms]).toEqual([
      'succeeded',
      attempt.ids.checkoutRequestId,
      ['idsDiffer'],
    ]);
  });

  test('a second receipt for one prompt raises an alarm', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    await callBack(shop, attempt, getBody(attempt));
    await callBack(shop, attempt, getBody(attempt, { items: { MpesaReceiptNumber: 'OTHERRCPT1' } }));
    const books = await readBooks(shop, order.id);
    expect([books.payments.length, books.alarms, books.order.money]).toEqual([1, ['secondReceipt'], 'paid']);
  });
});

describe('Q20: database outages', () => {
  test('returns 503, and the next callback is processed normally', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    vi.spyOn(shop.db, 'tx').mockRejectedValueOnce(
      Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
    );
    const away = await callBack(shop, attempt, getBody(attempt));
    expect([away.statusCode, Number(away.headers['retry-after']) > 0]).toEqual([503, true]);
    expect((await readBooks(shop, order.id)).callbacks).toEqual([]);
    expect((await callBack(shop, attempt, getBody(attempt))).statusCode).toBe(200);
    await expectPaidOnce(shop, order, attempt);
  });

  test('a lost connection rolls back everything', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await writtenAttempt(shop, order);
    const real = shop.db.tx.bind(shop.db);
    vi.spyOn(shop.db, 'tx').mockImplementationOnce((work) =>
      real(async (tx) => {
        await work(tx);
        throw Object.assign(new Error('terminating connection'), { cause: undefined, name: 'Lost' });
      }),
    );
    expect((await callBack(shop, attempt, getBody(attempt))).statusCode).toBe(500);
    const books = await readBooks(shop, order.id);
    expect([books.callbacks, books.payments, books.order.money, books.attempts[0]?.state]).toEqual([
      [],
      [],
      'unpaid',
      'created',
    ]);
  });
});
