// @engine postgres
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as addressCalls from '../../../contract/addresses.ts';
import * as authCalls from '../../../contract/auth.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import * as googleCalls from '../../../contract/google.ts';
import * as mpesaCalls from '../../../contract/mpesa.ts';
import * as orderCalls from '../../../contract/orders.ts';
import * as profileCalls from '../../../contract/profile.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { getDraft, order } from '../orders/ordering.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const PROOF = { verified: true, msisdn: '254712345678', verificationToken: 'x'.repeat(43) };
const ADDRESS = { name: 'Wanjiku', address: 'Moi Avenue 12', city: 'Nairobi', country: 'Kenya' };
const PLACE = { street: '', city: '', state: '', zipCode: '', country: '' };
const ID = '7c7e1b0e-6a0a-4a53-9a49-1f3f2c9b1a11';
const COPIED = '\u202a+254 (0) 722 000 111\u202c';

/** For each call with a phone: the other fields of its request, and the name of the phone field. */
const CALLS: Record<string, { field?: string; rest: Record<string, unknown> }> = {
  '/auth/register': { rest: { name: 'Wanjiku', email: 'phones@example.com', password: 'Secret12' } },
  '/auth/send-otp': { rest: {} },
  '/auth/complete-registration': { rest: { verificationData: PROOF } },
  '/auth/verify-google-phone': { rest: { userId: 'x' } },
  '/auth/complete-google-phone-verification': { rest: { userId: 'x', verificationData: PROOF } },
  '/auth/profile': { rest: { name: 'Wanjiku', email: 'phones@example.com', address: PLACE } },
  '/auth/confirm-phone': { rest: { verificationData: PROOF } },
  '/auth/addresses': { rest: ADDRESS },
  '/auth/addresses/:id': { rest: ADDRESS },
  '/mpesa/stkpush': { field: 'phoneNumber', rest: { amount: 1, orderId: ID, accountReference: 'X' } },
};

const endpoints = [addressCalls, authCalls, googleCalls, mpesaCalls, orderCalls, profileCalls]
  .flatMap((area) => Object.values(area) as unknown[])
  .filter((value): value is Endpoint => typeof value === 'object' && value !== null && 'path' in value);
const takesPhone = ({ request }: Endpoint) =>
  'entries' in request && Object.keys(request.entries as object).some((name) => /^phone(Number)?$/.test(name));

test('X20: covers every call with a phone', () => {
  expect([...new Set(endpoints.filter(takesPhone).map(({ path }) => path))].sort()).toEqual(Object.keys(CALLS).sort());
});

test.each(endpoints.filter(takesPhone).map((endpoint) => [endpoint.path, endpoint] as const))(
  'X5, X20: %s rejects what is not a phone and accepts a copied one',
  async (path, { method }) => {
    const { token } = await shop.signIn();
    const added = await shop.call(addressCalls.createAddress, ADDRESS, { token });
    const id = added.body.data?.user.addresses[0]?._id ?? ID;
    const { field = 'phone', rest } = CALLS[path] ?? { rest: {} };
    const send = async (phone: string) => {
      const { statusCode, body } = await shop.app.inject({
        method,
        url: `/api${path.replace(':id', id)}`,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        payload: JSON.stringify({ ...rest, [field]: phone }),
      });
      return { statusCode, fields: Object.keys((JSON.parse(body) as { fields?: object }).fields ?? {}) };
    };
    for (const wrong of ['abc', '071234567', '+254202345678', '0712345678 0733000111'])
      expect(await send(wrong)).toEqual({ statusCode: 400, fields: [field] });
    expect((await send(COPIED)).fields).toEqual([]);
  },
);

test('X20: stores the phone of an address and of an order in one format, independent of the spelling', async () => {
  const shopper = await shop.signIn();
  const { token } = shopper;
  const { body } = await shop.call(addressCalls.createAddress, { ...ADDRESS, phone: COPIED }, { token });
  expect(body.data?.user.addresses.map(({ phone }) => phone)).toEqual(['254722000111']);
  const product = await addProduct(shop, { price: 100, stock: 5 });
  const draft = getDraft([{ ...product, quantity: 1 }]);
  const placed = (phone: string, key: string) =>
    order(shop, shopper, { ...draft, shippingAddress: { ...draft.shippingAddress, phone } }, key);
  expect((await placed(COPIED, 'P1')).body.data.order.shippingAddress.phone).toBe('254722000111');
  expect((await placed('abc', 'P2')).status).toBe(400);
});
