import type { Product } from '../../../contract/catalogue.ts';
import type { WishlistItem } from '../../../src/rules/cart/wishlist.ts';
import { phone as cartPhone } from '../support/shop.samples.ts';

/** Product A and B of the flow table. */
export const phone: Product = { ...cartPhone, slug: 'phone-a' };
export const tablet: Product = {
  ...phone,
  _id: 'b',
  name: 'Tablet B',
  price: 9000,
  finalPrice: 9000,
  images: ['/b.jpg'],
  slug: 'tablet-b',
};

/** Their wishlist entries. */
export const wish: Readonly<Record<'a' | 'b', WishlistItem>> = {
  a: { id: 'a', name: 'Phone A', price: 1500, image: '/a.jpg', slug: 'phone-a' },
  b: { id: 'b', name: 'Tablet B', price: 9000, image: '/b.jpg', slug: 'tablet-b' },
};
