// @engine postgres
import { describe, expect, test } from 'vitest';
import { toQueryResult } from '../../../server/modules/payments/result-codes.rules.ts';
import type { TestApp } from '../../support/server.ts';
import { push } from './mpesa-steps.ts';
import {
  attemptIn,
  getBody,
  readBooks,
  expectPaidOnce,
  settle,
  getStatus,
  callBack,
  unpaidOrder,
  useCallableShop,
} from './attempt-steps.ts';

let shop: TestApp;
useCallableShop((it) => {
  shop = it;
});

describe('Q16, Q17: queries and lost responses', () => {
  test('Q16: a query’s success pays without a receipt, which a later callback adds', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    await settle(shop, attempt, toQueryResult('0'));
    expect(await readBooks(shop, order.id)).toMatchObject({
      order: { isPaid: true },
      payments: [{ receipt: null }],
      attempts: [{ crossCheck: 'agreed' }],
      messages: ['paid'],
    });
    await callBack(shop, attempt, getBody(attempt));
    await expectPaidOnce(shop, order, attempt);
    await callBack(shop, attempt, getBody(attempt));
    await expectPaidOnce(shop, order, attempt);
  });

  test('Q17: a callback settles an attempt with a lost response', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'unknown');
    expect((await readBooks(shop, order.id)).attempts[0]).toMatchObject({ checkoutRequestId: null, nextQueryAt: null });
    await callBack(shop, attempt, getBody(attempt));
    await expectPaidOnce(shop, order, attempt);
  });

  test('Q17: an attempt with a lost response and no callback expires', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'unknown');
    await settle(shop, attempt, { type: 'deadline.passed' });
    expect((await getStatus(shop, order, attempt.id)).body.data).toMatchObject({
      status: 'failed',
      failureReason: 'The request expired.',
    });
  });
});

describe('R10: a prompt whose id only a callback brought', () => {
  test('is queried although the response to its push is lost', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'requesting');
    await callBack(shop, attempt, getBody(attempt, { code: 4999 }));
    await settle(shop, attempt, { type: 'push.unanswered' });
    const [stored] = (await readBooks(shop, order.id)).attempts;
    expect([stored?.state, stored?.checkoutRequestId]).toEqual(['unknown', attempt.ids.checkoutRequestId]);
    expect((stored?.nextQueryAt?.getTime() ?? 0) - (stored?.pushedAt?.getTime() ?? 0)).toBe(25_000);
  });
});

describe('R5: duplicate callbacks', () => {
  test.each([[2], [10]])('%i concurrent ones: one payment, one message, the same response', async (times) => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    const replies = await Promise.all(Array.from({ length: times }, () => callBack(shop, attempt, getBody(attempt))));
    for (const response of replies)
      expect([response.statusCode, response.json()]).toEqual([200, { ResultCode: 0, ResultDesc: 'Accepted' }]);
    await expectPaidOnce(shop, order, attempt);
    expect((await readBooks(shop, order.id)).callbacks).toHaveLength(1);
  });

  test('10 concurrent ones with different dates: one payment', async () => {
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        callBack(shop, attempt, getBody(attempt, { items: { TransactionDate: index } })),
      ),
    );
    await expectPaidOnce(shop, order, attempt);
    expect((await readBooks(shop, order.id)).callbacks).toHaveLength(10);
  });
});

describe('R6: early callbacks and lost responses', () => {
  test('pays when the callback arrives before the push’s response', async () => {
    const order = await unpaidOrder(shop);
    shop.mpesa.answerPush(async ({ merchantRequestId, checkoutRequestId, callbackUrl, amount }) => {
      const [id = '', token = ''] = callbackUrl.split('/').slice(-2);
      await callBack(
        shop,
        { id, token },
        getBody({ id, token, amount, orderId: order.id, ids: { merchantRequestId, checkoutRequestId } }),
      );
      return { outcome: 'accepted', merchantRequestId, checkoutRequestId };
    });
    const { body } = await push(shop, order.shopper, order);
    const books = await readBooks(shop, order.id);
    expect(books).toMatchObject({
      order: { isPaid: true, money: 'paid' },
      attempts: [{ state: 'succeeded', checkoutRequestId: body.data.checkoutRequestId }],
      alarms: [],
    });
    expect((await getStatus(shop, order, body.data.checkoutRequestId)).body.data.status).toBe('completed');
  });

  test.each([
    ['after', false],
    ['before', true],
  ])('pays when the response is lost and the callback arrives %s the loss is known', async (_, isEarly) => {
    const order = await unpaidOrder(shop);
    const say = async ({
      merchantRequestId,
      checkoutRequestId,
      callbackUrl,
      amount,
    }: (typeof shop.mpesa.prompts)[number]) => {
      const [id = '', token = ''] = callbackUrl.split('/').slice(-2);
      await callBack(
        shop,
        { id, token },
        getBody({ id, token, amount, orderId: order.id, ids: { merchantRequestId, checkoutRequestId } }),
      );
    };
    shop.mpesa.answerPush(async (prompt) => {
      if (isEarly) await say(prompt);
      return { outcome: 'unknown', text: 'lost' };
    });
    const { body } = await push(shop, order.shopper, order);
    const sent = shop.mpesa.prompts.at(-1);
    if (!isEarly && sent !== undefined) await say(sent);
    expect((await readBooks(shop, order.id)).order).toMatchObject({ isPaid: true, money: 'paid' });
    expect((await getStatus(shop, order, body.data.checkoutRequestId)).body.data.status).toBe('completed');
  });
});
