// @engine postgres
import { byStaff } from '../orders/ordering.ts';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { paymentAlarms } from '../../../server/db/schema.ts';
import { paymentAttemptMachine } from '../../../server/machines/payment-attempt.machine.ts';
import type { AttemptEvent } from '../../../server/machines/payment-attempt.types.ts';
import type { AttemptState } from '../../../server/modules/settlement/attempts.repository.ts';
import { walkPure, type PureStep } from 'model-testing/pure-machine';
import { toStepKey, findShortestWalks } from 'model-testing/pure-walks';
import type { TestApp } from '../../support/server.ts';
import { attemptTable } from './attempt-rows.ts';
import {
  readBooks,
  callableShop,
  settle,
  unpaidOrder,
  writtenAttempt,
  type MadeAttempt,
  type MadeOrder,
} from './attempt-steps.ts';
import type { AttemptFacts } from './attempt-walk.ts';
import { stopTime } from './mpesa-steps.ts';

type Step = PureStep<AttemptFacts, AttemptEvent>;

let shop: TestApp;
beforeAll(async () => {
  shop = await callableShop({ env: { LOG_LEVEL: 'silent' } });
});
beforeEach(() => stopTime(shop));
afterEach(() => vi.restoreAllMocks());
afterAll(() => shop.close());

interface Scene {
  readonly order: MadeOrder;
  readonly attempt: MadeAttempt;
}

/** Maps an id or receipt of the machine's events to one of this attempt. */
const own = <T extends string | null>({ attempt }: Scene, word: T) => (word === null ? null : `${word} ${attempt.id}`);

function ownIds(
  scene: Scene,
  { merchantRequestId, checkoutRequestId }: Pick<AttemptFacts, 'merchantRequestId' | 'checkoutRequestId'>,
) {
  return { merchantRequestId: own(scene, merchantRequestId), checkoutRequestId: own(scene, checkoutRequestId) };
}

/** The event with the ids of this attempt. */
function getEvent(scene: Scene, event: AttemptEvent): AttemptEvent {
  if (event.type === 'push.start') return { ...event, now: shop.clock.now().getTime() };
  if (event.type === 'push.accepted') return { ...event, ids: ownIds(scene, event.ids) };
  if (event.type === 'money.received')
    return { ...event, ids: ownIds(scene, event.ids), receipt: own(scene, event.receipt) };
  return 'ids' in event ? { ...event, ids: ownIds(scene, event.ids) } : event;
}

/** Reads every row that can be written for an attempt. */
async function allOf({ order }: Scene) {
  const { order: row, attempts, payments, refunds, messages } = await readBooks(shop, order.id);
  const alarms = await shop.db.sql.select().from(paymentAlarms).where(eq(paymentAlarms.orderId, order.id));
  const [attempt] = attempts;
  if (attempt === undefined) throw new Error('no attempt');
  return {
    attempt,
    order: { status: row.status, money: row.money },
    payments: payments.map(({ id, orderId, receipt, amount, refunded, paidAt }) => {
      return { id, orderId, receipt, amount, refunded, paidAt };
    }),
    refunds: refunds.map(({ attemptId, confirmedAt }) => ({ attemptId, confirmedAt })),
    alarms: [
      ...alarms.map(({ kind, attemptId, detail }) => getAlarm(kind, attemptId, detail)),
      ...(await codeAlarms()),
    ].sort(),
    messages,
  };
}
/** Alarms about a code, which all payments share (PAY-M1): one entry per time that it was raised. */
async function codeAlarms(): Promise<string[]> {
  const rows = await shop.db.sql
    .select()
    .from(paymentAlarms)
    .where(inArray(paymentAlarms.kind, [...CODE_ALARMS]));
  return rows.flatMap(({ kind, count, detail }) =>
    Array.from({ length: count }, () => `${kind} ${(detail as { code: string }).code}`),
  );
}
const CODE_ALARMS = ['badSettings', 'strangeResult'];
/** Includes the detail, with its parts sorted because the database does not keep their order. */
const getAlarm = (kind: string, attemptId: string | null, detail: unknown) =>
  `${kind} ${attemptId ?? 'of the order'} ${JSON.stringify(detail).split(/[{},]/).sort().join()}`;
const toldAlarm = (kind: string, id: string, told: AttemptEvent) =>
  CODE_ALARMS.includes(kind) ? `${kind} ${'code' in told ? (told.code ?? '') : ''}` : getAlarm(kind, id, told);
type All = Awaited<ReturnType<typeof allOf>>;

/** Sends a due refund through the order's cancellation and all other events to the attempt. */
async function play(scene: Scene, { event, before }: Step): Promise<string | null> {
  if (event.type === 'refund.due' && before.state === 'held') {
    await shop.db.tx((tx) => shop.services.refundsBackOffice.giveBack(tx, scene.order.id));
    return null;
  }
  if (event.type !== 'refund.due' || before.state !== 'succeeded')
    return (await settle(shop, scene.attempt, getEvent(scene, event))).outcome;
  await byStaff(shop, scene.order.id, 'cancelled');
  return null;
}

/** The next time in the query schedule (D7). */
function nextQuery({ pushedAt, createdAt }: All['attempt'], now: Date): Date {
  const from = (pushedAt ?? createdAt).getTime();
  const ms = shop.env.mpesa.queryMs.find((after) => from + after > now.getTime());
  if (ms === undefined) throw new Error('the schedule is over');
  return new Date(from + ms);
}

/** Rows that the database must contain after the machine's decision is committed, and no others. */
function expected(scene: Scene, was: All, { after, event, effects, isAccepted }: Step, now: Date): All {
  const has = (type: string) => effects.some((effect) => effect.type === type);
  if (!isAccepted || has('ignoreRepeat')) return was;
  const { id, orderId } = scene.attempt;
  const pushedAt = event.type === 'push.start' ? now : was.attempt.pushedAt;
  const told = getEvent(scene, event);
  const receipt = told.type === 'money.received' ? told.receipt : null;
  const isHeld = has('holdOrder') && was.order.money === 'paid';
  const isBack = event.type === 'refund.due';
  // The circuit raises the alarm about 2028 when it hears the answer (PAY-M2), which is not part of the commit.
  const isOfCircuit = 'code' in told && told.code === '2028';
  const alarms = effects.flatMap(({ type, params }) =>
    type === 'alertBackOffice' && !isOfCircuit ? [toldAlarm((params as { kind: string }).kind, id, told)] : [],
  );
  // An order with a refund due cannot be held, so the alarm names the attempt.
  if (has('holdOrder')) alarms.push(getAlarm('payment.mismatched', isHeld ? null : id, null));
  const isDoubted = has('doubtPayment');
  const isCleared = has('clearDoubt');
  if (isDoubted) alarms.push(getAlarm('payment.doubted', id, null));
  const isPaidNow = has('payOrder') || (isCleared && was.order.status === 'pending');
  const payments = was.payments.map((payment) => ({
    ...payment,
    receipt: own(scene, after.receipt),
    ...(isBack && { refunded: payment.amount }),
    ...(has('keepAmount') && {
      amount: after.toldAmount ?? 0,
      refunded: payment.refunded === 0 ? 0 : (after.toldAmount ?? 0),
    }),
    ...(isCleared && event.type === 'money.received' && { amount: 3000 }),
  }));
  const amount = isDoubted ? (after.toldAmount ?? 0) : 3000;
  const come = { id, orderId, receipt, amount, refunded: 0, paidAt: now };
  const isScheduled = has('scheduleQueries') || has('scheduleCrossCheck');
  return {
    attempt: {
      ...was.attempt,
      ...ownIds(scene, after),
      state: after.state as AttemptState,
      resultCode: after.resultCode,
      failureReason: after.failureReason,
      crossCheck: after.crossCheck,
      pushedAt,
      updatedAt: now,
      nextQueryAt: has('askNow')
        ? now
        : isScheduled
          ? nextQuery({ ...was.attempt, pushedAt }, now)
          : was.attempt.nextQueryAt,
    },
    order:
      has('payOrder') || isCleared
        ? { status: 'processing', money: 'paid' }
        : {
            status: isBack ? 'cancelled' : was.order.status,
            money:
              isHeld || isDoubted ? 'held' : isBack ? 'refundDue' : has('closeRefund') ? 'refunded' : was.order.money,
          },
    payments: has('payOrder') || (isDoubted && payments.length === 0) ? [...payments, come] : payments,
    refunds:
      isBack && was.refunds.length === 0
        ? [{ attemptId: id, confirmedAt: null }]
        : was.refunds.map((refund) => ({ ...refund, confirmedAt: has('closeRefund') ? now : refund.confirmedAt })),
    alarms: [...was.alarms, ...alarms].sort(),
    messages: [...was.messages, ...(isPaidNow ? ['paid'] : []), ...(isBack ? ['refund'] : [])].sort(),
  };
}

function getOutcome({ isAccepted, effects }: Step): string {
  if (!isAccepted) return 'refused';
  return effects.some(({ type }) => type === 'ignoreRepeat') ? 'unchanged' : 'changed';
}

/** All rejected steps are one kind and all repeats are one kind, because they write nothing. */
function getKind(step: Step): string {
  const outcome = getOutcome(step);
  const { before, event, after, effects } = step;
  return outcome === 'changed' ? JSON.stringify([event.type, before.state, after.state, effects]) : outcome;
}

const { steps } = walkPure(paymentAttemptMachine, attemptTable);
const walks = findShortestWalks(steps, attemptTable.sentences, getKind);
/** Steps that were already compared; later walks skip them. */
const compared = new Set<string>();

describe('commits what the attempt machine decides', () => {
  test.each(walks.map((walk) => [walk.name, walk] as const))('%s', async (_, { steps: walk }) => {
    const order = await unpaidOrder(shop);
    const scene = { order, attempt: await writtenAttempt(shop, order) };
    const enqueued = vi.spyOn(shop.deps.jobs, 'enqueue');
    for (const step of walk) {
      shop.clock.advance(1000);
      const was = await allOf(scene);
      enqueued.mockClear();
      const outcome = await play(scene, step);
      if (compared.has(toStepKey(step))) continue;
      compared.add(toStepKey(step));
      const title = JSON.stringify([step.event, step.before]);
      const now = shop.clock.now();
      const after = expected(scene, was, step, now);
      expect(await allOf(scene), title).toEqual(after);
      if (outcome !== null) expect(outcome, title).toBe(getOutcome(step));
      // Lists each job once, even where a duplicate would not be stored.
      const jobs = enqueued.mock.calls.map(([, { kind, runAt }]) => `${kind} ${runAt.toISOString()}`);
      const isAsked = step.effects.some(({ type }) => /^(?:schedule|askNow)/.test(type));
      const texts = after.messages.length - was.messages.length;
      expect(jobs.sort(), title).toEqual([
        ...['mail', 'sms'].flatMap((way) => Array.from({ length: texts }, () => `news.${way} ${now.toISOString()}`)),
        ...(isAsked ? [`payments.query ${after.attempt.nextQueryAt?.toISOString()}`] : []),
      ]);
    }
  });
});
