import { createHash, timingSafeEqual } from 'node:crypto';
import { toShillings, type Shillings } from '../../../contract/rules/money.ts';
import type { Sql } from '../../db/client.ts';
import { databaseCode } from '../../db/errors.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import type { AttemptEvent } from '../../machines/payment-attempt.types.ts';
import { secretHash } from '../../secrets.ts';
import { findAttempt, type AttemptRow } from '../settlement/attempts.repository.ts';
import { hearResult } from '../settlement/circuit.rules.ts';
import { ReceiptTakenError } from '../settlement/settlement.service.ts';
import { lockOrder } from '../settlement/stored-orders.repository.ts';
import { parseCallback, type CallbackBody } from './callback-body.rules.ts';
import { findAttemptByCheckout, insertCallback, isReceiptUsedElsewhere } from './callback.repository.ts';
import { toCallbackResult, isSuccess, SUCCESS_CODE } from './result-codes.rules.ts';
import { tryAgain } from '../../common.texts.ts';

/** Reasons why a callback cannot settle the attempt. */
type Doubt = 'unreadableCallback' | 'foreignCheckout' | 'foreignReceipt';

const OWN_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const NO_ATTEMPT = '00000000-0000-4000-8000-000000000000';
/** No secret has this hash. */
const NO_HASH = '0'.repeat(64);
const UNIQUE_VIOLATION = '23505';
const TRIES = 3;
const MOST_TOLD = 2_000_000_000;

/** Handles callbacks. They are unsigned and may be lost, early, late, repeated or forged (T4). */
export function createCallbackService(
  deps: Deps,
  { alarms, settlement, circuit }: Pick<Services, 'alarms' | 'settlement' | 'circuit'>,
) {
  const { db, clock, jobs } = deps;
  const { raiseAlarm } = alarms;
  const { settleAttempt } = settlement;

  /** Returns whether the secret belongs to the attempt. An unknown attempt takes the same amount of work. */
  async function isKnown(attemptId: string, token: string): Promise<boolean> {
    const found = await findAttempt(db.sql, OWN_ID.test(attemptId) ? attemptId : NO_ATTEMPT);
    const wanted = Buffer.from(found?.attempt.tokenHash ?? NO_HASH, 'hex');
    const given = Buffer.from(secretHash(token), 'hex');
    return timingSafeEqual(wanted, given) && found !== null;
  }

  /**
   * Stores the body once and settles the attempt, in one transaction. Rejects while the database is unavailable (Q20).
   */
  async function receive(attemptId: string, body: string): Promise<void> {
    for (let turn = 1; ; turn += 1) {
      try {
        await db.tx((tx) => receiveOnce(tx, attemptId, body));
        jobs.wake();
        return;
      } catch (error) {
        // Another attempt took the receipt or Daraja's id in parallel. The retry detects that before it writes.
        const isRace = error instanceof ReceiptTakenError || databaseCode(error) === UNIQUE_VIOLATION;
        if (!isRace) throw error;
        if (turn === TRIES) throw new Refusal('unavailable', tryAgain, { retryAfter: 5 });
      }
    }
  }

  async function receiveOnce(tx: Sql, attemptId: string, body: string): Promise<void> {
    const now = clock.now();
    const found = await findAttempt(tx, attemptId);
    if (found === null) throw new Error('callback: the attempt is gone');
    // Locks the order first. Inserting the callback makes PostgreSQL lock the attempt, which a transaction that holds
    // the order locks next.
    await lockOrder(tx, found.attempt.orderId);
    const callbackId = await insertCallback(tx, {
      attemptId,
      bodyHash: hashBody(attemptId, body),
      body: body.replaceAll('\u0000', '\ufffd'),
      receivedAt: now,
    });
    // The same body was already handled.
    if (callbackId === null) return;
    const heard = await judge(tx, found.attempt, parseCallback(body));
    const alarm = (kind: Doubt | 'wrongAmount') =>
      raiseAlarm(tx, { kind, orderId: found.attempt.orderId, attemptId, detail: { message: callbackId } }, now);
    if (typeof heard === 'string') {
      await alarm(heard);
      return;
    }
    if (heard.type === 'amount.differs' && found.attempt.state !== 'held') await alarm('wrongAmount');
    await settleAttempt(tx, attemptId, heard, now);
    const { code = SUCCESS_CODE, text } = 'code' in heard ? heard : {};
    await circuit.hear(tx, hearResult(code, text), attemptId, now);
  }

  return { isKnown, receive };
}

/** Paid only with the order's exact amount, an unused receipt and the ids of this prompt (D7). */
async function judge(tx: Sql, attempt: AttemptRow, callback: CallbackBody | null): Promise<AttemptEvent | Doubt> {
  if (callback === null) return 'unreadableCallback';
  const { ids, code, text, amount, receipt, paidAt } = callback;
  if (await isForeign(tx, attempt, ids)) return 'foreignCheckout';
  if (!isSuccess(code)) return toCallbackResult(code, ids, text);
  if (amount !== null && amount !== attempt.amount) return { type: 'amount.differs', amount: toWholeAmount(amount) };
  if (amount === null || receipt === null) return { type: 'result.open', ids, shouldAsk: true, isStrange: false };
  if (await isReceiptUsedElsewhere(tx, receipt, attempt)) return 'foreignReceipt';
  return {
    type: 'money.received',
    receipt,
    ids,
    isByQuery: false,
    ...(paidAt !== null && { paidAt: paidAt.getTime() }),
  };
}

/** Clamps any number in a callback to the range of the column. */
function toWholeAmount(told: number): Shillings {
  return toShillings(Math.min(Math.max(Math.trunc(told), 0), MOST_TOLD));
}

async function isForeign(
  tx: Sql,
  attempt: AttemptRow,
  { merchantRequestId, checkoutRequestId }: CallbackBody['ids'],
): Promise<boolean> {
  const differs = (known: string | null, said: string | null) => known !== null && said !== null && known !== said;
  if (differs(attempt.checkoutRequestId, checkoutRequestId) || differs(attempt.merchantRequestId, merchantRequestId))
    return true;
  if (checkoutRequestId === null || attempt.checkoutRequestId !== null) return false;
  const owner = await findAttemptByCheckout(tx, checkoutRequestId);
  return owner !== null && owner !== attempt.id;
}

function hashBody(attemptId: string, body: string): string {
  return createHash('sha256').update(`${attemptId}\n${body}`).digest('hex');
}
