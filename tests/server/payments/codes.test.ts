// @engine postgres
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paymentAlarms } from '../../../server/db/schema.ts';
import { toCodeAlarm } from '../../../server/modules/settlement/code-alarm.rules.ts';
import { formatAlarm } from '../../../server/modules/back-office/alarm-texts.rules.ts';
import type { PushAnswer, QueryAnswer } from '../../../server/providers/mpesa.ts';
import {
  MPESA_CODES,
  findMeaning,
  findRefusal,
  retryAfterFailure,
} from '../../../server/providers/mpesa-codes.rules.ts';
import { toRefusedPush } from '../../../server/modules/payments/result-codes.rules.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { callback, closeCircuit, mpesaOrder, orderRow, pass, payingShop, push, stopTime } from './mpesa-steps.ts';

/** Rejections because of settings in the field test, each with the setting that its alarm must name. */
const SHOP_FAULTS = [
  ['token.400', '', 'MPESA_CONSUMER_KEY'],
  ['token.403', '', 'MPESA_BASE_URL'],
  ['token.timeout', '', 'MPESA_BASE_URL'],
  ['token.network', '', 'MPESA_BASE_URL'],
  ['500.001.1001', 'Wrong credentials', 'MPESA_PASSKEY'],
  ['500.001.1001', 'Merchant does not exist', 'MPESA_SHORTCODE'],
  ['404.001.03', 'Invalid Access Token', 'MPESA_CONSUMER_KEY'],
  ['400.003.01', 'Invalid Access Token', 'MPESA_CONSUMER_KEY'],
  ['404.001.01', 'Resource not found', 'MPESA_BASE_URL'],
  ['405.001', 'Method Not Allowed', 'MPESA_BASE_URL'],
  ['400.002.02', 'Bad Request - Invalid CallBackURL', 'MPESA_CALLBACK_ORIGIN'],
  ['400.002.02', 'Bad Request - Invalid PartyB', 'MPESA_PARTY_B'],
  ['401', 'status 401 without a reason', 'approved'],
  ['403', 'status 403 without a reason', 'MPESA_BASE_URL'],
  ['2028', 'not permitted', 'MPESA_TRANSACTION_TYPE'],
  ['SFC_IC0003', 'operator does not exist', 'MPESA_PARTY_B'],
] as const;

describe('PAY-M1: the table of codes', () => {
  test('X1, PAY-M1: gives every code a meaning, every final code a text and every shop fault a fix', () => {
    const entries = Object.entries(MPESA_CODES).flatMap(([call, codes]) => codes.map((it) => ({ call, ...it })));
    expect(entries.length).toBeGreaterThan(60);
    for (const entry of entries) {
      const title = `${entry.call} ${entry.code}`;
      expect(entry.meaning, title).not.toBe('');
      if (entry.isFinal) expect(entry.text, title).toMatch(/^[A-Z].*[.a-z0-9]$/);
      if (entry.fault === 'shop') expect(entry.fix, title).not.toBe('');
      expect(entry.isAnswer && entry.isFinal, title).toBe(false);
    }
  });

  test.each(SHOP_FAULTS)('X1, PAY-M1: the alarm for a push with %s %s names the setting %s', (code, text, setting) => {
    expect(toRefusedPush(code, text).alarm).toBe('badSettings');
    const said = formatAlarm({ ...toCodeAlarm('badSettings', { code, text }), count: 1 });
    expect(said).toContain(setting);
    expect(said).toContain(code);
  });

  test('PAY-M1: the meaning of a code depends on its message and its call', () => {
    expect(findMeaning('push', '500.001.1001', 'Unable to lock subscriber')?.fault).toBe('shopper');
    expect(findMeaning('push', '500.001.1001', 'Wrong credentials')?.fault).toBe('shop');
    expect(findMeaning('query', '500.001.1001', 'The transaction is being processed')?.isAnswer).toBe(true);
    expect(findMeaning('pushResult', '9999')?.isFinal).toBe(true);
    expect(findMeaning('queryResult', '9999')?.isFinal).toBe(false);
    expect(findMeaning('pushResult', '403')).toBeNull();
  });

  test.each([
    ['push', '500.999.99', 'Safaricom’s API support'],
    ['query', '400.002.05', 'Safaricom’s API support'],
    ['push', '503', 'Wait. If it lasts for an hour'],
    ['pushResult', '403', 'Safaricom’s API support'],
    ['queryResult', '503', 'Safaricom’s API support'],
  ] as const)('X1, PAY-M1: the alarm about an unknown code of a %s, %s, says what to do next', (call, code, step) => {
    const said = formatAlarm({ ...toCodeAlarm('strangeResult', { code, text: 'Something new' }, call), count: 1 });
    expect(said).toContain(step);
    expect(said).not.toContain('firewall');
  });

  test('X19: does not read a ResponseCode of 1 as insufficient funds', () => {
    expect(findRefusal('1', 'Rejected')).toBeNull();
    expect(toRefusedPush('response.1', 'Rejected')).toMatchObject({ alarm: 'strangeResult' });
  });
});

const refusedQuery = (code: string, text: string): QueryAnswer => ({
  outcome: 'noResult',
  code,
  text,
  isAnswered: false,
  retryAfterMs: null,
});

test.each(['token.503', 'token.429', 'token.200', 'token.500.003.02'])(
  'X1, PAY-M1: %s is an outage with a wait, and does not blame the keys',
  (code) => {
    const { alarm, reason } = toRefusedPush(code);
    expect(alarm).toBe('mpesaAway');
    expect(formatAlarm({ ...toCodeAlarm('mpesaAway', { code }), count: 1 })).not.toContain('MPESA_CONSUMER');
    expect(retryAfterFailure(code, reason)).toBe(60_000);
  },
);

describe('X13: one alarm per kind and hour', () => {
  let shop: TestApp;
  beforeEach(async () => {
    shop = await payingShop();
    stopTime(shop);
    // Starts at the beginning of an hour, so that the hour does not end during the test.
    shop.clock.advance(3_600_000 - (shop.clock.now().getTime() % 3_600_000));
  });
  afterEach(() => shop.close());
  const alarms = () => shop.db.sql.select().from(paymentAlarms).orderBy(paymentAlarms.at);
  /** Gives the alarms that follow a later time. */
  const later = () => shop.clock.advance(1_000);
  const refused = async (code: string, text: string) => {
    const shopper = await shop.signIn();
    shop.mpesa.answerPush({ outcome: 'refused', code, text });
    return push(shop, shopper, await mpesaOrder(shop, shopper, await addProduct(shop, { price: 900 })));
  };

  test('X1, X13: counts the shoppers per code and message, and separates different codes', async () => {
    for (let count = 0; count < 4; count += 1) await refused('500.999.98', 'Something old');
    later();
    await refused('500.999.99', 'Something new');
    later();
    // A fault of the settings stops prompts, so it is the last one (PAY-M2).
    await refused('500.001.1001', 'Wrong credentials');
    expect(await alarms()).toMatchObject([
      { kind: 'strangeResult', count: 4, detail: { code: '500.999.98', text: 'Something old' } },
      { kind: 'strangeResult', count: 1, detail: { code: '500.999.99', text: 'Something new' } },
      { kind: 'badSettings', count: 1, detail: { code: '500.001.1001', text: 'Wrong credentials' } },
    ]);
    shop.clock.advance(3_600_000);
    await closeCircuit(shop);
    await refused('500.999.98', 'Something old');
    expect((await alarms()).map(({ count }) => count)).toEqual([4, 1, 1, 1]);
  });

  test.each<[string, PushAnswer, string]>([
    ['a page of a gateway', { outcome: 'unknown', code: '503', text: 'status 503 without a reason' }, 'mpesaAway'],
    ['a page with 200', { outcome: 'unknown', code: '200', text: 'status 200 without a reason' }, 'mpesaAway'],
    ['no answer', { outcome: 'unknown', code: 'no-answer', text: 'no answer: TimeoutError' }, 'mpesaAway'],
    ['no connection', { outcome: 'refused', code: 'not-sent', text: 'no answer: ENOTFOUND' }, 'mpesaAway'],
    ['no token by an outage', { outcome: 'refused', code: 'token.503', text: 'no access token' }, 'mpesaAway'],
    ['an unknown error', { outcome: 'unknown', code: '500.002.1001', text: 'Something new' }, 'strangeResult'],
    ['other words', { outcome: 'unknown', code: '500.001.1001', text: 'Invalid passkey' }, 'strangeResult'],
  ])('X1, X13: %s of a push is one alarm per hour with code, text and count', async (_what, answer, kind) => {
    for (let count = 0; count < 2; count += 1) {
      const shopper = await shop.signIn();
      shop.mpesa.answerPush(answer);
      await push(shop, shopper, await mpesaOrder(shop, shopper, await addProduct(shop, { price: 900 })));
    }
    const { code, text } = answer as { code: string; text: string };
    expect(await alarms()).toMatchObject([{ kind, count: 2, detail: { code, text } }]);
  });

  test.each<[string, QueryAnswer, string]>([
    ['an unknown result', { outcome: 'result', code: '2006', text: 'Something new' }, 'strangeResult'],
    ['an unknown error', refusedQuery('500.999.99', 'Something new'), 'strangeResult'],
    ['the short code', refusedQuery('400.002.02', 'Bad Request - Invalid BusinessShortCode'), 'badSettings'],
    ['the passkey', refusedQuery('400.002.02', 'Bad Request - Invalid Password'), 'badSettings'],
    ['a page of a gateway', refusedQuery('502', 'status 502 without a result'), 'mpesaAway'],
    ['no connection', refusedQuery('not-sent', 'no answer: ENOTFOUND'), 'mpesaAway'],
    ['no token by an outage', refusedQuery('token.503', 'no access token'), 'mpesaAway'],
  ])(
    'X1, PAY-M1: %s of a query raises an alarm with code and text, and does not settle the payment',
    async (_what, answer, kind) => {
      const shopper = await shop.signIn();
      const made = await mpesaOrder(shop, shopper, await addProduct(shop, { price: 900 }));
      await push(shop, shopper, made);
      shop.mpesa.answerQueries(answer);
      await pass(shop, 26_000);
      const { code, text } = answer as { code: string; text: string };
      expect(await alarms()).toMatchObject([{ kind, detail: { code, text } }]);
      await pass(shop, 34 * 60_000, 15_000);
      expect((await orderRow(shop, made.id)).status).toBe('pending');
      shop.mpesa.answerQueries({ outcome: 'result', code: '0', text: '' });
      await pass(shop, 2 * 3_600_000, 60_000);
      expect(await orderRow(shop, made.id)).toMatchObject({ isPaid: true, status: 'processing' });
    },
  );

  test('X13: counts results of callbacks in the same way, with their text', async () => {
    for (let count = 0; count < 3; count += 1) {
      const shopper = await shop.signIn();
      await push(shop, shopper, await mpesaOrder(shop, shopper, await addProduct(shop, { price: 900 })));
    }
    for (const prompt of shop.mpesa.prompts.slice(-3)) await callback(shop, { code: 2028 }, prompt);
    expect(await alarms()).toMatchObject([{ kind: 'badSettings', count: 3, detail: { code: '2028', text: 'told' } }]);
  });

  test('X1: does not report a callback code that equals an HTTP status as a firewall', async () => {
    const shopper = await shop.signIn();
    await push(shop, shopper, await mpesaOrder(shop, shopper, await addProduct(shop, { price: 900 })));
    expect(await callback(shop, { code: 403 })).toBe(200);
    expect(await alarms()).toMatchObject([{ kind: 'strangeResult', detail: { code: '403', meaning: 'Unknown code' } }]);
  });

  test('X13: counts concurrent alarms of two processes', async () => {
    const product = await addProduct(shop, { price: 900 });
    const made = [];
    let release: () => void = () => undefined;
    const sent = new Promise<void>((resolve) => (release = resolve));
    for (let count = 0; count < 5; count += 1) {
      const shopper = await shop.signIn();
      made.push({ shopper, order: await mpesaOrder(shop, shopper, product) });
      // All are sent before the first answer stops the prompts.
      shop.mpesa.answerPush(async () => {
        if (shop.mpesa.prompts.length === 5) release();
        await sent;
        return { outcome: 'refused', code: '405.001', text: 'Method Not Allowed' };
      });
    }
    await Promise.all(made.map(({ shopper, order }) => push(shop, shopper, order)));
    expect(await alarms()).toMatchObject([{ count: 5 }]);
  });

  test('X1: a query rejected because of the settings raises an alarm too', async () => {
    const shopper = await shop.signIn();
    await push(shop, shopper, await mpesaOrder(shop, shopper, await addProduct(shop, { price: 900 })));
    shop.mpesa.answerQueries({
      outcome: 'noResult',
      code: '404.001.03',
      text: '404.001.03 Invalid Access Token',
      isAnswered: false,
      retryAfterMs: null,
    });
    await pass(shop, 40_000, 5_000);
    expect(await alarms()).toMatchObject([{ kind: 'badSettings', detail: { code: '404.001.03' } }]);
  });

  test('X2: three of the last five payments without a callback raise an alarm, two do not', async () => {
    const pay = async (isHeard: boolean) => {
      const shopper = await shop.signIn();
      await push(shop, shopper, await mpesaOrder(shop, shopper, await addProduct(shop, { price: 900 })));
      if (isHeard) await callback(shop);
      else await pass(shop, 40_000, 5_000);
    };
    shop.mpesa.answerQueries({ outcome: 'result', code: '0', text: '' });
    for (const isHeard of [false, true, true, false, true, true, false]) await pay(isHeard);
    expect(await alarms()).toEqual([]);
    await pay(false);
    expect(await alarms()).toMatchObject([{ kind: 'callbacksMissing', detail: { payments: 3, ofLast: 5 } }]);
  });
});
