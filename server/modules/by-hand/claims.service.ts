import { randomUUID } from 'node:crypto';
import { initialTransition, transition } from 'xstate';
import type { OrderId } from '../../../contract/fields.ts';
import type { Claim } from '../../../contract/order-payment.ts';
import { findReceipt, RECEIPT_HINT } from '../../../contract/rules/mpesa-receipt.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { claimMachine } from '../../machines/claim.machine.ts';
import { Refusal } from '../../refusal.ts';
import { DELAY_MS } from './matching.service.ts';
import { assertOwnOrder } from '../orders/own-order.rules.ts';
import { findPayments } from '../settlement/attempts.repository.ts';
import { toClaimColumns } from '../settlement/claim-state.rules.ts';
import { findClaimsOfOrder, insertClaim, type ClaimRow } from '../settlement/claims.repository.ts';
import { isHeldUnpaid } from '../settlement/payment-review.rules.ts';
import { checkingPayment } from '../settlement/settlement.texts.ts';
import { delayExpiry, findOrder, lockOrder, type OrderRow } from '../settlement/stored-orders.repository.ts';
import { toClaimView, toKnownReceipt } from './claim-view.rules.ts';
import * as texts from './claims.texts.ts';

/** Receipts that shoppers send with "I have paid" (PAY-S1, PAY-S2). */
export function createClaimsService(
  { db, clock, jobs, limiter }: Pick<Deps, 'db' | 'clock' | 'jobs' | 'limiter'>,
  { claimChange }: Pick<Services, 'claimChange'>,
) {
  const { enqueueStep } = claimChange;

  /**
   * Stores the receipt in a pasted text, so that M-Pesa is asked about it. Nothing else of the text is used. Returns the
   * open claim when its receipt is sent again. Throws `Refusal` `invalid` without exactly one receipt, `not-found` and
   * `forbidden` for other orders than the shopper's own, `conflict` with `data.reason` while another receipt is being
   * checked or when the order needs no money, and `too-often` for a sixth receipt within a day.
   */
  async function claim(userId: string, id: OrderId, text: string): Promise<Claim> {
    const receipt = findReceipt(text);
    const done = await db.tx((tx) => claimOnce(tx, userId, id, receipt));
    jobs.wake();
    return done;
  }

  async function claimOnce(tx: Sql, userId: string, id: OrderId, receipt: string | null): Promise<Claim> {
    await lockOrder(tx, id);
    const { order } = assertOwnOrder(await findOrder(tx, id), userId);
    if (receipt === null) throw new Refusal('invalid', RECEIPT_HINT, { fields: { text: RECEIPT_HINT } });
    const payments = await findPayments(tx, id);
    const claims = await findClaimsOfOrder(tx, id);
    const open = claims.find(({ state }) => state === 'asking' || state === 'waiting');
    const same = claims.find((it) => it.receipt === receipt && (it === open || it.state === 'for_staff'));
    const known = same === undefined ? toKnownReceipt(receipt, order, payments) : toClaimView(same, order, payments);
    const hasReceipt = order.status !== 'cancelled' && order.isPaid && !payments.some((it) => it.receipt === null);
    if (known !== null && !(same === undefined && hasReceipt)) return known;
    assertMayClaim(order, hasReceipt, open);
    await assertFiveADay(tx, userId);
    const added = await add(tx, id, receipt, clock.now());
    return toClaimView(added, order, payments) ?? { state: 'asking', text: texts.asking };
  }

  async function add(tx: Sql, orderId: OrderId, receipt: string, now: Date): Promise<ClaimRow> {
    const [none] = initialTransition(claimMachine);
    const [asking, actions] = transition(claimMachine, none, { type: 'claim.send' });
    const times = { sentAt: now, calledAt: null, nextAt: null };
    const has = (type: string) => actions.some((it) => it.type === type);
    const columns = toClaimColumns(times, asking, has('askStatus'), now);
    const added: ClaimRow = { id: randomUUID(), orderId, receipt, ...times, ...columns };
    await insertClaim(tx, added);
    if (has('delayExpiry')) await delayExpiry(tx, orderId, DELAY_MS, now);
    await enqueueStep(tx, added);
    return added;
  }

  /** The limit slides, over all orders and processes. Only receipts that are stored count (PAY-S2). */
  async function assertFiveADay(tx: Sql, userId: string): Promise<void> {
    const { waitMs } = await limiter.take('claims', userId, { handle: tx });
    if (waitMs > 0)
      throw new Refusal('too-often', texts.fiveADay, { retryAfter: Math.max(1, Math.ceil(waitMs / 1_000)) });
  }

  return { claim };
}

function assertMayClaim(order: OrderRow, hasReceipt: boolean, open: ClaimRow | undefined): void {
  if (hasReceipt) throw new Refusal('conflict', texts.paid, { data: { reason: 'paid' } });
  if (isHeldUnpaid(order)) throw new Refusal('conflict', checkingPayment, { data: { reason: 'review' } });
  if (open !== undefined) throw new Refusal('conflict', texts.stillAsking, { data: { reason: 'asking' } });
}
