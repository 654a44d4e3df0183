// @engine postgres
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as schema from '../../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { getDraft } from '../orders/ordering.ts';
import { apiCalls, getFields } from './api-calls.ts';
import { oneOfEach } from './one-of-each.ts';
import { stored } from './stored.ts';

/** The owner of a row when it is not a customer. */
type Nobody =
  /** Every caller may name a row of the shop. */
  | 'shop'
  /**
   * 256 random bits, or those of the caller's own order. Its holder may use it; other tests check for how long (R28).
   */
  | 'secret'
  /** Rows of the staff, which the access matrix covers. */
  | 'staff';

/** R24: by hand, the owner of each field that names a row, or the status for another customer. */
const NAMED: Readonly<Record<string, Nobody | 403 | 404>> = {
  'GET /orders/:id id': 403,
  'GET /orders/:id/payment id': 403,
  'GET /orders/:id/payment-qr id': 403,
  'POST /orders/:id/pay-by-hand id': 403,
  'POST /orders/:id/payment-claims id': 403,
  'PUT /orders/:id/cancel id': 403,
  'PUT /orders/:id/payment-method id': 403,
  'GET /orders/by-key/:key key': 404,
  'GET /orders/payment-limits replaces': 403,
  'POST /orders replaces': 403,
  'POST /orders orderItems[].product': 'shop',
  'POST /orders shippingAddress.pickupStationId': 'shop',
  'POST /orders pickupStation': 'shop',
  'POST /cart/check items[].product': 'shop',
  'POST /mpesa/stkpush orderId': 403,
  'POST /mpesa/stkpush verificationData.verificationToken': 'secret',
  'GET /mpesa/payment-status/:checkoutRequestId checkoutRequestId': 404,
  'POST /mpesa/check-payment checkoutRequestId': 404,
  'PUT /auth/addresses/:id id': 404,
  'PUT /auth/addresses/:id/default id': 404,
  'DELETE /auth/addresses/:id id': 404,
  'POST /auth/confirm-phone verificationData.verificationToken': 'secret',
  'POST /auth/confirm-email token': 'secret',
  'PUT /auth/reset-password/:token token': 'secret',
  'POST /auth/verify-termii-otp pinId': 'secret',
  'POST /auth/complete-registration verificationData.verificationToken': 'secret',
  'POST /auth/verify-google-phone userId': 'secret',
  'POST /auth/complete-google-phone-verification userId': 'secret',
  'POST /auth/complete-google-phone-verification verificationData.verificationToken': 'secret',
  'GET /products/:idOrSlug idOrSlug': 'shop',
  'GET /products/slug/:slug slug': 'shop',
  'GET /reviews/:productId productId': 'shop',
  'GET /reviews/:productId/can-review productId': 'shop',
  'POST /reviews/:productId productId': 'shop',
  'PUT /admin/orders/:id/status id': 'staff',
  'GET /admin/orders/:id/events id': 'staff',
  'POST /admin/orders/:id/events id': 'staff',
  'POST /admin/orders/:id/events line': 'staff',
  'PUT /admin/reviews/:id id': 'staff',
};

let shop: TestApp;
let world: Awaited<ReturnType<typeof oneOfEach>>;
beforeAll(async () => {
  shop = await createTestApp();
  world = await oneOfEach(shop);
});
afterAll(() => shop.close());

const everything = () =>
  stored(shop, [
    schema.users,
    schema.addresses,
    schema.orders,
    schema.orderLines,
    schema.orderEvents,
    schema.paymentAttempts,
    schema.productStock,
    schema.stockLedger,
    schema.reviews,
    schema.jobs,
  ]);

describe('R24: a customer on the rows of another', () => {
  test('R24: every field that can name a row has an entry', async () => {
    const fields = (await apiCalls(shop)).flatMap((call) =>
      getFields(call)
        .filter(
          ({ field, schema: { format } }) =>
            format === 'uuid' || call.path.includes(`:${field}`) || /(?:Id|id|[tT]oken|[kK]ey)$/.test(field),
        )
        .map(({ field }) => `${call.name} ${field}`),
    );
    expect(fields.sort()).toEqual(Object.keys(NAMED).sort());
  });

  test.each(Object.entries(NAMED).filter(([, whose]) => typeof whose === 'number'))(
    "R24: B's request with A's row in %s returns %i, and changes and reveals nothing",
    async (named, status) => {
      const [method = '', path = '', field = ''] = named.split(' ');
      const body = {
        ...world.bodies[`${method} ${path}`],
        ...(field === 'replaces' && { ...getDraft([world.product]), replaces: world.order.id }),
      };
      const before = await everything();
      const answer = await shop.app.inject({
        method: method as 'GET',
        url: `/api${world.pathOf(path)}`,
        headers: { authorization: `Bearer ${world.B.token}` },
        ...(method !== 'GET' && { payload: body }),
        ...(method === 'GET' && field === 'replaces' && { query: { replaces: world.order.id } }),
      });
      expect(answer.statusCode).toBe(status);
      expect(Object.keys(answer.json<object>()).sort()).toEqual(['message', 'requestId', 'success']);
      expect(await everything()).toBe(before);
    },
  );
});
