import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { newLinkToken, secretHash } from '../../secrets.ts';
import {
  findReceived,
  lockReceived,
  setReceived,
  setUnmatched,
  type ReceivedRow,
} from '../settlement/received-money.repository.ts';
import { lockOrder } from '../settlement/stored-orders.repository.ts';
import { insertStatusCall, setConversation } from './status-calls.repository.ts';

export const ASK_JOB = 'by-hand.ask';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** When Transaction Status is asked about a receipt, after it was matched (PAY-C4). */
export const ASK_AT: readonly number[] = [0, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR];
/** Time that the last question waits for its result. */
const LAST_WAIT_MS = MINUTE;

/** One question. `from` is the time of the match, in epoch milliseconds. */
export interface Question {
  readonly receipt: string;
  /** From 1 on. One more than the questions lists the money for the staff. */
  readonly number: number;
  readonly from: number;
}

/** Asks M-Pesa about money that only a confirmation reported (PAY-C4). */
export function createProofOfMoneyService(
  deps: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs' | 'mpesaAccount' | 'log'>,
  services: Pick<Services, 'alarms'>,
) {
  const { env, db, clock, jobs, mpesaAccount, log } = deps;
  const { raiseAlarm } = services.alarms;

  /** Plans the questions about money that was matched now. */
  async function scheduleQuestions(tx: Sql, receipt: string, now: Date): Promise<void> {
    await schedule(tx, { receipt, number: 1, from: now.getTime() });
  }

  async function schedule(tx: Sql, question: Question): Promise<void> {
    const last = ASK_AT.at(-1) ?? 0;
    const runAt = new Date(question.from + (ASK_AT[question.number - 1] ?? last + LAST_WAIT_MS));
    const dedupeKey = `${question.receipt} ${question.from} ${question.number}`;
    await jobs.enqueue(tx, { kind: ASK_JOB, dedupeKey, payload: question, runAt });
  }

  /** Asks one question, unless M-Pesa has decided meanwhile, and plans the next. After the last one staff decide. */
  async function ask(question: Question): Promise<void> {
    const [result, timeout] = [newLinkToken(), newLinkToken()];
    const callId = await db.tx((tx) => begin(tx, question, secretHash(result), secretHash(timeout)));
    if (callId === null) return;
    const base = `${env.mpesa.callbackOrigin}/api/pay-in`;
    const answer = await mpesaAccount.transactionStatus({
      receipt: question.receipt,
      resultUrl: `${base}/shown/${result}`,
      timeoutUrl: `${base}/late/${timeout}`,
    });
    if (answer.outcome === 'accepted') {
      const { conversationId, originatorConversationId } = answer;
      return setConversation(db.sql, callId, { conversationId, originatorId: originatorConversationId });
    }
    log.warn({ receipt: question.receipt, ...answer }, 'M-Pesa was not asked about a payment by hand');
    const detail = { code: answer.code ?? '', text: answer.text };
    await db.tx((tx) => raiseAlarm(tx, { kind: 'moneyNotAsked', orderId: null, attemptId: null, detail }, clock.now()));
  }

  /** Returns the id of the call to make, or `null`. */
  async function begin(tx: Sql, question: Question, resultHash: string, timeoutHash: string): Promise<string | null> {
    const { receipt, number, from } = question;
    const now = clock.now();
    const seen = await findReceived(tx, receipt);
    if (seen?.orderId != null) await lockOrder(tx, seen.orderId);
    const row = await lockReceived(tx, receipt);
    if (row === null || !isAsked(row)) return null;
    // The job runs again after a crash, and money that was detached and attached again has its own questions.
    if (number !== row.asks + 1) return null;
    if (number > ASK_AT.length) {
      if (row.state === 'proving') {
        await setReceived(tx, receipt, { state: 'unmatched', problem: 'noAnswer', listedAt: now, updatedAt: now });
        await setUnmatched(tx, receipt, now);
      } else await setReceived(tx, receipt, { listedAt: now, updatedAt: now });
      return null;
    }
    await setReceived(tx, receipt, { asks: number, updatedAt: now });
    await schedule(tx, { receipt, number: number + 1, from });
    return insertStatusCall(tx, { receipt, resultHash, timeoutHash, sentAt: now });
  }

  return { scheduleQuestions, ask };
}

/** M-Pesa has still to show it. Of money that goes back it names the payer, too (PAY-F2). */
function isAsked({ state, isShown }: ReceivedRow): boolean {
  return state === 'proving' || state === 'provisional' || (state === 'returning' && !isShown);
}
