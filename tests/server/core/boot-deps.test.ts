// @engine postgres
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDeps, type DepsOverrides } from '../../../server/deps.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ handlers: () => [] });
});
afterAll(() => shop.close());

const PROVIDERS = ['sms', 'mpesa', 'mpesaAccount', 'mail', 'google'] as const;

test('uses the given clock and providers, and creates those that are missing', async () => {
  const { env, db, log } = shop.deps;
  const fakes = { sms: {}, mpesa: {}, mpesaAccount: {}, mail: {}, google: {} };
  const own = { ...fakes, clock: shop.clock } as Required<DepsOverrides>;
  const given = await createDeps({ ...own, env, db, log });
  for (const name of [...PROVIDERS, 'clock'] as const) expect(given[name], name).toBe(own[name]);
  const made = await createDeps({ env, db, log });
  for (const name of PROVIDERS) expect(Object.keys(made[name]), name).not.toEqual([]);
  expect(Math.abs(made.clock.now().getTime() - (await db.now()))).toBeLessThan(60_000);
});
