import type { OrderMachineEvent } from '../../../server/machines/order.types.ts';
import type { Effect, Requirement, Sentence } from 'model-testing/pure-machine';
import type { OrderFacts } from './order-walk.ts';

type Says = Sentence<OrderFacts, OrderMachineEvent>['says'];

const REPEAT: Requirement<OrderFacts> = { effects: [{ type: 'ignoreRepeat' }] };
const REFUND: Effect = { type: 'queueRefund' };
const ALARM: Effect = { type: 'alertBackOffice' };

/** Limits a ruling to payments that the order does not know yet. */
const onNewMoney =
  (says: (before: OrderFacts) => Requirement<OrderFacts> | null): Says =>
  (before, event) =>
    event.type === 'payment.succeeded' && event.isMore !== true && !before.payments.includes(event.payment)
      ? says(before)
      : null;
const onDoubt =
  (says: (before: OrderFacts, payment: string) => Requirement<OrderFacts> | null): Says =>
  (before, event) =>
    event.type === 'payment.doubted' && !before.payments.includes(event.payment) ? says(before, event.payment) : null;
const onKnownDoubt =
  (says: (before: OrderFacts) => Requirement<OrderFacts>): Says =>
  (before, event) =>
    event.type === 'payment.doubted' && before.payments.includes(event.payment) ? says(before) : null;
const on =
  (type: OrderMachineEvent['type'], says: (before: OrderFacts) => Requirement<OrderFacts> | null): Says =>
  (before, event) =>
    event.type === type ? says(before) : null;
const isOneOf = (state: string, ...states: readonly string[]) => states.includes(state);

/**
 * Machine behaviour that the table does not cover, each with its ruling and reason. An event that neither a row nor a
 * ruling covers changes nothing in that state.
 */
export const BEYOND: readonly Sentence<OrderFacts, OrderMachineEvent>[] = [
  // Money: the rows cover the first and the second payment of an order that is being packed.
  {
    name: 'D7: a payment is stored by its name, so that the same message later is a repeat',
    says: (before, event) =>
      event.type === 'payment.succeeded' && !before.payments.includes(event.payment)
        ? { facts: { payments: [...before.payments, event.payment] } }
        : null,
  },
  {
    name: 'D27: a doubtful payment is stored by its name, too',
    says: onDoubt((before, payment) => ({ facts: { payments: [...before.payments, payment] } })),
  },
  {
    name: 'D27: a doubtful payment holds an unpaid order that is not cancelled, and alerts the back office',
    says: onDoubt(({ status, money }) =>
      money === 'unpaid' && !status.startsWith('cancelled') ? { facts: { money: 'held' }, effects: [ALARM] } : null,
    ),
  },
  {
    name: 'D27: a doubtful payment of a cancelled order is refunded with the reported amount',
    says: onDoubt(({ status, money }) =>
      status.startsWith('cancelled') && isOneOf(money, 'unpaid', 'refunded')
        ? { facts: { money: 'refundDue' }, effects: [REFUND] }
        : null,
    ),
  },
  {
    name: 'D27, D8: a doubtful payment of a paid or overpaid order is refunded',
    says: onDoubt(({ money }) =>
      isOneOf(money, 'paid', 'overpaid') ? { facts: { money: 'overpaid' }, effects: [REFUND] } : null,
    ),
  },
  {
    name: 'D27: a doubtful payment of an order with refunds due is refunded too',
    says: onDoubt(({ money }) => (money === 'refundDue' ? { effects: [REFUND] } : null)),
  },
  {
    name: 'D27: another doubtful payment of a held order alerts the back office',
    says: onDoubt(({ money }) => (money === 'held' ? { effects: [ALARM] } : null)),
  },
  {
    name: 'Q16, D27: a different amount for a payment that a query reported holds the order',
    says: onKnownDoubt(({ money }) =>
      money === 'paid'
        ? { facts: { money: 'held' }, effects: [ALARM] }
        : money === 'overpaid'
          ? { effects: [ALARM] }
          : REPEAT,
    ),
  },
  {
    name: 'D27: the back office refunds a held order that has not left the shop, which cancels it',
    says: on('payment.giveBack', ({ status, money }) =>
      money === 'held' && isOneOf(status, 'pending', 'processing')
        ? { facts: { status: 'cancelled.byStaff', money: 'refundDue', stock: 'released' }, effects: [REFUND] }
        : null,
    ),
  },
  {
    name: 'D7: a known payment is a repeat in every state of the order',
    says: (before, event) =>
      event.type === 'payment.succeeded' && before.payments.includes(event.payment) ? REPEAT : null,
  },
  {
    name: 'U25: a payment of an unpaid order that is packed or shipped also notifies the shopper',
    says: onNewMoney(({ status, money }) =>
      money === 'unpaid' && isOneOf(status, 'processing', 'shipped', 'delivered')
        ? { effects: [{ type: 'queueMessage', params: { about: 'paid' } }] }
        : null,
    ),
  },
  {
    name: 'D8: the second payment of a delivered order is refunded too',
    says: onNewMoney(({ status, money }) =>
      status === 'delivered' && money === 'paid' ? { effects: [REFUND] } : null,
    ),
  },
  {
    name: 'D8: a third payment is refunded too',
    says: onNewMoney(({ money }) => (money === 'overpaid' ? { effects: [REFUND] } : null)),
  },
  {
    name: 'D7: another payment of a held order alerts the back office',
    says: onNewMoney(({ money }) => (money === 'held' ? { effects: [ALARM] } : null)),
  },
  {
    name: 'D12: a second late payment is refunded too',
    says: onNewMoney(({ money }) => (money === 'refundDue' ? { effects: [REFUND] } : null)),
  },
  {
    name: 'D12: a payment after the refund is refunded too',
    says: onNewMoney(({ money }) =>
      money === 'refunded' ? { facts: { money: 'refundDue' }, effects: [REFUND] } : null,
    ),
  },
  {
    name: 'PAY-F1, D8: further money is refunded, where an owner dropped a refund',
    says: onNewMoney(({ money }) => (money === 'kept' ? { effects: [REFUND] } : null)),
  },
  {
    name: 'PAY-F1, D27: doubtful money is refunded too, where an owner dropped a refund',
    says: onDoubt(({ money }) => (money === 'kept' ? { effects: [REFUND] } : null)),
  },
  {
    name: 'Q15: a payment of a replaced order is refunded, although there is stock',
    says: onNewMoney(({ status, money }) =>
      status === 'cancelled.replaced' && money === 'unpaid'
        ? { facts: { money: 'refundDue' }, effects: [REFUND] }
        : null,
    ),
  },
  {
    name: 'D7: a mismatch holds the money of an order that has left the shop too',
    says: on('payment.mismatched', ({ status, money, payments }) =>
      isOneOf(status, 'shipped', 'delivered') && money === 'paid' && payments.length > 0
        ? { facts: { money: 'held' }, effects: [ALARM] }
        : null,
    ),
  },
  {
    name: 'D7: a mismatch of an overpaid order raises an alarm, because one payment is still good',
    says: on('payment.mismatched', ({ money }) => (money === 'overpaid' ? { effects: [ALARM] } : null)),
  },
  {
    name: 'H4: cancelling an overpaid order refunds all of its payments',
    says: on('staff.cancel', ({ status, money }) =>
      status === 'processing' && money === 'overpaid'
        ? { facts: { status: 'cancelled.byStaff', money: 'refundDue' }, effects: [REFUND] }
        : null,
    ),
  },
  {
    name: 'H4: after the back office denies a payment, the staff can cancel the order as unpaid',
    says: on('staff.cancel', ({ status, money, paymentMethod }) =>
      status === 'processing' && money === 'unpaid' && paymentMethod === 'mpesa'
        ? { facts: { status: 'cancelled.byStaff' } }
        : null,
    ),
  },
  {
    name: 'H4: after the back office denies a payment, the shopper can cancel the order as unpaid',
    says: on('shopper.cancel', ({ status, money, paymentMethod }) =>
      status === 'processing' && money === 'unpaid' && paymentMethod === 'mpesa'
        ? { facts: { status: 'cancelled.byShopper' } }
        : null,
    ),
  },
  // Stock: the rows cover the available stock, not the stock on hand.
  {
    name: 'D11: shipping reduces the stock on hand',
    says: ({ status, money, paymentMethod }, event) =>
      event.type === 'staff.ship' &&
      event.isUnproven !== true &&
      event.isUnnumbered !== true &&
      status === 'processing' &&
      money !== 'held' &&
      ((money !== 'unpaid' && money !== 'partPaid') || paymentMethod === 'cod')
        ? { effects: [{ type: 'takeFromShelf' }] }
        : null,
  },
  // Status changes by the staff.
  {
    name: '§4: shipping twice keeps the first number',
    says: on('staff.ship', ({ status }) => (status === 'shipped' ? REPEAT : null)),
  },
  {
    name: 'A36, OWN-P1: a shipped order can be delivered in every payment state, but when its money goes back',
    says: on('staff.deliver', ({ status, money, paymentMethod }) =>
      status === 'shipped' &&
      !isOneOf(money, 'paid', 'refundDue', 'refunded') &&
      !(money === 'unpaid' && paymentMethod === 'cod')
        ? { facts: { status: 'delivered' }, effects: [{ type: 'queueMessage', params: { about: 'delivered' } }] }
        : null,
    ),
  },
  // Change of method and replacement: the table covers only the change of a pending order.
  {
    name: 'D21: cash on delivery twice changes nothing',
    says: on('method.cash', ({ status, paymentMethod }) =>
      status === 'pending' && paymentMethod === 'cod' ? REPEAT : null,
    ),
  },
  {
    name: 'U4: an order that is being packed keeps its method, and the request is not an error',
    says: on('method.cash', ({ status }) => (status === 'processing' ? REPEAT : null)),
  },
  {
    name: 'D21: an unpaid M-Pesa order without a live prompt can be replaced and releases its stock',
    says: (before, event) =>
      event.type === 'order.replace' &&
      !event.hasLiveAttempt &&
      before.status === 'pending' &&
      before.money !== 'held' &&
      before.money !== 'partPaid' &&
      before.paymentMethod === 'mpesa'
        ? { facts: { status: 'cancelled.replaced', stock: 'released' } }
        : null,
  },
  {
    name: 'Q15: an expired order that was replaced is never reopened',
    says: on('order.replace', ({ status }) =>
      status === 'cancelled.expired' ? { facts: { status: 'cancelled.replaced' } } : null,
    ),
  },
  {
    name: 'D21: replacing twice changes nothing',
    says: on('order.replace', ({ status }) => (status === 'cancelled.replaced' ? REPEAT : null)),
  },
];
