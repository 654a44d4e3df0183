import { createHash, randomUUID } from 'node:crypto';
import { parseStoredMsisdn } from '../../../contract/rules/phone.ts';
import { formatKsh, toShillings } from '../../../contract/rules/money.ts';
import type { Services } from '../../services.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { RefundWay } from '../../machines/refund.types.ts';
import type { AcceptedAnswer, ResultAddresses, TransactionRef } from '../../providers/mpesa-account.ts';
import { readBalance } from '../../providers/mpesa-result-readers.rules.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import { CHECK_AT_MS, getNextTime } from '../settlement/refund-state.rules.ts';
import { findRefund, setNextStep, type RefundRow, type StoredRefund } from '../settlement/refunds.repository.ts';
import { findOpenLike } from '../settlement/sent-money.repository.ts';
import {
  findNewestBalance,
  findSendingCalls,
  insertCall,
  isAskedSince,
  isSettingRefused,
  setCallIds,
  sumSentSince,
  type CallKind,
} from './calls.repository.ts';
import { parseResultBody } from './result-body.rules.ts';
import { toAnswerEvent, toOriginatorId } from './refund-results.rules.ts';

/** Where Daraja posts results. The path has none of the words that Safaricom refuses (providers 1.11). */
export const RESULT_PATHS = { result: '/api/money/r', timeout: '/api/money/t' } as const;

/** The answer about the balance is awaited for this time (PAY-F4). */
const BALANCE_WAIT_MS = 60_000;
/** One answer about the balance serves a batch. */
const BALANCE_VALID_MS = 600_000;
const ASK_PAYER_MS = 60_000;
/** When the worker looks again at a refund that may have gone already. */
const LOOK_AGAIN_MS = 3_600_000;
/** An unknown refund is listed for the staff after this time. */
const LISTED_MS = 1_800_000;
const NEXT_LISTED_MS = 5_400_000;

/** Sends approved refunds, once, and asks about those in doubt (PAY-F3, PAY-F4). */
export function createRefundSenderService(
  deps: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs' | 'mpesaAccount'>,
  services: Pick<Services, 'refundChange' | 'alarms'>,
) {
  const { env, db, clock, jobs, mpesaAccount } = deps;
  const { changeRefund, lockRefund, enqueueStep } = services.refundChange;
  const { raiseAlarm } = services.alarms;

  /** Identifies the settings that a refusal of the settings is about. */
  const settingsHash = createHash('sha256')
    .update(
      JSON.stringify([
        env.mpesa.initiator,
        env.mpesa.consumerKey,
        env.mpesa.consumerSecret,
        env.mpesa.shortcode,
        env.mpesa.payoutShortcode,
        env.mpesa.baseUrl,
      ]),
    )
    .digest('hex');

  let gate: Promise<boolean> = Promise.resolve(false);

  /** Does the next step of a refund, if it is due. A repeated or late job does nothing. */
  async function step(id: string): Promise<void> {
    const found = await findRefund(db.sql, id);
    const now = clock.now();
    if (found === null || found.refund.nextAt === null || found.refund.nextAt > now) return;
    const { refund } = found;
    if (refund.checkedReceipt !== null) return checkReceipt(found, refund.checkedReceipt, now);
    // The delay of the only owner (PAY-F2) also holds when something else wakes the refund.
    if (refund.state === 'approved' && refund.notBefore !== null && refund.notBefore > now)
      return planNext(refund, refund.notBefore);
    switch (refund.state) {
      case 'approved':
        return refund.isConfirmed ? send(found, now) : ask(found, now);
      case 'sending':
        return refund.way === 'b2c' ? repeat(found, now) : giveUp(refund, now);
      case 'sent':
        await db.tx((tx) => changeRefund(tx, id, { type: 'result.overdue' }, now));
        return jobs.wake();
      case 'unknown':
      case 'failed':
        return ask(found, now);
      default:
        await db.tx((tx) => setNextStep(tx, id, null));
    }
  }

  /** Stores the intent, makes the call, and stores its answer. */
  async function send(found: StoredRefund, now: Date): Promise<void> {
    // One after the other, so that a batch has one question for the balance.
    const waits = gate.then(() => mustWait(found, now));
    gate = waits.catch(() => false);
    if (await waits) return;
    await call(found.refund, found.refund.way as RefundWay, now);
  }

  /** The process that called has died, or the answer was lost: B2C repeats the same id. */
  async function repeat({ refund }: StoredRefund, now: Date): Promise<void> {
    await call(refund, 'b2c', now);
    const after = await findRefund(db.sql, refund.id);
    if (after?.refund.state === 'sending' && after.refund.calls === refund.calls) await giveUp(refund, now);
  }

  /** It is not known whether the last call was carried out, and it is never made again. */
  async function giveUp({ id }: RefundRow, now: Date): Promise<void> {
    await db.tx((tx) => changeRefund(tx, id, { type: 'call.lost', code: 'no-answer', text: 'no answer' }, now));
    jobs.wake();
  }

  /** Makes the next call of the refund as it was read. Does nothing when another step has made it. */
  async function call({ id, tries, calls }: RefundRow, way: RefundWay, now: Date): Promise<void> {
    const callId = randomUUID();
    const { addresses, hashes } = newAddresses();
    const begun = await db.tx(async (tx) => {
      const { refund } = await lockRefund(tx, id);
      if (refund.tries !== tries || refund.calls !== calls) return null;
      const changed = await changeRefund(tx, id, { type: 'call.start' }, now);
      if (changed.outcome !== 'changed') return null;
      const attempt = changed.refund.tries;
      const originatorId = way === 'b2c' ? toOriginatorId(id, attempt) : null;
      await insertCall(tx, { id: callId, kind: way, refundId: id, try: attempt, ...hashes, originatorId, sentAt: now });
      return changed;
    });
    if (begun === null) return;
    const answer = await sendByMpesa(begun, way, addresses);
    const event = toAnswerEvent(way, answer);
    await db.tx(async (tx) => {
      if (answer.outcome === 'accepted') {
        const { conversationId, originatorConversationId: originatorId } = answer;
        await setCallIds(tx, callId, { conversationId, originatorId });
      }
      const isSetting = event.type === 'call.refused' && event.waitsFor === 'setting';
      await changeRefund(tx, id, event, clock.now(), isSetting ? { settingsHash } : {});
    });
    jobs.wake();
  }

  async function sendByMpesa(
    { refund, payment }: StoredRefund,
    way: RefundWay,
    addresses: ResultAddresses,
  ): Promise<AcceptedAnswer> {
    const { id, amount, tries } = refund;
    const remarks = `Refund ${id.slice(0, 8)}`;
    if (way === 'b2c' && payment.phone !== null)
      return mpesaAccount.payOut({
        id: toOriginatorId(id, tries),
        phone: parseStoredMsisdn(payment.phone),
        amount,
        remarks,
        ...addresses,
      });
    if (way === 'reversal' && payment.receipt !== null)
      return mpesaAccount.reverse({ receipt: payment.receipt, amount, remarks, ...addresses });
    // The approval requires both, so nothing was sent.
    return { outcome: 'refused', code: 'not-set', text: 'M-Pesa has not named the payer or the receipt' };
  }

  /**
   * Returns whether an approved refund cannot be sent yet: another refund found wrong settings, or there is too little
   * money. Asks for the balance once per batch.
   */
  async function mustWait(found: StoredRefund, now: Date): Promise<boolean> {
    const { refund } = found;
    // The statement shows money like this refund, and a person has not said yet what it is.
    if ((await findOpenLike(db.sql, found)) !== null) {
      await planNext(refund, new Date(now.getTime() + LOOK_AGAIN_MS));
      return true;
    }
    const refused = await isSettingRefused(db.sql, settingsHash);
    if (refused !== null) {
      const said = { code: refused.code ?? 'settings', text: 'M-Pesa refused the settings for another refund' };
      const event = { type: 'call.refused', waitsFor: 'setting', ...said } as const;
      await db.tx((tx) => changeRefund(tx, refund.id, event, now, { settingsHash }));
      return true;
    }
    const kind = refund.way === 'b2c' ? 'payoutBalance' : 'balance';
    const newest = await findNewestBalance(db.sql, kind);
    const age = newest === null ? Number.POSITIVE_INFINITY : now.getTime() - newest.sentAt.getTime();
    if (newest === null || age >= BALANCE_VALID_MS) return askBalance(refund, kind, now);
    if (newest.closedAt === null) {
      if (age >= BALANCE_WAIT_MS) return false;
      await planNext(refund, new Date(newest.sentAt.getTime() + BALANCE_WAIT_MS));
      return true;
    }
    const available = readAvailable(newest.body);
    if (available === null) return false;
    const left = available - (await sumSentSince(db.sql, refund.way === 'b2c' ? 'b2c' : 'reversal', newest.sentAt));
    if (left >= refund.amount) return false;
    const text = `Refunds of ${formatKsh(refund.amount)} wait. The account has ${formatKsh(toShillings(Math.max(0, left)))}.`;
    const event = { type: 'call.refused', waitsFor: 'balance', code: 'balance', text } as const;
    await db.tx((tx) => changeRefund(tx, refund.id, event, now));
    return true;
  }

  /** Returns false when M-Pesa does not take the question: code 1 then only makes the refund wait. */
  async function askBalance(refund: RefundRow, kind: 'balance' | 'payoutBalance', now: Date): Promise<boolean> {
    const { addresses, hashes } = newAddresses();
    const id = randomUUID();
    await db.tx((tx) => insertCall(tx, { id, kind, refundId: null, ...hashes, sentAt: now }));
    const of = kind === 'balance' ? 'collection' : 'payout';
    const answer = await mpesaAccount.balance({ of, ...addresses });
    if (answer.outcome === 'refused') return false;
    await planNext(refund, new Date(now.getTime() + BALANCE_WAIT_MS));
    return true;
  }

  async function planNext({ id }: RefundRow, nextAt: Date): Promise<void> {
    await db.tx(async (tx) => {
      const { refund } = await lockRefund(tx, id);
      if (refund.state !== 'approved') return;
      await setNextStep(tx, id, nextAt);
      await enqueueStep(tx, { ...refund, nextAt });
    });
  }

  /** Asks Transaction Status what became of the last try, by its ids. Without an id only staff or the statement decide. */
  async function ask({ refund }: StoredRefund, now: Date): Promise<void> {
    const { id, unknownAt } = refund;
    const questions = await toQuestions(refund);
    const begun = await planQuestion(refund, now, async (tx) => {
      const past = unknownAt === null ? 0 : now.getTime() - unknownAt.getTime();
      if (past < LISTED_MS || past >= NEXT_LISTED_MS) return;
      const detail = { refund: id.slice(0, 8) };
      await raiseAlarm(
        tx,
        { kind: 'refund.unknown', orderId: refund.orderId, attemptId: null, subject: id, detail },
        now,
      );
    });
    if (begun) for (const { ref, attempt } of questions) await askStatus(id, ref, attempt, null, now);
  }

  /** The conversation ids of the last try. After a restore those of every known try and of the next one (PAY-F6). */
  async function toQuestions({ id, tries, isRestored }: RefundRow) {
    const calls = await findSendingCalls(db.sql, id);
    const known = calls.flatMap(({ try: attempt, conversationId, originatorId }) => {
      const ref = conversationId ?? originatorId;
      return ref === null || (!isRestored && attempt !== tries) ? [] : [{ attempt, ref }];
    });
    const next = isRestored ? [{ attempt: tries + 1, ref: toOriginatorId(id, tries + 1) }] : [];
    const all = isRestored ? [...known, ...next] : known.slice(0, 1);
    return all.map(({ attempt, ref }) => ({ attempt, ref: { conversationId: ref } }));
  }

  async function checkReceipt({ refund }: StoredRefund, receipt: string, now: Date): Promise<void> {
    const since = refund.checkedAt?.getTime() ?? now.getTime();
    if (now.getTime() - since >= (CHECK_AT_MS.at(-1) ?? 0)) {
      await db.tx((tx) => changeRefund(tx, refund.id, { type: 'receipt.checked', isFitting: null }, now));
      return jobs.wake();
    }
    if (await planQuestion(refund, now, async () => undefined))
      await askStatus(refund.id, { receipt }, refund.tries, receipt, now);
  }

  /**
   * Asks Transaction Status for the payer, if unknown (PAY-F2). At most once a minute for each refund. The answer goes to
   * `refundResults`.
   */
  async function askPayer(id: string): Promise<void> {
    const now = clock.now();
    const found = await findRefund(db.sql, id);
    const receipt = found?.payment.receipt ?? null;
    if (found === null || receipt === null || found.payment.phone !== null) return;
    if (await isAskedSince(db.sql, receipt, new Date(now.getTime() - ASK_PAYER_MS))) return;
    await askStatus(id, { receipt }, found.refund.tries, receipt, now);
  }

  /** Plans the question after this one. Returns false when another process has asked already. */
  async function planQuestion(read: RefundRow, now: Date, more: (tx: Sql) => Promise<void>): Promise<boolean> {
    return db.tx(async (tx) => {
      const { refund } = await lockRefund(tx, read.id);
      if (refund.nextAt?.getTime() !== read.nextAt?.getTime()) return false;
      const nextAt = getNextTime(refund, now);
      await setNextStep(tx, read.id, nextAt);
      await enqueueStep(tx, { ...refund, nextAt });
      await more(tx);
      return true;
    });
  }

  async function askStatus(
    refundId: string,
    ref: TransactionRef,
    attempt: number,
    receipt: string | null,
    now: Date,
  ): Promise<void> {
    const { addresses, hashes } = newAddresses();
    const call = { id: randomUUID(), kind: 'status' as CallKind, refundId, try: attempt, receipt };
    await db.tx((tx) => insertCall(tx, { ...call, ...hashes, sentAt: now }));
    await mpesaAccount.transactionStatus({ ...ref, ...addresses });
  }

  /** Two new secrets, whose hashes alone are stored. */
  function newAddresses() {
    const [result, timeout] = [newSecret(), newSecret()];
    const toUrl = (path: string, secret: string) => `${env.mpesa.callbackOrigin}${path}/${secret}`;
    const addresses: ResultAddresses = {
      resultUrl: toUrl(RESULT_PATHS.result, result),
      timeoutUrl: toUrl(RESULT_PATHS.timeout, timeout),
    };
    return { addresses, hashes: { resultHash: secretHash(result), timeoutHash: secretHash(timeout) } };
  }

  return { step, askPayer, settingsHash };
}

/** Whole shillings of the account that customers pay into. `null` when the answer names none. */
function readAvailable(body: string | null): number | null {
  const result = body === null ? null : parseResultBody(body);
  if (result === null) return null;
  const accounts = readBalance(result);
  const found =
    accounts.find(({ name }) => /utility/i.test(name)) ?? accounts.find(({ name }) => /merchant/i.test(name));
  return found?.available ?? null;
}
