import { randomUUID } from 'node:crypto';
import { toShillings } from '../../../contract/rules/money.ts';
import type { Services } from '../../services.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import type { RefundEvent } from '../../machines/refund.types.ts';
import { assertRole, type CurrentStaff } from '../../people.ts';
import { Refusal } from '../../refusal.ts';
import type { RefundChangeResult } from '../settlement/refund-change.service.ts';
import {
  findRefund,
  hasOtherOpenRefund,
  insertRefund,
  isReceiptTaken,
  sumOtherRefunds,
  type StoredRefund,
} from '../settlement/refunds.repository.ts';
import { findReceived } from '../settlement/received-money.repository.ts';
import { findOpenLike, findRestores, isFromLostTime } from '../settlement/sent-money.repository.ts';
import { lockOrder } from '../settlement/stored-orders.repository.ts';
import * as texts from '../settlement/refunds.texts.ts';
import { forgetRefusals } from './calls.repository.ts';
import { chooseWay, findApprovalRefusal } from './refund-approval.rules.ts';
import { findListedRefunds, findPaymentByReceipt, findRefundIds } from './refunds-staff.repository.ts';
import { toRefusalText } from './refund-refusals.rules.ts';

const SHORTEST_NOTE = 3;
const LONGEST_NOTE = 500;
const MOST_LISTED = 100;
const DAY_MS = 24 * 3_600_000;
const RECEIPT = /^[A-Z0-9]{10}$/;

/** Decisions of a person about a refund, after a staff login (PAY-F1, PAY-F2). Each change has one audit row. */
export function createRefundsStaffService(
  { env, db, clock, jobs }: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs'>,
  services: Pick<Services, 'refundChange' | 'refundSender' | 'audit'>,
) {
  const { askPayer } = services.refundSender;
  const { changeRefund, lockRefund } = services.refundChange;
  const { recordChange } = services.audit;
  const { shortcode, partyB, payoutShortcode } = env.mpesa;
  /** Short codes by account: the one that collects, and the one that pays out. */
  const accounts = [[shortcode, partyB], ...(payoutShortcode === null ? [] : [[payoutShortcode]])];

  /** Returns the open refunds, oldest first. */
  async function list() {
    const listed = await findListedRefunds(db.sql, MOST_LISTED);
    const doubtful = await findDoubtful(listed.map(({ id }) => id));
    return listed.map((it) => ({ ...it, createdAt: it.createdAt.toISOString(), isDoubtful: doubtful.has(it.id) }));
  }

  /** Returns which of these may have gone back already, since the backup that was restored (PAY-F6). */
  async function findDoubtful(ids: readonly string[]): Promise<Set<string>> {
    if ((await findRestores(db.sql)).length === 0) return new Set();
    const doubtful = new Set<string>();
    for (const id of ids) {
      const found = await findRefund(db.sql, id);
      if (found !== null && (await isFromLostTime(db.sql, found.payment, accounts))) doubtful.add(id);
    }
    return doubtful;
  }

  /**
   * Proposes to refund a part or the rest of a payment, which its receipt names. Throws `Refusal` `invalid` without a reason
   * or a whole amount, and `conflict` when less is left.
   */
  async function propose(staff: CurrentStaff, receipt: string, amount: number, reason: string): Promise<string> {
    const note = toNote(reason);
    if (!Number.isSafeInteger(amount) || amount < 1)
      throw new Refusal('invalid', 'The amount must be whole shillings.');
    const known = await findPaymentByReceipt(db.sql, receipt.toUpperCase());
    if (known === null) throw new Refusal('not-found', 'There is no payment with this receipt.');
    const id = randomUUID();
    await db.tx(async (tx) => {
      const now = clock.now();
      await lockOrder(tx, known.orderId);
      const refund = {
        id,
        paymentId: known.id,
        attemptId: null,
        orderId: known.orderId,
        amount: toShillings(amount),
        reason: 'staff' as const,
        note,
        proposerId: staff.id,
        createdAt: now,
      };
      if (!(await insertRefund(tx, refund))) {
        const payment = await findPaymentByReceipt(tx, known.receipt);
        throw new Refusal('conflict', texts.onlyLeft((payment?.amount ?? 0) - (payment?.refunded ?? 0)));
      }
      const entry = { action: 'refund.proposed', after: { amount, payment: known.id, note } };
      await recordChange(tx, { staff, subject: `refund ${id}`, ...entry }, now);
    });
    await askPayer(id);
    return id;
  }

  /** Approves a refund, so that the worker sends it. Refuses one's own above the limit. */
  async function approve(staff: CurrentStaff, handle: string) {
    const id = await find(handle);
    // The receiver may be known by the next approval.
    await askPayer(id);
    return change(staff, id, 'approved', async (tx, found) => {
      await assertMayDecide(tx, staff, found);
      const way = chooseWay(found);
      if (isUndecided(found)) {
        if (found.payment.phone === null) throw new Refusal('conflict', texts.payerUnknown);
        if (way === 'reversal' && found.payment.receipt === null) throw new Refusal('conflict', texts.receiptUnknown);
        const like = await findOpenLike(tx, found);
        if (like !== null) throw new Refusal('conflict', texts.wentAlready(like));
      }
      return { event: { type: 'staff.approve', way }, columns: { approverId: staff.id } };
    });
  }

  async function takeBack(staff: CurrentStaff, handle: string) {
    return change(staff, handle, 'approval taken back', () => ({ event: { type: 'staff.unapprove' } }));
  }

  /** Decides that a person sends it outside the shop. */
  async function payByHand(staff: CurrentStaff, handle: string) {
    return change(staff, handle, 'by hand', async (tx, found) => {
      if (found.refund.state !== 'approved') await assertMayDecide(tx, staff, found);
      return { event: { type: 'staff.byHand' }, columns: { approverId: staff.id } };
    });
  }

  async function sendAfterAll(staff: CurrentStaff, handle: string) {
    return change(staff, handle, 'by M-Pesa after all', () => ({ event: { type: 'staff.byMpesa' } }));
  }

  /** Names the receipt of money that a person sent. M-Pesa must confirm it. */
  async function nameReceipt(staff: CurrentStaff, handle: string, typed: string) {
    const receipt = typed.trim().toUpperCase();
    if (!RECEIPT.test(receipt)) throw new Refusal('invalid', 'A receipt has 10 letters and digits.');
    return change(staff, handle, `receipt ${receipt}`, async (tx, { refund }) => {
      if (await isReceiptTaken(tx, receipt, refund.id)) throw new Refusal('conflict', texts.receiptUsed);
      return { event: { type: 'staff.receipt', receipt } };
    });
  }

  async function noteCash(staff: CurrentStaff, handle: string) {
    return change(staff, handle, 'paid in cash', () => ({ event: { type: 'staff.cash', by: staff.id } }));
  }

  async function takeCashBack(staff: CurrentStaff, handle: string) {
    return change(staff, handle, 'no cash was paid', () => ({ event: { type: 'staff.noCash' } }));
  }

  /** A second person confirms the cash. */
  async function confirmCash(staff: CurrentStaff, handle: string) {
    return change(staff, handle, 'cash confirmed', () => ({ event: { type: 'staff.confirmCash', by: staff.id } }));
  }

  /** A person saw in M-Pesa's portal that it was not sent. A second person confirms it, a day after the try. */
  async function deny(staff: CurrentStaff, handle: string) {
    return change(staff, handle, 'did not happen', (_tx, { refund }) => {
      const since = (refund.triedAt ?? refund.createdAt).getTime();
      return { event: { type: 'staff.deny', by: staff.id, isTime: clock.now().getTime() - since >= DAY_MS } };
    });
  }

  /** An owner decides that nothing goes back. The shopper reads the reason. */
  async function drop(staff: CurrentStaff, handle: string, reason: string) {
    assertRole(staff, ['owner']);
    const note = toNote(reason);
    return change(staff, handle, `dropped: ${note}`, () => ({ event: { type: 'staff.drop' }, columns: { note } }));
  }

  async function retry(staff: CurrentStaff, handle: string) {
    return change(staff, handle, 'retried', async (tx) => {
      await forgetRefusals(tx);
      return { event: { type: 'staff.retry' } };
    });
  }

  interface Decision {
    readonly event: RefundEvent;
    readonly columns?: Parameters<typeof changeRefund>[4];
  }

  /**
   * Applies an event of a person with its audit row. A repetition is accepted without a change. Throws `Refusal` `conflict`
   * with the reason.
   */
  async function change(
    staff: CurrentStaff,
    handle: string,
    what: string,
    decide: (tx: Sql, found: StoredRefund) => Decision | Promise<Decision>,
  ): Promise<RefundChangeResult> {
    const id = await find(handle);
    const result = await db.tx(async (tx) => {
      const now = clock.now();
      const found = await lockRefund(tx, id);
      const { event, columns } = await decide(tx, found);
      const changed = await changeRefund(tx, id, event, now, columns);
      if (changed.outcome === 'refused') throw new Refusal('conflict', toRefusalText(found.refund, event));
      if (changed.outcome === 'changed') {
        const entry = { before: { state: found.refund.state }, after: { state: changed.refund.state, what } };
        await recordChange(tx, { staff, action: 'refund.changed', subject: `refund ${id}`, ...entry }, now);
      }
      return changed;
    });
    jobs.wake();
    return result;
  }

  /**
   * Throws `Refusal` when the person may not approve the refund, M-Pesa has not shown its money, or another one of the
   * payment is not finished.
   */
  async function assertMayDecide(tx: Sql, staff: CurrentStaff, found: StoredRefund): Promise<void> {
    if (!isUndecided(found)) return;
    const { refund, payment } = found;
    const limit = env.refunds.approvalLimit;
    const sum = (await sumOtherRefunds(tx, refund)) + refund.amount;
    const refusal = findApprovalRefusal(staff, refund.proposerId, { sum, limit });
    if (refusal === 'own') throw new Refusal('conflict', texts.ownAboveLimit(limit));
    if (refusal === 'role') throw new Refusal('forbidden', texts.onlyOwner);
    const money = payment.receipt === null ? null : await findReceived(tx, payment.receipt);
    if (money !== null && (!money.isShown || money.state === 'held')) throw new Refusal('conflict', texts.notShown);
    if (await hasOtherOpenRefund(tx, payment.id, refund.id)) throw new Refusal('conflict', texts.otherOpen);
    if (await isFromLostTime(tx, payment, accounts)) throw new Refusal('conflict', texts.importFirst);
  }

  async function find(handle: string): Promise<string> {
    const start = /^(?:refund-)?([\da-f]{8}[\da-f-]{0,28})$/.exec(handle.trim().toLowerCase())?.[1];
    if (start === undefined)
      throw new Refusal(
        'invalid',
        `'${handle.slice(0, 50)}' is not a refund. Use one from the list, e.g. refund-1a2b3c4d`,
      );
    const [id, second] = await findRefundIds(db.sql, start);
    if (id === undefined) throw new Refusal('not-found', texts.notFound);
    if (second !== undefined) throw new Refusal('conflict', `There are two: refund-${id} and refund-${second}.`);
    return id;
  }

  return {
    list,
    propose,
    approve,
    takeBack,
    payByHand,
    sendAfterAll,
    nameReceipt,
    noteCash,
    takeCashBack,
    confirmCash,
    deny,
    drop,
    retry,
  };
}

/** A person has still to approve it. */
function isUndecided({ refund: { state } }: StoredRefund): boolean {
  return state === 'due' || state === 'failed';
}

function toNote(typed: string): string {
  const note = typed.trim();
  if (note.length < SHORTEST_NOTE || note.length > LONGEST_NOTE)
    throw new Refusal('invalid', `Write a reason of ${SHORTEST_NOTE} to ${LONGEST_NOTE} characters.`);
  return note;
}
