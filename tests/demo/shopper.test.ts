// @engine pglite
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { login } from '../../contract/auth.ts';
import { shopper } from '../../demo/seeds/0003-shopper.ts';
import { seed } from '../../server/db/seed.ts';
import { users } from '../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../support/server.ts';

describe('the demo account', () => {
  let shop: TestApp;
  beforeEach(async () => {
    shop = await createTestApp();
  });
  afterEach(() => shop.close());

  test('H16: shopper@duka.test can log in and owns one default address', async () => {
    await seed(shop.deps, [shopper]);
    const { body } = await shop.call(login, { email: 'shopper@duka.test', password: 'Karibu2026' });
    expect(body.data).toMatchObject({
      user: {
        name: 'Wanjiku Kamau',
        phone: '254712345678',
        addresses: [{ type: 'Home', address: 'Moi Avenue 12', city: 'Nairobi', country: 'Kenya', isDefault: true }],
      },
    });
  });

  test('H16: a second start creates no second account', async () => {
    await seed(shop.deps, [shopper]);
    await seed(shop.deps, [shopper]);
    expect(await shop.db.sql.select().from(users)).toHaveLength(1);
  });

  test('H16: without a password in the settings (production) there is no account until one is set', async () => {
    await seed({ ...shop.deps, env: { ...shop.env, demoPassword: null } }, [shopper]);
    expect(await shop.db.sql.select().from(users)).toEqual([]);
    await seed(shop.deps, [shopper]);
    expect(await shop.db.sql.select().from(users)).toHaveLength(1);
  });
});
