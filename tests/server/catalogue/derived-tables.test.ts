// @engine postgres
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadRows } from '../../../server/backup/load.ts';
import { backUp } from '../../../server/backup/make-backup.ts';
import { brands, categories, products } from '../../../server/db/schema.ts';
import { createImportService, type Entry } from '../../../server/modules/catalogue/import.service.ts';
import { changeProducts, setColumns } from '../../../server/modules/catalogue/writer.repository.ts';
import { changeReserved, reduceStock } from '../../../server/modules/stock/stock.repository.ts';
import { createTestApp, createTestDatabase, type TestApp } from '../../support/server.ts';
import { derivedRows, freshRows } from './derived.ts';
import { addBrand, addCategory, addProducts, removeProducts } from './products.ts';

/**
 * Compares counts and search rows with a fresh build after random changes. Fails when a writer of products misses one
 * of them, or when the result depends on the order of changes.
 */

let shop: TestApp;
let dataDir: string;
const PLACES = ['electronics', 'home', 'phones', 'tvs'];
const BRANDS = ['lg', 'sony'];
const ids: Record<string, string> = {};

beforeAll(async () => {
  dataDir = fs.mkdtempSync(path.join(tmpdir(), 'duka-derived-'));
  shop = await createTestApp({ env: { DATA_DIR: dataDir } });
  for (const slug of PLACES) ids[slug] = await addCategory(shop, slug);
  for (const slug of BRANDS) ids[slug] = await addBrand(shop, slug);
});
afterAll(async () => {
  await shop.close();
  fs.rmSync(dataDir, { recursive: true, force: true });
});

const name = fc.constantFrom('Alpha One', 'Beta Two', 'Gamma Three', 'Delta-Four');
const specifications = fc.array(
  fc.record({ name: fc.constantFrom('RAM', ''), value: fc.constantFrom('1', '2', ' ') }),
  {
    maxLength: 3,
  },
);
const columns = fc.record(
  {
    name,
    isActive: fc.boolean(),
    isFeatured: fc.boolean(),
    brandId: fc.constantFrom(...BRANDS).map((slug) => () => ids[slug] ?? ''),
    categoryId: fc.constantFrom('phones', 'tvs').map((slug) => () => ids[slug] ?? ''),
    specifications,
    createdAt: fc.constantFrom(new Date(1_790_000_000_123), new Date(1_790_000_000_456)),
    price: fc.integer({ min: 1, max: 9 }),
  },
  { requiredKeys: [] },
);
/** Several columns, or a single one: each change must be detected on its own. */
const changed = columns.chain((all) =>
  fc.constantFrom(all, ...Object.entries(all).map(([key, value]) => ({ [key]: value }))),
);
const at = fc.nat(3);
const step = fc.oneof(
  fc.record({ do: fc.constant('insert' as const), rows: fc.array(columns, { minLength: 1, maxLength: 3 }) }),
  fc.record({ do: fc.constant('update' as const), at, set: changed }),
  fc.record({ do: fc.constant('delete' as const), at }),
  fc.record({
    do: fc.constant('import' as const),
    names: fc.array(name, { minLength: 1, maxLength: 3 }),
    specifications,
  }),
  fc.record({
    do: fc.constant('change by a file' as const),
    at,
    name,
    active: fc.boolean(),
    brand: fc.constantFrom('LG', 'New'),
  }),
  fc.record({ do: fc.constant('undo' as const), at }),
  fc.record({ do: fc.constant('stock' as const), at }),
  fc.record({ do: fc.constant('rename' as const), which: fc.constantFrom(...BRANDS, ...PLACES), name }),
  fc.record({
    do: fc.constant('move' as const),
    which: fc.constantFrom('phones', 'tvs'),
    below: fc.constantFrom('electronics', 'home', null),
  }),
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

const getValues = (set: Partial<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(set).map(([key, value]) => [key, typeof value === 'function' ? (value as () => string)() : value]),
  );

async function some(from: number): Promise<string[]> {
  const rows = await shop.db.sql.select({ id: products.id }).from(products).orderBy(asc(products.id));
  return rows.slice(from, from + 2).map(({ id }) => id);
}

async function bring(given: readonly object[], source = 'goods.csv'): Promise<void> {
  async function* entries(): AsyncGenerator<Entry> {
    for (const [index, one] of given.entries()) yield { line: index + 2, given: one };
  }
  await createImportService(shop.deps).importProducts(entries(), {
    rate: 1,
    lowest: 1,
    uncounted: 10,
    change: { id: randomUUID(), source, actor: 'console ann' },
    signal: new AbortController().signal,
    onFault: () => undefined,
    onNote: () => undefined,
    onPictureFault: () => undefined,
    onBatch: () => undefined,
  });
}

const repair = () => shop.services.derived.repair(new AbortController().signal);

async function make(change: Step): Promise<void> {
  const { db, services } = shop;
  switch (change.do) {
    case 'insert': {
      const row = () => ({
        id: randomUUID(),
        slug: randomUUID(),
        name: 'Alpha One',
        price: 1,
        createdAt: shop.clock.now(),
      });
      const place = { brandId: ids['sony'] ?? '', categoryId: ids['phones'] ?? '' };
      return void (await addProducts(
        shop,
        change.rows.map((set) => ({ ...row(), ...place, ...getValues(set) })),
      ));
    }
    case 'update': {
      const which = await some(change.at);
      return db.tx((tx) =>
        changeProducts(
          tx,
          which.map((id) => ({ id, set: { price: 1, ...getValues(change.set) } })),
        ),
      );
    }
    case 'delete': {
      const which = await some(change.at);
      return removeProducts(shop, which);
    }
    case 'import':
      return bring(
        change.names.map((one, index) => ({
          name: `${one} ${index}`,
          price: 5,
          brand: 'LG',
          category: 'Phones',
          parent: 'Electronics',
          specifications: change.specifications,
        })),
      );
    case 'change by a file': {
      const [id = randomUUID()] = await some(change.at);
      const patch = {
        name: change.name,
        active: change.active,
        brand: { slug: change.brand.toLowerCase(), name: change.brand },
      };
      const record = { id: randomUUID(), kind: 'update', source: 'goods.csv', actor: 'console ann' } as const;
      return void (await services.change.apply(record, [{ id, slug: null, named: null, patch }]));
    }
    case 'undo': {
      const known = (await services.change.list())[change.at];
      return known === undefined ? undefined : void (await services.change.undo(known.id, 'ann'));
    }
    case 'stock': {
      const changes = (await some(change.at)).map((product) => ({ product, quantity: 1 }));
      await db.tx((tx) => changeReserved(tx, changes));
      await db.tx((tx) => reduceStock(tx, changes));
      return setColumns(db.sql, { rating: 4, numReviews: 2 }, eq(products.id, changes[0]?.product ?? randomUUID()));
    }
    case 'rename':
      for (const table of [brands, categories])
        await db.sql
          .update(table)
          .set({ name: change.name })
          .where(eq(table.id, ids[change.which] ?? ''));
      return void (await repair());
    default: {
      const parentId = change.below === null ? null : (ids[change.below] ?? null);
      await db.sql
        .update(categories)
        .set({ parentId })
        .where(eq(categories.id, ids[change.which] ?? ''));
      return void (await repair());
    }
  }
}

/** Restores a backup of the shop into an empty database and returns its derived rows. */
async function restored() {
  const { folder, manifest } = await backUp(shop.env, shop.db, shop.clock.now());
  const other = await createTestDatabase();
  await loadRows(other.db, folder, manifest);
  const rows = { restored: await derivedRows(other.db.sql), fresh: await freshRows(other) };
  await other.drop();
  return rows;
}

test('X72: keeps derived tables equal to a fresh build after changes of products, brands and categories', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 10 }), async (steps) => {
      const before = await shop.db.sql.select({ id: products.id }).from(products);
      await removeProducts(
        shop,
        before.map(({ id }) => id),
      );
      expect(await derivedRows(shop.db.sql)).toEqual({ counts: [], specifications: [], search: [], words: [] });
      for (const one of steps) await make(one);
      const kept = await derivedRows(shop.db.sql);
      expect(await repair()).toEqual({ counts: 0, specifications: 0, documents: 0, words: 0 });
      expect(kept).toEqual(await freshRows(shop));
    }),
    { numRuns: 25 },
  );
  const { restored: kept, fresh } = await restored();
  expect(kept).toEqual(fresh);
});
