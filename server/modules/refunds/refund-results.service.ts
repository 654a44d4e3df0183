import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { RefundEvent, RefundWay } from '../../machines/refund.types.ts';
import type { MpesaResult } from '../../providers/mpesa-result.rules.ts';
import { secretHash } from '../../secrets.ts';
import { lockRefunded } from '../settlement/refund-lock.repository.ts';
import {
  findRefund,
  isReceiptTaken,
  namePayer,
  setNextStep,
  type StoredRefund,
} from '../settlement/refunds.repository.ts';
import {
  closeCall,
  findCallByHash,
  findReadyToSend,
  insertResult,
  setCallIds,
  type CallRow,
} from './calls.repository.ts';
import { parseResultBody } from './result-body.rules.ts';
import {
  findPayer,
  fitsTypedReceipt,
  toResultEvent,
  toStatusEvent,
  type ExpectedRefund,
} from './refund-results.rules.ts';

/** Handles results and queue time-outs. They are unsigned and may be lost, early, late, repeated or forged (PAY-F3). */
export function createRefundResultsService(
  { env, db, clock, jobs }: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs'>,
  services: Pick<Services, 'refundChange' | 'alarms'>,
) {
  const { changeRefund, enqueueStep } = services.refundChange;
  const { raiseAlarm } = services.alarms;

  /** Returns the call of a secret, or `null` for an unknown one. */
  async function findCall(at: 'result' | 'timeout', secret: string): Promise<CallRow | null> {
    return findCallByHash(db.sql, at, secretHash(secret));
  }

  /** Stores the body once and applies it. Rejects while the database is unavailable (Q20). */
  async function receive(call: CallRow, at: 'result' | 'timeout', body: string): Promise<void> {
    await db.tx(async (tx) => {
      const now = clock.now();
      // The order comes first, as in all code.
      const found = call.refundId === null ? null : await findRefund(tx, call.refundId);
      if (found !== null) await lockRefunded(tx, found);
      if (!(await insertResult(tx, call.id, body, now))) return;
      const result = parseResultBody(body);
      if (at === 'result') {
        await closeCall(tx, call.id, now);
        if (result !== null) await learnIds(tx, call, result);
      }
      if (found === null) return wakeReady(tx, now);
      for (const event of await toEvents(tx, call, at, result, found, now))
        await changeRefund(tx, found.refund.id, event, now);
    });
    jobs.wake();
  }

  async function learnIds(tx: Sql, { id }: CallRow, result: MpesaResult): Promise<void> {
    const { conversationId, originatorConversationId: originatorId } = result;
    await setCallIds(tx, id, { conversationId, originatorId });
  }

  /** The balance is known, so the worker looks at the refunds that waited. */
  async function wakeReady(tx: Sql, now: Date): Promise<void> {
    for (const id of await findReadyToSend(tx)) {
      const found = await findRefund(tx, id);
      if (found === null || found.refund.nextAt === null || found.refund.nextAt <= now) continue;
      await setNextStep(tx, id, now);
      await enqueueStep(tx, { ...found.refund, nextAt: now });
    }
  }

  async function toEvents(
    tx: Sql,
    call: CallRow,
    at: 'result' | 'timeout',
    result: MpesaResult | null,
    found: StoredRefund,
    now: Date,
  ): Promise<readonly RefundEvent[]> {
    const { refund, payment } = found;
    const isCurrent = call.try === refund.tries;
    const isQuestion = call.kind === 'status';
    if (at === 'timeout') return isQuestion || !isCurrent ? [] : [{ type: 'queue.timedOut' }];
    if (result === null) {
      await raiseAlarm(
        tx,
        { kind: 'refund.unreadable', orderId: refund.orderId, attemptId: payment.attemptId, subject: refund.id },
        now,
      );
      return [];
    }
    const expected = toExpected(call, found);
    if (call.receipt !== null) return toCheck(tx, call.receipt, result, found, expected);
    const event = isQuestion ? toStatusEvent(result, expected) : toResultEvent(result, expected);
    if (event === null) return [];
    // Only money counts from a try that was given up.
    return isCurrent || event.type === 'money.sent' ? [event] : [];
  }

  /** The answer about the payment's own receipt, which names the payer, or about one that staff typed (PAY-F2). */
  async function toCheck(
    tx: Sql,
    receipt: string,
    result: MpesaResult,
    { refund, payment }: StoredRefund,
    expected: ExpectedRefund,
  ): Promise<readonly RefundEvent[]> {
    if (receipt === payment.receipt) {
      const phone = findPayer(result, { receipt, amount: payment.amount });
      if (phone !== null) await namePayer(tx, payment.id, phone);
      return [];
    }
    if (refund.checkedReceipt !== receipt) return [];
    const own = [env.mpesa.shortcode, env.mpesa.partyB, env.mpesa.payoutShortcode];
    const isFitting =
      fitsTypedReceipt(result, { ...expected, receipt, since: refund.createdAt }, own) &&
      !(await isReceiptTaken(tx, receipt, refund.id));
    return [{ type: 'receipt.checked', isFitting }];
  }

  return { findCall, receive };
}

function toExpected({ kind }: CallRow, { refund, payment }: StoredRefund): ExpectedRefund {
  const way: RefundWay = kind === 'b2c' || refund.way === 'b2c' ? 'b2c' : 'reversal';
  return {
    way: kind === 'reversal' ? 'reversal' : way,
    amount: refund.amount,
    phone: payment.phone,
    receipt: payment.receipt,
  };
}
