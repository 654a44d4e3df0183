import type { Sql } from '../../db/client.ts';
import { shop } from '../../../contract/shop.config.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { ClaimEvent } from '../../machines/claim.types.ts';
import type { MpesaResult } from '../../providers/mpesa-result.rules.ts';
import { parseAccount } from './account.rules.ts';
import {
  findOrderByShortId,
  findPaymentOfReceipt,
  findProvedPhones,
  findUse,
  insertReceived,
} from './received.repository.ts';
import { findClaim, type ClaimRow } from '../settlement/claims.repository.ts';
import {
  findReceived,
  lockReceived,
  setReceived,
  setUnmatched,
  type ReceivedRow,
} from '../settlement/received-money.repository.ts';
import { findOrder, lockOrder } from '../settlement/stored-orders.repository.ts';
import { judgeAnswer, type ClaimAnswer, type ClaimFacts, type ShownMoney } from './claim-answers.rules.ts';

/** Applies what M-Pesa itself says about a claimed receipt (PAY-S1). */
export function createClaimResultsService(
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  services: Pick<Services, 'claimChange' | 'matching' | 'alarms'>,
) {
  const { changeClaim } = services.claimChange;
  const { raiseAlarm } = services.alarms;
  const { payShown } = services.matching;
  const own = [env.mpesa.shortcode, env.mpesa.partyB];

  /**
   * Applies the result of a question in the caller's transaction. `null` is a queue time-out or an unreadable body, which
   * tell nothing. Throws `ReceiptTakenError`, after which the transaction must be rolled back and may be repeated.
   */
  async function hear(tx: Sql, claimId: string, result: MpesaResult | null): Promise<void> {
    const now = clock.now();
    const known = await findClaim(tx, claimId);
    if (known === null) return;
    await lockOrder(tx, known.orderId);
    if (result === null) return void (await changeClaim(tx, claimId, { type: 'status.open' }, now));
    const row = await lockReceived(tx, known.receipt);
    const answer = judgeAnswer(result, await toFacts(tx, known, row));
    if (answer.is === 'open' && answer.isOurFault) await alarm(tx, result, now);
    const { outcome, claim, paysOrder } = await changeClaim(tx, claimId, toEvent(answer), now);
    if (paysOrder && answer.is === 'fits') await pay(tx, claim, row, answer.money, now);
    else if (answer.is === 'unclear') await keep(tx, claim, row, answer.money, 'unclear', now);
    else if (answer.is === 'refused' && answer.money !== null && outcome !== 'refused')
      await keep(tx, claim, row, answer.money, env.mpesa.isCounter ? 'counter' : 'otherPayer', now);
  }

  async function toFacts(tx: Sql, { orderId, receipt }: ClaimRow, row: ReceivedRow | null): Promise<ClaimFacts> {
    const stored = await findOrder(tx, orderId);
    if (stored === null) throw new Error('claim: its order is gone');
    const { userId, createdAt } = stored.order;
    const { shortId } = parseAccount(row?.account ?? '', shop.name);
    const account = shortId === null || row?.kind === 'till' ? null : await findOrderByShortId(tx, shortId);
    const use = await findUse(tx, receipt);
    const payment = use === 'payment' ? await findPaymentOfReceipt(tx, receipt) : null;
    return {
      receipt,
      own,
      orderedAt: createdAt,
      phones: (await findProvedPhones(tx, [userId])).get(userId) ?? [],
      use: use === null || use === 'unmatched' ? null : payment?.orderId === orderId ? 'own' : 'another',
      account: account === null ? null : account.id === orderId ? 'own' : 'another',
    };
  }

  /** Pays the order with money that no other way has brought yet. */
  async function pay(tx: Sql, { orderId, receipt }: ClaimRow, row: ReceivedRow | null, money: ShownMoney, now: Date) {
    const use = await findUse(tx, receipt);
    if (use !== null && use !== 'unmatched') return;
    const stored = row ?? (await add(tx, receipt, money, now));
    // M-Pesa's own amount counts, not that of a confirmation.
    if (stored.amount !== money.amount) await setReceived(tx, receipt, { amount: money.amount });
    await payShown(tx, { ...stored, amount: money.amount }, orderId, money.phone, now);
  }

  /** Keeps money that is not this shopper's, so that it is not lost, unless it is known (PAY-C4). */
  async function keep(
    tx: Sql,
    { receipt }: ClaimRow,
    row: ReceivedRow | null,
    money: ShownMoney,
    problem: 'unclear' | 'otherPayer' | 'counter',
    now: Date,
  ): Promise<void> {
    if (row !== null || (await findUse(tx, receipt)) !== null) return;
    await add(tx, receipt, money, now);
    await setReceived(tx, receipt, { state: 'unmatched', problem, isShown: problem !== 'unclear' });
    await setUnmatched(tx, receipt, now);
  }

  async function add(tx: Sql, receipt: string, money: ShownMoney, now: Date): Promise<ReceivedRow> {
    const { amount, phone, shortcode, name, kind, paidAt } = money;
    await insertReceived(tx, {
      receipt,
      state: 'stored',
      source: 'status',
      kind,
      shortcode: shortcode ?? env.mpesa.shortcode,
      account: '',
      amount,
      payer: phone,
      name,
      paidAt: paidAt > now ? now : paidAt,
      receivedAt: now,
      updatedAt: now,
    });
    const row = await findReceived(tx, receipt);
    if (row === null) throw new Error('claim: its money was not stored');
    return row;
  }

  async function alarm(tx: Sql, { code, text }: MpesaResult, now: Date): Promise<void> {
    await raiseAlarm(tx, { kind: 'moneyNotAsked', orderId: null, attemptId: null, detail: { code, text } }, now);
  }

  return { hear };
}

function toEvent({ is }: ClaimAnswer): ClaimEvent {
  return { type: `status.${is}` };
}
