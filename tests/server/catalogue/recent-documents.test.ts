// @engine postgres
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listProducts } from '../../../contract/catalogue.ts';
import { productSearch } from '../../../server/db/schema.ts';
import { updateRecent } from '../../../server/modules/catalogue/derived.repository.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, addProducts, changeProduct, removeProducts } from './products.ts';

const CABLES = 210;
let shop: TestApp;
/** From the newest to the oldest. */
const ids: string[] = [];

beforeAll(async () => {
  shop = await createTestApp();
  const first = await addProduct(shop, { slug: 'cable-0', name: 'Cable' });
  const others = Array.from({ length: CABLES - 1 }, (_, at) => ({
    ...first,
    id: crypto.randomUUID(),
    slug: `cable-${at + 1}`,
    createdAt: new Date(first.createdAt.getTime() - (at + 1) * 1_000),
  }));
  await addProducts(shop, others);
  ids.push(first.id, ...others.map(({ id }) => id));
});
afterAll(() => shop.close());

/** Marks exactly these documents as recent. */
async function mark(recent: readonly string[]): Promise<void> {
  await shop.db.sql.update(productSearch).set({ isRecent: false });
  await shop.db.sql
    .update(productSearch)
    .set({ isRecent: true })
    .where(inArray(productSearch.productId, [...recent]));
}

/** Returns the places of the recent documents, 0 for the newest. */
async function getMarked(): Promise<number[]> {
  const rows = await shop.db.sql.select().from(productSearch).where(eq(productSearch.isRecent, true));
  return rows.map(({ productId }) => ids.indexOf(productId)).sort((one, other) => one - other);
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at);
const place = (places: readonly number[]) => places.map((at) => ids[at] ?? '');
const update = (limit: number, most?: number) => shop.db.tx((tx) => updateRecent(tx, limit, most));

describe('suggestions', () => {
  test.each([
    ['no document is recent', []],
    ['all are', range(0, CABLES)],
    ['the newest 150 are', range(0, 150)],
    ['exactly as many as are compared are', range(0, 200)],
    ['one less than are compared is', range(0, 199)],
    ['more than are compared are', range(0, 205)],
    ['the newest is not', range(1, CABLES)],
    ['one in between is not', range(0, CABLES).filter((at) => at !== 5)],
    ['old ones are, too', [...range(0, 3), ...range(10, CABLES)]],
  ])('U27: are the newest of the best matches when %s', async (_, places) => {
    await mark(place(places));
    const { products, pagination } = (await shop.call(listProducts, { search: 'cable', limit: 8, activeOnly: 'true' }))
      .body.data;
    expect(products.map(({ _id }) => ids.indexOf(_id))).toEqual(range(0, 8));
    expect(pagination.total).toBe(100);
  });

  test('U27: find the oldest product when recent ones do not match', async () => {
    await mark(place(range(0, 205)));
    await changeProduct(shop, ids.at(-1) ?? '', { name: 'Old kettle' });
    const { products, pagination } = (await shop.call(listProducts, { search: 'kettle', limit: 8, activeOnly: 'true' }))
      .body.data;
    expect([products.map(({ _id }) => _id), pagination.total]).toEqual([[ids.at(-1)], 1]);
    await changeProduct(shop, ids.at(-1) ?? '', { name: 'Cable' });
  });
});

describe('marks of recent documents', () => {
  beforeEach(() => mark([]));

  test('are put on the newest, a limited number at a time', async () => {
    expect([await update(2, 3), (await getMarked()).length]).toEqual([2, 2]);
    expect([await update(9, 3), await getMarked()]).toEqual([1, [0, 1, 2]]);
    expect(await update(9, 3)).toBe(0);
  });

  test('are taken from those that are no longer among the newest', async () => {
    await mark(place(range(1, 8)));
    expect([await update(100, 3), await getMarked()]).toEqual([6, [0, 1, 2]]);
    expect([await update(100, 1), await getMarked()]).toEqual([2, [0]]);
  });

  test('are put on all documents of a small shop', async () => {
    expect([await update(1_000), await getMarked()]).toEqual([CABLES, range(0, CABLES)]);
    expect(await update(1_000)).toBe(0);
  });

  test('are moved by a writer of 100 products, two for each, and not by a smaller one', async () => {
    const like = await addProduct(shop, { name: 'Lamp', createdAt: new Date(0) });
    const lamps = Array.from({ length: 99 }, () => ({ ...like, id: crypto.randomUUID(), slug: crypto.randomUUID() }));
    await addProducts(shop, lamps);
    expect(await getMarked()).toEqual([]);
    const last = { ...like, id: crypto.randomUUID(), slug: crypto.randomUUID() };
    await removeProducts(
      shop,
      [like, ...lamps].map(({ id }) => id),
    );
    await addProducts(shop, [...lamps, last]);
    expect(await getMarked()).toEqual(range(0, 200));
    await removeProducts(
      shop,
      [last, ...lamps].map(({ id }) => id),
    );
  });

  test('are put on a changed product unless a newer one is not recent', async () => {
    await mark(place([0, 1, 2]));
    for (const at of [1, 4]) await changeProduct(shop, ids[at] ?? '', { name: 'Lamp' });
    expect(await getMarked()).toEqual([0, 1, 2]);
    await mark(place(range(0, CABLES)));
    await changeProduct(shop, ids[CABLES - 1] ?? '', { name: 'Lamp' });
    expect(await getMarked()).toEqual(range(0, CABLES));
    for (const at of [1, 4, CABLES - 1]) await changeProduct(shop, ids[at] ?? '', { name: 'Cable' });
  });

  test('are corrected by the nightly comparison without an alarm', async () => {
    const drift = await shop.services.derived.repair(new AbortController().signal);
    expect(drift).toEqual({ counts: 0, specifications: 0, documents: 0, words: 0 });
    expect(await getMarked()).toEqual(range(0, CABLES));
    await mark([]);
    await shop.services.derived.repair(AbortSignal.abort());
    expect(await getMarked()).toEqual([]);
  });

  test('are on the documents that a process of an older version writes', async () => {
    const [row] = await shop.db.sql.select().from(productSearch).orderBy(asc(productSearch.createdAt)).limit(1);
    const id = row?.productId ?? '';
    await shop.db.sql.execute(sql`with gone as (delete from product_search where product_id = ${id} returning *)
      insert into product_search (product_id, created_at, document) select product_id, created_at, document from gone`);
    expect(await getMarked()).toEqual([ids.indexOf(id)]);
  });
});
