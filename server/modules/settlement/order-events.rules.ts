import type { OrderMachineEvent, UndoneStep } from '../../machines/order.types.ts';
import type { ParcelMachineEvent, ParcelState, ToldOrder } from '../../machines/parcel.types.ts';
import { toParcelState } from './parcel-state.rules.ts';
import type { InspectionRow } from './parcels.repository.ts';
import type { OrderRow, StoredOrder } from './stored-orders.repository.ts';

/** A received payment, whose row the caller has inserted. The service itself checks the stock. */
export type MoneyEvent = {
  readonly type: 'payment.succeeded' | 'payment.doubted';
  /** See `getPaymentName`. */
  readonly payment: string;
  /** Whether the order does not know the payment yet. */
  readonly isNew: boolean;
  /** Payment time. Defaults to now. */
  readonly paidAt?: Date;
};

/** A step of the parcel. Reasons are for the staff. It never contains a collection code. */
export type ParcelEvent =
  | { readonly type: 'counter.handedOver' | 'parcel.ready' | 'parcel.returned' | 'parcel.uncollected' }
  | { readonly type: 'parcel.corrected' | 'code.resent' | 'code.unlocked' }
  | { readonly type: 'parcel.refused' | 'parcel.lost'; readonly reason: string }
  | { readonly type: 'parcel.resent'; readonly trackingNumber: string | null }
  | {
      readonly type: 'parcel.delivered';
      readonly proof: 'code' | 'identityCard' | null;
      /** The person who carries the cash of a home delivery. `null` for the member of the staff. */
      readonly rider: string | null;
    }
  | { readonly type: 'stock.inspected'; readonly line: string; readonly sellable: number; readonly damaged: number };

/** Decisions of staff about the money of a parcel. The reasons of `refund.waived` and `refund.dropped` are for the
 * shopper. */
export type ParcelMoneyEvent =
  | { readonly type: 'refund.raised' | 'refund.waived' | 'refund.dropped' | 'cash.writtenOff'; readonly reason: string }
  /** `from`: who brought it. */
  | { readonly type: 'cash.received'; readonly amount: number; readonly from: string };

export type OrderEvent =
  | MoneyEvent
  | ParcelEvent
  | ParcelMoneyEvent
  | Exclude<
      OrderMachineEvent,
      {
        type: MoneyEvent['type'] | ParcelEvent['type'] | ParcelMoneyEvent['type'] | 'payment.part' | 'parcel.inspected';
      }
    >;

export function isMoney(event: OrderEvent): event is MoneyEvent {
  return 'payment' in event;
}

type ReviewEnd = Extract<OrderEvent, { type: 'payment.clear' | 'payment.deny' | 'payment.giveBack' }>;

export function isReviewEnd(event: OrderEvent): event is ReviewEnd {
  return event.type === 'payment.clear' || event.type === 'payment.deny' || event.type === 'payment.giveBack';
}

/** Returns what `order_events` keeps of an event. */
export function toEventData(event: OrderEvent): object {
  if (!isMoney(event)) return event;
  const { isNew: _isNew, ...data } = event;
  return data;
}

/** Returns the event of the parcel machine. `null` for an event that is not about the parcel. */
export function toParcelEvent(
  event: OrderEvent,
  { order, lines }: Pick<StoredOrder, 'order' | 'lines'>,
  {
    now: at,
    inspections,
    isFollowed,
  }: { readonly now: Date; readonly inspections: readonly InspectionRow[]; readonly isFollowed: boolean },
): ParcelMachineEvent | null {
  const now = at.getTime();
  switch (event.type) {
    case 'staff.ship':
    case 'staff.deliver':
    case 'counter.handedOver':
    case 'parcel.ready':
    case 'parcel.refused':
    case 'parcel.lost':
    case 'parcel.returned':
      return { type: event.type, now };
    case 'parcel.resent':
      return { type: event.type, now, trackingNumber: event.trackingNumber };
    case 'parcel.delivered':
      return { type: event.type, now, proof: event.proof };
    case 'parcel.uncollected':
      return { type: event.type, now, collectUntil: order.collectUntil?.getTime() ?? null };
    case 'parcel.corrected':
      return { type: event.type, now, isFollowed };
    case 'code.resent':
    case 'code.unlocked':
      return { type: event.type };
    case 'stock.inspected': {
      const known = inspections.find(({ lineId }) => lineId === event.line);
      const isSame = known?.sellable === event.sellable && known.damaged === event.damaged;
      return {
        type: event.type,
        known: known === undefined ? null : isSame ? 'same' : 'other',
        isLast: inspections.length === lines.length - 1,
      };
    }
    default:
      return null;
  }
}

/** Returns the event of the order machine that a step of the parcel causes. */
export function toToldEvent(
  type: ToldOrder,
  event: OrderEvent,
  order: OrderRow,
  { isUnproven, isUnnumbered }: { readonly isUnproven: boolean; readonly isUnnumbered: boolean },
): OrderMachineEvent {
  const trackingNumber = 'trackingNumber' in event ? event.trackingNumber : null;
  if (type === 'staff.ship') return { type, trackingNumber, isUnproven, isUnnumbered };
  if (type === 'parcel.resent') return { type, trackingNumber, isUnproven };
  if (type === 'counter.handedOver') return { type, isUnproven, isUnnumbered };
  if (type === 'parcel.corrected') return { type, ...toUndone(order) };
  return { type } as OrderMachineEvent;
}

const UNDONE: Partial<Record<ParcelState, UndoneStep['undone']>> = {
  delivered: 'delivered',
  lost: 'lost',
  returned: 'returned',
};

function toUndone(order: OrderRow): UndoneStep {
  const { undo } = order;
  if (undo === null) throw new Error('parcel: nothing to undo');
  const { status, money, payments, trackingNumber } = undo;
  if (status === 'delivered' || status === 'cancelled') throw new Error('parcel: a step from a final state');
  return {
    undone:
      undo.cameFrom === 'none' && order.status === 'shipped' ? 'shipped' : (UNDONE[toParcelState(order)] ?? 'moved'),
    status,
    money,
    payments,
    trackingNumber,
  };
}
