// @engine postgres
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { stkPush } from '../../../contract/mpesa.ts';
import { paymentAlarms } from '../../../server/db/schema.ts';
import { hearPush } from '../../../server/modules/settlement/circuit.rules.ts';
import type { PushAnswer } from '../../../server/providers/mpesa.ts';
import type { TestApp } from '../../support/server.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { addProduct } from '../catalogue/products.ts';
import type { Shopper } from '../orders/ordering.ts';
import { getStatus } from './attempt-steps.ts';
import { enter, FAULTS, hear, MINUTE, NO_ANSWER, readCircuit, refused, SECOND } from './circuit-steps.ts';
import { callback, closeCircuit, getAttempts, mpesaOrder, pass, payingShop, push, stopTime } from './mpesa-steps.ts';

let shop: TestApp;
let shopper: Shopper;
let product: Awaited<ReturnType<typeof addProduct>>;
beforeAll(async () => {
  shop = await payingShop({ env: UNBOUND });
  product = await addProduct(shop, { price: 900, stock: 100_000 });
  stopTime(shop);
});
beforeEach(async () => {
  shopper = await shop.signIn();
  await closeCircuit(shop);
  await shop.db.sql.delete(paymentAlarms);
});
afterAll(() => shop.close());

const newOrder = (who = shopper) => mpesaOrder(shop, who, product);
const STOPPED = 'M-Pesa prompts do not work right now. You can pay by hand from your M-Pesa menu, or pay on delivery.';
const SLOW = 'M-Pesa is slow right now. You can wait a minute, pay by hand, or pay on delivery.';
const dataOf = ({ body }: Awaited<ReturnType<typeof push>>) =>
  body.data as unknown as { retryAfter?: number; ways?: string[]; checkoutRequestId?: string };
const readStates = async (id: string) => (await getAttempts(shop, id)).map(({ state }) => state);

describe('PAY-M2: a push while the circuit is open', () => {
  test.each(['created', 'requesting', 'pending', 'unknown'])(
    'answers with the %s attempt of the order within 120 s, and with 409 after that, without closing it',
    async (state) => {
      const made = await newOrder();
      let answer: (it: PushAnswer) => void = () => undefined;
      if (state === 'requesting') shop.mpesa.answerPush(() => new Promise<PushAnswer>((resolve) => (answer = resolve)));
      if (state === 'unknown') shop.mpesa.answerPush({ outcome: 'unknown', code: '500.999.99', text: '' });
      const first = dataOf(await push(shop, shopper, made)).checkoutRequestId;
      await enter(shop, 'open', 'push');
      const count = shop.mpesa.prompts.length;
      shop.clock.advance(30 * SECOND);
      const again = await push(shop, shopper, made);
      expect([again.status, dataOf(again).checkoutRequestId]).toEqual([200, first]);
      shop.clock.advance(90 * SECOND);
      // The let-through of this minute is taken by another shopper.
      const other = await shop.signIn();
      shop.mpesa.answerPush(refused('405.001'));
      await push(shop, other, await newOrder(other));
      const before = await readStates(made.id);
      const late = await push(shop, shopper, made);
      expect([late.status, late.body.message, dataOf(late).ways]).toEqual([409, STOPPED, ['hand', 'cod']]);
      expect(await readStates(made.id)).toEqual(before);
      expect(shop.mpesa.prompts.length).toBe(count + 1);
      answer({ outcome: 'unknown', text: '' });
      await shop.deps.background.idle();
    },
  );

  test.each(['failed', 'expired'])('makes no new attempt after a %s one', async (state) => {
    const made = await newOrder();
    await push(shop, shopper, made);
    if (state === 'failed') await callback(shop, { code: 1032 });
    else await pass(shop, 12 * MINUTE, 10 * SECOND);
    expect(await readStates(made.id)).toEqual([state]);
    for (const where of ['open', 'backingOff']) {
      await closeCircuit(shop);
      await enter(shop, where, 'token');
      const { status, body } = await push(shop, shopper, made);
      expect([status, body.message]).toEqual([409, where === 'open' ? STOPPED : SLOW]);
      expect(await readStates(made.id)).toEqual([state]);
    }
  });

  test('Q21: answers with the paid attempt of a paid order', async () => {
    const made = await newOrder();
    const { checkoutRequestId } = dataOf(await push(shop, shopper, made));
    await callback(shop);
    await enter(shop, 'open');
    const again = await push(shop, shopper, made);
    expect([again.status, dataOf(again).checkoutRequestId]).toEqual([200, checkoutRequestId]);
  });

  test('D27: says that a payment in doubt is checked, before anything else', async () => {
    const made = await newOrder();
    await push(shop, shopper, made);
    await callback(shop, { amount: made.total - 1 });
    shop.mpesa.answerQuery({ outcome: 'result', code: '0', text: '' });
    await pass(shop, 30 * SECOND);
    await enter(shop, 'open');
    const { status, body } = await push(shop, shopper, made);
    expect([status, body.message]).toEqual([
      409,
      'We are checking your payment for this order. Please do not pay again.',
    ]);
  });

  test('PAY-C1: offers by hand only where the shop takes it', async () => {
    const without = await payingShop({ env: { ...UNBOUND, MPESA_BY_HAND: 'off' } });
    const who = await without.signIn();
    await enter(without, 'open');
    const said = await push(without, who, await mpesaOrder(without, who, await addProduct(without, { price: 900 })));
    expect([said.body.message, dataOf(said).ways]).toEqual([
      'M-Pesa prompts do not work right now. You can pay on delivery.',
      ['cod'],
    ]);
    await without.close();
  });

  test('offers cash on delivery only within the limits of the shopper (D19)', async () => {
    const limited = await payingShop({ env: { ...UNBOUND, COD_MAX_VALUE: '100000', COD_MAX_VALUE_FIRST: '100000' } });
    const who = await limited.signIn();
    const made = await mpesaOrder(limited, who, await addProduct(limited, { price: 200_000 }));
    await enter(limited, 'open');
    const { status, body } = await push(limited, who, made);
    expect([status, body.message, (body.data as { ways?: unknown }).ways]).toEqual([
      409,
      'M-Pesa prompts do not work right now. You can pay by hand from your M-Pesa menu.',
      ['hand'],
    ]);
    await limited.close();
  });

  test.each([
    ['open', 'Payment is not available now.'],
    ['backingOff', 'M-Pesa is slow right now. Please try again in a minute, or pay another way.'],
  ])('fails a push that was recorded before it was %s, and sends nothing', async (state, reason) => {
    const made = await newOrder();
    const original = shop.db.tx.bind(shop.db);
    let isDone = false;
    shop.db.tx = async (work) => {
      const result = await original(work);
      if (!isDone && (await readStates(made.id))[0] === 'created') {
        isDone = true;
        await enter(shop, state, 'push');
      }
      return result;
    };
    const count = shop.mpesa.prompts.length;
    const { status, body } = await push(shop, shopper, made);
    shop.db.tx = original;
    expect([status, body.message]).toEqual([409, reason]);
    expect((body.data as { ways?: unknown }).ways).toEqual(['hand', 'cod']);
    expect(await readStates(made.id)).toEqual(['failed']);
    expect(shop.mpesa.prompts.length).toBe(count);
  });
});

describe('PAY-M2: one push a minute is sent when no other call can probe the fault', () => {
  test('after a minute, one shopper’s prompt closes the circuit when Daraja accepts it', async () => {
    await enter(shop, 'open', 'push');
    const who = await shop.signIn();
    const [first, second] = [await newOrder(), await newOrder(who)];
    shop.clock.advance(MINUTE - 1);
    expect((await push(shop, shopper, first)).status).toBe(409);
    shop.clock.advance(1);
    let state: string | undefined;
    let other: number | undefined;
    shop.mpesa.answerPush(async () => {
      state = (await readCircuit(shop))?.state;
      other = (await push(shop, who, second)).status;
      return { outcome: 'accepted', merchantRequestId: 'm-let', checkoutRequestId: 'ws_let' };
    });
    expect((await push(shop, shopper, first)).status).toBe(200);
    await shop.deps.background.idle();
    expect([state, other]).toEqual(['probing', 409]);
    expect((await readCircuit(shop))?.state).toBe('closed');
    expect((await push(shop, who, second)).status).toBe(200);
  });

  test('a refused one opens it for another minute, without a second alarm', async () => {
    await enter(shop, 'open', 'push');
    shop.clock.advance(MINUTE);
    shop.mpesa.answerPush(refused('405.001', 'Method Not Allowed'));
    const { status, body } = await push(shop, shopper, await newOrder());
    expect([status, (body.data as { ways?: unknown }).ways]).toEqual([409, ['hand', 'cod']]);
    expect(await readCircuit(shop)).toMatchObject({ state: 'open', probeId: null });
    expect(await shop.db.sql.select().from(paymentAlarms)).toMatchObject([{ count: 1 }]);
  });

  test('where results failed (2028), its result decides', async () => {
    await enter(shop, 'open', 'result');
    shop.clock.advance(MINUTE);
    const made = await newOrder();
    expect((await push(shop, shopper, made)).status).toBe(200);
    expect((await readCircuit(shop))?.state).toBe('probing');
    const prompt = shop.mpesa.prompts.at(-1);
    shop.clock.advance(70 * SECOND);
    const other = await shop.signIn();
    expect((await push(shop, other, await newOrder(other))).status).toBe(409);
    await callback(shop, { code: 1032 }, prompt);
    expect((await readCircuit(shop))?.state).toBe('closed');
  });

  test('an unused one is given back when the push is refused for another reason', async () => {
    const made = await newOrder();
    await enter(shop, 'open', 'push');
    shop.clock.advance(MINUTE);
    const wrong = await shop.call(
      stkPush,
      { phoneNumber: shopper.user.phone, amount: made.total + 1, orderId: made.id, accountReference: '' },
      { token: shopper.token },
    );
    expect([wrong.status, (await readCircuit(shop))?.state]).toEqual([409, 'open']);
    expect((await push(shop, shopper, made)).status).toBe(200);
  });
});

describe('PAY-M2: answers of Daraja', () => {
  test.each([
    ['404.001.01', '', 'push'],
    ['404.001.03', '', 'token'],
    ['405.001', '', 'push'],
    ['400.002.02', 'Bad Request - Invalid CallBackURL', 'push'],
    ['400.002.02', 'Bad Request - Invalid PartyB', 'push'],
    ['500.001.1001', 'Wrong credentials', 'signature'],
    ['500.001.1001', 'Merchant does not exist', 'signature'],
    ['2028', '', 'push'],
    ['SFC_IC0003', '', 'push'],
    ['token.400', '', 'token'],
    ['token.401', '', 'token'],
  ])('%s (%s) fails the attempt and opens the circuit', async (code, text, subject) => {
    const made = await newOrder();
    shop.mpesa.answerPush(refused(code, text));
    const { status, body } = await push(shop, shopper, made);
    expect([status, await readStates(made.id), (await readCircuit(shop))?.subject]).toEqual([409, ['failed'], subject]);
    const isOfPayment = code === '2028' || code === 'SFC_IC0003';
    expect(body.message).toBe(
      isOfPayment
        ? 'Payment is not available now.'
        : 'M-Pesa is not available right now. Please pay another way, or try again later.',
    );
    expect(dataOf({ body } as never).ways).toEqual(['hand', 'cod']);
    expect(await shop.db.sql.select().from(paymentAlarms)).toMatchObject([{ kind: 'badSettings', count: 1 }]);
  });

  test('a locked subscriber is this shopper’s matter: 409 with 60 s, and the circuit stays closed', async () => {
    const made = await newOrder();
    shop.mpesa.answerPush(refused('1001', 'Unable to lock subscriber'));
    const { status, body } = await push(shop, shopper, made);
    expect([status, body.message, dataOf({ body } as never).retryAfter]).toEqual([
      409,
      'Another M-Pesa session is open on your phone.',
      60,
    ]);
    expect(await readCircuit(shop)).toBeNull();
  });

  test('three pushes without an answer open it, and a token closes it after a minute', async () => {
    for (let count = 0; count < 3; count += 1) {
      shop.mpesa.answerPush(NO_ANSWER);
      expect((await push(shop, shopper, await newOrder())).status).toBe(200);
      shop.clock.advance(25 * 60 * MINUTE);
    }
    expect(await readCircuit(shop)).toMatchObject({ state: 'open', subject: 'network' });
    const made = await newOrder();
    expect((await push(shop, shopper, made)).status).toBe(409);
    const tokens = shop.mpesa.tokens.length;
    await pass(shop, 75 * SECOND);
    expect([(await readCircuit(shop))?.state, shop.mpesa.tokens.length]).toEqual(['closed', tokens + 1]);
    expect((await push(shop, shopper, made)).status).toBe(200);
  });

  test('a wrong passkey is probed with a query of the newest attempt, and its answer counts', async () => {
    const made = await newOrder();
    await pass(shop, MINUTE);
    await push(shop, shopper, made);
    await hear(shop, FAULTS.signature);
    shop.mpesa.answerQueries((id) =>
      id === shop.mpesa.prompts.at(-1)?.checkoutRequestId
        ? { outcome: 'result', code: '1032', text: '' }
        : { outcome: 'noResult', text: '', isAnswered: true, retryAfterMs: null },
    );
    await pass(shop, 75 * SECOND);
    expect(shop.mpesa.queries).toContain(shop.mpesa.prompts.at(-1)?.checkoutRequestId);
    expect([(await readCircuit(shop))?.state, await readStates(made.id)]).toEqual(['closed', ['failed']]);
  });

  test.each(['429', '500.003.02', '500.003.03'])('PAY-M3: %s stops all calls, and retryAt is its end', async (code) => {
    const made = await newOrder();
    shop.mpesa.answerPush(refused(code));
    const { status, body, headers } = await push(shop, shopper, made);
    const seconds = code === '500.003.03' ? 900 : 60;
    expect([status, body.message, headers['retry-after']]).toEqual([
      409,
      'M-Pesa is slow right now. Please try again in a minute, or pay another way.',
      code === '500.003.03' ? '900' : '60',
    ]);
    const [attempt] = await getAttempts(shop, made.id);
    const payment = (await getStatus(shop, { shopper }, attempt?.id ?? '')).body.data;
    expect(Date.parse(payment.retryAt) - shop.clock.now().getTime()).toBe(seconds * SECOND);
    const other = await shop.signIn();
    const count = shop.mpesa.prompts.length;
    const second = await push(shop, other, await newOrder(other));
    expect([second.status, second.body.message, shop.mpesa.prompts.length]).toEqual([409, SLOW, count]);
    shop.clock.advance(seconds * SECOND);
    expect((await push(shop, other, await newOrder(other))).status).toBe(200);
  });

  test('500.003.1001 is an unknown outcome and a network fault', async () => {
    const made = await newOrder();
    shop.mpesa.answerPush({ outcome: 'unknown', code: '500.003.1001', text: '' });
    expect((await push(shop, shopper, made)).status).toBe(200);
    expect([await readStates(made.id), (await readCircuit(shop))?.unanswered]).toEqual([['unknown'], 1]);
    await hear(shop, hearPush({ outcome: 'accepted', merchantRequestId: 'm', checkoutRequestId: 'c' }));
    expect((await readCircuit(shop))?.unanswered).toBe(0);
  });
});

describe('PAY-M5: what to try', () => {
  test.each([
    ['1037', 'Your phone could not be reached.', ['screen', 'sim', 'otherPhone']],
    ['1032', 'You cancelled the payment.', undefined],
  ])('after code %s', async (code, failureReason, tips) => {
    const made = await newOrder();
    await push(shop, shopper, made);
    await callback(shop, { code: Number(code) });
    shop.mpesa.answerQueries({ outcome: 'result', code, text: '' });
    await pass(shop, 2 * MINUTE);
    const [attempt] = await getAttempts(shop, made.id);
    const { data } = (await getStatus(shop, { shopper }, attempt?.id ?? '')).body;
    expect([data.status, data.failureReason, data.tips]).toEqual(['failed', failureReason, tips]);
  });

  test('after a prompt that no one answered', async () => {
    shop.mpesa.answerQueries({ outcome: 'noResult', text: '', isAnswered: true, retryAfterMs: null });
    const made = await newOrder();
    await push(shop, shopper, made);
    await pass(shop, 12 * MINUTE, 10 * SECOND);
    const [attempt] = await getAttempts(shop, made.id);
    const { data } = (await getStatus(shop, { shopper }, attempt?.id ?? '')).body;
    expect([data.status, data.failureReason, data.tips]).toEqual([
      'failed',
      'The request expired.',
      ['screen', 'sim', 'otherPhone'],
    ]);
  });
});
