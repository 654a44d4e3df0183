import { CART_LIMITS } from '../../../contract/rules/cart-limits.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import { createCart } from './cart.ts';
import type { Cart, CartLine, KnownStock } from './cart.ts';
import * as texts from '../../texts/cart.ts';

export function isSoldOut({ id }: Pick<CartLine, 'id'>, stock: KnownStock): boolean {
  return stock[id] === 0;
}

/** Returns the cart without sold-out lines (X33). */
export function getOrderableCart({ items }: Pick<Cart, 'items'>, stock: KnownStock): Cart {
  return createCart(items.filter((line) => !isSoldOut(line, stock)));
}

/** Returns why these lines cannot be ordered and what to do, or `null` when they can (X33, X82). */
export function getCartRefusal(cart: Pick<Cart, 'items'>, stock: KnownStock): string | null {
  const { items, totalAmount } = getOrderableCart(cart, stock);
  if (items.length === 0) return texts.allSoldOut;
  const { lines, total } = CART_LIMITS;
  const extra = items.length - lines;
  if (extra > 0) return texts.tooManyProducts(lines, extra);
  return totalAmount > total ? texts.tooMuchMoney(formatKsh(total), formatKsh(totalAmount - total)) : null;
}
