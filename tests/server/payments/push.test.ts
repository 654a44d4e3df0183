// @engine postgres
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { eq } from 'drizzle-orm';
import { stkPush } from '../../../contract/mpesa.ts';
import { cancelOrder, changePaymentMethod } from '../../../contract/orders.ts';
import { orders, paymentAttempts } from '../../../server/db/schema.ts';
import { createQueryScheduleService } from '../../../server/modules/settlement/query-schedule.service.ts';
import type { PushAnswer } from '../../../server/providers/mpesa.ts';
import { registerWorkers } from '../../../server/workers.ts';
import { startWindow } from '../../support/server.ts';
import type { TestApp } from '../../support/server.ts';
import { withoutRandom } from '../../support/without-random.ts';
import { addProduct } from '../catalogue/products.ts';
import { closeCircuit, mpesaOrder, push, PHONE, stopTime } from './mpesa-steps.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { attemptIn, readBooks, callableShop, unpaidOrder } from './attempt-steps.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await callableShop({ env: { MPESA_ANSWER_SECONDS: '1' } });
  registerWorkers(shop.deps, shop.services);
});
beforeEach(() => closeCircuit(shop));
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => shop.close());

/** Creates an answer of Daraja that the test releases later. */
function held() {
  let give: (answer: PushAnswer) => void = () => undefined;
  const answer = new Promise<PushAnswer>((resolve) => {
    give = resolve;
  });
  return { answer, give };
}

const reply = ({ status, body }: Awaited<ReturnType<typeof push>>) => ({
  status,
  message: body.message,
  data: body.data,
});
const getId = ({ body }: Awaited<ReturnType<typeof push>>) => body.data.checkoutRequestId;

describe('D6: owner and amount', () => {
  test.each([
    ['0712345678'],
    ['712345678'],
    ['+254 712 345 678'],
    ['254-112-345-678'],
    ['(0112) 345678'],
    ['٠٧١٢٣٤٥٦٧٨'],
  ])('A19: prompts %s', async (typed) => {
    const order = await unpaidOrder(shop);
    expect((await push(shop, order.shopper, order, typed)).status).toBe(200);
    expect(shop.mpesa.prompts.at(-1)).toMatchObject({
      phone: expect.stringMatching(/^254[17]12345678$/),
      amount: 3000,
    });
  });

  test.each([
    ['254212345678'],
    ['071234567'],
    ['07123456789'],
    ['2547123456789'],
    ['255712345678'],
    ['+44 7700 900123'],
    [''],
    ['abc'],
    ['0'],
    ['٠٧١٢٣٤٥٦٧'],
  ])('A19: rejects %s', async (typed) => {
    const order = await unpaidOrder(shop);
    const { status, body } = await push(shop, order.shopper, order, typed);
    expect([status, body.message, body.fields]).toEqual([
      400,
      'Please enter a valid Kenyan phone number',
      { phoneNumber: 'Please enter a valid Kenyan phone number' },
    ]);
    expect((await readBooks(shop, order.id)).attempts).toEqual([]);
  });

  test('compares the amount with the order’s and never uses it; another shopper gets no details', async () => {
    const order = await unpaidOrder(shop);
    const stranger = await shop.signIn();
    for (const total of [1, 2999, 3001, 0, 300_000]) {
      const { status, body } = await push(shop, order.shopper, { id: order.id, total });
      expect([status, body.message]).toEqual([409, 'The amount differs from the order’s total.']);
      expect(await push(shop, stranger, { id: order.id, total })).toMatchObject({
        status: 403,
        body: {
          message: 'This order belongs to another account. Please log in with the account that placed it.',
        },
      });
    }
    expect(withoutRandom(JSON.stringify((await push(shop, stranger, order)).body))).not.toMatch(/3000|pending|Wanjiku/);
    expect((await readBooks(shop, order.id)).attempts).toEqual([]);
  });

  test('Q21: another amount returns 409 even while a prompt is live', async () => {
    const order = await unpaidOrder(shop);
    await push(shop, order.shopper, order);
    expect((await push(shop, order.shopper, { id: order.id, total: 2999 })).status).toBe(409);
  });

  test('X19, A33, PAY-M4: the prompt has the shop’s name, and a 12-character reference with the short id', async () => {
    const order = await unpaidOrder(shop);
    await push(shop, order.shopper, order);
    expect(shop.mpesa.prompts.at(-1)).toMatchObject({
      accountReference: `DUKA${order.id.slice(0, 8).toUpperCase()}`,
      description: 'Duka',
    });
    expect(shop.mpesa.prompts.at(-1)?.accountReference).toMatch(/^[A-Z0-9]{1,12}$/);
    expect(shop.mpesa.prompts.at(-1)?.description.length).toBeLessThanOrEqual(13);
  });

  test.each([
    [250_000, 200],
    [250_001, 400],
  ])('A51: Ksh %i', async (total, wanted) => {
    const order = await unpaidOrder(shop);
    await shop.db.sql.update(orders).set({ itemsPrice: total, totalPrice: total }).where(eq(orders.id, order.id));
    const { status, body } = await push(shop, order.shopper, { id: order.id, total });
    expect(status).toBe(wanted);
    if (wanted === 400)
      expect(body.message?.replaceAll('\u00a0', ' ')).toBe('M-Pesa takes at most Ksh 250,000 per payment.');
  });

  test('rejects a push for a cancelled order and says that it is cancelled', async () => {
    const order = await unpaidOrder(shop);
    await shop.call(cancelOrder, { id: order.id }, { token: order.shopper.token });
    expect(reply(await push(shop, order.shopper, order))).toEqual({
      status: 409,
      message: 'This order has been cancelled.',
      data: { orderStatus: 'cancelled' },
    });
  });

  test('rejects a cash order', async () => {
    const order = await unpaidOrder(shop);
    await shop.call(changePaymentMethod, { id: order.id, paymentMethod: 'cod' }, { token: order.shopper.token });
    expect((await push(shop, order.shopper, order)).status).toBe(409);
  });

  test('Q21: returns the attempt that paid a paid order, for any amount and without a prompt', async () => {
    const order = await unpaidOrder(shop);
    const paid = await attemptIn(shop, order, 'succeeded');
    const count = shop.mpesa.prompts.length;
    for (const total of [3000, 1])
      expect(getId(await push(shop, order.shopper, { id: order.id, total }))).toBe(paid.ids.checkoutRequestId);
    expect(shop.mpesa.prompts.length).toBe(count);
  });
});

describe('D10: responses of stkpush', () => {
  test('X39: an accepted push returns Daraja’s id and instructions', async () => {
    const order = await unpaidOrder(shop);
    expect((await push(shop, order.shopper, order)).body).toEqual({
      success: true,
      message: 'Check your phone and enter your M-Pesa PIN.',
      data: { checkoutRequestId: shop.mpesa.prompts.at(-1)?.checkoutRequestId },
    });
    expect((await readBooks(shop, order.id)).attempts[0]).toMatchObject({
      state: 'pending',
      phone: order.shopper.user.phone,
      amount: 3000,
    });
  });

  test('a late answer: returns the attempt’s own id and continues in the background', async () => {
    const order = await unpaidOrder(shop);
    const daraja = held();
    shop.mpesa.answerPush(() => daraja.answer);
    const started = performance.now();
    const answered = await push(shop, order.shopper, order);
    expect(performance.now() - started).toBeLessThan(2_000);
    const [attempt] = (await readBooks(shop, order.id)).attempts;
    expect([getId(answered), attempt?.state]).toEqual([attempt?.id, 'requesting']);
    daraja.give({ outcome: 'accepted', merchantRequestId: 'm-late', checkoutRequestId: `ws_late_${order.id}` });
    await shop.deps.background.idle();
    expect((await readBooks(shop, order.id)).attempts[0]).toMatchObject({
      state: 'pending',
      checkoutRequestId: `ws_late_${order.id}`,
    });
  });

  test.each<[string, PushAnswer]>([['time-out or 5xx', { outcome: 'unknown', text: 'no answer' }]])(
    '%s: succeeds with the attempt’s own id and sends no second prompt',
    async (_, answer) => {
      const order = await unpaidOrder(shop);
      shop.mpesa.answerPush(answer);
      const first = await push(shop, order.shopper, order);
      const [attempt] = (await readBooks(shop, order.id)).attempts;
      expect([first.status, getId(first), attempt?.state]).toEqual([200, attempt?.id, 'unknown']);
      const count = shop.mpesa.prompts.length;
      expect(getId(await push(shop, order.shopper, order))).toBe(attempt?.id);
      expect(shop.mpesa.prompts.length).toBe(count);
    },
  );

  test.each([
    ['400.002.02', 400, 'M-Pesa does not take this phone number. Please use another one.', null],
    ['1001', 409, 'Another M-Pesa session is open on your phone.', '60'],
    ['26', 409, 'M-Pesa is busy, try again.', '60'],
    ['429', 409, 'M-Pesa is slow right now. Please try again in a minute, or pay another way.', '60'],
    ['403', 409, 'M-Pesa is not available right now. Please pay another way, or try again later.', '60'],
    ['token.400', 409, 'M-Pesa is not available right now. Please pay another way, or try again later.', '60'],
    ['response.1', 400, 'Failed to initiate M-Pesa payment', null],
    ['constructor', 400, 'Failed to initiate M-Pesa payment', null],
  ])('X19, PAY-M1: a definite rejection (%s) returns %i with text and wait', async (code, wanted, words, wait) => {
    const order = await unpaidOrder(shop);
    shop.mpesa.answerPush({ outcome: 'refused', code, text: 'Bad Request - Invalid PhoneNumber' });
    const { status, body, headers } = await push(shop, order.shopper, order);
    expect([status, body.success, body.message]).toEqual([wanted, false, words]);
    expect(headers['retry-after'] ?? null).toBe(wait);
    await closeCircuit(shop);
    expect((await push(shop, order.shopper, order)).status).toBe(200);
    expect((await readBooks(shop, order.id)).attempts.map(({ state }) => state)).toEqual(['failed', 'pending']);
  });

  test('stores the answer when the server is stopped while it waits for Daraja', async () => {
    const other = await callableShop({ env: { MPESA_ANSWER_SECONDS: '1' } });
    const order = await unpaidOrder(other);
    const daraja = held();
    other.mpesa.answerPush(() => daraja.answer);
    const { body } = await push(other, order.shopper, order);
    const idle = other.deps.background.idle();
    daraja.give({ outcome: 'accepted', merchantRequestId: 'm', checkoutRequestId: 'ws_stopped' });
    await idle;
    const [attempt] = (await readBooks(other, order.id)).attempts;
    expect([attempt?.id, attempt?.checkoutRequestId]).toEqual([body.data.checkoutRequestId, 'ws_stopped']);
    await other.close();
  });

  test('providers 2.3: an attempt left over by a restart becomes unknown and is not sent again', async () => {
    const order = await unpaidOrder(shop);
    stopTime(shop);
    for (const state of ['created', 'requesting'] as const) {
      const { id } = await attemptIn(shop, state === 'created' ? order : await unpaidOrder(shop), state);
      const count = shop.mpesa.prompts.length;
      for (let passed = 0; passed < 30_000; passed += 5_000) {
        shop.clock.advance(5_000);
        await shop.deps.jobs.runDue();
      }
      const [row] = await shop.db.sql.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
      expect([row?.state, shop.mpesa.prompts.length]).toEqual(['unknown', count]);
    }
  });

  test('D28: an attempt left over by a restart is not sent at its deadline either', async () => {
    const order = await unpaidOrder(shop);
    stopTime(shop);
    const { id } = await attemptIn(shop, order, 'created');
    const count = shop.mpesa.prompts.length;
    await shop.db.tx((tx) => createQueryScheduleService(shop.deps).scheduleDeadline(tx, id, shop.clock.now()));
    for (const ms of [20_000, shop.env.mpesa.expireMs]) {
      shop.clock.advance(ms);
      await shop.deps.jobs.runDue();
    }
    expect((await readBooks(shop, order.id)).attempts).toMatchObject([
      { state: 'expired', failureReason: 'The request expired.' },
    ]);
    expect(shop.mpesa.prompts).toHaveLength(count);
  });
});

describe('providers 3.4: rate limits', () => {
  test('allows three pushes a minute per shopper; rejected and repeated pushes do not count', async () => {
    const strict = await callableShop({ env: { ...UNBOUND, RATE_LIMIT_FACTOR: '1' } });
    const { shopper, ...order } = await unpaidOrder(strict);
    const other = await unpaidOrder(strict);
    const next = async () =>
      mpesaOrder(strict, shopper, { ...(await addProduct(strict, { price: 1500 })), price: 1500 });
    startWindow(strict, 60_000);
    for (let count = 0; count < 4; count += 1) {
      expect((await push(strict, shopper, order, '0612345678')).status).toBe(400);
      expect((await push(strict, shopper, { id: order.id, total: 1 })).status).toBe(409);
      expect((await push(strict, shopper, { id: randomUUID(), total: 3000 })).status).toBe(404);
    }
    for (let count = 0; count < 4; count += 1)
      expect((await push(strict, shopper, order, shopper.user.phone)).status).toBe(200);
    expect(strict.mpesa.prompts).toHaveLength(1);
    for (let count = 0; count < 2; count += 1)
      expect((await push(strict, shopper, await next(), shopper.user.phone)).status).toBe(200);
    const fourth = await next();
    expect((await push(strict, shopper, fourth, shopper.user.phone)).status).toBe(429);
    expect((await readBooks(strict, fourth.id)).attempts).toEqual([]);
    expect((await push(strict, other.shopper, other, other.shopper.user.phone)).status).toBe(200);
    await strict.close();
  });

  test('sends three of four concurrent pushes', async () => {
    const strict = await callableShop({ env: { ...UNBOUND, RATE_LIMIT_FACTOR: '1' } });
    const shopper = await strict.signIn();
    const made = [];
    for (let count = 0; count < 4; count += 1)
      made.push(await mpesaOrder(strict, shopper, { ...(await addProduct(strict, { price: 1500 })), price: 1500 }));
    startWindow(strict, 60_000);
    const answers = await Promise.all(made.map((order) => push(strict, shopper, order, shopper.user.phone)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429]);
    expect(strict.mpesa.prompts).toHaveLength(3);
    await strict.close();
  });
});

describe('D7: the callback’s secret', () => {
  test('has 128 random bits, differs per attempt, and is in no row or log line', async () => {
    const secrets = new Set<string>();
    for (let count = 0; count < 3; count += 1) {
      const order = await unpaidOrder(shop);
      await push(shop, order.shopper, order);
      const { callbackUrl } = shop.mpesa.prompts.at(-1) ?? { callbackUrl: '' };
      const token = callbackUrl.split('/').at(-1) ?? '';
      expect(callbackUrl).toBe(
        `${shop.env.mpesa.callbackOrigin}/api/mpesa/callback/${(await readBooks(shop, order.id)).attempts[0]?.id}/${token}`,
      );
      await shop.app.inject({
        method: 'POST',
        url: new URL(callbackUrl).pathname,
        payload: '{',
        headers: { 'content-type': 'text/plain' },
      });
      await shop.app.inject({ method: 'POST', url: `${new URL(callbackUrl).pathname}x?y=1`, payload: {} });
      await shop.app.inject({ method: 'GET', url: new URL(callbackUrl).pathname });
      secrets.add(token);
      expect(JSON.stringify([await readBooks(shop, order.id), shop.lines()])).not.toContain(token);
    }
    expect(JSON.stringify(shop.lines())).not.toMatch(/254[17]\d{8}/);
  });

  test('H14: no log line contains the phone', () => {
    expect(JSON.stringify(shop.lines())).not.toContain(PHONE);
  });
});

test('Bad input: rejects malformed requests', async () => {
  const order = await unpaidOrder(shop);
  const good = { phoneNumber: PHONE, amount: 3000, orderId: order.id, accountReference: 'X' };
  for (const bad of [
    { amount: 3000.5 },
    { amount: '3000' },
    { amount: -1 },
    { orderId: 'x' },
    { phoneNumber: null },
    { isPaid: true },
    { phoneNumber: '0'.repeat(41) },
  ]) {
    const { statusCode } = await shop.app.inject({
      method: 'POST',
      url: '/api/mpesa/stkpush',
      payload: { ...good, ...bad },
      headers: { authorization: `Bearer ${order.shopper.token}` },
    });
    expect(statusCode, JSON.stringify(bad)).toBe(400);
  }
  expect((await shop.call(stkPush, good, {})).status).toBe(401);
});
