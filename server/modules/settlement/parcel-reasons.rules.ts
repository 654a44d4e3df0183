import type { ParcelEventType } from '../../../contract/admin.ts';
import type { ParcelState } from '../../machines/parcel.types.ts';
import { toDelivery, toParcelState } from './parcel-state.rules.ts';
import { notShown } from './settlement.texts.ts';
import type { OrderRow } from './stored-orders.repository.ts';

/** Why an event of a parcel is not possible, in words for the staff. */

const WHERE: Readonly<Record<ParcelState, string>> = {
  none: 'was not shipped yet',
  onTheWay: 'is on its way',
  ready: 'is ready for pickup',
  refused: 'was refused',
  uncollected: 'was not collected',
  delivered: 'was delivered',
  lost: 'is lost',
  returned: 'is back in the shop',
  inspected: 'is back and inspected',
};

const CODE_FIRST = 'The buyer’s collection code or an identity card is needed. Use parcel.delivered.';
const HELD = 'The back office holds this order.';

export const alreadyRecorded = 'This was recorded before.';

/** Returns the reason for an event that was refused. `isUnproven`: M-Pesa has not shown all money of the order. */
export function getRefusalReason(
  type: ParcelEventType | 'staff.deliver',
  order: OrderRow,
  isUnproven: boolean,
): string {
  const parcel = toParcelState(order);
  const delivery = toDelivery(order);
  const here = `The parcel ${WHERE[parcel]}.`;
  const isGoingBack = order.money === 'refundDue' || order.money === 'refunded';
  switch (type) {
    case 'staff.deliver':
    case 'parcel.delivered':
      if (delivery === 'pickup' && parcel === 'onTheWay')
        return 'Use parcel.ready first, which sends the buyer the collection code.';
      if (parcel === 'refused' || parcel === 'uncollected' || parcel === 'ready')
        return isGoingBack ? 'The refund of this order was raised, so the parcel stays with the shop.' : CODE_FIRST;
      return here;
    case 'parcel.ready':
      return delivery === 'pickup' ? here : 'This is a home delivery. Only a pickup is made ready.';
    case 'parcel.refused':
      return delivery === 'pickup' && parcel === 'onTheWay'
        ? 'A pickup is refused at its station. Use parcel.ready first.'
        : here;
    case 'parcel.resent':
      if (isGoingBack) return 'The refund of this order was raised, so the parcel stays with the shop.';
      if (order.money === 'held') return HELD;
      return isUnproven && (parcel === 'refused' || parcel === 'uncollected')
        ? notShown
        : `${here} Only a refused or uncollected parcel is sent again.`;
    case 'parcel.returned':
      return `${here} Record parcel.refused or parcel.lost first, or wait for the end of the 7 days of a pickup.`;
    case 'stock.inspected':
      return parcel === 'returned' || parcel === 'inspected'
        ? 'This line was inspected with other numbers. A count of the stock corrects it.'
        : `${here} Only a returned parcel is inspected: record parcel.refused, parcel.lost and parcel.returned first.`;
    case 'parcel.lost':
      return here;
    case 'parcel.corrected':
      return 'Only the last step of the staff can be corrected, within 30 seconds and while nothing followed it.';
    case 'counter.handedOver':
      if (delivery !== 'walkIn')
        return 'This order was not made at the counter. Use parcel.delivered with the collection code.';
      if (order.money === 'held') return HELD;
      return isUnproven ? notShown : `${here} The order is ${order.status} and must be paid, or be paid in cash.`;
    case 'code.resent':
    case 'code.unlocked':
      return 'There is no collection code now.';
    case 'refund.raised':
    case 'refund.waived':
      return getMoneyReason(type, order);
    case 'cash.received':
    case 'cash.writtenOff':
      return order.cash === 'counted' ? 'The cash of this order was counted in.' : 'No cash is owed for this order.';
  }
}

function getMoneyReason(type: 'refund.raised' | 'refund.waived', { money }: OrderRow): string {
  if (money === 'held') return HELD;
  if (money === 'unpaid') return 'Nothing was paid.';
  if (type === 'refund.raised') return 'Only for a parcel that was refused, not collected or came back.';
  if (money === 'refunded') return 'The money was refunded.';
  return 'Only for a parcel that is lost or came back, while its refund is not approved.';
}
