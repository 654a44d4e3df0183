// @engine postgres
// @all
import { randomUUID } from 'node:crypto';
import { asc, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { login } from '../../contract/auth.ts';
import { listMyOrders, ORDER_STATUSES } from '../../contract/orders.ts';
import { pickupStationsAt } from '../../contract/pickup.ts';
import { catalogue as catalogueOf } from '../../demo/seeds/0001-catalogue.ts';
import { stationId } from '../../demo/seeds/0002-stations.ts';
import { shopper } from '../../demo/seeds/0003-shopper.ts';
import { orderId } from '../../demo/seeds/0004-orders.ts';
import { getSeeds } from '../../demo/seeds/index.ts';
import { demoOrders } from '../../demo/orders.ts';
import { getGoods, readDemo } from '../../demo/data.ts';
import { seed, type Seed } from '../../server/db/seed.ts';
import { toStableId } from '../../server/db/ids.ts';
import { migrate } from '../../server/db/migrate.ts';
import { variants } from '../../server/db/migrations/0008-variants.ts';
import { search } from '../../server/db/migrations/0009-search.ts';
import { google } from '../../server/db/migrations/0014-google.ts';
import { paymentQuestions } from '../../server/db/migrations/0021-payment-questions.ts';
import { saleStarts } from '../../server/db/migrations/0023-sale-starts.ts';
import { recentDocuments } from '../../server/db/migrations/0031-recent-documents.ts';
import { stockLedger as stockLedgerSteps } from '../../server/db/migrations/0032-stock-ledger.ts';
import { parcels } from '../../server/db/migrations/0037-parcels.ts';
import { serials } from '../../server/db/migrations/0042-serials.ts';
import { migrations } from '../../server/db/migrations/index.ts';
import * as tables from '../../server/db/schema.ts';
import { findDrift } from '../../server/modules/stock/stock.repository.ts';
import { createTestApp, type TestApp } from '../support/server.ts';

const demo = readDemo();
const seeds = getSeeds(demo);
const catalogue = catalogueOf(demo);
const { addresses, orderEvents, orderLines, orders, paymentAttempts, payments, receipts } = tables;
const { pickupStations, productStock, products, stockLedger, users } = tables;

/** Before payments and stations: 0.1.0. */
const FIRST_TABLES = 4;
/** Before seeds were recorded: 0.2.0. */
const UNNUMBERED_TABLES = 6;

/** The seeds of 0.2.0. */
const UNNUMBERED = seeds.slice(0, 4);

/** Product columns of each release, which an upgrade keeps. Made-up ratings became ratings of reviews. */
const {
  productGroupId: _group,
  options: _options,
  flashStartsAt: _flashStartsAt,
  serials: _serials,
  rating: _rating,
  numReviews: _numReviews,
  ...released
} = getTableColumns(products);
const { googleSub: _googleSub, ...releasedUsers } = getTableColumns(users);
const {
  answeredAt: _answeredAt,
  wantedAt: _wantedAt,
  failedAsks: _failedAsks,
  ...releasedAttempts
} = getTableColumns(paymentAttempts);

/** Columns that today's seeds write for a payment. */
const MONEY = [
  'alter table payments add column id uuid, add column source text, add column phone text, add column refunded integer',
  'create table receipts (receipt text primary key, use text, payment_id uuid, refund_id uuid, at timestamptz)',
];
const { id: _id, source: _source, phone: _phone, refunded: _refunded, ...releasedPayments } = getTableColumns(payments);

/** Columns that today's seeds write for an order. */
const ORDER = [...parcels.slice(0, 1), 'alter table orders add column delayed_at timestamptz'];
const {
  parcel: _parcel,
  parcelAt: _parcelAt,
  undo: _undo,
  collectUntil: _collectUntil,
  reminders: _reminders,
  cash: _cash,
  noRefundReason: _noRefundReason,
  isWalkIn: _isWalkIn,
  delayedAt: _delayedAt,
  ...releasedOrders
} = getTableColumns(orders);

/** Creates a shop of an older release: its tables, and the rows of some seeds, which are not recorded. */
async function olderShop(count: number, filled: readonly Seed[]): Promise<TestApp> {
  const shop = await createTestApp();
  await shop.db.run('drop schema public cascade');
  await shop.db.run('create schema public');
  await migrate(shop.db, { migrations: migrations.slice(0, count) });
  const now = shop.clock.now();
  // Today's seeds use today's columns and tables, which are dropped again below.
  const hasPayments = count > FIRST_TABLES;
  const questions = hasPayments ? paymentQuestions.slice(0, 1) : [];
  for (const step of [...variants, ...google.slice(0, 1), ...questions, ...saleStarts, ...serials.slice(0, 1)])
    await shop.db.run(step);
  for (const step of [...search.slice(0, 8), ...recentDocuments, ...(hasPayments ? MONEY : []), ...ORDER])
    await shop.db.run(step);
  // Before there was a staff.
  for (const step of stockLedgerSteps.slice(0, 4)) await shop.db.run(step.replace('references staff (id)', ''));
  for (const { run } of filled)
    await shop.db.tx((handle) => run(handle, { env: shop.env, now, onProgress: () => undefined }));
  await shop.db.run(
    'alter table products drop column product_group_id, drop column options, drop column flash_starts_at, drop column serials',
  );
  await shop.db.run('alter table users drop column google_sub');
  await shop.db.run(
    'alter table orders drop column parcel, drop column parcel_at, drop column undo, drop column collect_until, ' +
      'drop column reminders, drop column cash, drop column no_refund_reason, drop column is_walk_in, drop column delayed_at',
  );
  await shop.db.run(
    'drop table catalogue_counts, catalogue_specifications, product_search, search_words, stock_ledger',
  );
  if (hasPayments) {
    await shop.db.run(
      'alter table payment_attempts drop column answered_at, drop column wanted_at, drop column failed_asks',
    );
    await shop.db.run(
      'alter table payments drop column id, drop column source, drop column phone, drop column refunded',
    );
    await shop.db.run('drop table receipts');
  }
  return shop;
}

describe('0.1.0', () => {
  let shop: TestApp;
  const id = randomUUID();

  beforeAll(async () => {
    shop = await olderShop(FIRST_TABLES, [catalogue, shopper]);
    const at = shop.clock.now().toISOString();
    await shop.db.sql.execute(sql`
    insert into orders (id, short_id, user_id, status, payment_method, items_price, shipping_price, tax_price, total_price, is_paid, paid_at, is_delivered, delivered_at,
      delivery_method, recipient_name, recipient_phone, address, city, postal_code, country, vat_included, created_at, updated_at)
    select ${id}, ${id.slice(0, 8)}, id, 'delivered', 'cod', 1299, 0, 0, 1299, true, ${at}, true, ${at},
      'home_delivery', name, phone, 'Moi Avenue 12', 'Nairobi', '00000', 'Kenya', 179, ${at}, ${at} from users`);
    await shop.db.sql.execute(sql`
    insert into order_lines (id, order_id, product_id, position, name, quantity, price, image, vat_included, reservation)
    values (${randomUUID()}, ${id}, ${toStableId('product', 'anker-powerline-usb-c-cable-1-8m')}, 0, 'Cable', 1, 1299, '', 179, 'committed')`);
  });
  afterAll(() => shop.close());

  async function stock() {
    const rows = await shop.db.sql.select().from(productStock);
    return new Map(rows.map(({ productId, onHand, reserved }) => [productId, onHand - reserved]));
  }

  test('R32: a shop of the first release migrates, gets stations and the demo orders, and keeps its data', async () => {
    const before = await stock();
    const count = before.size;
    await migrate(shop.db);
    await seed(shop.deps, seeds);
    const { body } = await shop.call(login, { email: 'shopper@duka.test', password: 'Karibu2026' });
    const token = 'token' in body.data ? body.data.token : '';
    const { orders } = (await shop.call(listMyOrders, {}, { token })).body.data;
    expect(orders).toHaveLength(demoOrders.length + 1);
    expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(ORDER_STATUSES));
    expect(orders.find(({ _id }) => _id === id)).toMatchObject({
      status: 'delivered',
      isPaid: true,
      totalPrice: 1299,
      expiresAt: null,
      cancelReason: null,
      shippingAddress: { deliveryMethod: 'home_delivery' },
    });
    expect(
      (await shop.call(pickupStationsAt, { county: 'Nairobi', city: 'Westlands' })).body.data.stations,
    ).toHaveLength(3);
    const after = await stock();
    expect(new Map([...after].filter(([id]) => before.has(id)))).toEqual(before);
    expect(after.size).toBe(count + getGoods(demo, 'more').products.length);
    expect(await findDrift(shop.db.sql)).toEqual([]);
  });

  test('R32: a paid order of the first release is recorded as paid', async () => {
    const rows = await shop.db.sql.execute(sql`select money from orders where id = ${id}`);
    expect((rows as { rows: unknown[] }).rows).toEqual([{ money: 'paid' }]);
  });

  test('R32: the next start does nothing', async () => {
    const steps: number[] = [];
    await migrate(shop.db, { onStep: (done) => steps.push(done) });
    await seed(shop.deps, seeds);
    expect(steps).toEqual([]);
    expect(await shop.db.sql.select().from(pickupStations)).toHaveLength(demo.stations.length);
  });
});

describe('0.2.0', () => {
  /** Returns every row that a seed could write. */
  async function readRows({ db }: TestApp) {
    return {
      products: await db.sql.select(released).from(products).orderBy(asc(products.id)),
      stock: await db.sql.select().from(productStock).orderBy(asc(productStock.productId)),
      brands: await db.sql.select().from(tables.brands).orderBy(asc(tables.brands.id)),
      categories: await db.sql.select().from(tables.categories).orderBy(asc(tables.categories.id)),
      stations: await db.sql.select().from(pickupStations).orderBy(asc(pickupStations.id)),
      users: await db.sql.select(releasedUsers).from(users).orderBy(asc(users.id)),
      addresses: await db.sql.select().from(addresses).orderBy(asc(addresses.id)),
      orders: await db.sql.select(releasedOrders).from(orders).orderBy(asc(orders.id)),
      lines: await db.sql.select().from(orderLines).orderBy(asc(orderLines.id)),
      events: await db.sql.select().from(orderEvents).orderBy(asc(orderEvents.id)),
      attempts: await db.sql.select(releasedAttempts).from(paymentAttempts).orderBy(asc(paymentAttempts.id)),
      payments: await db.sql.select(releasedPayments).from(payments).orderBy(asc(payments.attemptId)),
    };
  }

  async function start(shop: TestApp, settings: Partial<TestApp['env']> = {}) {
    await migrate(shop.db);
    await seed({ ...shop.deps, env: { ...shop.env, ...settings } }, seeds);
  }

  /** Changes and deletes the demo's data as an owner may do, directly in the database. */
  async function changeAndDelete({ db }: TestApp) {
    const [changed, deleted] = ['jbl-flip-7', 'jbl-tune-520bt'].map((slug) => toStableId('product', slug));
    await db.sql
      .update(products)
      .set({ price: 1, name: 'Mine', isActive: false })
      .where(eq(products.id, changed ?? ''));
    await db.sql
      .update(productStock)
      .set({ onHand: 7 })
      .where(eq(productStock.productId, changed ?? ''));
    await db.sql.delete(productStock).where(eq(productStock.productId, deleted ?? ''));
    await db.sql.delete(products).where(eq(products.id, deleted ?? ''));
    const [moved, closed] = demo.stations.map(stationId);
    await db.sql
      .update(pickupStations)
      .set({ address: 'Across the road' })
      .where(eq(pickupStations.id, moved ?? ''));
    await db.sql.delete(pickupStations).where(eq(pickupStations.id, closed ?? ''));
    await db.sql.update(users).set({ email: 'me@duka.test', name: 'Me' });
    await db.sql.delete(addresses);
    const gone = demoOrders.slice(0, 2).map(orderId);
    const attempts = db.sql
      .select({ id: paymentAttempts.id })
      .from(paymentAttempts)
      .where(inArray(paymentAttempts.orderId, gone));
    await db.sql.delete(payments).where(inArray(payments.attemptId, attempts));
    await db.sql.delete(paymentAttempts).where(inArray(paymentAttempts.orderId, gone));
    await db.sql.delete(orderEvents).where(inArray(orderEvents.orderId, gone));
    await db.sql.delete(orderLines).where(inArray(orderLines.orderId, gone));
    await db.sql.delete(orders).where(inArray(orders.id, gone));
  }

  const names = async ({ db }: TestApp) =>
    (await db.sql.select().from(tables.fillings).orderBy(asc(tables.fillings.name))).map(({ name }) => name);

  type Rows = Awaited<ReturnType<typeof readRows>>;

  /** Returns the rows of `after` that existed before. Wordmarks were added later (H20). */
  function those(before: Rows, after: Rows) {
    const getKey = (row: object) => Object.values(row)[0] as unknown;
    return Object.fromEntries(
      Object.entries(after).map(([kind, rows]) => {
        const known = new Set(before[kind as keyof Rows].map(getKey));
        return [
          kind,
          rows.filter((row) => known.has(getKey(row))).map((row) => ({ ...row, ...('logo' in row && { logo: null }) })),
        ];
      }),
    );
  }

  test('H19: an already seeded shop gets the newer seeds without duplicates, and every seed is recorded', async () => {
    const shop = await olderShop(UNNUMBERED_TABLES, UNNUMBERED);
    const before = await readRows(shop);
    await start(shop);
    const after = await readRows(shop);
    expect(those(before, after)).toEqual(before);
    expect(after.products).toHaveLength(demo.products.length);
    expect(after.categories).toHaveLength(12);
    expect(await names(shop)).toEqual(seeds.map(({ name }) => name));
    await start(shop);
    expect(await readRows(shop)).toEqual(after);
    await shop.close();
  });

  test('H19: changes of the owner stay, and deleted rows are not recreated', async () => {
    const shop = await olderShop(UNNUMBERED_TABLES, UNNUMBERED);
    await changeAndDelete(shop);
    const before = await readRows(shop);
    await start(shop);
    await start(shop);
    const after = await readRows(shop);
    expect(those(before, after)).toEqual(before);
    expect(after.products).toHaveLength(demo.products.length - 1);
    await shop.close();
  });

  test('H19: a later seed does not recreate a deleted category or brand for its products', async () => {
    const shop = await olderShop(UNNUMBERED_TABLES, [catalogue]);
    const [category, brand] = [toStableId('category', 'cameras'), toStableId('brand', 'tcl')];
    const gone = shop.db.sql
      .select({ id: products.id })
      .from(products)
      .where(or(eq(products.categoryId, category), eq(products.brandId, brand)));
    await shop.db.sql.delete(productStock).where(inArray(productStock.productId, gone));
    await shop.db.sql.delete(products).where(or(eq(products.categoryId, category), eq(products.brandId, brand)));
    await shop.db.sql.delete(tables.categories).where(eq(tables.categories.id, category));
    await shop.db.sql.delete(tables.brands).where(eq(tables.brands.id, brand));
    await start(shop, { demoPassword: null });
    const after = await readRows(shop);
    expect(after.categories.map(({ slug }) => slug)).not.toContain('cameras');
    expect(after.brands.map(({ slug }) => slug)).not.toContain('tcl');
    const left = demo.products.filter((it) => it.category !== 'Cameras' && it.brand !== 'TCL');
    expect(after.products.map(({ slug }) => slug).toSorted()).toEqual(left.map(({ slug }) => slug).toSorted());
    await shop.close();
  });

  test('H19: demo products join a category that the owner created with the same slug', async () => {
    const shop = await olderShop(UNNUMBERED_TABLES, [catalogue]);
    const mine = { id: randomUUID(), slug: 'smart-home', name: 'My Smart Home', sortOrder: 3 };
    await shop.db.sql.insert(tables.categories).values(mine);
    await start(shop, { demoPassword: null });
    const { products: all, categories: shelves } = await readRows(shop);
    expect(shelves.find(({ slug }) => slug === 'smart-home')).toMatchObject(mine);
    expect(all.filter(({ categoryId }) => categoryId === mine.id).length).toBeGreaterThan(0);
    await shop.close();
  });

  test('H6, A60: missing pictures and specifications are added, unless the owner changed them', async () => {
    const shop = await olderShop(UNNUMBERED_TABLES, [catalogue]);
    const two = (slug: string) => [`/media/${slug}-1`, `/media/${slug}-2`];
    const product = async (slug: string) => (await readRows(shop)).products.find((it) => it.slug === slug);
    const specifications = (await product('nokia-105-4g'))?.specifications ?? [];
    const [asBefore = '', changed = ''] = ['nokia-105-4g', 'samsung-galaxy-a07-128gb'];
    await shop.db.sql
      .update(products)
      .set({ images: two(asBefore), specifications: specifications.slice(1) })
      .where(eq(products.slug, asBefore));
    await shop.db.sql
      .update(products)
      .set({ images: ['/media/mine-1'], specifications: [] })
      .where(eq(products.slug, changed));
    await start(shop, { demoPassword: null });
    const images = [...two(asBefore), `/media/${asBefore}-3`];
    expect(await product(asBefore)).toMatchObject({ images, specifications });
    expect(await product(changed)).toMatchObject({ images: ['/media/mine-1'], specifications: [] });
    await shop.close();
  });

  test("H19: a shop with only the owner's products gets no demo products", async () => {
    const shop = await olderShop(UNNUMBERED_TABLES, [catalogue]);
    await shop.db.sql.delete(productStock);
    await shop.db.sql.delete(products);
    await migrate(shop.db);
    const mine = { id: randomUUID(), slug: 'mine', name: 'Mine', price: 900, createdAt: shop.clock.now() };
    const shelf = { categoryId: toStableId('category', 'tvs'), brandId: toStableId('brand', 'lg') };
    await shop.db.sql.insert(products).values({ ...mine, ...shelf });
    await start(shop, { demoPassword: null });
    const { products: all, categories: shelves } = await readRows(shop);
    expect(all.map(({ slug }) => slug)).toEqual(['mine']);
    expect(shelves).toHaveLength(getGoods(demo, 'first').categories.length);
    await shop.close();
  });

  test('H19: missing seeds are added', async () => {
    const shop = await olderShop(UNNUMBERED_TABLES, [catalogue]);
    await start(shop, { demoPassword: null });
    expect((await readRows(shop)).stations).toHaveLength(demo.stations.length);
    expect((await readRows(shop)).users).toEqual([]);
    await start(shop);
    expect((await readRows(shop)).orders).toHaveLength(demoOrders.length);
    expect(await names(shop)).toEqual(seeds.map(({ name }) => name));
    await shop.close();
  });

  test('H19: processes that start concurrently on an older shop seed it once', async () => {
    const shop = await olderShop(UNNUMBERED_TABLES, [catalogue]);
    await Promise.all([start(shop), start(shop), start(shop)]);
    const { users: accounts, addresses: homes, orders: made, stations } = await readRows(shop);
    expect([accounts, homes, made, stations].map((rows) => rows.length)).toEqual([
      1,
      1,
      demoOrders.length,
      demo.stations.length,
    ]);
    await shop.close();
  });
});

describe('this release', () => {
  test('H19: rows that an owner deletes are not recreated, even if all of a kind are deleted', async () => {
    const shop = await createTestApp();
    await seed(shop.deps, seeds);
    const ofOrders = [receipts, payments, paymentAttempts, orderEvents, orderLines, stockLedger, orders];
    for (const table of [...ofOrders, addresses, users, pickupStations]) await shop.db.sql.delete(table);
    for (const table of [productStock, products]) await shop.db.sql.delete(table);
    await seed(shop.deps, seeds);
    for (const table of [orders, users, pickupStations, products])
      expect(await shop.db.sql.select().from(table)).toEqual([]);
    await shop.close();
  });
});
