import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { id, quantity, shillings, success } from './fields.ts';
import { CART_LIMITS } from './rules/cart-limits.ts';

/** A cart or order line as the shop sees it now. `was` is what the caller sent, `now` what is charged. */
export const CheckedLine = v.object({
  product: v.string(),
  name: v.string(),
  was: v.number(),
  now: v.number(),
  /** Pieces that can be ordered now; 0 also for a product that is no longer sold. */
  stock: v.number(),
});
export type CheckedLine = v.InferOutput<typeof CheckedLine>;

/** Re-prices a cart (A4, Q25). Answers every known line, changed or not, in the order sent. */
export const checkCart = endpoint({
  method: 'POST',
  path: '/cart/check',
  access: 'public',
  request: v.strictObject({
    items: v.pipe(v.array(v.strictObject({ product: id, quantity, price: shillings })), v.maxLength(CART_LIMITS.lines)),
  }),
  reply: success(v.object({ lines: v.array(CheckedLine) })),
});
