// @engine postgres
import { and, asc, count, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkCart } from '../../../contract/cart.ts';
import { getProductBySlug, listCategories, listProducts } from '../../../contract/catalogue.ts';
import { toStableId } from '../../../server/db/ids.ts';
import { brands, categories, products } from '../../../server/db/schema.ts';
import { createImportService, type Entry } from '../../../server/modules/catalogue/import.service.ts';
import type { OwnPictures } from '../../../server/media/own-pictures.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, readStock } from './products.ts';

let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

/** Imports these products, each on its own line, and returns the result with its messages. */
async function bring(
  given: readonly unknown[],
  {
    rate = 1,
    stopAfter = Infinity,
    pictures = null,
  }: { rate?: number; stopAfter?: number; pictures?: OwnPictures | null } = {},
) {
  const faults: string[] = [];
  const portions: number[] = [];
  const stop = new AbortController();
  async function* entries(): AsyncGenerator<Entry> {
    for (const [index, one] of given.entries()) {
      if (index === stopAfter) stop.abort();
      yield { line: index + 1, given: one };
    }
  }
  const counts = await createImportService({ ...shop.deps, pictures }).importProducts(entries(), {
    rate,
    lowest: 1,
    uncounted: 10,
    change: null,
    signal: stop.signal,
    onFault: (line, { field, reason }) => faults.push(`${line} ${field} ${reason}`),
    onNote: (line, { field, reason }) => faults.push(`${line} ${field} ${reason}`),
    onPictureFault: (line, picture, reason) => faults.push(`${line} ${picture} ${reason}`),
    onBatch: ({ added, known }) => portions.push(added + known),
  });
  return { ...counts, faults, portions };
}

const total = async () => (await shop.db.sql.select({ count: count() }).from(products))[0]?.count ?? 0;
const readRow = async (name: string) => (await shop.db.sql.select().from(products).where(eq(products.name, name)))[0];

test('A34: ids are UUIDv4 in form, and the same in every shop', () => {
  expect(toStableId('product', 'a')).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(toStableId('product', 'a')).toBe(toStableId('product', 'a'));
  expect(toStableId('product', 'a')).not.toBe(toStableId('brand', 'a'));
});

test('the planner knows the rows of an import immediately', async () => {
  await bring([{ name: 'Planned Lamp', brand: 'Nokia', categories: ['Lamps'], price: 100 }]);
  const planned = shop.db.sql
    .select({ rows: sql<number>`reltuples::integer` })
    .from(sql`pg_class`)
    .where(sql`relname = 'products'`);
  expect(await planned).toEqual([{ rows: await total() }]);
});

test('X76: counts the products that stay off sale although the file sells them', async () => {
  const lamps = (isActive: boolean) =>
    ['On', 'Off'].map((name) => ({ name: `${name} Sale Lamp`, price: 100, isActive }));
  expect(await bring(lamps(false))).toMatchObject({ added: 2, offSale: 0 });
  await shop.db.sql.update(products).set({ isActive: true }).where(eq(products.name, 'On Sale Lamp'));
  expect(await bring(lamps(false))).toMatchObject({ known: 2, offSale: 0 });
  expect(await bring(lamps(true))).toMatchObject({ known: 2, offSale: 1 });
});

describe('a foreign export', () => {
  const row = { name: 'Phone Case', brand: 'AT&T', categories: ['Cell Phones', 'Cases'], price: 9.99, popularity: 100 };
  const file = [
    { ...row, image: 'one.jpg' },
    { ...row, image: 'two.jpg' },
    { name: '', price: 1 },
    { ...row, name: 'Émile’s case', categories: ['Cell Phones'], price: 1_000_000 },
    {
      ...row,
      name: 'Émile’s case',
      categories: ['Cell Phones', 'Cases', 'Leather'],
      specifications: { Colour: 'Red' },
    },
  ];

  test('converts prices by the rate, accepts equal names, and reports a line with an error and skips it', async () => {
    const { added, known, faulty, uncounted, faults } = await bring(file, { rate: 129 });
    expect({ added, known, faulty, uncounted }).toEqual({ added: 3, known: 0, faulty: 2, uncounted: 3 });
    expect(faults).toEqual(['3 name is missing', '4 price is above 20,000,000 shillings: is the rate right?']);
    const list = (await shop.call(listProducts, { category: 'cell-phones' })).body.data.products;
    expect(list.map(({ slug, price, stock }) => [slug.replace(/-[\da-f]{8}$/, '-…'), price, stock])).toEqual([
      ['phone-case', 1289, 10],
      ['phone-case-…', 1289, 10],
      ['emiles-case', 1289, 10],
    ]);
    expect(list[2]?.specifications).toEqual([
      { name: 'Colour', value: 'Red' },
      { name: 'Type', value: 'Leather' },
    ]);
    expect((await shop.call(listProducts, { category: 'cases', brand: 'at-t' })).body.data.pagination.total).toBe(3);
  });

  test('a second run adds nothing, also with other prices', async () => {
    await bring(file, { rate: 129 });
    const before = await total();
    const again = await bring(
      file.map((it) => ({ ...it, price: it.price * 2 })),
      { rate: 129 },
    );
    expect([again.added, again.known]).toEqual([0, 3]);
    expect(await total()).toBe(before);
    expect((await readRow('Phone Case'))?.price).toBe(1289);
  });

  test("H19: keeps the owner's changes, also a new name", async () => {
    const given = { name: 'Kettle', sku: 'K-1', price: 2500 };
    await bring([given]);
    await shop.db.sql.update(products).set({ name: 'Our kettle', price: 1 }).where(eq(products.name, 'Kettle'));
    expect((await bring([given])).known).toBe(1);
    expect(await readRow('Our kettle')).toMatchObject({ price: 1, slug: 'kettle' });
  });

  test('matches a product by the slug in the file, also one added by hand', async () => {
    const { id } = await addProduct(shop, { slug: 'by-hand', name: 'By hand' });
    expect(await bring([{ name: 'From a file', slug: 'by-hand', price: 5 }])).toMatchObject({ added: 0, known: 1 });
    expect(await readRow('By hand')).toMatchObject({ id, slug: 'by-hand' });
    // A product with the same name but another code gets a new slug.
    await bring([{ name: 'By hand', sku: 'other', price: 5 }]);
    const both = await shop.db.sql.select().from(products).where(eq(products.name, 'By hand'));
    expect(both.map(({ slug }) => slug).sort()).toEqual(['by-hand', expect.stringMatching(/^by-hand-[\da-f]{8}$/)]);
  });

  test('a missing field is empty: no rating, no picture, no brand', async () => {
    await bring([
      // Ratings in a file are ignored, because no review in this shop backs them (U15).
      { name: 'Plain thing', price: '12', rating: 4.9, numReviews: 777 },
      { name: 'Plain thing', price: 12, stock: 0 },
    ]);
    const { body } = await shop.call(getProductBySlug, { slug: 'plain-thing' });
    expect(body.data.product).toMatchObject({
      rating: 0,
      numReviews: 0,
      images: [],
      stock: 0,
      originalPrice: null,
      brand: { name: 'Unbranded' },
      category: { name: 'Other' },
    });
  });

  test('A3: imports original prices and flash deals', async () => {
    const { faults } = await bring([
      { name: 'Deal', price: 100, originalPrice: 150, flashPrice: 80, flashEndsAt: '2099-01-01T00:00:00Z' },
      { name: 'No deal', price: 100, originalPrice: 90 },
      { name: 'Wrong deal', price: 100, flashPrice: 100 },
      { name: 'Odd end', price: 100, flashPrice: 90, flashEndsAt: 'soon' },
    ]);
    expect((await shop.call(getProductBySlug, { slug: 'deal' })).body.data.product).toMatchObject({
      finalPrice: 80,
      originalPrice: 150,
      isFlashDeal: true,
    });
    expect((await readRow('No deal'))?.originalPrice).toBeNull();
    expect(faults).toEqual(['3 flashPrice must be below the price', expect.stringMatching(/^4 flashEndsAt /)]);
  });

  test('names a wrong field by the column of the file', async () => {
    const told: string[] = [];
    const note = (line: number, { field, reason }: { field: string; reason: string }) =>
      void told.push(`${line} ${field} ${reason}`);
    async function* entries(): AsyncGenerator<Entry> {
      const columns: Readonly<Record<string, string>> = { price: 'Variant Price', specifications: 'Details' };
      const where = (field: string) => columns[field] ?? field;
      yield { line: 7, given: { name: 'Nameless price' }, where };
      yield { line: 8, given: { name: 'Odd', price: 1, specifications: [{ name: 5, value: 'x' }] }, where };
      yield { line: 9, given: { price: 1 }, where };
    }
    await createImportService({ ...shop.deps, pictures: null }).importProducts(entries(), {
      rate: 1,
      lowest: 1,
      uncounted: 1,
      change: null,
      signal: new AbortController().signal,
      onFault: note,
      onNote: note,
      onPictureFault: () => undefined,
      onBatch: () => undefined,
    });
    expect(told).toEqual(['7 Variant Price is missing', expect.stringMatching(/^8 Details /), '9 name is missing']);
  });

  test('removes characters that PostgreSQL cannot store', async () => {
    await bring([{ name: 'Nul\u0000 and half \ud83d', price: 3, specifications: { 'a\u0000': 'b\udc00' } }]);
    expect((await readRow('Nul and half'))?.specifications).toEqual([{ name: 'a', value: 'b' }]);
  });
});

describe('H2: variants', () => {
  test("H2: each is a product with the group's id and its distinguishing options", async () => {
    await bring([
      { name: 'A56 256', price: 5, group: 'a56', options: { Storage: '256 GB' } },
      { name: 'A56 128', price: 4, group: 'a56', options: { Storage: '128 GB' } },
      { name: 'A57', price: 6, group: 'a57' },
    ]);
    const rows = await shop.db.sql
      .select()
      .from(products)
      .where(and(isNotNull(products.productGroupId), inArray(products.name, ['A56 256', 'A56 128', 'A57'])))
      .orderBy(asc(products.name));
    expect(rows.map(({ name, productGroupId, options }) => [name, productGroupId, options])).toEqual([
      ['A56 128', toStableId('product-group', 'a56'), [{ name: 'Storage', value: '128 GB' }]],
      ['A56 256', toStableId('product-group', 'a56'), [{ name: 'Storage', value: '256 GB' }]],
      ['A57', toStableId('product-group', 'a57'), []],
    ]);
    expect(rows[0]?.specifications).toEqual([{ name: 'Storage', value: '128 GB' }]);
    expect((await readStock(shop, rows[0]?.id ?? '')).onHand).toBe(10);
  });

  test('H2: shoppers find each variant, and a cart has each at its own price and stock', async () => {
    await bring([
      { name: 'Tab 64', price: 700, stock: 3, group: 'tab', category: 'Tablets', options: { Storage: '64 GB' } },
      { name: 'Tab 128', price: 900, stock: 0, group: 'tab', category: 'Tablets', options: { Storage: '128 GB' } },
    ]);
    const { products: found } = (await shop.call(listProducts, { category: 'tablets' })).body.data;
    expect(found.map(({ name }) => name).sort()).toEqual(['Tab 128', 'Tab 64']);
    const items = found.map(({ _id, price }) => ({ product: _id, quantity: 1, price }));
    const { lines } = (await shop.call(checkCart, { items })).body.data;
    expect(lines.map(({ name, now, stock }) => [name, now, stock]).sort()).toEqual([
      ['Tab 128', 900, 0],
      ['Tab 64', 700, 3],
    ]);
  });
});

describe('categories', () => {
  test('A42: creates at most two levels, and keeps the existing categories in their place', async () => {
    await bring([
      { name: 'c1', price: 1, categories: ['Home', 'Kitchen'] },
      { name: 'c2', price: 1, categories: ['Kitchen', 'Kettles'] },
      { name: 'c3', price: 1, categories: ['Kitchen', 'Home'] },
      { name: 'c4', price: 1, categories: ['Kitchen', 'kitchen'] },
      { name: 'c5', price: 1, category: { name: 'Kettles' } },
    ]);
    const all = (await shop.call(listCategories, {})).body.data.categories;
    const named = new Map(all.map((it) => [it.name, it]));
    const home = named.get('Home')?._id ?? '';
    expect(named.get('Home')?.parent).toBeNull();
    expect(named.get('Kitchen')?.parent).toEqual({ _id: home });
    expect([named.get('Home')?.productCount, named.get('Kitchen')?.productCount]).toEqual([5, 2]);
    expect(named.get('Kettles')?.parent).toEqual({ _id: home });
    for (const { parent } of all)
      if (parent !== null) expect(all.find(({ _id }) => _id === parent._id)?.parent).toBeNull();
  });

  test('uses existing brands and categories unchanged', async () => {
    await addProduct(shop, { category: 'radios', brand: 'roberts' });
    await bring([{ name: 'Portable', price: 1, brand: 'Roberts', category: 'Radios' }]);
    expect((await shop.call(listProducts, { category: 'radios', brand: 'roberts' })).body.data.pagination.total).toBe(
      2,
    );
    const rows = await shop.db.sql
      .select({ count: count() })
      .from(brands)
      .where(sql`${brands.slug} = 'roberts'`);
    expect(rows[0]?.count).toBe(1);
  });
});

describe('batches', () => {
  const many = Array.from({ length: 1_203 }, (_, index) => ({
    name: `Cable ${index % 1_200}`,
    sku: `cable-${index % 1_200}`,
    price: 10 + index,
    brand: `Maker ${index % 7}`,
    category: 'Cables',
  }));

  test('F12: an interrupted import keeps its finished batches, and the next run completes it', async () => {
    const first = await bring(many, { stopAfter: 700 });
    expect(first.portions).toEqual([500, 701]);
    const second = await bring(many);
    expect([second.added, second.known]).toEqual([499, 704]);
    expect((await shop.call(listProducts, { category: 'cables' })).body.data.pagination.total).toBe(1_200);
    expect((await bring(many)).added).toBe(0);
  });

  test('the newest products are in the order of the file', async () => {
    await bring(['First', 'Second', 'Third'].map((name) => ({ name, price: 1, category: 'In order' })));
    const { products: page } = (await shop.call(listProducts, { category: 'in-order' })).body.data;
    expect(page.map(({ name }) => name)).toEqual(['First', 'Second', 'Third']);
    const file = Array.from({ length: 502 }, (_, at) => ({ name: `Row ${at}`, price: 1, category: 'Two portions' }));
    await bring(file);
    const last = (await shop.call(listProducts, { category: 'two-portions', limit: 2, page: 251 })).body.data.products;
    expect(last.map(({ name }) => name)).toEqual(['Row 500', 'Row 501']);
  });

  test('concurrent imports add each product once', async () => {
    const file = many.map((it) => ({ ...it, sku: `twice ${it.sku}`, category: 'Twice' }));
    const [one, other] = await Promise.all([bring(file), bring(file.toReversed())]);
    expect(one.added + other.added).toBe(1_200);
    expect((await shop.call(listProducts, { category: 'twice' })).body.data.pagination.total).toBe(1_200);
    const rows = await shop.db.sql.select({ count: count() }).from(categories).where(eq(categories.slug, 'twice'));
    expect(rows[0]?.count).toBe(1);
  });
});

describe('pictures', () => {
  /** Accepts every picture except those of a host that is down. */
  const picturesWhile = (down: string): OwnPictures => ({
    find: async (slug) =>
      slug === 'by-name' ? [{ path: '/media/by-name-1' }, { file: 'by-name-2.jpg', reason: 'is no picture' }] : [],
    bring: async (image) =>
      image.includes(down) ? { reason: 'took too long' } : { path: `/media/${image.slice(-3)}-1`, isNew: true },
  });
  const given = [
    { name: 'Shown', price: 1, images: ['https://up.example/aaa', 'https://down.example/bbb'] },
    { name: 'By name', price: 1 },
  ];
  const readImages = async (name: string) => (await readRow(name))?.images;

  test('reports a failed picture, imports its product, and adds the picture in the next run', async () => {
    const first = await bring(given, { pictures: picturesWhile('down') });
    expect(first).toMatchObject({ added: 2, pictures: 1 });
    expect(first.faults.toSorted()).toEqual([
      '1 https://down.example/bbb took too long',
      '2 by-name-2.jpg is no picture',
    ]);
    expect([await readImages('Shown'), await readImages('By name')]).toEqual([['/media/aaa-1'], ['/media/by-name-1']]);
    await bring(given, { pictures: picturesWhile('nobody') });
    expect(await readImages('Shown')).toEqual(['/media/aaa-1', '/media/bbb-1']);
  });

  test('H19: keeps pictures that the owner changed', async () => {
    await bring(given, { pictures: picturesWhile('nobody') });
    await shop.db.sql
      .update(products)
      .set({ images: ['/media/x-1', '/media/y-1'] })
      .where(eq(products.name, 'Shown'));
    await bring(given, { pictures: picturesWhile('nobody') });
    expect(await readImages('Shown')).toEqual(['/media/x-1', '/media/y-1']);
    // The next run finds them by their names.
    await shop.db.sql.update(products).set({ images: [] }).where(eq(products.name, 'Shown'));
  });
});

test('X79: uses the existing spelling of a value in any case, so that a filter lists it once', async () => {
  const phone = (sku: string, name: string, value: string) => ({
    sku,
    name: `Phone ${sku}`,
    price: 100,
    brand: 'Shade',
    categories: ['Shades'],
    specifications: { [name]: value },
  });
  await bring([phone('s1', 'Shade', 'Midnight Red'), phone('s2', 'Shade', 'MIDNIGHT RED')]);
  await bring([phone('s3', 'Shade', 'midnight red'), phone('s4', 'Other', 'midnight red')]);
  const { rows } = (await shop.db.sql.execute(
    sql`select name, value, products from catalogue_specifications where lower(value) = 'midnight red' order by name`,
  )) as unknown as { rows: unknown[] };
  expect(rows).toEqual([
    { name: 'Other', value: 'midnight red', products: 1 },
    { name: 'Shade', value: 'Midnight Red', products: 3 },
  ]);
});
