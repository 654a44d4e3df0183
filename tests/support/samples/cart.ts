import type { CartLine } from '../../../src/rules/cart/cart.ts';

/** A line of a cart: one Phone A. */
export const cartLine = (change: Partial<CartLine> = {}): CartLine => ({
  id: 'a',
  name: 'Phone A',
  price: 1500,
  image: '/a.jpg',
  category: 'Phones',
  quantity: 1,
  ...change,
});
