import type { OrderMachineEvent } from '../../../server/machines/order.types.ts';
import type { Effect, Requirement, Sentence } from 'model-testing/pure-machine';
import type { OrderFacts } from './order-walk.ts';

type Says = Sentence<OrderFacts, OrderMachineEvent>['says'];

const REPEAT: Requirement<OrderFacts> = { effects: [{ type: 'ignoreRepeat' }] };
const REFUND: Effect = { type: 'queueRefund' };
const ALARM: Effect = { type: 'alertBackOffice' };

/** Of money that was not known before. */
const onNewMoney =
  (says: (before: OrderFacts) => Requirement<OrderFacts> | null): Says =>
  (before, event) =>
    event.type === 'payment.succeeded' && !before.payments.includes(event.payment) ? says(before) : null;
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
 * What the machine does and the table is silent about, each with its ruling and the reason. A pair of state and event of
 * which neither a row nor one of these speaks changes nothing.
 */
export const BEYOND: readonly Sentence<OrderFacts, OrderMachineEvent>[] = [
  // Money: the rows speak of the first and the second payment of an order that is packed.
  {
    name: 'D7: money that came in is known by its name, so that the same message later is a repeat',
    says: (before, event) =>
      event.type === 'payment.succeeded' && !before.payments.includes(event.payment)
        ? { facts: { payments: [...before.payments, event.payment] } }
        : null,
  },
  {
    name: 'D27: so is money that is in doubt',
    says: onDoubt((before, payment) => ({ facts: { payments: [...before.payments, payment] } })),
  },
  {
    name: 'D27: money in doubt holds an unpaid order that is not cancelled, and tells the desk',
    says: onDoubt(({ status, money }) =>
      money === 'unpaid' && !status.startsWith('cancelled') ? { facts: { money: 'held' }, effects: [ALARM] } : null,
    ),
  },
  {
    name: 'D27: money in doubt goes back as it was told where the order is cancelled',
    says: onDoubt(({ status, money }) =>
      status.startsWith('cancelled') && isOneOf(money, 'unpaid', 'refunded')
        ? { facts: { money: 'refundDue' }, effects: [REFUND] }
        : null,
    ),
  },
  {
    name: 'D27, D8: money in doubt of a paid order goes back, whether it has been paid once or more',
    says: onDoubt(({ money }) =>
      isOneOf(money, 'paid', 'overpaid') ? { facts: { money: 'overpaid' }, effects: [REFUND] } : null,
    ),
  },
  {
    name: 'D27: money in doubt, while the rest goes back, goes back too',
    says: onDoubt(({ money }) => (money === 'refundDue' ? { effects: [REFUND] } : null)),
  },
  {
    name: 'D27: more money in doubt is for the desk that holds the order',
    says: onDoubt(({ money }) => (money === 'held' ? { effects: [ALARM] } : null)),
  },
  {
    name: 'Q16, D27: another amount that is told of what a query had paid holds the order',
    says: onKnownDoubt(({ money }) =>
      money === 'paid'
        ? { facts: { money: 'held' }, effects: [ALARM] }
        : money === 'overpaid'
          ? { effects: [ALARM] }
          : REPEAT,
    ),
  },
  {
    name: 'D27: the desk gives back the money of a held order that is still in the shop, which ends it',
    says: on('payment.giveBack', ({ status, money }) =>
      money === 'held' && isOneOf(status, 'pending', 'processing')
        ? { facts: { status: 'cancelled.byStaff', money: 'refundDue', stock: 'released' }, effects: [REFUND] }
        : null,
    ),
  },
  {
    name: 'D7: a payment that is known already is a repeat, wherever the order is by now',
    says: (before, event) =>
      event.type === 'payment.succeeded' && before.payments.includes(event.payment) ? REPEAT : null,
  },
  {
    name: 'U25: money is told to the shopper also where the order is packed or on its way unpaid',
    says: onNewMoney(({ status, money }) =>
      money === 'unpaid' && isOneOf(status, 'processing', 'shipped', 'delivered')
        ? { effects: [{ type: 'queueMessage', params: { about: 'paid' } }] }
        : null,
    ),
  },
  {
    name: 'D8: the second payment of a delivered order goes back too',
    says: onNewMoney(({ status, money }) =>
      status === 'delivered' && money === 'paid' ? { effects: [REFUND] } : null,
    ),
  },
  {
    name: 'D8: a third payment goes back too',
    says: onNewMoney(({ money }) => (money === 'overpaid' ? { effects: [REFUND] } : null)),
  },
  {
    name: 'D7: another payment of a held order is looked at by the desk',
    says: onNewMoney(({ money }) => (money === 'held' ? { effects: [ALARM] } : null)),
  },
  {
    name: 'D12: a second late payment goes back too',
    says: onNewMoney(({ money }) => (money === 'refundDue' ? { effects: [REFUND] } : null)),
  },
  {
    name: 'D12: a payment after the refund goes back too',
    says: onNewMoney(({ money }) =>
      money === 'refunded' ? { facts: { money: 'refundDue' }, effects: [REFUND] } : null,
    ),
  },
  {
    name: 'Q15: money for a replaced order goes back, though there is stock',
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
    name: 'D7: a mismatch of an overpaid order alarms, and one payment is still good',
    says: on('payment.mismatched', ({ money }) => (money === 'overpaid' ? { effects: [ALARM] } : null)),
  },
  {
    name: 'H4: an overpaid order that is cancelled goes back whole',
    says: on('staff.cancel', ({ status, money }) =>
      status === 'processing' && money === 'overpaid'
        ? { facts: { status: 'cancelled.byStaff', money: 'refundDue' }, effects: [REFUND] }
        : null,
    ),
  },
  {
    name: 'H4: an order whose payment the desk denied is unpaid, and cancelled by the staff as such',
    says: on('staff.cancel', ({ status, money, paymentMethod }) =>
      status === 'processing' && money === 'unpaid' && paymentMethod === 'mpesa'
        ? { facts: { status: 'cancelled.byStaff' } }
        : null,
    ),
  },
  {
    name: 'H4: an order whose payment the desk denied is unpaid, and cancelled by the shopper as such',
    says: on('shopper.cancel', ({ status, money, paymentMethod }) =>
      status === 'processing' && money === 'unpaid' && paymentMethod === 'mpesa'
        ? { facts: { status: 'cancelled.byShopper' } }
        : null,
    ),
  },
  // Stock: the rows speak of what can be sold, not of the shelf.
  {
    name: 'D11: what is shipped leaves the shelf',
    says: on('staff.ship', ({ status, money, paymentMethod }) =>
      status === 'processing' && money !== 'held' && (money !== 'unpaid' || paymentMethod === 'cod')
        ? { effects: [{ type: 'takeFromShelf' }] }
        : null,
    ),
  },
  // The staff's steps.
  {
    name: '§4: shipping twice keeps the first number',
    says: on('staff.ship', ({ status }) => (status === 'shipped' ? REPEAT : null)),
  },
  {
    name: 'A36: what is on its way arrives, wherever its money is',
    says: on('staff.deliver', ({ status, money, paymentMethod }) =>
      status === 'shipped' && money !== 'paid' && !(money === 'unpaid' && paymentMethod === 'cod')
        ? { facts: { status: 'delivered' }, effects: [{ type: 'queueMessage', params: { about: 'delivered' } }] }
        : null,
    ),
  },
  // Another method, another order: the table has only the change of a pending order.
  {
    name: 'D21: cash on delivery twice changes nothing',
    says: on('method.cash', ({ status, paymentMethod }) =>
      status === 'pending' && paymentMethod === 'cod' ? REPEAT : null,
    ),
  },
  {
    name: 'U4: an order that is being packed keeps its method, and asking is no fault',
    says: on('method.cash', ({ status }) => (status === 'processing' ? REPEAT : null)),
  },
  {
    name: 'D21: an unpaid M-Pesa order without a live prompt is replaced, and its pieces are free',
    says: (before, event) =>
      event.type === 'order.replace' &&
      !event.hasLiveAttempt &&
      before.status === 'pending' &&
      before.money !== 'held' &&
      before.paymentMethod === 'mpesa'
        ? { facts: { status: 'cancelled.replaced', stock: 'released' } }
        : null,
  },
  {
    name: 'Q15: an expired order that is replaced is not reopened any more',
    says: on('order.replace', ({ status }) =>
      status === 'cancelled.expired' ? { facts: { status: 'cancelled.replaced' } } : null,
    ),
  },
  {
    name: 'D21: replacing twice changes nothing',
    says: on('order.replace', ({ status }) => (status === 'cancelled.replaced' ? REPEAT : null)),
  },
];
