import type { Effect, Requirement, Sentence } from 'model-testing/pure-machine';
import type { OrderMachineEvent } from '../../../server/machines/order.types.ts';
import type { OrderFacts } from './order-walk.ts';

const REPEAT: Requirement<OrderFacts> = { effects: [{ type: 'ignoreRepeat' }] };
const REFUND: Effect = { type: 'queueRefund' };
const message = (about: string): Effect => ({ type: 'queueMessage', params: { about } });

const isGoingBack = ({ money }: OrderFacts) => money === 'refundDue' || money === 'refunded';
const isUnpaid = ({ money }: OrderFacts) => money === 'unpaid' || money === 'partPaid';
/** The buyer pays in cash, all or the rest (PAY-C5). */
const isUnpaidCash = (before: OrderFacts) => isUnpaid(before) && before.paymentMethod === 'cod';
const canShip = (before: OrderFacts) =>
  before.money !== 'held' && (!isUnpaid(before) || before.paymentMethod === 'cod');
/** M-Pesa has not shown a payment of the order (PAY-C4). */
const isUnproven = (event: OrderMachineEvent) =>
  ('isUnproven' in event && event.isUnproven === true) || ('isUnnumbered' in event && event.isUnnumbered === true);

const isAtEnd = (status: string) => status === 'cancelled.lost' || status === 'cancelled.returned';

type Corrected = Extract<OrderMachineEvent, { type: 'parcel.corrected' }>;

/** A step after the one that is undone, written a second time (OWN-P4). */
export function isFollowed(
  { money, cash, payments, isWaived }: OrderFacts,
  { undone, money: before, payments: count }: Corrected,
): boolean {
  const isLater = payments.length > count;
  if (cash === 'short' || cash === 'counted' || isWaived) return true;
  if (money === 'refunded' && before !== 'refunded') return true;
  if (money === 'refundDue') {
    // The back office decided about money in doubt, or further money came for an order in parts.
    if (before === 'held' || (before === 'partPaid' && isLater)) return true;
    if (undone !== 'lost' && ['partPaid', 'paid', 'overpaid'].includes(before)) return true;
  }
  if (undone !== 'delivered' || cash !== 'owed') return false;
  const isByMpesa = money === 'overpaid' && before === 'unpaid' && payments.length === 1;
  return !isByMpesa && (money !== 'paid' || isLater);
}

/** The money after a loss is undone whose refund is removed, with the number of payments before the loss (OWN-P4). */
function getMoneyBeforeLoss({ payments }: OrderFacts, { money, payments: count }: Corrected): string {
  if (money === 'partPaid') return 'partPaid';
  return money === 'overpaid' || payments.length > Math.max(1, count) ? 'overpaid' : 'paid';
}

/** Effects of the order machine on a parcel, beyond the rows about its money (OWN-P1, OWN-P3, OWN-P4). */
export const PARCEL_RULINGS: readonly Sentence<OrderFacts, OrderMachineEvent>[] = [
  {
    name: 'OWN-P1: a counter order that is paid, or paid in cash now, is delivered at once and leaves the shelf',
    says: (before, event) =>
      event.type === 'counter.handedOver' &&
      !isUnproven(event) &&
      ['pending', 'processing'].includes(before.status) &&
      canShip(before)
        ? {
            facts: { status: 'delivered', ...(isUnpaid(before) && { money: 'paid' }) },
            effects: [{ type: 'takeFromShelf' }, message('delivered')],
          }
        : null,
  },
  {
    name: 'OWN-P3, PAY-C5: cash is owed from the delivery of a cash order on that is not paid, or paid in part',
    says: (before, event) =>
      isUnpaidCash(before) &&
      !isUnproven(event) &&
      ((event.type === 'staff.deliver' && before.status === 'shipped') ||
        (event.type === 'counter.handedOver' && ['pending', 'processing'].includes(before.status)))
        ? { facts: { cash: 'owed' }, effects: [{ type: 'oweCash' }] }
        : null,
  },
  {
    name: 'OWN-P1: a shipped parcel is sent again, with its old number or a new one',
    says: (before, event) =>
      event.type === 'parcel.resent' &&
      !isUnproven(event) &&
      before.status === 'shipped' &&
      !isGoingBack(before) &&
      before.money !== 'held'
        ? { facts: { trackingNumber: event.trackingNumber ?? before.trackingNumber } }
        : null,
  },
  {
    name: 'OWN-P1: a shipped parcel is lost, whatever its money',
    says: ({ status }, event) =>
      event.type === 'parcel.lost' && status === 'shipped' ? { facts: { status: 'cancelled.lost' } } : null,
  },
  {
    name: 'OWN-P1: a shipped parcel comes back, whatever its money',
    says: ({ status }, event) =>
      event.type === 'parcel.returned' && status === 'shipped' ? { facts: { status: 'cancelled.returned' } } : null,
  },
  {
    name: 'OWN-P1: a refund that was raised early is not raised again',
    says: (before, event) => (event.type === 'refund.raised' && isGoingBack(before) ? REPEAT : null),
  },
  {
    name: 'OWN-P1: an owner decides only once against a refund',
    says: ({ money, isWaived }, event) =>
      event.type === 'refund.waived' && (money === 'kept' || (money === 'overpaid' && isWaived)) ? REPEAT : null,
  },
  {
    name: 'OWN-P1: the shopper learns of the decision against a refund that was due',
    says: ({ money }, event) =>
      event.type === 'refund.waived' && money === 'refundDue' && event.isBack && !event.isApproved
        ? { effects: [message('noRefund')] }
        : null,
  },
  {
    name: 'OWN-P1: a raised refund takes the decision against it back',
    says: ({ status, money, isWaived }, event) =>
      event.type === 'refund.raised' &&
      isWaived &&
      (money === 'kept' || money === 'overpaid') &&
      (event.isBack || (money === 'kept' && status.startsWith('cancelled')))
        ? { facts: { isWaived: false } }
        : null,
  },
  {
    name: 'D8, OWN-P1, PAY-F1: the excess is refunded or dropped, and the rest stays with the shop',
    says: ({ money, isWaived }, { type }) =>
      type === 'refund.confirmed' && money === 'overpaid' && isWaived ? { facts: { money: 'kept' } } : null,
  },
  {
    name: 'OWN-P4: the shipping is undone: the order is packed again',
    says: (before, event) =>
      event.type === 'parcel.corrected' &&
      event.undone === 'shipped' &&
      before.status === 'shipped' &&
      !isFollowed(before, event)
        ? {
            facts: { status: 'processing', trackingNumber: event.trackingNumber },
            effects: [{ type: 'returnToShelf' }],
          }
        : null,
  },
  {
    name: 'OWN-P4: another step on the way is undone: the tracking number is as before',
    says: (before, event) =>
      event.type === 'parcel.corrected' &&
      event.undone === 'moved' &&
      before.status === 'shipped' &&
      !isFollowed(before, event)
        ? { facts: { trackingNumber: event.trackingNumber } }
        : null,
  },
  {
    name: 'OWN-P4: a delivery is undone: the order is where it was',
    says: (before, event) => {
      if (event.type !== 'parcel.corrected' || before.status !== 'delivered' || isFollowed(before, event)) return null;
      const effects = event.status === 'shipped' ? [] : [{ type: 'returnToShelf' }];
      if (before.cash !== 'owed') return { facts: { status: event.status }, effects };
      const isByMpesa = before.money === 'overpaid';
      // An order that is paid is packed.
      const status = event.status === 'pending' && isByMpesa ? 'processing' : event.status;
      return {
        facts: { status, cash: 'none', money: isByMpesa ? 'paid' : event.money },
        effects: [...effects, { type: 'cancelCash' }, ...(isByMpesa ? [{ type: 'dropRefund' }, message('paid')] : [])],
      };
    },
  },
  {
    name: 'OWN-P4: a loss or a return is undone: the order is shipped, and the refund of the loss is removed',
    says: (before, event) => {
      if (event.type !== 'parcel.corrected' || !isAtEnd(before.status) || isFollowed(before, event)) return null;
      const isRefunded =
        event.undone === 'lost' && before.money === 'refundDue' && !['refundDue', 'refunded'].includes(event.money);
      return {
        facts: {
          status: 'shipped',
          ...(isRefunded && { money: getMoneyBeforeLoss(before, event) }),
        },
        effects: isRefunded ? [{ type: 'dropRefund' }] : [],
      };
    },
  },
  {
    name: 'providers 2.1: an order whose parcel is lost or back is cancelled already',
    says: ({ status }, { type }) =>
      isAtEnd(status) && ['staff.cancel', 'shopper.cancel', 'expiry.due'].includes(type) ? REPEAT : null,
  },
  {
    name: 'D8, Q15: money for an order whose parcel is lost or back is refunded',
    says: ({ status, money, payments }, event) =>
      event.type === 'payment.succeeded' && isAtEnd(status) && !payments.includes(event.payment)
        ? money === 'unpaid'
          ? { facts: { money: 'refundDue' }, effects: [REFUND] }
          : money === 'paid' || money === 'partPaid'
            ? { effects: [REFUND] }
            : null
        : null,
  },
  {
    name: 'D27, OWN-P1: doubtful money is refunded too, where an owner decided against another refund',
    says: ({ money, payments }, event) =>
      event.type === 'payment.doubted' && money === 'kept' && !payments.includes(event.payment)
        ? { effects: [REFUND] }
        : null,
  },
  {
    name: 'D27, OWN-P1: doubtful money after an early refund is refunded too',
    says: ({ status, money, payments }, event) =>
      event.type === 'payment.doubted' &&
      status === 'shipped' &&
      money === 'refunded' &&
      !payments.includes(event.payment)
        ? { facts: { money: 'refundDue' }, effects: [REFUND] }
        : null,
  },
  {
    name: 'D7: a mismatch holds the money of a returned order too',
    says: ({ status, money, payments }, { type }) =>
      type === 'payment.mismatched' && status === 'cancelled.returned' && money === 'paid' && payments.length > 0
        ? { facts: { money: 'held' }, effects: [{ type: 'alertBackOffice' }] }
        : null,
  },
  {
    name: 'OWN-P1, PAY-C5: the parts of an order whose parcel is lost, or back and inspected, go back',
    says: ({ status, money }, event) =>
      money === 'partPaid' &&
      ((event.type === 'parcel.lost' && status === 'shipped') || event.type === 'parcel.inspected')
        ? { facts: { money: 'refundDue' }, effects: [REFUND] }
        : null,
  },
  {
    name: 'OWN-P1, PAY-C5: staff refund the parts of a parcel that comes back before the inspection',
    says: ({ money }, event) =>
      money === 'partPaid' && event.type === 'refund.raised' && event.isBack
        ? { facts: { money: 'refundDue', isWaived: false }, effects: [REFUND] }
        : null,
  },
  {
    name: 'OWN-P1, PAY-C5: an owner decides against the refund of the parts of a parcel that came back',
    says: ({ money }, event) =>
      money === 'partPaid' && event.type === 'refund.waived' && event.isBack
        ? { facts: { money: 'kept', isWaived: true }, effects: [message('noRefund')] }
        : null,
  },
  {
    name: 'D27, OWN-P1: doubtful money for an order in parts whose parcel is lost or back is refunded',
    says: ({ status, money, payments }, event) =>
      event.type === 'payment.doubted' && money === 'partPaid' && isAtEnd(status) && !payments.includes(event.payment)
        ? { effects: [REFUND] }
        : null,
  },
  {
    name: 'PAY-C4: a parcel whose money M-Pesa has not shown is neither sent again nor handed over',
    says: (_, event) =>
      isUnproven(event) && (event.type === 'parcel.resent' || event.type === 'counter.handedOver')
        ? { isRefused: true }
        : null,
  },
  {
    name: 'OWN-P1: a payment that the back office clears after the loss goes back',
    says: ({ status, money }, event) =>
      event.type === 'payment.clear' && money === 'held' && status === 'cancelled.lost' ? { effects: [REFUND] } : null,
  },
];
