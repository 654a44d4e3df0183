import { paths } from '../../rules/paths.ts';
import type { Reordered } from '../../rules/orders/reorder.ts';
import type { ComposeEnv } from '../env.ts';

/**
 * Puts the lines of an order into the cart. The cart page lists what has changed since the order was placed (Q25, U18).
 */
export function reorderEffects({ cart, navigate }: Pick<ComposeEnv, 'cart' | 'navigate'>) {
  return {
    addToCart: (_: unknown, { added }: Reordered) =>
      added.forEach(({ product, quantity }) => cart().send({ type: 'product.add', product, quantity })),
    goToCart: (_: unknown, { texts }: Pick<Reordered, 'texts'>) => navigate(paths.cart, { state: { texts } }),
  };
}
