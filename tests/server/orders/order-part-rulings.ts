import type { OrderMachineEvent } from '../../../server/machines/order.types.ts';
import type { Effect, Requirement, Sentence } from 'model-testing/pure-machine';
import type { OrderFacts } from './order-walk.ts';

type Says = Sentence<OrderFacts, OrderMachineEvent>['says'];
type Said = Requirement<OrderFacts> | null;

const REPEAT: Requirement<OrderFacts> = { effects: [{ type: 'ignoreRepeat' }] };
const REFUND: Effect = { type: 'queueRefund' };
const REST: Effect = { type: 'queueRest' };
const ALARM: Effect = { type: 'alertBackOffice' };
const EXPIRED: Effect = { type: 'queueMessage', params: { about: 'expired' } };
const PAID: Effect = { type: 'queueMessage', params: { about: 'paid' } };

const isCancelled = ({ status }: OrderFacts) => status.startsWith('cancelled');
/** The parts of an order whose parcel came back wait for the inspection (OWN-P1). */
const getMoneyAtEnd = ({ money }: OrderFacts) => (money === 'partPaid' ? 'partPaid' : 'refundDue');
const onPart =
  (says: (before: OrderFacts, isKnown: boolean) => Said): Says =>
  (before, event) =>
    event.type === 'payment.part' ? says(before, before.payments.includes(event.payment)) : null;
const onMore =
  (says: (before: OrderFacts, hasStock: boolean) => Said): Says =>
  (before, event) =>
    event.type === 'payment.succeeded' && event.isMore === true ? says(before, event.hasStock) : null;
const inPart =
  (type: OrderMachineEvent['type'], says: (before: OrderFacts) => Said): Says =>
  (before, event) =>
    event.type === type && before.money === 'partPaid' ? says(before) : null;

/** Payments in parts, and payments by hand that M-Pesa has not shown (PAY-C4 to PAY-C6). */
export const PARTS: readonly Sentence<OrderFacts, OrderMachineEvent>[] = [
  {
    name: 'PAY-C4: a part leaves an order that is not cancelled paid in part',
    says: onPart((before, isKnown) => (isKnown || isCancelled(before) ? null : { facts: { money: 'partPaid' } })),
  },
  {
    name: 'PAY-C6: a part for a cancelled or expired order is refunded and does not reopen it',
    says: onPart((before, isKnown) =>
      isKnown || !isCancelled(before) ? null : { facts: { money: getMoneyAtEnd(before) }, effects: [REFUND] },
    ),
  },
  {
    name: 'PAY-C3: a part is stored by its name, and a repeat changes nothing',
    says: (before, event) => {
      if (event.type !== 'payment.part') return null;
      return before.payments.includes(event.payment)
        ? REPEAT
        : { facts: { payments: [...before.payments, event.payment] } };
    },
  },
  {
    name: 'PAY-C4: the payment that completes the price pays the order and informs the shopper',
    says: (before, event) =>
      event.type === 'payment.succeeded' &&
      before.money === 'partPaid' &&
      !isCancelled(before) &&
      !before.payments.includes(event.payment)
        ? { facts: { money: event.isMore === true ? 'overpaid' : 'paid' }, effects: [PAID] }
        : null,
  },
  {
    name: 'PAY-C4: more than what is due pays the order, and the rest is refunded',
    says: onMore((before, hasStock) => {
      const isExpired = before.status === 'cancelled.expired';
      if (isCancelled(before) && !(isExpired && hasStock)) return null;
      const moved = before.status === 'pending' || isExpired ? { status: 'processing', stock: 'committed' } : {};
      return { facts: { money: 'overpaid', ...moved }, effects: [PAID, REST] };
    }),
  },
  {
    name: 'PAY-C6: more than the price for an order that is not sent is refunded as a whole',
    says: onMore((before, hasStock) =>
      isCancelled(before) && !(before.status === 'cancelled.expired' && hasStock)
        ? { facts: { money: getMoneyAtEnd(before) }, effects: [REFUND] }
        : null,
    ),
  },
  {
    name: 'PAY-C5: each part of an order that is cancelled or expires is refunded',
    says: (before, event) => {
      if (before.money !== 'partPaid') return null;
      const ended = { money: 'refundDue', stock: 'released' };
      if (event.type === 'expiry.due') {
        const isOver = before.expiresAt !== null && event.now >= before.expiresAt && !event.hasLiveAttempt;
        return isOver && before.status === 'pending'
          ? { facts: { status: 'cancelled.expired', ...ended }, effects: [REFUND, EXPIRED] }
          : null;
      }
      if (before.status !== 'pending' && before.status !== 'processing') return null;
      if (event.type === 'shopper.cancel')
        return { facts: { status: 'cancelled.byShopper', ...ended }, effects: [REFUND] };
      return event.type === 'staff.cancel'
        ? { facts: { status: 'cancelled.byStaff', ...ended }, effects: [REFUND] }
        : null;
    },
  },
  {
    name: 'D12: a live payment attempt of an order that is paid in part ends before the order expires',
    says: ({ money, status, expiresAt }, event) =>
      event.type === 'expiry.due' && event.hasLiveAttempt && money === 'partPaid' && status === 'pending'
        ? expiresAt !== null && event.now >= expiresAt
          ? { effects: [{ type: 'settleAttemptFirst' }] }
          : { isRefused: true }
        : null,
  },
  {
    name: 'PAY-C5: the switch to cash and a replacing order are refused while a part is paid',
    says: (before, event) =>
      before.money === 'partPaid' &&
      before.paymentMethod === 'mpesa' &&
      before.status === 'pending' &&
      (event.type === 'method.cash' || event.type === 'order.replace')
        ? { isRefused: true }
        : null,
  },
  {
    name: 'PAY-C5: the rest of a cash order is paid at the door',
    says: inPart('staff.deliver', ({ status, paymentMethod }) =>
      status === 'shipped' && paymentMethod === 'cod' ? { facts: { money: 'paid' } } : null,
    ),
  },
  {
    name: 'D27: a doubtful payment holds an order that is paid in part',
    says: (before, event) =>
      event.type === 'payment.doubted' &&
      before.money === 'partPaid' &&
      !isCancelled(before) &&
      !before.payments.includes(event.payment)
        ? { facts: { money: 'held' }, effects: [ALARM] }
        : null,
  },
  {
    name: 'PAY-C4: a part that M-Pesa does not confirm raises an alarm, because the order is not sent anyway',
    says: inPart('payment.mismatched', () => ({ effects: [ALARM] })),
  },
  {
    name: 'PAY-C4: an order with a payment that M-Pesa has not shown is not sent',
    says: (_, event) => (event.type === 'staff.ship' && event.isUnproven === true ? { isRefused: true } : null),
  },
];
