import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createHandlers } from '../../../server/handlers.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

/** Written by hand from §6: a new call that is not listed here fails. */
const PUBLIC = [
  'GET /banners',
  'GET /brands',
  'GET /categories',
  'GET /deals/flash',
  'GET /orders/frequently-bought',
  'GET /pickup-stations/location',
  'GET /pickup-stations/search',
  'GET /products',
  'GET /products/:idOrSlug',
  'GET /products/facets',
  'GET /products/price-range',
  'GET /products/slug/:slug',
  'GET /reviews/:productId',
  'POST /auth/complete-google-phone-verification',
  'POST /auth/complete-registration',
  'POST /auth/google-login',
  'POST /auth/login',
  'POST /auth/register',
  'POST /auth/send-otp',
  'POST /auth/verify-google-phone',
  'POST /auth/verify-termii-otp',
  'POST /cart/check',
  'POST /contact',
];
const CUSTOMER = [
  'GET /auth/profile',
  'GET /mpesa/open-payment',
  'GET /mpesa/payment-status/:checkoutRequestId',
  'GET /orders/:id',
  'GET /orders/by-key/:key',
  'GET /orders/my',
  'GET /reviews/:productId/can-review',
  'POST /auth/addresses',
  'POST /auth/logout',
  'POST /mpesa/stkpush',
  'POST /orders',
  'POST /reviews/:productId',
  'PUT /auth/addresses/:id/default',
  'PUT /orders/:id/cancel',
  'PUT /orders/:id/payment-method',
];

describe('D14: who may call what', () => {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await createTestApp();
  });
  afterAll(() => shop.close());

  const send = (name: string, authorization?: string) => {
    const [method = '', path = ''] = name.split(' ');
    return shop.app.inject({
      method: method as 'GET',
      url: `/api${path.replaceAll(/:\w+/g, '7c7e1b0e-6a0a-4a53-9a49-1f3f2c9b1a11')}`,
      ...(method !== 'GET' && { payload: {} }),
      headers: authorization === undefined ? {} : { authorization },
    });
  };

  test('every endpoint stands in the table', () => {
    const named = (access: string) =>
      createHandlers(shop.deps)
        .filter(({ endpoint }) => endpoint.access === access)
        .map(({ endpoint: { method, path } }) => `${method} ${path}`)
        .sort();
    expect(named('public')).toEqual([...PUBLIC].sort());
    expect(named('customer')).toEqual([...CUSTOMER].sort());
  });

  test.each(CUSTOMER)('%s answers 401 to a missing, invalid and ended token, and to nothing else', async (name) => {
    const { token } = await shop.signIn();
    for (const bad of [undefined, 'Bearer nonsense', `Bearer cus_${'0'.repeat(43)}`, `Bearer ${token}x`]) {
      expect((await send(name, bad)).statusCode).toBe(401);
    }
    expect((await send(name, `Bearer ${token}`)).statusCode).not.toBe(401);
    const { token: ended } = await shop.signIn();
    shop.clock.advance(shop.env.session.lifeMs);
    expect((await send(name, `Bearer ${ended}`)).statusCode).toBe(401);
  });

  test.each(PUBLIC)('%s never answers 401', async (name) => {
    for (const header of [undefined, 'Bearer nonsense', `Bearer cus_${'0'.repeat(43)}`]) {
      const { statusCode } = await send(name, header);
      expect(statusCode).not.toBe(401);
      expect(statusCode).toBeLessThan(500);
    }
  });
});
