import * as v from 'valibot';
import { password } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { id, queryInteger, requiredText, success, text } from './fields.ts';
import { Order, ORDER_STATUSES } from './orders.ts';

/** Staff and what they may do (H1). */
export const ROLES = ['owner', 'catalogue', 'orders'] as const;
export type Role = (typeof ROLES)[number];

export const AdminUser = v.object({ _id: v.string(), name: v.string(), email: v.string(), role: v.picklist(ROLES) });
export type AdminUser = v.InferOutput<typeof AdminUser>;

/** Its token is of a kind of its own and ends after 8 h (D13). */
export const adminLogin = endpoint({
  method: 'POST',
  path: '/admin/auth/login',
  access: 'public',
  request: v.strictObject({ email: text(254), password }),
  reply: success(v.object({ token: v.string(), user: AdminUser })),
});

export const listOrders = endpoint({
  method: 'GET',
  path: '/admin/orders',
  access: 'admin',
  request: v.object({
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

/** Only legal moves (A36); shipped carries a tracking number. */
export const setOrderStatus = endpoint({
  method: 'PUT',
  path: '/admin/orders/:id/status',
  access: 'admin',
  request: v.strictObject({
    id,
    status: v.picklist(['processing', 'shipped', 'delivered', 'cancelled']),
    trackingNumber: v.optional(requiredText(100)),
  }),
  reply: success(v.object({ order: Order })),
});

/** Out of list, summary and the product's averages, or back (H5). */
export const hideReview = endpoint({
  method: 'PUT',
  path: '/admin/reviews/:id',
  access: 'admin',
  request: v.strictObject({ id, hidden: v.boolean() }),
  reply: success(v.object({ _id: v.string(), hidden: v.boolean() })),
});
