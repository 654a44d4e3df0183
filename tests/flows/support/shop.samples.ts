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

/** Products A and B of the flow tables. A has a stock of three, the stock of B is unknown. */
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

/** The stored text of these lines. */
export const stored = (...lines: CartLine[]): string => JSON.stringify(createCart(lines));

/** The current price and stock of A and of B at the server. */
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

/** Jane of the checkout's table. Her default address is d1. */
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

/** The payment limits of a shopper without open orders. */
export const getLimits = (change: Partial<PaymentLimits>): PaymentLimits & { readonly retryAfter: number } => ({
  mpesaMax: 250_000,
  unpaidMpesa: { most: 3, open: 0 },
  cashMax: null,
  cashOrders: { most: 10, open: 0 },
  cashValue: { most: 10_000_000, open: 0 },
  isFirst: false,
  prompt: 'open',
  retryAfter: 0,
  ...change,
});
