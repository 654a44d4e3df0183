import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { findMeaning } from '../../providers/mpesa-codes.rules.ts';
import type { AcceptedAnswer } from '../../providers/mpesa-account.ts';
import { newLinkToken, secretHash } from '../../secrets.ts';
import { insertStatusCall, setConversation } from './status-calls.repository.ts';
import { ANSWER_MS } from '../settlement/claim-state.rules.ts';
import { findClaim, setClaimTimes, type ClaimRow } from '../settlement/claims.repository.ts';
import { lockOrder } from '../settlement/stored-orders.repository.ts';

/** Asks M-Pesa about the receipts that shoppers sent (PAY-S2). */
export function createClaimQuestionsService(
  { env, db, clock, mpesaAccount, log }: Pick<Deps, 'env' | 'db' | 'clock' | 'mpesaAccount' | 'log'>,
  services: Pick<Services, 'claimChange' | 'circuit' | 'alarms'>,
) {
  const { changeClaim, enqueueStep } = services.claimChange;
  const { raiseAlarm } = services.alarms;
  const { look } = services.circuit;

  /** Takes the next step of a claim, if it is due: asks, or gives the current question up. */
  async function step(id: string): Promise<void> {
    const [result, timeout] = [newLinkToken(), newLinkToken()];
    const begun = await db.tx((tx) =>
      begin(tx, id, { resultHash: secretHash(result), timeoutHash: secretHash(timeout) }),
    );
    if (begun === null) return;
    const { claim, callId } = begun;
    const base = `${env.mpesa.callbackOrigin}/api/pay-in`;
    const answer = await mpesaAccount.transactionStatus({
      receipt: claim.receipt,
      resultUrl: `${base}/shown/${result}`,
      timeoutUrl: `${base}/late/${timeout}`,
    });
    if (answer.outcome === 'accepted') {
      const { conversationId, originatorConversationId } = answer;
      return setConversation(db.sql, callId, { conversationId, originatorId: originatorConversationId });
    }
    log.warn({ receipt: claim.receipt, ...answer }, 'M-Pesa was not asked about a claimed receipt');
    await db.tx((tx) => fail(tx, claim, answer));
  }

  /** Returns the question to ask now, stored before it is sent. `null` when there is none. */
  async function begin(tx: Sql, id: string, hashes: { readonly resultHash: string; readonly timeoutHash: string }) {
    const now = clock.now();
    const claim = await lockClaim(tx, id);
    // The job of a step that was moved or taken back.
    if (claim === null || claim.nextAt === null || claim.nextAt > now) return null;
    if (claim.state === 'asking' && claim.calledAt !== null) {
      await changeClaim(tx, id, { type: 'result.overdue' }, now);
      return null;
    }
    const { prompt, retryAfterMs } = await look(tx);
    if (prompt === 'slow') {
      await setNextStep(tx, claim, { calledAt: null, nextAt: new Date(now.getTime() + retryAfterMs) });
      return null;
    }
    if (claim.state === 'waiting') {
      await changeClaim(tx, id, { type: 'question.due' }, now);
      return null;
    }
    // Staff ask once, without a schedule.
    const nextAt = claim.state === 'asking' ? new Date(now.getTime() + ANSWER_MS) : null;
    await setNextStep(tx, claim, { calledAt: now, nextAt });
    return {
      claim,
      callId: await insertStatusCall(tx, { receipt: claim.receipt, claimId: id, ...hashes, sentAt: now }),
    };
  }

  async function lockClaim(tx: Sql, id: string): Promise<ClaimRow | null> {
    const known = await findClaim(tx, id);
    if (known === null) return null;
    await lockOrder(tx, known.orderId);
    return findClaim(tx, id);
  }

  async function setNextStep(tx: Sql, claim: ClaimRow, times: Pick<ClaimRow, 'calledAt' | 'nextAt'>): Promise<void> {
    await setClaimTimes(tx, claim.id, times);
    await enqueueStep(tx, { ...claim, ...times });
  }

  async function fail(
    tx: Sql,
    { id, orderId }: ClaimRow,
    { code = '', text }: Exclude<AcceptedAnswer, { readonly outcome: 'accepted' }>,
  ): Promise<void> {
    const now = clock.now();
    await lockOrder(tx, orderId);
    await changeClaim(tx, id, { type: 'call.failed' }, now);
    const call = code.startsWith('token.') ? 'token' : 'transactionStatus';
    const meaning = findMeaning(call, code, text);
    if (meaning?.fault !== 'shop') return;
    const detail = { code, text, fix: meaning.fix };
    await raiseAlarm(tx, { kind: 'moneyNotAsked', orderId: null, attemptId: null, detail }, now);
  }

  return { step };
}
