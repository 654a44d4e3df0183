import * as v from 'valibot';
import { checkCart } from '../../contract/cart.ts';
import type { CheckedLine } from '../../contract/cart.ts';
import { id } from '../../contract/fields.ts';
import { CART_LIMITS } from '../../contract/rules/cart-limits.ts';
import type { CartLine } from '../rules/cart/cart.ts';
import type { Api } from './api.ts';

/** The fields of a line that a check needs. */
type LineToCheck = Pick<CartLine, 'id' | 'quantity' | 'price'>;

/** Calls of the cart. Every function rejects with `ApiError`. */
export function createCartService(call: Api) {
  /** Fetches what the shop knows about the lines. Skips lines with an invalid id. */
  async function known(lines: readonly LineToCheck[], signal: AbortSignal): Promise<CheckedLine[]> {
    const items = lines
      .filter((line) => v.is(id, line.id))
      .map((line) => ({ product: line.id, quantity: Math.min(line.quantity, CART_LIMITS.pieces), price: line.price }));
    const parts = Array.from({ length: Math.ceil(items.length / CART_LIMITS.lines) }, (_, part) =>
      items.slice(part * CART_LIMITS.lines, (part + 1) * CART_LIMITS.lines),
    );
    const replies = await Promise.all(parts.map((part) => call(checkCart, { items: part }, { signal })));
    return replies.flatMap(({ data }) => data.lines);
  }

  return {
    /** Fetches the current prices and stock of lines that the shop still sells (Q25). */
    known,

    /**
     * Fetches the current prices and stock of every line (A4, Q25). A line that the shop does not know is no longer
     * sold. Lines with an invalid id are not sent, so that one foreign line in the storage does not hide the others.
     */
    async check(lines: readonly CartLine[], signal: AbortSignal): Promise<CheckedLine[]> {
      const checked = await known(lines, signal);
      return lines.map(
        ({ id: product, name, price }) =>
          checked.find((line) => line.product === product) ?? { product, name, was: price, now: price, stock: 0 },
      );
    },
  };
}
