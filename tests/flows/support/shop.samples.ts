import type { Product } from '../../../contract/catalogue.ts';
import type { PickupStation } from '../../../contract/pickup.ts';
import { createCart } from '../../../src/rules/cart/cart.ts';
import type { CartLine, LineChange } from '../../../src/rules/cart/cart.ts';
import type { DeliveryChoice } from '../../../src/rules/checkout/pickup.ts';
import type { User } from '../../../contract/user.ts';
import type { PaymentLimits } from '../../../contract/rules/payment-limits.ts';
import { savedAddress, user } from '../../support/samples/account.ts';
import { cartLine } from '../../support/samples/cart.ts';
import { product } from '../../support/samples/catalogue.ts';

/** Product A and B of the flow tables: A has three pieces, of B nobody knows how many there are. */
export const phone: Product = product({
  _id: 'a',
  name: 'Phone A',
  price: 1500,
  finalPrice: 1500,
  originalPrice: null,
  discount: null,
  images: ['/a.jpg'],
  category: 'Phones',
});
export const cable: Product = {
  ...phone,
  _id: 'b',
  name: 'Cable B',
  price: 200,
  finalPrice: 200,
  images: ['/b.jpg'],
  category: 'Accessories',
  stock: null,
};

export const phoneLine = (quantity: number, price = 1500): CartLine => cartLine({ quantity, price });
export const cableLine = (quantity: number): CartLine =>
  cartLine({ id: 'b', name: 'Cable B', price: 200, image: '/b.jpg', category: 'Accessories', quantity });

/** What stands in the storage for these lines. */
export const stored = (...lines: CartLine[]): string => JSON.stringify(createCart(lines));

/** What the server says of A, and of B. */
export const phoneNow = (change: Partial<LineChange> = {}): LineChange => ({
  product: 'a',
  name: 'Phone A',
  was: 1500,
  now: 1500,
  stock: 3,
  ...change,
});
export const cableNow = (change: Partial<LineChange> = {}): LineChange => ({
  product: 'b',
  name: 'Cable B',
  was: 200,
  now: 200,
  stock: 50,
  ...change,
});

/** Jane of the checkout's table, with her default address d1. */
export const jane: User = user({ addresses: [savedAddress()] });

/** Station s1 of the flow tables, in Nairobi, Westlands. */
export const station: PickupStation = {
  _id: 's1',
  name: 'Westlands Station',
  address: 'Waiyaki Way 3',
  city: 'Westlands',
  county: 'Nairobi',
  phone: '',
  email: '',
  operatingHours: null,
};

export const atStation: DeliveryChoice = { method: 'pickup_station', county: 'Nairobi', town: 'Westlands', station };

/** What the server says of a shopper with nothing open. */
export const limitsOf = (change: Partial<PaymentLimits>): PaymentLimits => ({
  mpesaMax: 250_000,
  unpaidMpesa: { most: 3, open: 0 },
  cashMax: null,
  cashOrders: { most: 10, open: 0 },
  cashValue: { most: 10_000_000, open: 0 },
  isFirst: false,
  ...change,
});
