// @engine pglite
import { afterEach, beforeEach, expect, test } from 'vitest';
import { adminLogin, listOrders } from '../../contract/admin.ts';
import { readDemo } from '../../demo/data.ts';
import { admin } from '../../demo/seeds/0007-admin.ts';
import { getSeeds } from '../../demo/seeds/index.ts';
import { seed } from '../../server/db/seed.ts';
import { staff } from '../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../support/server.ts';

let shop: TestApp;
beforeEach(async () => {
  shop = await createTestApp();
});
afterEach(() => shop.close());

const enter = () => shop.call(adminLogin, { email: 'admin@duka.test', password: 'Karibu2026' });

test('H1: admin@duka.test is an owner of the demo and reads its orders', async () => {
  expect(getSeeds(readDemo()).at(-1)).toBe(admin);
  await seed(shop.deps, [admin]);
  const { token, user } = (await enter()).body.data;
  expect(user).toMatchObject({ email: 'admin@duka.test', role: 'owner' });
  expect((await shop.call(listOrders, {}, { token })).status).toBe(200);
});

test('H19: a removed demo admin is not recreated, and an existing staff account stays unchanged', async () => {
  await seed(shop.deps, [admin]);
  await shop.db.sql.delete(staff);
  await seed(shop.deps, [admin]);
  expect(await shop.db.sql.select().from(staff)).toEqual([]);
  const other = await createTestApp();
  await other.signInStaff({ email: 'admin@duka.test', role: 'orders' });
  await seed(other.deps, [admin]);
  expect(await other.db.sql.select().from(staff)).toMatchObject([{ role: 'orders', passwordHash: '' }]);
  await other.close();
});

test('H16: the demo admin is not created without a password in the settings, nor in production', async () => {
  for (const change of [{ demoPassword: null }, { isProduction: true }])
    await seed({ ...shop.deps, env: { ...shop.env, ...change } }, [admin]);
  expect(await shop.db.sql.select().from(staff)).toEqual([]);
  expect((await enter()).status).toBe(400);
});
