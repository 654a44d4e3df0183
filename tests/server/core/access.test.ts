// @engine postgres
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../contract/endpoint.ts';
import { createHandlers } from '../../../server/handlers.ts';
import { handler } from '../../../server/http/handler.ts';
import { STAFF_SESSION_MS } from '../../../server/modules/staff/staff-sessions.service.ts';
import { deleteStaffSessions } from '../../../server/modules/staff/staff.repository.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { oneOfEach } from './one-of-each.ts';

/** The callers. `A` owns the requested rows, `B` is a different customer, and the rest are staff with one role each. */
const CALLERS = ['guest', 'B', 'A', 'owner', 'catalogue', 'orders'] as const;
type Caller = (typeof CALLERS)[number];
/** Invalid tokens. A public call ignores them. */
const BAD = ['expired', 'revoked', 'wrong scope', 'nonsense', 'unknown'] as const;
/** `in`: the call reaches its handler, with any result. Otherwise the status of the refusal. */
type Cell = 'in' | 401 | 403 | 404;

/** One cell per caller, in the order of `CALLERS`. */
type Row = readonly [guest: Cell, B: Cell, A: Cell, owner: Cell, catalogue: Cell, orders: Cell];
const PUBLIC: Row = ['in', 'in', 'in', 'in', 'in', 'in'];
/** Each customer acts on her own data only. */
const CUSTOMER: Row = [401, 'in', 'in', 401, 401, 401];
/** §6: another customer's order returns 403, and every other row of another customer 404 (D17). */
const OWN_ORDER: Row = [401, 403, 'in', 401, 401, 401];
const OWN: Row = [401, 404, 'in', 401, 401, 401];
/** Staff roles (H1). */
const OF_ORDERS: Row = [401, 401, 401, 'in', 403, 'in'];
const OF_CATALOGUE: Row = [401, 401, 401, 'in', 'in', 403];

/** R24: written by hand from §6 and the rulings. A new call without a row fails. */
const ROWS: Readonly<Record<string, Row>> = {
  'GET /admin/orders': OF_ORDERS,
  'PUT /admin/orders/:id/status': OF_ORDERS,
  'GET /admin/orders/:id/events': OF_ORDERS,
  'POST /admin/orders/:id/events': OF_ORDERS,
  'PUT /admin/reviews/:id': OF_CATALOGUE,
  'POST /admin/auth/login': PUBLIC,

  'GET /auth/profile': CUSTOMER,
  'POST /auth/addresses': CUSTOMER,
  'PUT /auth/addresses/:id': OWN,
  'PUT /auth/addresses/:id/default': OWN,
  // Last, because A loses the address here.
  'DELETE /auth/addresses/:id': OWN,
  'PUT /auth/profile': CUSTOMER,
  'PUT /auth/change-password': CUSTOMER,
  'POST /auth/confirm-phone': CUSTOMER,
  'POST /auth/confirm-email': PUBLIC,
  'POST /auth/forgot-password': PUBLIC,
  'PUT /auth/reset-password/:token': PUBLIC,
  'POST /auth/logout': CUSTOMER,
  'POST /auth/complete-registration': PUBLIC,
  'POST /auth/google-login': PUBLIC,
  'POST /auth/verify-google-phone': PUBLIC,
  'POST /auth/complete-google-phone-verification': PUBLIC,
  'POST /auth/login': PUBLIC,
  'POST /auth/register': PUBLIC,
  'POST /auth/send-otp': PUBLIC,
  'POST /auth/verify-termii-otp': PUBLIC,

  'GET /mpesa/open-payment': CUSTOMER,
  'GET /mpesa/payment-status/:checkoutRequestId': OWN,
  'POST /mpesa/check-payment': OWN,
  'POST /mpesa/stkpush': OWN_ORDER,
  'GET /orders/:id': OWN_ORDER,
  'GET /orders/:id/payment': OWN_ORDER,
  'GET /orders/:id/payment-qr': OWN_ORDER,
  'POST /orders/:id/pay-by-hand': OWN_ORDER,
  'POST /orders/:id/payment-claims': OWN_ORDER,
  'GET /orders/by-key/:key': OWN,
  'GET /orders/my': CUSTOMER,
  'GET /orders/payment-limits': CUSTOMER,
  'POST /orders': CUSTOMER,
  'PUT /orders/:id/cancel': OWN_ORDER,
  'PUT /orders/:id/payment-method': OWN_ORDER,
  'GET /orders/frequently-bought': PUBLIC,

  'GET /reviews/:productId': PUBLIC,
  'GET /reviews/:productId/can-review': CUSTOMER,
  // Only a buyer of the product may write a review (A37).
  'POST /reviews/:productId': [401, 403, 'in', 401, 401, 401],

  'GET /banners': PUBLIC,
  'GET /brands': PUBLIC,
  'GET /categories': PUBLIC,
  'GET /deals/flash': PUBLIC,
  'GET /pickup-stations/location': PUBLIC,
  'GET /pickup-stations/search': PUBLIC,
  'GET /products': PUBLIC,
  'GET /products/:idOrSlug': PUBLIC,
  'GET /products/facets': PUBLIC,
  'GET /products/price-range': PUBLIC,
  'GET /products/slug/:slug': PUBLIC,
  'POST /cart/check': PUBLIC,
  'POST /contact': PUBLIC,
};

let shop: TestApp;
let world: Awaited<ReturnType<typeof oneOfEach>>;

beforeAll(async () => {
  shop = await createTestApp();
  world = await oneOfEach(shop);
});
afterAll(() => shop.close());

function send(name: string, token?: string) {
  const [method = '', path = ''] = name.split(' ');
  return shop.app.inject({
    method: method as 'GET',
    url: `/api${world.pathOf(path)}`,
    ...(method !== 'GET' && { payload: world.bodies[name] ?? {} }),
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
  });
}

const sessionOfA = () => world.sessionOf(world.A);

/** Returns a valid token. Each call gets a new one, because a call may end the session. */
async function readToken(caller: Caller): Promise<string | undefined> {
  if (caller === 'guest') return undefined;
  if (caller === 'A' || caller === 'B') return world.sessionOf(world[caller]);
  return (await shop.signInStaff({ role: caller satisfies Role })).token;
}

/** Returns tokens of both kinds that are no longer valid or never were. */
async function badTokens(kind: (typeof BAD)[number], isOfStaff: boolean): Promise<string[]> {
  switch (kind) {
    case 'expired': {
      const tokens = [await sessionOfA(), (await shop.signInStaff()).token];
      shop.clock.advance(Math.max(shop.env.session.lifeMs, STAFF_SESSION_MS));
      return tokens;
    }
    case 'revoked': {
      const [customer, { token, staff }] = [await sessionOfA(), await shop.signInStaff()];
      await send('POST /auth/logout', customer);
      await deleteStaffSessions(shop.db.sql, staff.id);
      return [customer, token];
    }
    case 'wrong scope': {
      const [customer, { token }] = [await sessionOfA(), await shop.signInStaff()];
      const other = isOfStaff ? customer : token;
      return [other, other.replace(/^\w{3}_/, isOfStaff ? 'adm_' : 'cus_')];
    }
    case 'nonsense':
      return ['', 'nonsense', 'cus_', 'adm_', `${await sessionOfA()}x`, 'null', `adm_${'é'.repeat(40)}`];
    case 'unknown':
      return [`cus_${'0'.repeat(43)}`, `adm_${'0'.repeat(43)}`];
  }
}

const getCell = (status: number): Cell | number => ([401, 403, 404].includes(status) || status >= 500 ? status : 'in');

describe('D14, R24: access to each call', () => {
  test('every call has a row, and every row a call', () => {
    const names = createHandlers(shop.deps, shop.services).map(({ endpoint: { method, path } }) => `${method} ${path}`);
    expect(names.sort()).toEqual(Object.keys(ROWS).sort());
  });

  test('each row matches the access in the contract', () => {
    for (const { endpoint } of createHandlers(shop.deps, shop.services)) {
      const row = ROWS[`${endpoint.method} ${endpoint.path}`];
      const [guest, , A, owner] = row ?? [];
      expect(endpoint.access).toBe(guest === 'in' ? 'public' : A === 'in' ? 'customer' : 'admin');
      expect(endpoint.access === 'admin').toBe(owner === 'in' && guest === 401);
    }
  });

  describe.each(Object.entries(ROWS))('%s', (name, row) => {
    test.each(CALLERS.map((caller, column) => [caller, row[column] ?? 'in'] as const))(
      '%s: %s',
      async (caller, cell) => {
        expect(getCell((await send(name, await readToken(caller))).statusCode)).toBe(cell);
      },
    );

    test.each(BAD)('with a token that is %s', async (kind) => {
      const [guest, , A] = row;
      for (const token of await badTokens(kind, A === 401)) {
        const { statusCode, body } = await send(name, token);
        expect(getCell(statusCode), token).toBe(guest);
        if (guest === 401) expect(JSON.parse(body)).not.toHaveProperty('data');
      }
    });
  });

  test('providers 3.6: a staff call without roles, or another call with roles, prevents the start', async () => {
    const orders = createHandlers(shop.deps, shop.services).find(({ endpoint }) => endpoint.path === '/admin/orders');
    const profile = createHandlers(shop.deps, shop.services).find(({ endpoint }) => endpoint.path === '/auth/profile');
    for (const endpoint of [
      { ...orders?.endpoint, roles: [] },
      { ...orders?.endpoint, roles: undefined },
      { ...profile?.endpoint, roles: ['owner'] },
    ])
      await expect(
        createTestApp({ handlers: () => [handler(endpoint as never, async () => ({}) as never)] }),
      ).rejects.toThrow('has roles that do not match its access');
  });
});
