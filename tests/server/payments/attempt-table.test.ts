// @engine postgres
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { jobs } from '../../../server/db/schema.ts';
import { LIMITS } from '../../../server/limits/limits.ts';
import { ANSWERS_JUDGED, PER_DAY, UNANSWERED_PER_HOUR } from '../../../server/modules/payments/payer-phone.rules.ts';
import type { AttemptState } from '../../../server/modules/settlement/attempts.repository.ts';
import { registerWorkers } from '../../../server/workers.ts';
import { getRowName, type Row } from 'model-testing/table/flow';
import type { TestApp } from '../../support/server.ts';
import { readStock } from '../catalogue/products.ts';
import { closeCircuit, push as pushFor } from './mpesa-steps.ts';
import { flow } from './attempt-rows.ts';
import { need, play, readScene, type Books, type Reply, type Seen } from './attempt-scenes.ts';
import { lateScene, playLate } from './attempt-late.ts';
import { doesOfLate, isAskedOn } from './attempt-late-does.ts';
import { readBooks, callableShop, getReceipt, settle } from './attempt-steps.ts';

/** Rows and invariants that other tests cover. */
const ELSEWHERE: readonly { readonly rows: RegExp; readonly by: string }[] = [
  // The reconciler's query times, with its clock and budget.
  { rows: /: timer (?:25000|70000|130000|300000|600000|1800000) ms/, by: 'tests/server/payments/reconciler.test.ts' },
  {
    rows: /: 2 h, 6 h or 24 h after the push|: more than 24 h after the push/,
    by: 'tests/server/payments/reconciler.test.ts',
  },
  {
    rows: /: a planned query falls due after|: 25 s pass, but 5 queries|: query fails\(/,
    by: 'tests/server/payments/reconciler.test.ts',
  },
  {
    rows: /: (?:C2B confirmation|Pull row|statement line)\(receipt R1\)|: callback\(good\), receipt R[12] \[|: query answers\(code 0\) \[a payment by hand|: callback\(code 1032\) \[the order was paid by hand/,
    by: 'tests/server/payments/attempt-other-messages.test.ts',
  },
  { rows: /: the refund is dropped/, by: 'tests/server/refunds/refund-drop.test.ts' },
  { rows: /a claim for this order is open/, by: 'tests/server/claims/attacks.test.ts' },
  { rows: /a payment without an account is being checked/, by: 'tests/server/by-hand/part-paid.test.ts' },
  // The circuit (PAY-M2, PAY-M3), and what to try (PAY-M5).
  {
    rows: /the circuit (?:is open|opened since)|Daraja is backing off|: Daraja answers\((?:404|405|400\.002\.02 Inv|500|429|2028)|: token refused/,
    by: 'tests/server/payments/circuit-pushes.test.ts',
  },
  {
    rows: /\[the circuit of the cross-check is open|\[a C2B confirmation or Pull row shows/,
    by: 'tests/server/payments/cross-check.test.ts',
  },
  { rows: /it failed with|the prompt was not answered/, by: 'tests/server/payments/circuit-pushes.test.ts' },
  { rows: /^invariant: an attempt is created while the circuit/, by: 'tests/server/payments/circuit-pushes.test.ts' },
  { rows: /no or invalid token/, by: 'tests/server/core/access.test.ts' },
  { rows: /while the database is away/, by: 'tests/server/payments/callback.test.ts' },
  // Limits on prompts (D25, D24).
  {
    rows: /4th of one shopper within a minute|another shopper behind the same address/,
    by: 'tests/server/payments/push.test.ts',
  },
  { rows: /payment-status of 30 shoppers/, by: 'tests/server/core/who-is-counted.test.ts' },
  {
    rows: /the phone is 254722000000|own verified phone|another phone of the same order|proved 254722000000|where none is needed|the phone's bound is reached/,
    by: 'tests/server/payments/strange-phones.test.ts',
  },
  { rows: /^invariant: (?:no phone gets|D25's counts)/, by: 'tests/server/payments/strange-phones.test.ts' },
  // Lost and failing jobs (D28).
  { rows: /a planned query fails 20 times/, by: 'tests/server/payments/reconciler.test.ts' },
  {
    rows: /the job of (?:a planned query|the deadline) is lost|the clock steps back/,
    by: 'tests/server/orders/expiry.test.ts',
  },
  { rows: /the worker's job is lost/, by: 'tests/server/payments/push.test.ts' },
  { rows: /the refund's job fails/, by: 'tests/server/orders/messages.test.ts' },
  { rows: /^invariant: an amount that a callback told/, by: 'tests/server/payments/payment-review.test.ts' },
  { rows: /^invariant: a cancelled order has no live/, by: 'tests/server/payments/cancelled-order.test.ts' },
  { rows: /^invariant: at most one live attempt/, by: 'tests/server/payments/live-prompt.test.ts' },
  { rows: /^invariant: succeeded is left only/, by: 'tests/server/payments/attempt-machine.test.ts' },
  { rows: /^invariant: replaying any set of messages/, by: 'tests/server/payments/permutations.test.ts' },
  { rows: /^invariant: one receipt pays/, by: 'tests/server/payments/callback.test.ts' },
  { rows: /^invariant: an order is paid only/, by: 'tests/server/payments/forged.test.ts' },
];

let shop: TestApp;
beforeAll(async () => {
  shop = await callableShop();
  registerWorkers(shop.deps, shop.services);
});
beforeEach(() => closeCircuit(shop));
afterAll(() => shop.close());

const ofRow = ({ scene, after }: Seen) => after.attempts.find(({ id }) => id === scene.attempt?.id);
const newest = ({ after }: Seen) => after.attempts.at(-1);
const isSame = (seen: Seen, ...names: (keyof Books)[]) =>
  names.every((name) => JSON.stringify(seen.scene.before[name]) === JSON.stringify(seen.after[name]));
const isAccepted = ({ replies }: Seen) => replies.length > 0 && replies.every(({ status }) => status === 200);
const answersThis = (seen: Seen) =>
  seen.replies.every(
    ({ status, body }) =>
      status === 200 && body.data?.['checkoutRequestId'] === (ofRow(seen)?.checkoutRequestId ?? ofRow(seen)?.id),
  );
const isOnePrompt = (seen: Seen) => answersThis(seen) && seen.after.attempts.length === 1 && seen.pushed === 0;
const isRenewed = (seen: Seen) =>
  isAccepted(seen) &&
  seen.after.attempts.length === seen.scene.before.attempts.length + 1 &&
  newest(seen)?.state === 'pending' &&
  seen.pushed === 1;
const isPaid = ({ after }: Seen) =>
  after.order.isPaid && after.order.paidAt !== null && after.order.status === 'processing';
const isStored = (seen: Seen) => seen.after.callbacks.length > seen.scene.before.callbacks.length;
const isUnpaid = ({ after }: Seen) => !after.order.isPaid && after.payments.length === 0;
const hasAlarm = ({ after, scene }: Seen) => after.alarms.length > scene.before.alarms.length;
const isAsked = (seen: Seen) => (ofRow(seen)?.nextQueryAt?.getTime() ?? Infinity) <= shop.clock.now().getTime();
const isRefund = ({ after }: Seen) => after.refunds.length === 1;

/** The checks of each `does` text on rows and responses. */
const DOES: Readonly<Record<string, (seen: Seen) => boolean | Promise<boolean>>> = {
  'attempt row written before anything is sent, token random, only its hash kept': (seen) => {
    const url = shop.mpesa.prompts.at(-1)?.callbackUrl ?? '';
    const token = url.split('/').at(-1) ?? '';
    return (
      Buffer.from(token, 'base64url').length === 16 &&
      !JSON.stringify(seen.after).includes(token) &&
      newest(seen)?.tokenHash.length === 64
    );
  },
  "accountReference = four letters of the shop's name and the short id in upper case, at most 12": ({ scene }) =>
    shop.mpesa.prompts.at(-1)?.accountReference === `DUKA${scene.order.id.slice(0, 8).toUpperCase()}`,
  'amount taken from the order': (seen) => shop.mpesa.prompts.at(-1)?.amount === 3000 && newest(seen)?.amount === 3000,
  "answer with this attempt's checkoutRequestId": (seen) => answersThis(seen) && seen.pushed === 0,
  "answer with this attempt's checkoutRequestId, no second prompt": isOnePrompt,
  'a new attempt is created for the order': isRenewed,
  'a new attempt is created': isRenewed,
  'a new attempt is created at once; this one stays failed': isRenewed,
  'one attempt; both get the same checkoutRequestId': ({ after, replies, pushed }) =>
    after.attempts.length === 1 &&
    pushed === 1 &&
    new Set(replies.map(({ body }) => body.data?.['checkoutRequestId'])).size <= 2 &&
    replies.every(({ body }) =>
      [after.attempts[0]?.id, after.attempts[0]?.checkoutRequestId].includes(String(body.data?.['checkoutRequestId'])),
    ),
  'ids stored': (seen) => ofRow(seen)?.checkoutRequestId === seen.scene.attempt?.ids.checkoutRequestId,
  'queries planned at 25 s, 70 s, 130 s, 5, 10, 30 min, 2, 6, 24 h': (seen) => {
    const { nextQueryAt, pushedAt } = ofRow(seen) ?? {};
    return (
      (nextQueryAt?.getTime() ?? 0) - (pushedAt?.getTime() ?? 0) === 25_000 &&
      JSON.stringify(shop.env.mpesa.queryMs) === JSON.stringify(flow.constants['reconcileAt'])
    );
  },
  'certainly not charged; stock stays held until expiry': async (seen) =>
    seen.replies[0]?.status === 400 &&
    isUnpaid(seen) &&
    (await readStock(shop, seen.scene.order.productId)).reserved === 2,
  'maybe charged: blocks a second push': async ({ scene }) => {
    const { status } = await pushFor(shop, scene.order.shopper, scene.order);
    return status === 200 && (await readBooks(shop, scene.order.id)).attempts.length === 1;
  },
  'queried as soon as its CheckoutRequestID is known': async ({ scene }) => {
    await settle(shop, need(scene.attempt), {
      type: 'result.open',
      ids: need(scene.attempt).ids,
      shouldAsk: false,
      isStrange: false,
    });
    return (await readBooks(shop, scene.order.id)).attempts[0]?.nextQueryAt !== null;
  },
  'no second push is sent for it': ({ pushed }) => pushed === 0,
  'ids learned': (seen) => ofRow(seen)?.checkoutRequestId === seen.scene.attempt?.ids.checkoutRequestId,
  'ids learned, nothing else': (seen) =>
    ofRow(seen)?.checkoutRequestId === seen.scene.attempt?.ids.checkoutRequestId &&
    isSame(seen, 'order', 'payments', 'refunds', 'alarms', 'messages'),
  'MerchantRequestID and CheckoutRequestID learned': (seen) =>
    ofRow(seen)?.checkoutRequestId === seen.scene.attempt?.ids.checkoutRequestId &&
    ofRow(seen)?.merchantRequestId === seen.scene.attempt?.ids.merchantRequestId,
  'answer 200': isAccepted,
  'answer 404': ({ replies }) => replies.every(({ status }) => status === 404),
  'payment R1 stored': ({ after, scene }) =>
    after.payments.length === 1 &&
    after.payments[0]?.receipt === getReceipt(need(scene.attempt)) &&
    after.payments[0]?.amount === 3000,
  'order isPaid true, paidAt, pending -> processing': isPaid,
  'order paid': isPaid,
  "order paid (amount and order are the attempt's own)": isPaid,
  'order paid, revived or refunded (flow order)': isPaid,
  'money wins': isPaid,
  'as above': isPaid,
  'order paid, or overpaid when another attempt paid it, or to the refund queue when cancelled without stock': isPaid,
  'reservation committed': async ({ scene }) => (await readStock(shop, scene.order.productId)).reserved === 2,
  'mail and SMS queued': ({ after }) => after.messages.join() === 'paid',
  'one query planned to cross-check': (seen) => ofRow(seen)?.crossCheck === 'due' && ofRow(seen)?.nextQueryAt !== null,
  'nothing else: body kept once, no second mail, payment stored once': ({ after, scene }) =>
    after.callbacks.length === scene.before.callbacks.length + 1 &&
    after.messages.join() === 'paid' &&
    after.payments.length === 1,
  'stored, ignored': (seen) =>
    isStored(seen) && isSame(seen, 'order', 'attempts', 'payments', 'refunds', 'alarms', 'messages'),
  'alarm to the owner': hasAlarm,
  stored: isStored,
  'stored, one query asked': (seen) => isStored(seen) && isAsked(seen),
  'stored, one query asked, alarm': (seen) => isStored(seen) && isAsked(seen) && hasAlarm(seen),
  'stored, one query asked, not paid': (seen) => isStored(seen) && isAsked(seen) && isUnpaid(seen),
  'stored, alarm, not paid': (seen) => isStored(seen) && hasAlarm(seen) && isUnpaid(seen),
  'raw body stored, alarm': (seen) => seen.after.callbacks.some(({ body }) => body === '<html>oops') && hasAlarm(seen),
  'nothing stored as news': (seen) => isSame(seen, 'callbacks', 'order', 'attempts', 'messages', 'alarms'),
  'reason unchanged': (seen) => ofRow(seen)?.failureReason === 'You cancelled the payment.',
  'first reason stays': (seen) => ofRow(seen)?.failureReason === 'You cancelled the payment.',
  'paid once, one mail': ({ after }) => after.payments.length === 1 && after.messages.join() === 'paid',
  nothing: (seen) => isSame(seen, 'order', 'payments', 'refunds', 'alarms', 'messages'),
  'asked again later; not held for that': (seen) =>
    ofRow(seen)?.crossCheck === 'due' && seen.after.order.money === 'paid',
  'order held for the payments desk, alarm': (seen) => seen.after.order.money === 'held' && hasAlarm(seen),
  'still queried up to 24 h': (seen) => isAskedOn(shop, seen),
  'order marked overpaid': ({ after }) => after.order.money === 'overpaid',
  'refund queue': isRefund,
  'shopper told': ({ after }) => after.messages.includes('overpaid'),
  "answer {success:true, data:{status:'pending'}} from the database, no call to Daraja": ({ replies }) =>
    statusIs(replies, 'pending'),
  "answer status 'completed'": ({ replies }) => statusIs(replies, 'completed'),
  "answer status 'failed' with failureReason": ({ replies }) =>
    statusIs(replies, 'failed') && replies[0]?.body.data?.['failureReason'] === 'You cancelled the payment.',
  "answer status 'pending'": ({ replies }) => statusIs(replies, 'pending'),
};

function statusIs(replies: readonly Reply[], status: string): boolean {
  return replies[0]?.status === 200 && replies[0].body.success === true && replies[0].body.data?.['status'] === status;
}

/** The refusal of rows whose `says` describes it instead of quoting it. */
const REFUSED: Readonly<Record<string, number>> = {
  '403': 403,
  '404': 404,
  "refused, the amount differs from the order's": 409,
  refused: 409,
};
/** Quoted texts that have a status other than 409. */
const STATUS: Readonly<Record<string, number>> = {
  'Please enter a valid Kenyan phone number': 400,
  'M-Pesa takes at most Ksh 250,000 per payment.': 400,
  'This order has been cancelled.': 409,
  'We are checking your payment for this order. Please do not pay again.': 409,
};

function expectSays(says: string, seen: Seen): void {
  const [reply] = seen.replies;
  const status = REFUSED[says];
  if (status !== undefined) {
    expect(reply?.status).toBe(status);
  } else if (STATUS[says] !== undefined && (reply?.status ?? 0) >= 400) {
    expect([reply?.status, reply?.body.message?.replaceAll('\u00a0', ' ')]).toEqual([STATUS[says], says]);
  } else if (says.startsWith('the amount or daily limit')) {
    expect(ofRow(seen)?.failureReason).toMatch(/amount|limit/);
  } else {
    expect(ofRow(seen)?.failureReason).toBe(says);
    if (reply !== undefined && reply.status >= 400) expect(reply.body.message).toBe(says);
  }
}

/** Rows that each `does` text may change besides the attempt; all other rows stay unchanged. */
const TOUCHES: readonly (readonly [RegExp, readonly (keyof Books)[]])[] = [
  [/^callback|^two good callbacks/, ['callbacks']],
  [/^order (?:is)?paid|^payment R1 stored|^money wins|^as above|^paid once/i, ['order', 'payments', 'messages']],
  [/^order marked overpaid/, ['order', 'payments', 'messages', 'refunds']],
  [/^order held/, ['order']],
  [/\balarm\b/, ['alarms']],
  [/order cancelled without stock/, ['order', 'payments', 'messages', 'refunds', 'callbacks']],
  [/\(order cancelled\)|cash-on-delivery order/, ['order']],
  [/^payments desk confirms/, ['order', 'refunds']],
  [/^the order is held|^the payment keeps/, ['order', 'payments', 'alarms']],
  [/^refund of/, ['order', 'payments', 'refunds', 'messages', 'alarms']],
  [/^the order is cancelled by/, ['order']],
];

/** A payment writes one row and one text, once; everything that a row does not name is unchanged. */
function expectNothingElse({ on, to, does }: Row, seen: Seen): void {
  const words = [on, ...does];
  const touched = TOUCHES.flatMap(([pattern, names]) => (words.some((one) => pattern.test(one)) ? names : []));
  const parts = ['order', 'payments', 'refunds', 'alarms', 'callbacks', 'messages'] as const;
  expect(
    parts.filter((part) => !touched.includes(part) && !isSame(seen, part)),
    'changed, and the row says nothing of it',
  ).toEqual([]);
  const { before } = seen.scene;
  const news = (part: 'payments' | 'messages' | 'alarms' | 'refunds') => seen.after[part].length - before[part].length;
  // A payment from a query is doubted in two lines: the different amount, and the held order. A row with two codes
  // triggers both, and alarms about codes are not tied to an order.
  const mostAlarms = on.startsWith('callback') && (to === 'held' || / or '/.test(on)) ? 2 : 1;
  expect(news('alarms'), 'new alarms').toBeLessThanOrEqual(mostAlarms);
  for (const part of ['payments', 'messages', 'refunds'] as const)
    expect(news(part), `new ${part}`).toBeLessThanOrEqual(1);
}

/** The states that may be visible after a row (see the table). */
function reachedBy({ from, to, does }: Row): readonly (AttemptState | undefined)[] {
  if (to === 'none') return [undefined];
  // The attempt continues immediately, and the fake Daraja has already answered.
  if (from === 'none' && to === 'created') return ['pending'];
  // The next row: a second payment enters the refund queue in the same transaction.
  return does.includes('refund queue') && to === 'succeeded' ? ['refund_pending'] : [to as AttemptState];
}

const named = flow.rows.map((row) => ({ row, name: getRowName(row) }));
const isElsewhere = (name: string) => ELSEWHERE.some(({ rows: there }) => there.test(name));
const rows = named.filter(({ name }) => !isElsewhere(name));

describe('payment-attempt table', () => {
  test.each(rows.map(({ row, name }) => [`${row.ref}: ${name} -> ${row.to}`, row] as const))('%s', async (_, row) => {
    try {
      const scene = (await lateScene(shop, row)) ?? (await readScene(shop, row));
      const [pushes, queries] = [shop.mpesa.prompts.length, shop.mpesa.queries.length];
      const replies = (await playLate(shop, row, scene)) ?? (await play(shop, row, scene));
      const after = await readBooks(shop, scene.order.id);
      const seen: Seen = {
        scene,
        after,
        replies,
        pushed: shop.mpesa.prompts.length - pushes,
        asked: shop.mpesa.queries.length - queries,
      };
      const state = scene.attempt === null ? newest(seen)?.state : ofRow(seen)?.state;
      // A created attempt continues immediately: the fake Daraja has already answered.
      expect(reachedBy(row)).toContain(state);
      for (const words of row.says ?? []) expectSays(words, seen);
      for (const effect of row.does) {
        const check = DOES[effect] ?? doesOfLate(shop)[effect];
        if (check === undefined) throw new Error(`no meaning for: ${effect}`);
        expect(await check(seen), effect).toBe(true);
      }
      expectNothingElse(row, seen);
      if (row.calls.length === 0 && row.to === 'none') expect(seen.pushed).toBe(0);
      if (row.on !== 'server restarts') expect(seen.asked).toBe(0);
    } finally {
      vi.restoreAllMocks();
    }
  });

  test('every row and invariant runs here or names the file that runs it', () => {
    const names = [...named.map(({ name }) => name), ...flow.invariants.map((says) => `invariant: ${says}`)];
    expect(
      ELSEWHERE.filter(({ rows: there }) => !names.some((name) => there.test(name))),
      'matches nothing',
    ).toEqual([]);
    expect(
      ELSEWHERE.filter(({ by }) => !existsSync(by)),
      'a missing file',
    ).toEqual([]);
    expect(flow.invariants.filter((says) => !isElsewhere(`invariant: ${says}`))).toEqual([]);
  });

  test('the constants are the settings’ defaults', () => {
    const { mpesa, otp } = shop.env;
    expect(flow.constants).toEqual({
      darajaRequestTimeout: mpesa.timeoutMs,
      answerWithin: mpesa.answerMs,
      newAttemptAfter: mpesa.retryMs,
      reconcileAt: mpesa.queryMs,
      queriesPerMinute: mpesa.queriesPerMinute,
      mpesaMax: 250_000,
      code17Wait: mpesa.retryMs,
      unansweredPromptsAnHour: UNANSWERED_PER_HOUR,
      promptsADay: PER_DAY,
      refusalsBeforeProof: ANSWERS_JUDGED,
      proofValid: otp.verifiedMs,
      pushesAMinute: LIMITS.prompts.most,
      sweepEvery: 3_600_000,
    });
  });

  test('D7: every job kind has a worker', async () => {
    const kinds = new Set((await shop.db.sql.select({ kind: jobs.kind }).from(jobs)).map(({ kind }) => kind));
    expect(
      [...kinds].filter(
        (kind) =>
          !/^(?:news\.(?:sms|mail)|orders\.(?:expiry|sweep|stale)|desk\.alerts|statement\.pull|(?:payments|refunds|claims|parcels|maintenance)\.\w+)$/.test(
            kind,
          ),
      ),
    ).toEqual([]);
  });
});
