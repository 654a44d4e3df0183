import type * as v from 'valibot';
import type { ParcelView } from '../../../contract/orders.ts';
import { toParcelState } from '../settlement/parcel-state.rules.ts';
import type { OrderRow, StoredOrder } from '../settlement/stored-orders.repository.ts';

type ViewedParcel = Pick<
  OrderRow,
  | ('status' | 'parcel' | 'parcelAt' | 'collectUntil' | 'cancelReason' | 'updatedAt')
  | ('deliveryMethod' | 'pickupStation' | 'address')
>;

/** Names of the steps for the shopper. */
const STEPS: Readonly<Record<string, string>> = {
  'staff.ship': 'shipped',
  'staff.deliver': 'delivered',
  'counter.handedOver': 'delivered',
};

/** Returns the parcel as its shopper sees it: never a reason, a rider, a code or the result of an inspection. */
export function toParcelView(
  order: ViewedParcel,
  steps: StoredOrder['steps'],
  station: StoredOrder['station'],
): v.InferInput<typeof ParcelView> | null {
  const parcel = toParcelState(order);
  if (parcel === 'none') return null;
  // A lost parcel that turns up stays lost for the shopper.
  const isLost = order.cancelReason === 'lost';
  const history = toHistory(steps, isLost);
  const state = isLost ? 'lost' : parcel === 'inspected' ? 'returned' : parcel;
  const isAtEnd = isLost || state === 'returned';
  const since = (isAtEnd ? history.findLast(({ event }) => event === state)?.at : undefined) ?? order.parcelAt;
  const { deliveryMethod, pickupStation, address, collectUntil } = order;
  return {
    state,
    since: (since ?? order.updatedAt).toISOString(),
    pickup:
      deliveryMethod === 'pickup_station'
        ? { name: pickupStation, address, phone: station?.phone ?? '', operatingHours: station?.operatingHours ?? null }
        : null,
    collectUntil: state === 'ready' ? (collectUntil?.toISOString() ?? null) : null,
    history: history.map(({ event, at }) => ({ event, at: at.toISOString() })),
  };
}

function toHistory(steps: StoredOrder['steps'], isLost: boolean): { event: string; at: Date }[] {
  const told: { event: string; at: Date }[] = [];
  for (const { type, at } of steps) {
    if (type === 'parcel.corrected') told.pop();
    else told.push({ event: STEPS[type] ?? type.replace('parcel.', ''), at });
  }
  const lostAt = told.findIndex(({ event }) => event === 'lost');
  return isLost && lostAt >= 0 ? told.slice(0, lostAt + 1) : told;
}
