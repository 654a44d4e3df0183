// @engine postgres
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paymentAlarms } from '../../../server/db/schema.ts';
import { registerComparison } from '../../../server/jobs/nightly-comparison.ts';
import { formatAlarm } from '../../../server/modules/back-office/alarm-texts.rules.ts';
import { addProducts as writeProducts, changeProducts } from '../../../server/modules/catalogue/writer.repository.ts';
import { duringChange } from '../../support/during-change.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { getDraft, order } from '../orders/ordering.ts';
import { derivedRows, freshRows } from './derived.ts';
import { addProduct, addProducts, changeProduct, FIRST_STOCK } from './products.ts';

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

test('books rows that the stock ledger lacks, with one alarm', async () => {
  const { id, slug } = await addProduct(shop, { slug: 'changed-by-hand' });
  await shop.db.sql.execute(sql`update product_stock set on_hand = 9 where product_id = ${id}`);
  await shop.db.sql.delete(paymentAlarms);
  await night();
  await night();
  const { rows } = await shop.services.stock.show(slug);
  expect(rows.map(({ reason, difference, total }) => [reason, difference, total])).toEqual([
    ['correction', 4, 9],
    ['counted', 5, 5],
  ]);
  const alarms = await shop.db.sql.select().from(paymentAlarms);
  expect(alarms.map(({ kind, count, detail }) => formatAlarm({ kind, count, detail }))).toEqual([
    'Stock changed without a row in the ledger: products 1. ' +
      'It is booked as a correction now: npm run back-office -- stock changed-by-hand. ' +
      'Stop processes of older versions, and change stock with npm run import -- FILE --update stock, not with SQL',
  ]);
});

test('ends when the shop stops', async () => {
  await addProduct(shop);
  await shop.db.sql.execute(sql`update catalogue_counts set products = 9`);
  expect(await shop.services.derived.repair(AbortSignal.abort())).toMatchObject({ counts: 0 });
  expect((await shop.services.derived.repair(new AbortController().signal)).counts).toBeGreaterThan(0);
});

test('compares once at a time, and stops a comparison with the shop', async () => {
  const own = await createTestApp();
  const signals: AbortSignal[] = [];
  let end = () => {};
  const repair = (signal: AbortSignal) => {
    signals.push(signal);
    const drift = { counts: 0, specifications: 0, documents: 0, words: 0 };
    return new Promise<typeof drift>((resolve) => (end = () => resolve(drift)));
  };
  const stopOwn = registerComparison(own.deps, { ...own.services, derived: { repair } });
  const pass = async (ms: number) => {
    own.clock.advance(ms);
    await own.deps.jobs.runDue();
  };
  await pass(0);
  await pass(DAY);
  await pass(DAY);
  expect(signals).toHaveLength(1);
  end();
  await own.deps.background.idle();
  await pass(DAY);
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false]);
  stopOwn();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  end();
  await own.deps.background.idle();
  await own.close();
});

test('counts a category right beside a writer that commits meanwhile', async () => {
  const like = await addProduct(shop, { category: 'cameras', specifications: [{ name: 'RAM', value: '1' }] });
  await shop.db.sql.execute(sql`update catalogue_counts set products = 9 where category_id = ${like.categoryId}`);
  const product = { ...like, id: crypto.randomUUID(), slug: crypto.randomUUID() };
  const repaired = await duringChange(
    shop.db,
    (tx) => writeProducts(tx, [{ product, stock: 1 }], FIRST_STOCK),
    () => shop.services.derived.repair(new AbortController().signal),
  );
  expect(repaired).toMatchObject({ counts: 1 });
  expect(await derivedRows(shop.db.sql)).toEqual(await freshRows(shop));
});

test('two imports, changes and an order at once wait for each other and leave what a fresh build makes', async () => {
  const first = await addProduct(shop, { name: 'Lamp', stock: 9 });
  const goods = [first];
  for (let at = 1; at < 12; at += 1) goods.push(await addProduct(shop, { name: `Lamp ${at}`, stock: 9 }));
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
