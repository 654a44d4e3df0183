// @engine postgres
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listFlashDeals } from '../../contract/catalogue.ts';
import { readDemo } from '../../demo/data.ts';
import { keepDeals, lastingDeals } from '../../demo/deals.ts';
import { getSeeds } from '../../demo/seeds/index.ts';
import { seed } from '../../server/db/seed.ts';
import { toStableId } from '../../server/db/ids.ts';
import { products } from '../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../support/server.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const demo = readDemo();
const deals = lastingDeals(demo);

describe("the demo's flash deals", () => {
  let shop: TestApp;

  beforeEach(async () => {
    shop = await createTestApp();
    await seed(shop.deps, getSeeds(demo));
  });
  afterEach(() => shop.close());

  async function running() {
    const { flashDeals } = (await shop.call(listFlashDeals, {})).body.data;
    const now = shop.clock.now().getTime();
    expect(flashDeals.every(({ flashEndsAt }) => Date.parse(flashEndsAt ?? '') > now)).toBe(true);
    return flashDeals.map(({ product }) => product.slug).toSorted();
  }
  const lasting = deals.map(({ slug }) => slug).toSorted();
  const [first = { slug: '', price: 0, endsInHours: 0 }] = deals;
  const change = (values: Partial<typeof products.$inferInsert>) =>
    shop.db.sql
      .update(products)
      .set(values)
      .where(eq(products.id, toStableId('product', first.slug)));

  test('U1, U2, H19: eight deals run after a restart of a shop that was stopped for days', async () => {
    expect(await running()).toEqual(expect.arrayContaining(lasting));
    shop.clock.advance(9 * DAY);
    expect(await running()).toEqual([]);
    await keepDeals(shop.deps, demo);
    expect(await running()).toEqual(lasting);
  });

  test('U1, U2, H19: eight deals always run in a shop that is never stopped', async () => {
    await keepDeals(shop.deps, demo);
    for (let hour = 0; hour < 4 * 24; hour += 1) {
      await shop.deps.jobs.runDue();
      expect(await running()).toEqual(expect.arrayContaining(lasting));
      // The job runs every ten minutes; each run is one step here.
      for (let step = 0; step < 6; step += 1) {
        shop.clock.advance(HOUR / 6);
        await shop.deps.jobs.runDue();
      }
    }
    expect(await running()).toEqual(lasting);
  });

  test('H19: a deal that the owner ended or repriced stays unchanged', async () => {
    shop.clock.advance(9 * DAY);
    for (const values of [{ flashPrice: null, flashEndsAt: null }, { flashPrice: 1 }, { flashEndsAt: null }]) {
      await change({ flashPrice: first.price, flashEndsAt: shop.clock.now(), ...values });
      await keepDeals({ ...shop.deps, jobs: { ...shop.deps.jobs, schedule: () => undefined } }, demo);
      expect(await running()).not.toContain(first.slug);
    }
    await change({ flashPrice: first.price, price: first.price, flashEndsAt: shop.clock.now() });
    await keepDeals({ ...shop.deps, jobs: { ...shop.deps.jobs, schedule: () => undefined } }, demo);
    expect(await running()).not.toContain(first.slug);
  });
});
