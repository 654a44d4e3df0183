import { paths } from '../../rules/paths.ts';
import type { ReorderResult } from '../../rules/orders/reorder.ts';
import type { ComposeEnv } from '../env.ts';

/**
 * Puts the lines of an order into the cart. The cart page lists what has changed since the order was placed (Q25, U18).
 */
export function createReorderActions({ cart, navigate }: Pick<ComposeEnv, 'cart' | 'navigate'>) {
  return {
    addToCart: (_: unknown, { added }: ReorderResult) =>
      added.forEach(({ product, quantity }) => cart().send({ type: 'product.add', product, quantity })),
    goToCart: (_: unknown, { texts }: Pick<ReorderResult, 'texts'>) => navigate(paths.cart, { state: { texts } }),
  };
}
