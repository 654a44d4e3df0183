import * as v from 'valibot';
import { password } from './auth.ts';
import { endpoint, ROLES } from './endpoint.ts';
import { id, orderId, queryInteger, requiredText, shillings, success, text } from './fields.ts';
import { CART_LIMITS } from './rules/cart-limits.ts';
import { Order, ORDER_STATUSES } from './orders.ts';

export const AdminUser = v.object({ _id: v.string(), name: v.string(), email: v.string(), role: v.picklist(ROLES) });
export type AdminUser = v.InferOutput<typeof AdminUser>;

/** Uses the `adm_` token scope, which expires after 8 h (D13). */
export const adminLogin = endpoint({
  method: 'POST',
  path: '/admin/auth/login',
  access: 'public',
  request: v.strictObject({ email: text(254), password }),
  reply: success(v.object({ token: v.string(), user: AdminUser })),
});

/** Orders of all shoppers, newest first. */
export const listOrders = endpoint({
  method: 'GET',
  path: '/admin/orders',
  access: 'admin',
  roles: ['owner', 'orders'],
  request: v.strictObject({
    status: v.optional(v.picklist(ORDER_STATUSES)),
    page: v.optional(queryInteger(1, 100_000), 1),
  }),
  reply: success(
    v.object({
      orders: v.array(Order),
      pagination: v.object({ page: v.number(), limit: v.number(), total: v.number(), pages: v.number() }),
    }),
  ),
});

/**
 * Allows only valid transitions (A36), otherwise 409. The current status is accepted without a change. A tracking
 * number is allowed only with `shipped`.
 */
export const setOrderStatus = endpoint({
  method: 'PUT',
  path: '/admin/orders/:id/status',
  access: 'admin',
  roles: ['owner', 'orders'],
  request: v.strictObject({
    id: orderId,
    status: v.picklist(ORDER_STATUSES),
    /** A blank value counts as missing. */
    trackingNumber: v.optional(text(60)),
  }),
  reply: success(v.object({ order: Order })),
});

/** Reports of staff about a parcel, its money and its cash (OWN-P1 to OWN-P4). The clock makes `parcel.uncollected`. */
export const PARCEL_EVENTS = [
  ...(['parcel.ready', 'parcel.delivered', 'parcel.refused', 'parcel.lost', 'parcel.resent'] as const),
  ...(['parcel.returned', 'stock.inspected', 'parcel.corrected', 'counter.handedOver'] as const),
  ...(['code.resent', 'code.unlocked', 'refund.raised', 'refund.waived', 'cash.received', 'cash.writtenOff'] as const),
] as const;
export type ParcelEventType = (typeof PARCEL_EVENTS)[number];

const pieces = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(CART_LIMITS.pieces));

/** Fields of the events. `PARCEL_FIELDS` in `parcel-request.rules.ts` lists those of each. */
export const ParcelReport = v.strictObject({
  id: orderId,
  type: v.picklist(PARCEL_EVENTS),
  /** For the staff, but that of `refund.waived`, which the shopper reads. */
  reason: v.optional(requiredText(200)),
  /** A blank value counts as missing. */
  trackingNumber: v.optional(text(60)),
  /** Collection code of a pickup. Blanks are ignored. */
  code: v.optional(text(20)),
  /** The buyer's identity card, in place of the code. Never its whole number. */
  identityCard: v.optional(
    v.strictObject({
      kind: v.pipe(v.string(), v.minLength(1), v.maxLength(40)),
      lastDigits: v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{4}$/)),
    }),
  ),
  /** Rider of a home delivery who has the cash, one of `RIDERS`. */
  rider: v.optional(requiredText(120)),
  /** Inspected line of the order. The rest of its pieces is missing. */
  line: v.optional(id),
  sellable: v.optional(pieces),
  damaged: v.optional(pieces),
  amount: v.optional(shillings),
  /** The person who brought the cash. */
  from: v.optional(requiredText(120)),
});

/**
 * Reports an event. 409 with the reason in words when it is not possible now, and for a wrong collection code. The same
 * event again changes nothing. Some events are for owners only: 403.
 */
export const reportParcel = endpoint({
  method: 'POST',
  path: '/admin/orders/:id/events',
  access: 'admin',
  roles: ['owner', 'orders'],
  request: ParcelReport,
  reply: success(v.object({ order: Order })),
});

/** Which events are possible now, and why the others are not. */
export const listParcelEvents = endpoint({
  method: 'GET',
  path: '/admin/orders/:id/events',
  access: 'admin',
  roles: ['owner', 'orders'],
  request: v.strictObject({ id: orderId }),
  reply: success(
    v.object({
      events: v.array(v.object({ type: v.picklist(PARCEL_EVENTS), legal: v.boolean(), why: v.nullable(v.string()) })),
    }),
  ),
});

/** Hides a review from the list, the summary and the averages, or shows it again (H5). */
export const hideReview = endpoint({
  method: 'PUT',
  path: '/admin/reviews/:id',
  access: 'admin',
  roles: ['owner', 'catalogue'],
  request: v.strictObject({ id, hidden: v.boolean() }),
  reply: success(v.object({ _id: v.string(), hidden: v.boolean() })),
});
