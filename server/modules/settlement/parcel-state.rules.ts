import { transition, type SnapshotFrom } from 'xstate';
import { parcelMachine } from '../../machines/parcel.machine.ts';
import type { ParcelMachineEvent, ParcelState, UndoneParcel } from '../../machines/parcel.types.ts';
import type { OrderChange, OrderRow } from './stored-orders.repository.ts';

export type ParcelSnapshot = SnapshotFrom<typeof parcelMachine>;

/**
 * Returns the state of an order's parcel. A process of an older version ships and delivers without this column, so the
 * status decides where both disagree.
 */
export function toParcelState({ status, parcel }: Pick<OrderRow, 'status' | 'parcel'>): ParcelState {
  if (status === 'delivered') return 'delivered';
  if (status === 'shipped') return parcel === 'none' ? 'onTheWay' : parcel;
  return status === 'cancelled' ? parcel : 'none';
}

/** Returns how the buyer gets the order. */
export function toDelivery({ isWalkIn, deliveryMethod }: Pick<OrderRow, 'isWalkIn' | 'deliveryMethod'>) {
  return isWalkIn ? 'walkIn' : deliveryMethod === 'pickup_station' ? 'pickup' : 'home';
}

/** Converts a stored order to a snapshot of its parcel. */
export function toParcelSnapshot(order: OrderRow): ParcelSnapshot {
  const state = toParcelState(order);
  const isKnown = state === order.parcel;
  return parcelMachine.resolveState({
    value: state,
    context: {
      delivery: toDelivery(order),
      cameFrom: isKnown ? (order.undo?.cameFrom ?? null) : null,
      changedAt: isKnown && order.undo !== null ? (order.parcelAt?.getTime() ?? null) : null,
    },
  });
}

/** A step of a parcel, decided and not stored yet. */
export interface ParcelStep {
  readonly event: ParcelMachineEvent;
  readonly before: ParcelSnapshot;
  readonly after: ParcelSnapshot;
  readonly actions: readonly { readonly type: string; readonly params?: unknown }[];
}

/** Decides a step. `null` when the machine refuses it. */
export function decideParcel(order: OrderRow, event: ParcelMachineEvent): ParcelStep | null {
  const before = toParcelSnapshot(order);
  if (!before.can(event)) return null;
  const [after, actions] = transition(parcelMachine, before, event);
  return { event, before, after, actions: actions as unknown as ParcelStep['actions'] };
}

/** Returns the columns of a parcel after a step at `now`. `id` names the step in `order_events`, `payments` counts. */
export function toParcelColumns(
  order: OrderRow,
  { event, before, after }: ParcelStep,
  { id, payments, now }: { readonly id: string; readonly payments: number; readonly now: Date },
): OrderChange {
  if (event.type === 'parcel.corrected') return restore(order.undo);
  if (before.value === after.value) return {};
  const { cameFrom } = after.context;
  const { status, money, trackingNumber, reminders } = order;
  const undo =
    cameFrom === null
      ? null
      : {
          cameFrom,
          parcelAt: order.parcelAt?.toISOString() ?? null,
          collectUntil: order.collectUntil?.toISOString() ?? null,
          reminders,
          status,
          money,
          payments,
          trackingNumber,
          event: id,
        };
  // The next message starts the 7 days again.
  const isAnew = after.value === 'ready' || after.value === 'onTheWay';
  return { parcel: after.value, parcelAt: now, undo, ...(isAnew && { collectUntil: null, reminders: 0 }) };
}

function restore(undo: UndoneParcel | null): OrderChange {
  if (undo === null) throw new Error('parcel: nothing to undo');
  const toDate = (iso: string | null) => (iso === null ? null : new Date(iso));
  const { cameFrom, parcelAt, collectUntil, reminders } = undo;
  return { parcel: cameFrom, parcelAt: toDate(parcelAt), collectUntil: toDate(collectUntil), reminders, undo: null };
}

/** Steps of the parcel in `order_events`. */
export const PARCEL_STEPS = [
  'staff.ship',
  'staff.deliver',
  'counter.handedOver',
  'parcel.ready',
  'parcel.refused',
  'parcel.uncollected',
  'parcel.resent',
  'parcel.delivered',
  'parcel.lost',
  'parcel.returned',
  'parcel.corrected',
];

/** Columns of an order that was not shipped. */
export const NO_PARCEL = {
  parcel: 'none',
  parcelAt: null,
  undo: null,
  collectUntil: null,
  reminders: 0,
  cash: 'none',
  noRefundReason: null,
  isWalkIn: false,
} as const;
