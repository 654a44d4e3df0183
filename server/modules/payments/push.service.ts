import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { OrderId } from '../../../contract/fields.ts';
import type { Shillings } from '../../../contract/rules/money.ts';
import type { Msisdn } from '../../../contract/rules/phone.ts';
import { shop } from '../../../contract/shop.config.ts';
import { isConnectionLoss } from '../../db/errors.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentUser } from '../../people.ts';
import type { AttemptEvent } from '../../machines/payment-attempt.types.ts';
import type { PushAnswer } from '../../providers/mpesa.ts';
import { NO_ANSWER, retryAfterFailure, SAME_AMOUNT_CODE } from '../../providers/mpesa-codes.rules.ts';
import { secretHash } from '../../secrets.ts';
import { assertOwnOrder } from '../orders/own-order.rules.ts';
import { findAttempt, findOpenAttempt, findPayments, type AttemptRow } from '../settlement/attempts.repository.ts';
import { toPromptAlarm } from '../settlement/code-alarm.rules.ts';
import { hearPush, isAlarmOfCircuit } from '../settlement/circuit.rules.ts';
import type { CircuitView } from '../settlement/circuit-state.rules.ts';
import type { SettlementResult } from '../settlement/settlement.service.ts';
import { findOrder, lockOrder, type OrderRow } from '../settlement/stored-orders.repository.ts';
import type { Browser } from './payer-phone.service.ts';
import { insertAttempt, type NewAttempt } from './push.repository.ts';
import {
  parsePhoneOrThrow,
  formatPromptDescription,
  toReference,
  assertPayable,
  toTooSoonRefusal,
} from './push.rules.ts';
import { toRefusedPush, toStoppedPush } from './result-codes.rules.ts';
import { Refusal } from '../../refusal.ts';
import { claimedPayment, seenPayment } from '../settlement/settlement.texts.ts';
import { getDue } from '../settlement/part-payments.rules.ts';
import { findOpenClaim } from '../settlement/claims.repository.ts';
import { findReceivedOfOrder } from '../settlement/received-money.repository.ts';
import * as texts from './payments.texts.ts';

export interface PushRequest {
  readonly phoneNumber: string;
  readonly amount: Shillings;
  readonly orderId: OrderId;
  /** Result of the phone verification. Only its token is used (D1). */
  readonly verificationData?: { readonly verificationToken?: string | undefined } | undefined;
}

/** Delays before the retries to store Daraja's reply while the database is unavailable. The ids exist nowhere else. */
const STORE_AGAIN_MS = [250, 1_000, 4_000, 10_000, 20_000];

/** A new attempt with its callback secret, the existing attempt that the response refers to, or the open circuit. */
type StartedPush =
  | { readonly attempt: NewAttempt; readonly token: string }
  | { readonly known: AttemptRow }
  | { readonly stopped: CircuitView; readonly order: OrderRow };

/** An attempt with Daraja's reply. `retryAfterMs` is the wait that Daraja requested, if any. */
type AnsweredPush = SettlementResult & { readonly retryAfterMs: number | null };

/** Sends prompts. The attempt is stored first, and Daraja is called outside of any transaction (T2, T3). */
export function createPushService(
  deps: Deps,
  services: Pick<
    Services,
    'settlement' | 'alarms' | 'querySchedule' | 'sameAmount' | 'payerPhone' | 'circuit' | 'otherWays'
  >,
) {
  const { env, db, clock, jobs, limiter, mpesa, log, background } = deps;
  const { closeOldAttempts, liveAttempt, settleAttempt } = services.settlement;
  const { raiseAlarm } = services.alarms;
  const { scheduleDeadline } = services.querySchedule;
  const { waitFor } = services.sameAmount;
  const { takeProof, refuseBothered, awaitProof } = services.payerPhone;
  const { admitPush, recheckPush, hear } = services.circuit;
  const { refuseStopped, refuseDeclined } = services.otherWays;

  /**
   * Handles `POST /mpesa/stkpush`. Returns Daraja's id, or the attempt's id when Daraja did not reply in time or the
   * outcome is unknown (D10). Returns the id of the live or paid attempt when there is one (D8, Q21). Throws
   * `forbidden` and `not-found` for other orders than the shopper's own. Throws `invalid` for the phone, the amount
   * limit and a definite refusal by Daraja. Throws `conflict` when the order cannot be paid, must wait or, with
   * `data.proof`, the phone must be verified first (D25), and with `data.ways` while M-Pesa sends no prompts (PAY-M2,
   * PAY-M3). Throws `too-often` for a fourth prompt in a minute (only sent ones count), and when another person's phone
   * is over its limit.
   */
  async function push(user: CurrentUser, request: PushRequest, browser: Browser): Promise<string> {
    const phone = parsePhoneOrThrow(request.phoneNumber);
    if (request.verificationData !== undefined)
      await takeProof(user, phone, request.verificationData.verificationToken ?? '', browser);
    const begun = await db
      .tx((tx) => begin(tx, user, { ...request, phone }))
      .catch(async (error: unknown) => {
        await awaitProof(error, user, phone, browser);
        throw error;
      });
    if ('known' in begun) return getPollId(begun.known);
    if ('stopped' in begun) throw await refuseStopped(begun.stopped, begun.order);
    const sending = send(begun.attempt, begun.token);
    background.keep(sending);
    const settled = await withDeadline(sending, env.mpesa.answerMs);
    return settled === null ? begun.attempt.id : toAnswer(settled);
  }

  /** Makes all decisions before the request is sent. The order lock excludes parallel pushes (T2). */
  async function begin(
    tx: Sql,
    user: CurrentUser,
    { orderId, amount, phone }: PushRequest & { phone: Msisdn },
  ): Promise<StartedPush> {
    await lockOrder(tx, orderId);
    const { order } = assertOwnOrder(await findOrder(tx, orderId), user.id, texts.foreignOrder);
    const now = clock.now();
    if (order.isPaid && order.status !== 'cancelled') {
      const paid = await findPaidAttempt(tx, orderId);
      if (paid !== null) return { known: paid };
    }
    // The rest after payments by hand (PAY-C5).
    const due = getDue(order, await findPayments(tx, orderId));
    if ((await findReceivedOfOrder(tx, orderId, ['proving'])).length > 0)
      throw new Refusal('conflict', seenPayment, { data: { checking: true } });
    if ((await findOpenClaim(tx, orderId)) !== null)
      throw new Refusal('conflict', claimedPayment, { data: { checking: true } });
    assertPayable(order, amount, due);
    const live = await liveAttempt(tx, orderId, now);
    if (live !== null) return { known: live };
    const id = randomUUID();
    const stopped = await admitPush(tx, id, now);
    if (stopped !== null) return { stopped, order };
    const closed = await closeOldAttempts(tx, orderId, now);
    await assertNotTooSoon(tx, { userId: user.id, phone, amount: due }, now);
    await refuseBothered(tx, user, phone, now);

    const token = randomBytes(16).toString('base64url');
    const tokenHash = secretHash(token);
    const attempt = toAttempt(order, { id, phone, amount: due, tokenHash, now, runStartedAt: runStart(closed, now) });
    if (!(await insertAttempt(tx, attempt))) {
      const first = await findOpenAttempt(tx, orderId);
      if (first === null) throw new Error('payment attempt: neither written nor found');
      return { known: first };
    }
    await limiter.count('prompts', user.id, { handle: tx });
    await scheduleDeadline(tx, attempt.id, now);
    return { attempt, token };
  }

  /** A prompt that replaces an open one shares its ten minutes (Q19). */
  function runStart(closed: AttemptRow | null, now: Date): Date {
    const isRunning = closed !== null && now.getTime() - closed.runStartedAt.getTime() < env.mpesa.expireMs;
    return isRunning ? closed.runStartedAt : now;
  }

  async function assertNotTooSoon(
    tx: Sql,
    like: { userId: string; phone: Msisdn; amount: Shillings },
    now: Date,
  ): Promise<void> {
    const waitMs = await waitFor(tx, like, now);
    if (waitMs > 0) throw toTooSoonRefusal(toRefusedPush(SAME_AMOUNT_CODE).reason, waitMs);
  }

  /**
   * Sends the prompt. Nothing is sent when a callback settled the attempt first, then it returns `null`, or when the
   * circuit opened meanwhile. Rejects while the database is unavailable.
   */
  async function send(attempt: NewAttempt, token: string): Promise<AnsweredPush | null> {
    const started = await start(attempt.id);
    if (started.outcome !== 'changed') return null;
    if (started.attempt.state !== 'requesting') return { ...started, retryAfterMs: null };
    const answer = await mpesa.push({
      phone: attempt.phone,
      amount: attempt.amount,
      accountReference: attempt.accountReference,
      description: formatPromptDescription(shop.name),
      callbackUrl: `${env.mpesa.callbackOrigin}/api/mpesa/callback/${attempt.id}/${token}`,
    });
    log.info(
      {
        attempt: attempt.id,
        order: attempt.orderId,
        outcome: answer.outcome,
        ...('code' in answer && { code: answer.code }),
      },
      'M-Pesa push',
    );
    const settled = await store(attempt.id, answer);
    jobs.wake();
    return { ...settled, retryAfterMs: answer.outcome === 'refused' ? (answer.retryAfterMs ?? null) : null };
  }

  /** Retries while the database is unavailable. Without Daraja's id only a callback could settle the attempt (T3). */
  async function store(attemptId: string, answer: PushAnswer): Promise<SettlementResult> {
    for (const again of STORE_AGAIN_MS) {
      try {
        return await settle(attemptId, answer);
      } catch (error) {
        if (!isConnectionLoss(error)) throw error;
        log.warn({ err: error, attempt: attemptId }, 'M-Pesa reply not stored yet, retrying');
        await wait(again, undefined, { ref: false });
      }
    }
    return settle(attemptId, answer);
  }

  function start(attemptId: string): Promise<SettlementResult> {
    return db.tx(async (tx) => {
      const now = clock.now();
      const stopped = await recheckPush(tx, attemptId);
      const event = stopped === null ? toStart(now) : toStoppedPush(stopped.prompt);
      return settleAttempt(tx, attemptId, event, now);
    });
  }

  function settle(attemptId: string, answer: PushAnswer): Promise<SettlementResult> {
    return db.tx(async (tx) => {
      const now = clock.now();
      if (answer.outcome === 'unknown' && !isAlarmOfCircuit('push', answer.code ?? NO_ANSWER, answer.text))
        await raiseAlarm(tx, toPromptAlarm(answer), now);
      const settled = await settleAttempt(tx, attemptId, toEvent(answer), now);
      await hear(tx, hearPush(answer), attemptId, now);
      return settled;
    });
  }

  /** Returns the id for the shopper after a reply in time. Throws `Refusal` when Daraja definitely refused. */
  async function toAnswer({ attempt, retryAfterMs }: AnsweredPush): Promise<string> {
    const isRefused = attempt.state === 'failed' && attempt.checkoutRequestId === null;
    if (!isRefused) return getPollId(attempt);
    const { resultCode, failureReason } = attempt;
    const reason = failureReason ?? '';
    const isSameAmount = resultCode === SAME_AMOUNT_CODE;
    const waitMs = isSameAmount
      ? await waitFor(db.sql, attempt, clock.now())
      : (retryAfterMs ?? retryAfterFailure(resultCode ?? '', reason));
    const { orderId, userId, amount } = attempt;
    throw await refuseDeclined(reason, waitMs, { id: orderId, userId, totalPrice: amount });
  }

  return { push };
}

const toStart = (now: Date): AttemptEvent => ({ type: 'push.start', now: now.getTime() });

function toEvent(answer: PushAnswer): AttemptEvent {
  if (answer.outcome === 'accepted') {
    const { merchantRequestId, checkoutRequestId } = answer;
    return { type: 'push.accepted', ids: { merchantRequestId, checkoutRequestId } };
  }
  return answer.outcome === 'refused' ? toRefusedPush(answer.code, answer.text) : { type: 'push.unanswered' };
}

function toAttempt(
  order: OrderRow,
  more: { id: string; phone: Msisdn; amount: Shillings; tokenHash: string; now: Date; runStartedAt: Date },
): NewAttempt {
  const { id, phone, amount, tokenHash, now, runStartedAt } = more;
  return {
    id,
    orderId: order.id,
    userId: order.userId,
    phone,
    amount,
    accountReference: toReference(shop.name, order.shortId),
    state: 'created',
    tokenHash,
    runStartedAt,
    createdAt: now,
    updatedAt: now,
  };
}

/** Returns the attempt with the earliest payment. */
async function findPaidAttempt(tx: Sql, orderId: OrderId): Promise<AttemptRow | null> {
  const [first] = (await findPayments(tx, orderId)).sort((one, other) => one.paidAt.getTime() - other.paidAt.getTime());
  return first?.attemptId == null ? null : ((await findAttempt(tx, first.attemptId))?.attempt ?? null);
}

/** Returns the id that the client polls. */
function getPollId({ id, checkoutRequestId }: AttemptRow): string {
  return checkoutRequestId ?? id;
}

/** Resolves to `null` after the timeout. */
async function withDeadline<T>(work: Promise<T>, ms: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, ms, null);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
