import type { User } from '../../contract/user.ts';
import { jane } from '../flows/support/shop.samples.ts';
import { ok, refused } from './tab.ts';
import type { Answer, Sent, Server } from './tab.ts';
import { order as orderSample } from './samples/orders.ts';

/** The product in the cart. */
export const A = '11111111-1111-4111-8111-111111111111';
export const ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';

/** A cash order as the server returns it. */
export const order = (_id = ORDER) => ({
  order: orderSample({
    _id,
    orderItems: [],
    paymentMethod: 'cod',
    itemsPrice: 3000,
    totalPrice: 3000,
    expiresAt: null,
  }),
});

/** Creates a server with successful responses. `special` overrides single responses. */
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

/** True for POST /orders. */
export const isPlacing = ({ method, path }: Sent) => method === 'POST' && path === '/orders';
/** Returns the `Idempotency-Key` of each placed order. */
export const getKeys = (sent: readonly Sent[]) =>
  sent.filter(isPlacing).map(({ headers }) => headers.get('idempotency-key'));
