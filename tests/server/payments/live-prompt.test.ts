// @engine postgres
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PushAnswer } from '../../../server/providers/mpesa.ts';
import { registerWorkers } from '../../../server/workers.ts';
import type { TestApp } from '../../support/server.ts';
import { push, stopTime } from './mpesa-steps.ts';
import {
  attemptIn,
  getBody,
  readBooks,
  callableShop,
  settle,
  callBack,
  unpaidOrder,
  type MadeOrder,
} from './attempt-steps.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await callableShop({ env: { MPESA_ANSWER_SECONDS: '1' } });
  registerWorkers(shop.deps, shop.services);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => shop.close());

const reply = ({ status, body }: Awaited<ReturnType<typeof push>>) => ({
  status,
  message: body.message,
  data: body.data,
});
const getId = ({ body }: Awaited<ReturnType<typeof push>>) => body.data.checkoutRequestId;

describe('D8: one live prompt per order', () => {
  test('R13: concurrent pushes create one prompt', async () => {
    const order = await unpaidOrder(shop);
    const count = shop.mpesa.prompts.length;
    const replies = await Promise.all(Array.from({ length: 8 }, () => push(shop, order.shopper, order)));
    const { attempts } = await readBooks(shop, order.id);
    expect([attempts.length, shop.mpesa.prompts.length - count]).toEqual([1, 1]);
    for (const it of replies) {
      expect(it.status).toBe(200);
      expect([attempts[0]?.id, attempts[0]?.checkoutRequestId]).toContain(getId(it));
    }
  });

  test('R13: the database rejects a second live attempt', async () => {
    const order = await unpaidOrder(shop);
    await attemptIn(shop, order, 'pending');
    await expect(attemptIn(shop, order, 'created')).rejects.toThrow('another attempt is open');
  });

  test('R13: returns the live prompt for 120 s, then sends a new one', async () => {
    stopTime(shop);
    const order = await unpaidOrder(shop);
    const first = getId(await push(shop, order.shopper, order));
    shop.clock.advance(119_999);
    expect(getId(await push(shop, order.shopper, order))).toBe(first);
    shop.clock.advance(1);
    const second = getId(await push(shop, order.shopper, order));
    expect(second).not.toBe(first);
    expect((await readBooks(shop, order.id)).attempts.map(({ state }) => state)).toEqual(['expired', 'pending']);
  });

  test('Q19: a prompt that replaces an open one shares its ten minutes; one after a failure has its own', async () => {
    stopTime(shop);
    const order = await unpaidOrder(shop);
    await push(shop, order.shopper, order);
    shop.clock.advance(120_000);
    await push(shop, order.shopper, order);
    const [first, second] = (await readBooks(shop, order.id)).attempts;
    expect(second?.runStartedAt).toEqual(first?.runStartedAt);
    await settle(
      shop,
      { id: second?.id ?? '' },
      {
        type: 'result.failed',
        code: '1032',
        reason: '',
        ids: { merchantRequestId: null, checkoutRequestId: null },
        alarm: null,
        mayHidePayment: false,
      },
    );
    shop.clock.advance(1_000);
    await push(shop, order.shopper, order);
    expect((await readBooks(shop, order.id)).attempts[2]?.runStartedAt).toEqual(shop.clock.now());
  });

  test('Q19: a prompt after the ten minutes starts new ones', async () => {
    stopTime(shop);
    const order = await unpaidOrder(shop);
    await push(shop, order.shopper, order);
    shop.clock.advance(600_000);
    await push(shop, order.shopper, order);
    expect((await readBooks(shop, order.id)).attempts[1]?.runStartedAt).toEqual(shop.clock.now());
  });

  const CODE_17: PushAnswer = { outcome: 'refused', code: '17', text: '' };
  const cancelled = (order: MadeOrder, index = 0) =>
    readBooks(shop, order.id).then(({ attempts }) =>
      settle(
        shop,
        { id: attempts[index]?.id ?? '' },
        {
          type: 'result.failed',
          code: '1032',
          reason: 'You cancelled the payment.',
          ids: { merchantRequestId: null, checkoutRequestId: null },
          alarm: null,
          mayHidePayment: false,
        },
      ),
    );

  test('code 17: returns 409 with the wait since the accepted prompt, and sends nothing meanwhile', async () => {
    stopTime(shop);
    const order = await unpaidOrder(shop);
    await push(shop, order.shopper, order);
    shop.clock.advance(20_000);
    await cancelled(order);
    shop.mpesa.answerPush(CODE_17);
    const refused = await push(shop, order.shopper, order);
    expect(reply(refused)).toEqual({
      status: 409,
      message: 'Please wait 2 minutes before trying again.',
      data: { retryAfter: 100 },
    });
    expect(refused.headers['retry-after']).toBe('100');
    const count = shop.mpesa.prompts.length;
    shop.clock.advance(99_001);
    expect(reply(await push(shop, order.shopper, order))).toMatchObject({ status: 409, data: { retryAfter: 1 } });
    expect(shop.mpesa.prompts.length).toBe(count);
    shop.clock.advance(999);
    expect((await push(shop, order.shopper, order)).status).toBe(200);
    expect((await readBooks(shop, order.id)).attempts.map(({ state }) => state)).toEqual([
      'failed',
      'failed',
      'pending',
    ]);
  });

  test('code 17 without an earlier prompt: the two minutes start at the rejection', async () => {
    stopTime(shop);
    const order = await unpaidOrder(shop);
    shop.mpesa.answerPush(CODE_17);
    expect(reply(await push(shop, order.shopper, order))).toMatchObject({ status: 409, data: { retryAfter: 120 } });
    shop.clock.advance(119_500);
    expect(reply(await push(shop, order.shopper, order))).toMatchObject({ status: 409, data: { retryAfter: 1 } });
    shop.clock.advance(500);
    expect((await push(shop, order.shopper, order)).status).toBe(200);
  });

  test('code 17 in a callback: the two minutes start at that prompt', async () => {
    stopTime(shop);
    const order = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, order, 'pending');
    shop.clock.advance(5_000);
    await callBack(shop, attempt, getBody(attempt, { code: 17 }));
    expect(reply(await push(shop, order.shopper, order))).toMatchObject({ status: 409, data: { retryAfter: 115 } });
  });

  test('code 17: another phone can be used immediately', async () => {
    const order = await unpaidOrder(shop);
    shop.mpesa.answerPush(CODE_17);
    expect((await push(shop, order.shopper, order)).status).toBe(409);
    expect((await push(shop, order.shopper, order, '0112345678')).status).toBe(200);
  });

  test('any other final code: creates a new attempt immediately, and Daraja decides', async () => {
    const order = await unpaidOrder(shop);
    await push(shop, order.shopper, order);
    await cancelled(order);
    expect((await push(shop, order.shopper, order)).status).toBe(200);
    expect((await readBooks(shop, order.id)).attempts.map(({ state }) => state)).toEqual(['failed', 'pending']);
  });
});
