import type { User } from '../../contract/user.ts';
import { jane } from '../flows/support/shop.samples.ts';
import { ok, refused } from './tab.ts';
import type { Answer, Sent, Server } from './tab.ts';

/** The product in the cart. */
export const A = '11111111-1111-4111-8111-111111111111';
export const ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';

/** An order as the server tells of it. */
export const order = (id = ORDER) => ({
  order: {
    _id: id,
    user: { _id: 'u1', name: 'Jane', email: 'jane@example.com' },
    orderItems: [],
    shippingAddress: { address: 'Moi Ave 1', city: 'Nairobi', postalCode: '00000', country: 'Kenya' },
    paymentMethod: 'cod',
    itemsPrice: 3000,
    shippingPrice: 0,
    taxPrice: 0,
    totalPrice: 3000,
    isPaid: false,
    paidAt: null,
    isDelivered: false,
    deliveredAt: null,
    status: 'pending',
    trackingNumber: null,
    createdAt: '2026-01-01T08:00:00.000Z',
    updatedAt: '2026-01-01T08:00:00.000Z',
  },
});

/** A shop that answers everything well, but for what a test says. */
export const shop =
  (special: (request: Sent) => Answer | undefined = () => undefined, user: User = jane): Server =>
  (request) => {
    const answer = special(request);
    if (answer !== undefined) return answer;
    if (request.path === '/auth/profile' || request.path.startsWith('/auth/addresses')) return ok({ user });
    if (request.path === '/cart/check')
      return ok({ lines: [{ product: A, name: 'Phone A', was: 1500, now: 1500, stock: 9 }] });
    return request.path.startsWith('/orders') ? ok(order()) : refused(404);
  };

/** POST /orders. */
export const isPlacing = ({ method, path }: Sent) => method === 'POST' && path === '/orders';
/** The `Idempotency-Key` of each. */
export const keysOf = (sent: readonly Sent[]) =>
  sent.filter(isPlacing).map(({ headers }) => headers.get('idempotency-key'));
