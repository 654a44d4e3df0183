// @engine postgres
import fc from 'fast-check';
import { and, eq, inArray, ne } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { claimPayment } from '../../../contract/payment-claims.ts';
import { orders, paymentClaims, payments, receipts, receivedMoney, refunds } from '../../../server/db/schema.ts';
import { size } from '../../support/size.ts';
import { runsInFull } from '../../support/test-database.ts';
import { byStaff } from '../orders/ordering.ts';
import { dueRefund, getCalls, hire, reversed, sendRefund, toBody, type DueRefund } from '../refunds/refund-steps.ts';
import {
  accountOf,
  confirm,
  confirmationBody,
  handShop,
  newReceipt,
  resultOf,
  unpaidOrder,
  type HandShop,
  type MadeOrder,
} from './by-hand-steps.ts';

/** Forged messages to every address beside the prompt's own: confirmations, answers about receipts, results of refunds. */

let shop: HandShop;
/** Its confirmation waits for M-Pesa's own answer. */
let packed: { readonly order: MadeOrder; readonly receipt: string };
/** Its shopper claims a receipt. */
let claimed: { readonly order: MadeOrder; readonly receipt: string };
/** It was sent, and has no result. */
let sent: DueRefund;
/** Nobody has approved it. */
let due: DueRefund;
/** An order that nobody paid. */
let unpaid: MadeOrder;
/** Paths of all addresses with a right secret. */
let at: Readonly<Record<'confirm' | 'check' | 'shown' | 'late' | 'claim' | 'result' | 'timeout', string>>;

/** Number of forgeries with and without a secret; the embedded database tries fewer of the same code. */
const SHAPES = runsInFull() ? size(600, 6_000) : 200;
const EACH_RUN = 10;

beforeAll(async () => {
  shop = await handShop({
    env: { LOG_LEVEL: 'silent', RATE_LIMIT_FACTOR: '1000000' },
  });
  unpaid = await unpaidOrder(shop);
  const order = await unpaidOrder(shop);
  packed = { order, receipt: await confirm(shop, { account: accountOf(order) }) };
  claimed = { order: await unpaidOrder(shop), receipt: newReceipt() };
  const { token } = claimed.order.shopper;
  expect((await shop.call(claimPayment, { id: claimed.order.id, text: claimed.receipt }, { token })).status).toBe(200);
  await shop.deps.jobs.runDue();
  [sent, due] = [await dueRefund(shop), await dueRefund(shop)];
  await sendRefund(shop, sent.id, await hire(shop, 'owner'));
  const question = (receipt: string) =>
    getCalls(shop, 'transactionStatus').find(({ asked }) => asked['receipt'] === receipt)?.asked;
  const call = getCalls(shop, 'reverse').at(-1)?.asked;
  const path = (url: unknown) => new URL(String(url)).pathname;
  at = {
    confirm: `/api/pay-in/confirm/${shop.secret}`,
    check: `/api/pay-in/check/${shop.secret}`,
    shown: path(question(packed.receipt)?.['resultUrl']),
    late: path(question(packed.receipt)?.['timeoutUrl']),
    claim: path(question(claimed.receipt)?.['resultUrl']),
    result: path(call?.['resultUrl']),
    timeout: path(call?.['timeoutUrl']),
  };
});
afterAll(async () => {
  vi.restoreAllMocks();
  await shop.close();
});

const post = (url: string, payload: string) =>
  shop.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json' } });

/** What a forgery may not change: what is paid, shown and sent back. */
async function readBooks() {
  const { sql } = shop.db;
  const ids = [unpaid.id, packed.order.id, claimed.order.id];
  const [paid, uses, shown, back, claims, own] = await Promise.all([
    sql.select().from(payments).orderBy(payments.id),
    sql
      .select()
      .from(receipts)
      .where(inArray(receipts.use, ['payment', 'refund']))
      .orderBy(receipts.receipt),
    // Money that M-Pesa shows and that pays nothing stays on the unmatched list.
    sql
      .select()
      .from(receivedMoney)
      .where(and(eq(receivedMoney.isShown, true), ne(receivedMoney.state, 'unmatched'))),
    sql.select().from(refunds).orderBy(refunds.id),
    sql.select().from(paymentClaims),
    sql.select().from(orders).where(inArray(orders.id, ids)).orderBy(orders.id),
  ]);
  return {
    paid: paid.map(({ id, receipt, amount, refunded }) => [id, receipt, amount, refunded]),
    uses: uses.map(({ receipt, use }) => [receipt, use]),
    shown: shown.map(({ receipt }) => receipt),
    back: back.map(({ id, receipt, state }) => [id, receipt, state === 'done']),
    claims: claims.map(({ state }) => state === 'accepted'),
    orders: own.map(({ id, isPaid }) => [id, isPaid]),
  };
}

const NAMES = ['confirm', 'check', 'shown', 'late', 'claim', 'result', 'timeout'] as const;
type Name = (typeof NAMES)[number];

/** A body that M-Pesa could send to the address, and that would count there. */
function getGood(name: Name): string {
  const { phone } = claimed.order.shopper.user;
  switch (name) {
    case 'confirm':
    case 'check':
      return JSON.stringify(confirmationBody(shop, { account: accountOf(unpaid) }));
    case 'shown':
    case 'late':
      return JSON.stringify(resultOf(shop, packed.receipt, {}));
    case 'claim':
      return JSON.stringify(resultOf(shop, claimed.receipt, { phone }));
    case 'result':
      return toBody(reversed(sent));
    case 'timeout':
      return toBody(reversed(sent, 'RB00000001'));
  }
}

const junk = fc.oneof(
  fc.constantFrom('', '{', 'null', '[]', '0', '<html>', '{"Result":null}', '{"Result":{"ResultCode":{}}}', '\u0000'),
  fc.constantFrom(
    '{"__proto__":{"Result":1}}',
    '{"Result":{"ResultCode":0,"ResultParameters":[[]]}}',
    '{"TransID":{}}',
  ),
  fc.json({ maxDepth: 4 }),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.integer({ min: 20, max: 20_000 }).map((depth) => `${'['.repeat(depth)}${']'.repeat(depth)}`),
  fc.integer({ min: 1, max: 40_000 }).map((length) => `{"Result":{"ResultCode":"${'0'.repeat(length)}"}}`),
);

const wrongSecret = fc.oneof(
  fc.constantFrom('cut', 'longer', 'case', 'other'),
  fc.constantFrom('%00', '%E0%A4%A', '..', '.', '%2e%2e%2f', '0', 'null', 'undefined', '*', '%20', "'%20or%201=1%20--"),
  fc.base64String({ maxLength: 60 }).map(encodeURIComponent),
);

/** The address with a wrong secret: changed, or that of another kind of address. */
function getWrong(name: Name, wrong: string): string {
  const [, folder = '', secret = ''] = /^(.*\/)([^/]+)$/.exec(at[name]) ?? [];
  switch (wrong) {
    case 'cut':
      return folder + secret.slice(0, -1);
    case 'longer':
      return `${folder}${secret}A`;
    case 'case':
      return folder + (secret === secret.toLowerCase() ? secret.toUpperCase() : secret.toLowerCase());
    case 'other': {
      // A result is not taken at the address of a confirmation or a refund, and the other way round.
      const other = {
        confirm: at.shown,
        check: at.claim,
        shown: at.result,
        late: at.confirm,
        claim: at.timeout,
        result: at.timeout,
        timeout: at.claim,
      };
      return folder + other[name].split('/').at(-1);
    }
    default:
      return folder + wrong;
  }
}

test(`R9: ${SHAPES} messages with a wrong secret: no 2xx, no 5xx, and nothing changes`, async () => {
  const before = await readBooks();
  const forgery = fc.record({
    name: fc.constantFrom(...NAMES),
    wrong: wrongSecret,
    body: fc.oneof({ weight: 2, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: junk }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(forgery, { minLength: EACH_RUN, maxLength: EACH_RUN }), async (all) => {
      const replies = await Promise.all(
        all.map(({ name, wrong, body }) => post(getWrong(name, wrong), body ?? getGood(name))),
      );
      for (const { statusCode } of replies) expect([400, 404, 405, 413, 414]).toContain(statusCode);
    }),
    { numRuns: SHAPES / EACH_RUN },
  );
  await shop.deps.jobs.runDue();
  expect(await readBooks()).toEqual(before);
});

const nothing = '254799999999';
const falseConfirmation = fc
  .oneof(
    fc.constantFrom('0', '-1', '3000.5', 'NaN', '1e9', '0x0BB8', '', '9'.repeat(40)).map((amount) => ({ amount })),
    fc.constantFrom('600000', '', '0', '174379 ').map((shortcode) => ({ shortcode: `${shortcode}9` })),
    fc.constantFrom('', 'NO SPACES', '"', '٣٠٠٠', 'x'.repeat(41), '../..').map((receipt) => ({ receipt })),
    fc.constantFrom('rent', 'DEADBEEF', '', '%', "' or 1=1").map((account) => ({ account, payer: '25479****000' })),
  )
  .map((words) => () => JSON.stringify(confirmationBody(shop, { account: accountOf(unpaid), ...words })));

/** Bodies that are false in at least one field, for an attacker who knows the address. */
const falseBody: Readonly<Record<Name, fc.Arbitrary<() => string>>> = {
  confirm: falseConfirmation,
  check: falseConfirmation,
  shown: fc
    .oneof(
      fc.constantFrom('ZZZZZZZZZZ', '', 'x').map((receipt) => ({ receipt: `${receipt}9` })),
      fc.constantFrom(1, 2999, 3001, -3000, 0.5).map((amount) => ({ amount })),
      fc.constantFrom('600000', '1').map((shortcode) => ({ shortcode })),
      fc.constantFrom('Cancelled', 'Expired', 'Declined', 'Authorized', '', 'completed?').map((status) => ({ status })),
      fc.constantFrom(1, 2001, '00', 'R000002', '0.0', -1).map((code) => ({ code })),
      fc.constant({ direction: 'out' as const }),
    )
    .map((words) => () => JSON.stringify(resultOf(shop, packed.receipt, words))),
  // A queue time-out tells nothing, whatever its body is.
  late: fc.constant(() => getGood('late')),
  claim: fc
    .oneof(
      fc.constant({ phone: nothing }),
      fc.constant({ receipt: 'ZZZZZZZZZZ' }),
      fc.constantFrom('600000', '1').map((shortcode) => ({ shortcode })),
      fc.constantFrom('Cancelled', 'Expired', 'Authorized', '').map((status) => ({ status })),
      fc.constantFrom(1, 2001, 'R000002', '00').map((code) => ({ code })),
      fc.constant({ direction: 'out' as const }),
      fc.constant({ time: '20200101000000' }),
    )
    .map(
      (words) => () =>
        JSON.stringify(resultOf(shop, claimed.receipt, { phone: claimed.order.shopper.user.phone, ...words })),
    ),
  result: fc
    .oneof(
      fc.constantFrom(1, 2999, 3001, -3000).map((amount) => () => reversed(sent, 'RB12345678', amount)),
      // The result of another call, whose refund was not sent.
      fc.constant(() => reversed(due)),
      fc.constant(() => ({
        ...reversed(sent),
        parameters: { ...reversed(sent).parameters, CreditPartyPublicName: nothing },
      })),
      fc.constant(() => ({ code: 0 })),
      fc.constantFrom('00', '0.0', 'null', 77_777).map((code) => () => ({ ...reversed(sent), code })),
    )
    .map((words) => () => toBody(words())),
  timeout: fc.constant(() => getGood('timeout')),
};

test(`R9: ${SHAPES / 2} false bodies at right addresses: 200, or 413 when they are too long, and nothing is paid, shown or sent`, async () => {
  const before = await readBooks();
  const forgery = fc
    .constantFrom(...NAMES)
    .chain((name) =>
      fc
        .oneof({ weight: 3, arbitrary: falseBody[name] }, { weight: 2, arbitrary: junk.map((text) => () => text) })
        .map((body) => ({ name, body })),
    );
  await fc.assert(
    fc.asyncProperty(fc.array(forgery, { minLength: EACH_RUN, maxLength: EACH_RUN }), async (all) => {
      for (const { name, body } of all) {
        const text = body();
        const { statusCode } = await post(at[name], text);
        const most = name === 'result' || name === 'timeout' ? 16 : 8;
        const isRead = Buffer.byteLength(text) <= most * 1024;
        expect(statusCode, `${name}: ${text.slice(0, 300)}`).toBe(isRead ? 200 : 413);
      }
      await shop.deps.jobs.runDue();
    }),
    { numRuns: SHAPES / 2 / EACH_RUN },
  );
  expect(await readBooks()).toEqual(before);
  await expect(byStaff(shop, packed.order.id, 'shipped')).rejects.toThrow();
});

test('R9: a true result is still taken afterwards, once', async () => {
  for (const _ of [1, 2, 3]) expect((await post(at.result, getGood('result'))).statusCode).toBe(200);
  const books = await readBooks();
  expect(books.back).toContainEqual([sent.id, 'RB12345678', true]);
  expect(books.uses.filter(([, use]) => use === 'refund')).toEqual([['RB12345678', 'refund']]);
  // A replay at the address of a call whose refund is done changes nothing.
  await post(at.result, toBody(reversed(sent, 'RB00000002')));
  expect((await readBooks()).back).toEqual(books.back);
});
