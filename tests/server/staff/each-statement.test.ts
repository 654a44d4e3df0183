// @engine pglite
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adminLogin, setOrderStatus } from '../../../contract/admin.ts';
import { expectAllOrNothing, type Call } from '../../support/each-statement.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { getDraft, order } from '../orders/ordering.ts';

const PASSWORD = 'a long enough Passw0rd';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ env: { LOG_LEVEL: 'silent' } });
});
afterAll(() => shop.close());

const account = (email: string) =>
  shop.services.staffAccounts.add({ email, name: 'Otieno', role: 'owner', password: PASSWORD, by: 'test' });

/** The staff's operations, each of which writes in one transaction, and their row changes. */
const CALLS: Readonly<Record<string, readonly [() => Promise<Call>, Readonly<Record<string, number>>]>> = {
  'somebody of the staff logs in': [
    async () => {
      await account('login@staff.test');
      const login = { email: 'login@staff.test', password: PASSWORD };
      const browser = (await shop.call(adminLogin, login)).cookies.map(({ name, value }) => [name, value]);
      const cookies = Object.fromEntries(browser) as Record<string, string>;
      return async () => (await shop.call(adminLogin, login, { cookies })).status === 200;
    },
    { 'audit: made': 1, 'known_staff_browsers: changed': 1, 'staff_sessions: made': 1 },
  ],
  'an account is made': [
    async () => async () => (await account('new@staff.test')).isNew,
    { 'audit: made': 1, 'staff: made': 1 },
  ],
  'an order is moved on': [
    async () => {
      const { token } = await shop.signInStaff();
      const { body } = await order(shop, await shop.signIn(), getDraft([await addProduct(shop)]));
      const move = { id: body.data.order._id, status: 'processing' } as const;
      return async () => (await shop.call(setOrderStatus, move, { token })).status === 200;
    },
    { 'audit: made': 1, 'order_events: made': 1, 'orders: changed': 1 },
  ],
};

test.each(Object.entries(CALLS))(
  'H1: %s: writes everything or nothing when the database rejects a statement, and returns an error',
  async (_, [begin, writes]) => {
    expect(await expectAllOrNothing(shop, await begin())).toEqual(writes);
  },
);
