import { randomUUID } from 'node:crypto';
import { transition } from 'xstate';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { refundMachine } from '../../machines/refund.machine.ts';
import type { RefundAlarm, RefundEvent } from '../../machines/refund.types.ts';
import { Refusal } from '../../refusal.ts';
import type { MessageSubject } from '../messages/order-messages.texts.ts';
import { toRefundColumns, toRefundSnapshot } from './refund-state.rules.ts';
import { lockRefunded } from './refund-lock.repository.ts';
import {
  changeRefunded,
  findRefund,
  findRefundEnd,
  releaseAttempt,
  setNextStep,
  takeAmount,
  updateRefund,
  useReceiptForRefund,
  type RefundRow,
  type StoredRefund,
} from './refunds.repository.ts';
import { endReturn } from './received-money.repository.ts';
import { findOrder } from './stored-orders.repository.ts';
import * as texts from './refunds.texts.ts';

export const REFUND_JOB = 'refunds.step';

export interface RefundChangeResult extends StoredRefund {
  /** `unchanged`: a repeated event or one without effect. `refused`: not possible in the current state. */
  readonly outcome: 'changed' | 'unchanged' | 'refused';
}

const TRIES = 5;

/** Applies events to refunds, including all side effects. */
export function createRefundChangeService(
  { jobs }: Pick<Deps, 'jobs'>,
  services: Pick<Services, 'alarms' | 'messages' | 'settlement' | 'orderChange'>,
) {
  const { raiseAlarm } = services.alarms;
  const { queueMessage } = services.messages;
  const { settleAttempt } = services.settlement;
  const { changeOrder } = services.orderChange;

  /** Returns the refund while its order is locked, as all code does first. Throws `Refusal` `not-found`. */
  async function lockRefund(tx: Sql, id: string): Promise<StoredRefund> {
    const known = await findRefund(tx, id);
    if (known !== null) await lockRefunded(tx, known);
    const found = known === null ? null : await findRefund(tx, id);
    if (found === null) throw new Refusal('not-found', texts.notFound);
    return found;
  }

  /**
   * Lets the refund machine decide the effect of `event`, and stores it with a guarded update in the caller's
   * transaction, together with all side effects. `change` has columns that the machine does not know. Throws `Refusal`
   * `conflict` when the payment has too little left.
   */
  async function changeRefund(
    tx: Sql,
    id: string,
    event: RefundEvent,
    now: Date,
    change: Partial<Pick<RefundRow, 'approverId' | 'notBefore' | 'note' | 'settingsHash'>> = {},
  ): Promise<RefundChangeResult> {
    for (let turn = 0; turn < TRIES; turn += 1) {
      const { refund, payment } = await lockRefund(tx, id);
      const before = toRefundSnapshot(refund);
      if (!before.can(event)) return { outcome: 'refused', refund, payment };
      const [after, actions] = transition(refundMachine, before, event);
      if (actions.some(({ type }) => type === 'ignoreRepeat')) return { outcome: 'unchanged', refund, payment };
      const columns = { ...toRefundColumns({ ...refund, ...change }, after, now), ...change };
      if (!(await updateRefund(tx, refund, columns))) continue;
      const changed: StoredRefund = { refund: { ...refund, ...columns } as RefundRow, payment };
      for (const { type, params } of actions) await carryOut(tx, changed, event, { type, params, now });
      if (!actions.some(({ type }) => type === 'askNow')) await enqueueStep(tx, changed.refund);
      return { outcome: 'changed', ...changed };
    }
    throw new Error('refund: changed by others at every try');
  }

  async function carryOut(
    tx: Sql,
    { refund, payment }: StoredRefund,
    event: RefundEvent,
    { type, params, now }: { readonly type: string; readonly params?: unknown; readonly now: Date },
  ): Promise<void> {
    const { id, orderId, amount, receipt } = refund;
    // Money that matched no order has no shopper to inform.
    const tell = async (about: MessageSubject) =>
      orderId === null ? undefined : queueMessage(tx, orderId, about, now, { payments: [id] });
    switch (type) {
      case 'alertBackOffice': {
        const detail = { refund: id.slice(0, 8), ...toDetail(event) };
        const { kind } = params as { kind: RefundAlarm };
        await raiseAlarm(tx, { kind, orderId, attemptId: payment.attemptId, subject: id, detail }, now);
        break;
      }
      case 'tellSent':
        await tell('refundSent');
        break;
      case 'tellDone':
        await tell('refundDone');
        break;
      case 'tellDropped':
        await tell('refundDropped');
        break;
      case 'useReceipt':
        if (receipt !== null && !(await useReceiptForRefund(tx, id, receipt, now)))
          await raiseAlarm(
            tx,
            { kind: 'refund.differs', orderId, attemptId: payment.attemptId, subject: id, detail: { receipt } },
            now,
          );
        break;
      case 'askNow':
        await setNextStep(tx, id, now);
        await enqueueStep(tx, { ...refund, nextAt: now });
        break;
      case 'freeAmount':
        await changeRefunded(tx, payment.id, -amount);
        break;
      case 'takeAmount': {
        if (await changeRefunded(tx, payment.id, amount)) break;
        const left = payment.amount - payment.refunded;
        if (event.type !== 'money.sent') throw new Refusal('conflict', texts.onlyLeft(left));
        await takeAmount(tx, payment.id, amount);
        await raiseAlarm(tx, { kind: 'refund.twice', orderId, attemptId: payment.attemptId, subject: id }, now);
        break;
      }
      case 'closeRefund':
        await closeRefund(tx, refund, now);
        break;
      case 'closeDropped':
        if (refund.attemptId !== null) await releaseAttempt(tx, id, refund.attemptId, now);
        if (orderId === null) await endReturn(tx, payment, now);
        await closeOrder(tx, refund, now);
        break;
    }
  }

  /** Tells the attempt, or the order of a payment without one, that the refund is closed. */
  async function closeRefund(tx: Sql, refund: RefundRow, now: Date): Promise<void> {
    const { attemptId } = refund;
    if (attemptId !== null) {
      const { outcome } = await settleAttempt(tx, attemptId, { type: 'refund.confirmed' }, now);
      if (outcome === 'changed') return;
    }
    await closeOrder(tx, refund, now);
  }

  /** Tells the order that its last open refund is closed. */
  async function closeOrder(tx: Sql, { orderId }: RefundRow, now: Date): Promise<void> {
    const end = orderId === null ? null : await findRefundEnd(tx, orderId);
    if (orderId === null || end === null) return;
    const read = async () => {
      const stored = await findOrder(tx, orderId);
      if (stored === null) throw new Error('refund: it has no order');
      return stored;
    };
    await changeOrder(tx, read, end, now);
  }

  /** Adds the job of the next step, if there is one. One job too many does nothing; one too few would be an hour late. */
  async function enqueueStep(tx: Sql, { id, nextAt }: RefundRow): Promise<void> {
    if (nextAt === null) return;
    await jobs.enqueue(tx, {
      kind: REFUND_JOB,
      dedupeKey: randomUUID(),
      payload: { refundId: id },
      runAt: nextAt,
    });
  }

  return { changeRefund, lockRefund, enqueueStep };
}

/** The part of an event that the back office needs. */
function toDetail(event: RefundEvent): object {
  if ('code' in event) return { code: event.code, text: event.text };
  return 'receipt' in event && event.receipt !== null ? { receipt: event.receipt } : {};
}
