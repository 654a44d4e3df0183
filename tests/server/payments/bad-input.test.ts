// @engine postgres
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentAttempts } from '../../../server/db/schema.ts';
import type { TestApp } from '../../support/server.ts';
import { foreignKey, hostileText, noObject, withField, withKey } from '../accounts/hostile.ts';
import { PHONE } from './mpesa-steps.ts';
import { attemptIn, callableShop, unpaidOrder, type MadeAttempt, type MadeOrder } from './attempt-steps.ts';

let shop: TestApp;
let mine: MadeOrder;
let theirs: MadeOrder;
let theirAttempt: MadeAttempt;
beforeAll(async () => {
  shop = await callableShop({ env: { LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000000' } });
  mine = await unpaidOrder(shop);
  theirs = await unpaidOrder(shop);
  theirAttempt = await attemptIn(shop, theirs, 'pending');
});
afterAll(() => shop.close());

const good = () => ({ phoneNumber: PHONE, amount: 3000, orderId: mine.id, accountReference: 'X' });

async function send(method: 'GET' | 'POST', url: string, payload?: string) {
  const response = await shop.app.inject({
    method,
    url,
    headers: {
      authorization: `Bearer ${mine.shopper.token}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
    },
    ...(payload !== undefined && { payload }),
  });
  return {
    status: response.statusCode,
    text: response.body,
    body: response.json<{ success?: boolean; message?: string }>(),
  };
}

/** Expects a 4xx with a message, no data of other shoppers, nothing written and nothing sent. */
async function expectRefused(request: () => ReturnType<typeof send>): Promise<void> {
  const { status, text, body } = await request();
  expect([status >= 400 && status < 500 && status !== 401, body.success, (body.message ?? '') !== ''], text).toEqual([
    true,
    false,
    true,
  ]);
  for (const secret of [
    theirAttempt.id,
    theirAttempt.ids.checkoutRequestId,
    theirs.shopper.user.name,
    theirs.shopper.user.phone,
  ])
    expect(text).not.toContain(secret);
  expect([(await shop.db.sql.select().from(paymentAttempts)).length, shop.mpesa.prompts.length]).toEqual([1, 0]);
}

test.each([['phoneNumber'], ['orderId'], ['accountReference']])(
  'Bad input: stkpush rejects a wrong type, huge or deep value as %s',
  (field) =>
    fc.assert(
      fc.asyncProperty(hostileText, (json) =>
        expectRefused(() => send('POST', '/api/mpesa/stkpush', withField(good(), field, json))),
      ),
      { numRuns: 150 },
    ),
);

test('Bad input: amounts', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.constantFrom(
          'null',
          '"3000"',
          '3000.5',
          '-3000',
          '1e999',
          '9007199254740993',
          '[3000]',
          '{}',
          'true',
          '20000001',
        ),
        fc
          .integer({ min: -10, max: 1_000_000 })
          .filter((amount) => amount !== 3000)
          .map(String),
        fc.double({ noInteger: true }).map((amount) => JSON.stringify(amount)),
      ),
      (json) => expectRefused(() => send('POST', '/api/mpesa/stkpush', withField(good(), 'amount', json))),
    ),
    { numRuns: 150 },
  ));

test('Bad input: unknown and prototype keys, and bodies that are not objects (R25)', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        foreignKey.map((pair) => withKey(good(), pair)),
        noObject,
      ),
      (payload) => expectRefused(() => send('POST', '/api/mpesa/stkpush', payload)),
    ),
    { numRuns: 150 },
  ));

test('§5: phones on both sides of each boundary, in every spelling', () => {
  const digits = (length: number) =>
    fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: length, maxLength: length });
  const spelled = (number: string) =>
    fc
      .array(fc.constantFrom('', ' ', '-', '(', ')', '.'), { minLength: number.length, maxLength: number.length })
      .map((gaps) => [...number].map((digit, at) => `${gaps[at] ?? ''}${digit}`).join(''));
  const wrong = fc
    .oneof(
      fc
        .tuple(fc.constantFrom('2540', '2542', '2543', '2544', '2545', '2546', '2548', '2549'), digits(8))
        .map((it) => it.join('')),
      fc
        .tuple(fc.constantFrom('2547', '2541', '07', '01', '7', '1'), fc.constantFrom(7, 9).chain(digits))
        .map((it) => it.join('')),
      fc.tuple(fc.constantFrom('255', '253', '234', '44'), digits(9)).map((it) => it.join('')),
    )
    // Nine digits that start with 7 or 1 are a number without its country code (A19).
    .filter((number) => !/^(?:254|0)?[17]\d{8}$/.test(number));
  return fc.assert(
    fc.asyncProperty(wrong.chain(spelled), (phoneNumber) =>
      expectRefused(() =>
        send('POST', '/api/mpesa/stkpush', JSON.stringify({ ...good(), phoneNumber: phoneNumber.slice(0, 40) })),
      ),
    ),
    { numRuns: 200 },
  );
});

test('IDOR: other shoppers’ orders and prompts, with their own amounts and ids', async () => {
  for (const orderId of [theirs.id, theirs.id.toUpperCase(), theirAttempt.id]) {
    await expectRefused(() => send('POST', '/api/mpesa/stkpush', JSON.stringify({ ...good(), orderId })));
  }
  for (const id of [
    theirAttempt.id,
    theirAttempt.ids.checkoutRequestId,
    theirAttempt.ids.merchantRequestId,
    theirs.id,
    theirAttempt.token,
  ]) {
    await expectRefused(() => send('GET', `/api/mpesa/payment-status/${id}`));
  }
  expect(await send('GET', '/api/mpesa/open-payment')).toMatchObject({
    status: 200,
    body: { data: { payment: null } },
  });
});

test('Bad input: every id in the path of payment-status', () =>
  fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.constantFrom(
          '%00',
          '%',
          '%E0%A4%A',
          '%ED%A0%80',
          '..%2f..',
          "'%20or%201=1",
          'null',
          'a'.repeat(101),
          'a'.repeat(400),
          '%F0%9F%98%80',
          '-',
          '0'.repeat(36),
        ),
        fc
          .string({ minLength: 1, maxLength: 60 })
          .map(encodeURIComponent)
          .filter((text) => !/^\.{0,2}$/.test(text)),
        fc.uuid(),
      ),
      (id) => expectRefused(() => send('GET', `/api/mpesa/payment-status/${id}`)),
    ),
    { numRuns: 150 },
  ));

test('Bad input: unknown query parameters of open-payment', async () => {
  await expectRefused(() => send('GET', `/api/mpesa/open-payment?userId=${theirs.shopper.user.id}`));
});

test('accepts the valid request that the tests above modify', async () => {
  expect((await send('POST', '/api/mpesa/stkpush', JSON.stringify(good()))).status).toBe(200);
});
