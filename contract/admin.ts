import * as v from 'valibot';
import { password } from './auth.ts';
import { endpoint, ROLES } from './endpoint.ts';
import { id, orderId, queryInteger, success, text } from './fields.ts';
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

/** Hides a review from the list, the summary and the averages, or shows it again (H5). */
export const hideReview = endpoint({
  method: 'PUT',
  path: '/admin/reviews/:id',
  access: 'admin',
  roles: ['owner', 'catalogue'],
  request: v.strictObject({ id, hidden: v.boolean() }),
  reply: success(v.object({ _id: v.string(), hidden: v.boolean() })),
});
