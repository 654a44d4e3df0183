import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { assertRole, type CurrentStaff } from '../../people.ts';
import { Refusal } from '../../refusal.ts';
import { lockReceived, setReceived, type ReceivedRow } from '../settlement/received-money.repository.ts';
import { lockOrder } from '../settlement/stored-orders.repository.ts';
import { findClaimsOfReceipts, findListedMoney, findOrderByShortId } from './received.repository.ts';
import { assertReason } from './reason.rules.ts';
import * as texts from './by-hand.texts.ts';

export interface Attachment {
  readonly receipt: string;
  /** The order's number, or its first 8 characters. */
  readonly order: string;
  readonly reason: string;
}

/** `noted`: another person must confirm it. */
export type Attached = 'attached' | 'noted';

const SHORT_ID_LENGTH = 8;

/** Unmatched money, for the staff (PAY-C4). */
export function createUnmatchedService(deps: Deps, { matching, audit }: Pick<Services, 'matching' | 'audit'>) {
  const { env, db, clock, jobs } = deps;
  const { pay } = matching;
  const { recordChange } = audit;

  /** Returns the money that staff decide about, oldest first: unmatched, in doubt, or without any answer of M-Pesa. */
  async function list() {
    const listed = await findListedMoney(db.sql);
    const claims = await findClaimsOfReceipts(
      db.sql,
      listed.map(({ receipt }) => receipt),
    );
    return listed.map(({ receipt, state, amount, account, problem, receivedAt }) => ({
      receipt,
      state,
      amount,
      account,
      why: texts.problems[problem ?? ''] ?? (state === 'provisional' ? texts.problems['noAnswer'] : '') ?? '',
      since: receivedAt.toISOString(),
      /** Orders whose shoppers sent this receipt (PAY-S1). */
      claimedFor: claims.get(receipt) ?? [],
    }));
  }

  /**
   * Pays an order with unmatched money. Above the refund limit the first person only notes it, and another one attaches
   * it. Throws `Refusal` `invalid` without a reason, `not-found` for an unknown receipt or order, `forbidden` for another
   * role, and `conflict` for money with another use, or when the same person confirms it.
   */
  async function attach(staff: CurrentStaff, { receipt, order, reason }: Attachment): Promise<Attached> {
    assertRole(staff, ['owner', 'orders']);
    const said = assertReason(reason);
    const done = await db.tx(async (tx) => {
      const orderId = await findOrderId(tx, order);
      return attachInOrder(tx, staff, { receipt: receipt.trim().toUpperCase(), orderId, reason: said }, clock.now());
    });
    jobs.wake();
    return done;
  }

  /** Same as `attach`, in the caller's transaction. `isShown`: staff have seen M-Pesa's answer about this money. */
  async function attachInOrder(
    tx: Sql,
    staff: CurrentStaff,
    {
      receipt,
      orderId,
      reason,
      isShown = false,
    }: { readonly receipt: string; readonly orderId: OrderId; readonly reason: string; readonly isShown?: boolean },
    now: Date,
  ): Promise<Attached> {
    await lockOrder(tx, orderId);
    const row = assertUnmatched(await lockReceived(tx, receipt));
    const isSecond = row.notedBy !== null && row.notedOrderId === orderId;
    if (needsSecond(row) && isSecond && row.notedBy === staff.id) throw new Refusal('conflict', texts.anotherPerson);
    const outcome = needsSecond(row) && !isSecond ? 'noted' : 'attached';
    if (outcome === 'noted')
      await setReceived(tx, row.receipt, { notedBy: staff.id, notedOrderId: orderId, updatedAt: now });
    else await pay(tx, row, orderId, { isShown: isShown || row.isShown, phone: null }, now);
    const after = { order: orderId, outcome, reason, ...(isSecond && { notedBy: row.notedBy }) };
    const entry = { action: 'money.attach', subject: `receipt ${row.receipt}`, before: { state: row.state }, after };
    await recordChange(tx, { staff, ...entry }, now);
    return outcome;
  }

  function needsSecond({ amount }: ReceivedRow): boolean {
    return (amount ?? 0) > env.refunds.approvalLimit;
  }

  async function findOrderId(tx: Sql, typed: string): Promise<OrderId> {
    const shortId = typed.trim().toLowerCase().replace('#', '').slice(0, SHORT_ID_LENGTH);
    const found = await findOrderByShortId(tx, shortId);
    if (found === null) throw new Refusal('not-found', texts.orderNotFound);
    return found.id;
  }

  return { list, attach, attachInOrder };
}

function assertUnmatched(row: ReceivedRow | null): ReceivedRow {
  if (row === null) throw new Refusal('not-found', texts.notFound);
  if (row.state === 'returning') throw new Refusal('conflict', texts.goesBack);
  if (row.state !== 'unmatched') throw new Refusal('conflict', texts.alreadyUsed);
  if (row.amount === null) throw new Refusal('conflict', texts.noAmount);
  return row;
}
