// @engine postgres
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { orders, payments } from '../../../server/db/schema.ts';
import type { TestApp } from '../../support/server.ts';
import { size } from '../../support/size.ts';
import { runsInFull } from '../../support/test-database.ts';
import {
  attemptIn,
  getBody,
  callableShop,
  callBack,
  unpaidOrder,
  type MadeAttempt,
  type CallbackWords,
} from './attempt-steps.ts';

let shop: TestApp;
const attempts: MadeAttempt[] = [];
/** A paid attempt, which has a true receipt and ids that Daraja gave to another prompt. */
let paid: MadeAttempt;

beforeAll(async () => {
  shop = await callableShop({ env: { LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000000' } });
  attempts.length = 0;
  for (const state of ['created', 'requesting', 'pending', 'unknown', 'failed', 'expired'] as const) {
    attempts.push(await attemptIn(shop, await unpaidOrder(shop), state));
  }
  paid = await attemptIn(shop, await unpaidOrder(shop), 'pending');
  await callBack(shop, paid, getBody(paid, { items: { MpesaReceiptNumber: 'TRUERECEIPT' } }));
});
afterAll(() => shop.close());

/**
 * Number of forgeries; each run of a property tries a few. All databases reject them in the same code, so PostgreSQL
 * runs all of them and the embedded database, which takes three times as long, a quarter.
 */
const SHAPES = runsInFull() ? size(2_000, 10_000) : 500;
const EACH_RUN = 10;
/** The limit for callback bodies (F9). */
const MOST_BYTES = 8 * 1024;

const attempt = fc.integer({ min: 0, max: 5 });
const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    1,
    2999,
    3001,
    1e308,
    '',
    'x',
    '3000 ',
    '0x0BB8',
    'NaN',
    [],
    [3000],
    {},
    { Value: 3000 },
    '\u0000',
    '\ud800',
    '٣٠٠٠',
  ),
  fc.jsonValue({ maxDepth: 2 }),
);
const notTheAmount = junk.filter(
  (value) => !((typeof value === 'number' || typeof value === 'string') && Number(value) === 3000),
);
const notAReceipt = fc.oneof(
  fc.constant<unknown>('TRUERECEIPT'),
  junk.filter((value) => typeof value !== 'string' || !/^[\x21-\x7e]{1,40}$/.test(value)),
);

/** A body that starts as a good callback and is false in at least one field. */
const falseWords: fc.Arbitrary<CallbackWords> = fc.oneof(
  notTheAmount.map((Amount) => ({ items: { Amount } })),
  notAReceipt.map((MpesaReceiptNumber) => ({ items: { MpesaReceiptNumber } })),
  fc.constant({ items: { Amount: undefined, MpesaReceiptNumber: undefined } }),
  fc
    .string({ minLength: 1, maxLength: 40 })
    .map((name) => ({ items: { MpesaReceiptNumber: undefined, [name]: 'NLJ7RT61SV' } })),
  fc
    .constantFrom<number | string>(
      1,
      1032,
      1037,
      4999,
      9999,
      77777,
      '00',
      '0.0',
      -1,
      1e21,
      'null',
      'SFC_IC0003',
      'constructor',
      '__proto__',
    )
    .map((code) => ({ code })),
);
const text = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '{',
    'null',
    '[]',
    '"0"',
    '0',
    '<html>',
    '{"Body":null}',
    '{"Body":{"stkCallback":[]}}',
    '{"__proto__":{"Body":1}}',
    '\u0000',
    '[[[[[[[[[[[[[[[[[[',
  ),
  fc.json({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.integer({ min: 20, max: 20_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
);
const body = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('told' as const), told: falseWords }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('text' as const), text }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'foreign' as const }) },
);

const wrongToken = fc.oneof(
  fc.constant('other'),
  fc.constant('cut'),
  fc.constant('longer'),
  fc.constant('case'),
  fc.base64String({ maxLength: 60 }),
  fc.constantFrom('%00', '%E0%A4%A', '..', '.', '%2e%2e%2f', '0', 'null', 'undefined', '*', '%20', ' ', "' or 1=1 --"),
);

/** An attacker who does not know the secret of another's prompt. */
const outside = fc.record({
  to: attempt,
  token: wrongToken,
  id: fc.constantFrom('own', 'random', 'broken'),
  isGood: fc.boolean(),
  body,
});
/** An attacker who knows a secret and still cannot forge a payment. */
const inside = fc.record({ to: attempt, body });

function getText(at: MadeAttempt, it: typeof body extends fc.Arbitrary<infer Value> ? Value : never): string {
  if (it.kind === 'told') return getBody(at, it.told);
  return it.kind === 'text' ? it.text : getBody(at, { ids: paid.ids });
}

function getToken({ token }: MadeAttempt, index: number, wrong: string): string {
  switch (wrong) {
    case 'other':
      return attempts[(index + 1) % attempts.length]?.token ?? '';
    case 'cut':
      return token.slice(0, -1);
    case 'longer':
      return `${token}A`;
    case 'case':
      return token === token.toLowerCase() ? token.toUpperCase() : token.toLowerCase();
    default:
      return encodeURIComponent(wrong) === wrong ? wrong : wrong.replaceAll(/[^\w.%*-]/g, encodeURIComponent);
  }
}

const at = (index: number): MadeAttempt => {
  const found = attempts[index];
  if (found === undefined) throw new Error('no such attempt');
  return found;
};

async function expectNothingPaid(): Promise<void> {
  const stored = await shop.db.sql.select().from(payments);
  expect(stored.map(({ attemptId }) => attemptId)).toEqual([paid.id]);
  const rows = await shop.db.sql.select({ id: orders.id, isPaid: orders.isPaid }).from(orders);
  expect(rows.filter(({ isPaid }) => isPaid).map(({ id }) => id)).toEqual([paid.orderId]);
}

test(`R9: ${SHAPES * 0.9} forged callbacks without the secret: no payment and no 5xx`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(outside, { minLength: EACH_RUN, maxLength: EACH_RUN }), async (forgeries) => {
      const statuses = await Promise.all(
        forgeries.map(async ({ to, token, id, isGood, body: it }) => {
          const target = at(to);
          const wrong = getToken(target, to, token);
          const name = id === 'own' ? target.id : id === 'random' ? randomUUID() : `${target.id}0`;
          const { statusCode } = await callBack(
            shop,
            { id: name, token: id === 'own' ? wrong : target.token },
            isGood ? getBody(target) : getText(target, it),
          );
          return statusCode;
        }),
      );
      for (const status of statuses) expect([400, 404, 413, 414]).toContain(status);
    }),
    { numRuns: (SHAPES * 0.9) / EACH_RUN },
  );
  await expectNothingPaid();
});

test(`R9: ${SHAPES * 0.1} false bodies with the right secret: 200, or 413 above 8 kB, and no payment`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(inside, { minLength: EACH_RUN, maxLength: EACH_RUN }), async (forgeries) => {
      for (const { to, body: it } of forgeries) {
        const sent = getText(at(to), it);
        const { statusCode } = await callBack(shop, at(to), sent);
        const isRead = Buffer.byteLength(sent) <= MOST_BYTES;
        expect(statusCode, JSON.stringify(it).slice(0, 300)).toBe(isRead ? 200 : 413);
      }
    }),
    { numRuns: (SHAPES * 0.1) / EACH_RUN },
  );
  await expectNothingPaid();
});

test('R9: true callbacks are still accepted afterwards', async () => {
  for (const it of attempts) expect((await callBack(shop, it, getBody(it))).statusCode).toBe(200);
  const stored = await shop.db.sql.select().from(payments);
  expect(stored.map(({ attemptId }) => attemptId).sort()).toEqual([paid, ...attempts].map(({ id }) => id).sort());
});
