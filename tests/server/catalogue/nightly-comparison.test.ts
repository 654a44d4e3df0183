// @engine postgres
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Sql } from '../../../server/db/client.ts';
import { paymentAlarms } from '../../../server/db/schema.ts';
import { registerComparison } from '../../../server/jobs/nightly-comparison.ts';
import { formatAlarm } from '../../../server/modules/back-office/alarm-texts.rules.ts';
import { addProducts as writeProducts, changeProducts } from '../../../server/modules/catalogue/writer.repository.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { getDraft, order } from '../orders/ordering.ts';
import { derivedRows, freshRows } from './derived.ts';
import { addProduct, addProducts, changeProduct } from './products.ts';

const DAY = 24 * 60 * 60_000;
let shop: TestApp;
let stop: () => void;

beforeAll(async () => {
  shop = await createTestApp();
  stop = registerComparison(shop.deps, shop.services);
});
afterAll(async () => {
  stop();
  await shop.close();
});

async function night(): Promise<void> {
  await shop.deps.jobs.runDue();
  shop.clock.advance(DAY);
  await shop.deps.jobs.runDue();
  await shop.deps.background.idle();
}

test('corrects each kind of row that differs from the products, and raises one alarm', async () => {
  const specifications = [{ name: 'RAM', value: '8 GB' }];
  const one = await addProduct(shop, { name: 'Blue Kettle', specifications });
  const two = await addProduct(shop, { name: 'Red Toaster', specifications, category: 'tvs' });
  await addProduct(shop, { name: 'Green Lamp' });
  await night();
  expect(await shop.db.sql.select().from(paymentAlarms)).toEqual([]);
  const right = await derivedRows(shop.db.sql);
  for (const fault of [
    sql`update catalogue_counts set products = 7 where category_id = ${one.categoryId}`,
    sql`delete from catalogue_counts where category_id = ${two.categoryId}`,
    sql`insert into catalogue_counts values (${one.categoryId}, ${one.id}, 1, 1)`,
    sql`update catalogue_specifications set products = 0 where category_id = ${two.categoryId}`,
    sql`update product_search set document = '''old'':1' where product_id = ${one.id}`,
    sql`delete from product_search where product_id = ${two.id}`,
    sql`insert into product_search values (gen_random_uuid(), now(), '''gone'':1')`,
    sql`delete from search_words where word = 'green'`,
    sql`insert into search_words values ('rubbish', '{}')`,
  ])
    await shop.db.sql.execute(fault);
  await night();
  expect(await derivedRows(shop.db.sql)).toEqual(right);
  await night();
  const alarms = await shop.db.sql.select().from(paymentAlarms);
  expect(alarms).toMatchObject([
    { kind: 'catalogue.drifted', detail: { counts: 3, specifications: 1, documents: 3, words: 2 } },
  ]);
  expect(alarms.map(({ kind, count, detail }) => formatAlarm({ kind, count, detail }))).toEqual([
    'Lists and searches did not match the products: words 2, counts 3, documents 3, specifications 1. ' +
      'They are correct again. Stop processes of older versions, and change products with npm run import, not with SQL',
  ]);
});

test('stops with the shop', async () => {
  await shop.db.sql.execute(sql`update catalogue_counts set products = 9`);
  expect(await shop.services.derived.repair(AbortSignal.abort())).toMatchObject({ counts: 0 });
  expect((await shop.services.derived.repair(new AbortController().signal)).counts).toBeGreaterThan(0);
});

test('counts a category correctly beside a writer that commits meanwhile', async () => {
  const like = await addProduct(shop, { category: 'cameras', specifications: [{ name: 'RAM', value: '1' }] });
  await shop.db.sql.execute(sql`update catalogue_counts set products = 9 where category_id = ${like.categoryId}`);
  let go = () => {};
  let written: (tx: Sql) => void = () => {};
  const waits = new Promise<void>((resolve) => (go = resolve));
  const hasWritten = new Promise<Sql>((resolve) => (written = resolve));
  const writing = shop.db.tx(async (tx) => {
    const product = { ...like, id: crypto.randomUUID(), slug: crypto.randomUUID() };
    await writeProducts(tx, [{ product, stock: 1 }]);
    written(tx);
    await waits;
  });
  const writer = await hasWritten;
  const repaired = shop.services.derived.repair(new AbortController().signal);
  try {
    // On the embedded database, the comparison waits for the whole transaction.
    if (shop.db.kind === 'postgres') await vi.waitUntil(async () => (await waiting(writer)) > 0, { timeout: 5_000 });
  } finally {
    go();
  }
  await writing;
  expect(await repaired).toMatchObject({ counts: 1 });
  expect(await derivedRows(shop.db.sql)).toEqual(await freshRows(shop));
});

/** Returns the number of connections that wait for a lock. */
async function waiting(db: Sql): Promise<number> {
  const { rows } = (await db.execute(
    sql`select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  )) as unknown as { rows: { n: number }[] };
  return rows[0]?.n ?? 0;
}

test('concurrent imports, changes and an order leave the same rows as a fresh build', async () => {
  const goods = await Promise.all(
    Array.from({ length: 12 }, (_, at) => addProduct(shop, { name: `Lamp ${at}`, stock: 9 })),
  );
  const [first] = goods;
  if (first === undefined) throw new Error('no product');
  const shopper = await shop.signIn();
  const set = (at: number) => ({ name: `Torch ${at}`, specifications: [{ name: 'RAM', value: String(at % 3) }] });
  const turned = goods.toReversed();
  await Promise.all([
    shop.db.tx((tx) =>
      changeProducts(
        tx,
        goods.map(({ id }, at) => ({ id, set: set(at) })),
      ),
    ),
    shop.db.tx((tx) =>
      changeProducts(
        tx,
        turned.map(({ id }, at) => ({ id, set: set(at) })),
      ),
    ),
    ...goods.map(({ id }) => changeProduct(shop, id, { isFeatured: true })),
    addProducts(
      shop,
      goods.map((it) => ({ ...it, id: crypto.randomUUID(), slug: crypto.randomUUID() })),
    ),
    addProducts(
      shop,
      turned.map((it) => ({ ...it, id: crypto.randomUUID(), slug: crypto.randomUUID() })),
    ),
    shop.services.derived.repair(new AbortController().signal),
    order(shop, shopper, getDraft([first])),
  ]);
  expect(await derivedRows(shop.db.sql)).toEqual(await freshRows(shop));
});
