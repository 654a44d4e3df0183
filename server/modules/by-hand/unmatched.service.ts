import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { assertRole, type CurrentStaff } from '../../people.ts';
import { Refusal } from '../../refusal.ts';
import { toShillings } from '../../../contract/rules/money.ts';
import { toStableId } from '../../db/ids.ts';
import { beginReturn, lockReceived, setReceived, type ReceivedRow } from '../settlement/received-money.repository.ts';
import { insertRefund } from '../settlement/refunds.repository.ts';
import { lockOrder } from '../settlement/stored-orders.repository.ts';
import {
  countRefunds,
  findClaimsOfReceipts,
  findDueReturn,
  findListedMoney,
  findOrderByShortId,
} from './received.repository.ts';
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
export function createUnmatchedService(
  deps: Deps,
  {
    matching,
    audit,
    proofOfMoney,
    refundChange,
  }: Pick<Services, 'matching' | 'audit' | 'proofOfMoney' | 'refundChange'>,
) {
  const { env, db, clock, jobs } = deps;
  const { pay } = matching;
  const { recordChange } = audit;
  const { scheduleQuestions } = proofOfMoney;
  const { changeRefund } = refundChange;

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
    await dropReturn(tx, receipt, orderId, now);
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

  /** Money that is marked for return, and that nobody approved, may be attached instead. */
  async function dropReturn(tx: Sql, receipt: string, orderId: OrderId, now: Date): Promise<void> {
    const row = await lockReceived(tx, receipt);
    if (row === null || row.state !== 'returning' || row.orderId !== null || needsSecond(row)) return;
    const due = await findDueReturn(tx, row);
    if (due !== null)
      await changeRefund(tx, due, { type: 'staff.drop' }, now, { note: `attached to order ${orderId.slice(0, 8)}` });
  }

  /**
   * Marks unmatched money for return: a refund of the whole receipt, proposed by this person (PAY-F2). Returns its handle, or
   * `null` when it is marked already. Throws `Refusal` as `attach` does.
   */
  async function markForReturn(
    staff: CurrentStaff,
    { receipt: typed, reason }: Pick<Attachment, 'receipt' | 'reason'>,
  ): Promise<string | null> {
    assertRole(staff, ['owner', 'orders']);
    const note = assertReason(reason);
    const receipt = typed.trim().toUpperCase();
    const id = await db.tx(async (tx) => {
      const now = clock.now();
      const found = await lockReceived(tx, receipt);
      if (found?.state === 'returning') return null;
      const row = assertUnmatched(found);
      const paymentId = toStableId('return', receipt);
      await beginReturn(tx, row, paymentId, now);
      // The ids are the same after a restore (PAY-F3).
      const earlier = await countRefunds(tx, paymentId);
      const refund = {
        id: earlier === 0 ? paymentId : toStableId(`refund ${earlier + 1}`, paymentId),
        ...({ paymentId, attemptId: null, orderId: null, amount: row.amount ?? toShillings(0) } as const),
        ...({ reason: 'unmatched', note, proposerId: staff.id, createdAt: now } as const),
      };
      if (!(await insertRefund(tx, refund))) throw new Error('return: its refund exists');
      if (!row.isShown) await scheduleQuestions(tx, receipt, now);
      const entry = { before: { state: row.state }, after: { refund: refund.id, amount: row.amount, reason: note } };
      await recordChange(tx, { staff, action: 'money.return', subject: `receipt ${receipt}`, ...entry }, now);
      return refund.id;
    });
    jobs.wake();
    return id === null ? null : `refund-${id.slice(0, 8)}`;
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

  return { list, attach, attachInOrder, markForReturn };
}

function assertUnmatched(row: ReceivedRow | null): ReceivedRow {
  if (row === null) throw new Refusal('not-found', texts.notFound);
  if (row.state === 'returning') throw new Refusal('conflict', texts.goesBack);
  if (row.state !== 'unmatched') throw new Refusal('conflict', texts.alreadyUsed);
  if (row.amount === null) throw new Refusal('conflict', texts.noAmount);
  return row;
}
