import type { Product } from '../../../contract/catalogue.ts';

/** A product as the server returns it. */
export const product = (change: Partial<Product> = {}): Product => ({
  _id: 'p1',
  slug: 'sony-tv',
  name: 'Sony TV',
  description: 'A television.',
  price: 40_000,
  originalPrice: 50_000,
  finalPrice: 40_000,
  discount: 20,
  images: ['/media/sony-tv-1', '/media/sony-tv-2'],
  category: { _id: 'c1', name: 'TVs', slug: 'tvs', logo: null },
  brand: { _id: 'b1', name: 'Sony', slug: 'sony', logo: null },
  rating: 4.5,
  numReviews: 12,
  stock: 3,
  isNewArrival: false,
  isFlashDeal: false,
  flashPrice: null,
  flashEndsAt: null,
  specifications: [{ name: 'Size', value: '55' }],
  ...change,
});
