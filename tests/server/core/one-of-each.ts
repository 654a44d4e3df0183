import { randomUUID } from 'node:crypto';
import { createAddress } from '../../../contract/addresses.ts';
import { writeReview } from '../../../contract/reviews.ts';
import { createSessionsService } from '../../../server/modules/sessions/sessions.service.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { getDraft, type Shopper } from '../orders/ordering.ts';
import { mpesaOrder, PHONE, push } from '../payments/mpesa-steps.ts';
import { buyer } from '../reviews/buyers.ts';

const ADDRESS = { type: 'Home', name: 'A', address: 'Moi Avenue 12', city: 'Nairobi', country: 'Kenya' } as const;

/** Path fields by the start of the path. */
type PathFields = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Creates customer A, who owns an address, an order, a payment and a review, and customer B, who owns nothing. */
export async function oneOfEach(shop: TestApp) {
  const product = await addProduct(shop, { stock: 50 });
  const A = await buyer(shop, [product]);
  const B: Shopper = await shop.signIn();
  const token = { token: A.token };
  const order = await mpesaOrder(shop, A, product);
  const paid = await push(shop, A, order);
  const { body } = await shop.call(createAddress, ADDRESS, token);
  const review = { rating: 5, comment: 'Good.' };
  const written = await shop.call(writeReview, { productId: product.id, ...review }, token);
  /** The ids for the paths of calls. All but the product belong to A. */
  const about: PathFields = {
    '/auth/addresses': { id: body.data.user.addresses[0]?._id ?? '' },
    '/mpesa': { checkoutRequestId: paid.body.data.checkoutRequestId },
    '/orders': { id: order.id, key: 'K1' },
    '/admin/orders': { id: order.id },
    '/admin/reviews': { id: written.body.data.review._id },
    '/reviews': { productId: product.id },
    '/products': { idOrSlug: product.id, slug: product.slug },
  };
  /** Valid bodies of the calls that need one, also with A's rows. */
  const bodies: Readonly<Record<string, object>> = {
    'PUT /admin/orders/:id/status': { status: 'pending' },
    'PUT /admin/reviews/:id': { hidden: false },
    'POST /mpesa/check-payment': { checkoutRequestId: paid.body.data.checkoutRequestId },
    'POST /mpesa/stkpush': { phoneNumber: PHONE, amount: order.total, orderId: order.id, accountReference: '' },
    'PUT /orders/:id/payment-method': { paymentMethod: 'cod' },
    'POST /orders/:id/payment-claims': { text: 'SFF6XYZ123' },
    'PUT /auth/addresses/:id': ADDRESS,
    'POST /orders': getDraft([product]),
    'POST /reviews/:productId': review,
  };

  const fieldsIn = (path: string) => Object.entries(about).find(([folder]) => path.startsWith(`${folder}/`))?.[1] ?? {};

  return {
    A,
    B,
    product,
    order,
    bodies,
    /** A's ids by the field names of the path. */
    fieldsOf: fieldsIn,
    /** Fills the path with A's ids, and with unknown ids where A has none. */
    pathOf(path: string) {
      const of = fieldsIn(path);
      return path.replaceAll(/:(\w+)/g, (_, field: string) => of[field] ?? randomUUID());
    },
    /** Opens a new session of A or B. */
    async sessionOf({ user }: Shopper) {
      const { signIn } = createSessionsService(shop.deps);
      return (await signIn(shop.db.sql, { userId: user.id, remember: true, now: shop.clock.now() })).token;
    },
  };
}
