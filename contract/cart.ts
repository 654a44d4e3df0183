import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { id, quantity, shillings, success } from './fields.ts';
import { CART_LIMITS } from './rules/cart-limits.ts';

/** Current state of a cart or order line. `was` is the price in the request, `now` the current price. */
export const CheckedLine = v.object({
  product: v.string(),
  name: v.string(),
  was: v.number(),
  now: v.number(),
  /** Available items. 0 for an inactive product. */
  stock: v.number(),
});
export type CheckedLine = v.InferOutput<typeof CheckedLine>;

/** Returns the current price of every known line, changed or not, in the order of the request (A4, Q25). */
export const checkCart = endpoint({
  method: 'POST',
  path: '/cart/check',
  access: 'public',
  request: v.strictObject({
    items: v.pipe(v.array(v.strictObject({ product: id, quantity, price: shillings })), v.maxLength(CART_LIMITS.lines)),
  }),
  reply: success(v.object({ lines: v.array(CheckedLine) })),
});
