/** Input, context and events of `parcel.machine.ts`. */

import type { OrderMachineEvent, OrderMoney } from './order.types.ts';

export type ParcelState =
  | 'none'
  | 'onTheWay'
  | 'ready'
  | 'refused'
  | 'uncollected'
  | 'delivered'
  | 'lost'
  | 'returned'
  | 'inspected';

export interface ParcelInput {
  /** `walkIn`: staff made the order at the counter. */
  readonly delivery: 'home' | 'pickup' | 'walkIn';
}

export interface ParcelContext extends ParcelInput {
  /** State before the last step, which a correction restores. `null` when it cannot be undone. */
  readonly cameFrom: ParcelState | null;
  /** Time of the last step, in epoch milliseconds. */
  readonly changedAt: number | null;
}

/** Time of the event, in epoch milliseconds. */
interface At {
  readonly now: number;
}

export type ParcelMachineEvent =
  | ({ readonly type: 'staff.ship' } & At)
  /** The general status call, which knows no collection code. */
  | ({ readonly type: 'staff.deliver' } & At)
  | ({ readonly type: 'counter.handedOver' } & At)
  | ({ readonly type: 'parcel.ready' } & At)
  /** `proof`: how the buyer of a pickup was checked. */
  | ({ readonly type: 'parcel.delivered'; readonly proof: 'code' | 'identityCard' | null } & At)
  | ({ readonly type: 'parcel.refused' } & At)
  /** `collectUntil`: end of the 7 days, `null` before the message left. */
  | ({ readonly type: 'parcel.uncollected'; readonly collectUntil: number | null } & At)
  | ({ readonly type: 'parcel.resent'; readonly trackingNumber: string | null } & At)
  | ({ readonly type: 'parcel.lost' } & At)
  | ({ readonly type: 'parcel.returned' } & At)
  /** `known`: whether this line was inspected before, with these numbers or others. */
  | { readonly type: 'stock.inspected'; readonly known: 'same' | 'other' | null; readonly isLast: boolean }
  /** `isFollowed`: a message was sent, a line inspected, or a refund approved since the step. */
  | ({ readonly type: 'parcel.corrected'; readonly isFollowed: boolean } & At)
  | { readonly type: 'code.resent' }
  | { readonly type: 'code.unlocked' };

/** Topics of messages to the shopper about a parcel. */
export type ParcelMessage = 'refused' | 'uncollected' | 'resent' | 'lost' | 'returned';

/** Event of the order machine that a step of the parcel causes. The caller adds its fields. */
export type ToldOrder = OrderMachineEvent['type'];

/** The order before the parcel's last step, for a correction. Times are ISO 8601. */
export interface UndoneParcel {
  readonly cameFrom: ParcelState;
  readonly parcelAt: string | null;
  readonly collectUntil: string | null;
  readonly reminders: number;
  readonly status: 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled';
  readonly money: OrderMoney;
  /** Number of payments at that time. */
  readonly payments: number;
  readonly trackingNumber: string | null;
  /** Id of the step in `order_events`, which its messages carry. */
  readonly event: string;
}
