// @engine postgres
import { randomUUID } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { getProductBySlug } from '../../../contract/catalogue.ts';
import { getOrder } from '../../../contract/orders.ts';
import { changeByFile, printChanges, undoByName } from '../../../server/cli/import/change-shop.ts';
import { brands, categories, products } from '../../../server/db/schema.ts';
import { findChangeRows, findChanges } from '../../../server/modules/catalogue/change.repository.ts';
import { CHANGEABLE_NAMES, type Changeable } from '../../../server/modules/catalogue/change.rules.ts';
import { createImportService } from '../../../server/modules/catalogue/import.service.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { getDraft, order } from '../orders/ordering.ts';
import { createRun, readEntries, type Run } from './change-commands.ts';
import { addProduct, readStock } from './products.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const run = createRun(() => shop);

async function bring(given: readonly unknown[]): Promise<string> {
  const id = randomUUID();
  await createImportService(shop.deps).importProducts(readEntries(given), {
    rate: 1,
    lowest: 1,
    uncounted: 10,
    change: { id, source: 'goods.csv', actor: 'console ann' },
    signal: new AbortController().signal,
    onFault: () => undefined,
    onNote: () => undefined,
    onPictureFault: () => undefined,
    onBatch: () => undefined,
  });
  return id.slice(0, 8);
}

async function change(
  given: readonly unknown[],
  {
    kind = 'update',
    columns = ['price'],
    isMeant = true,
    fingerprint = 'one content',
  }: Partial<Parameters<typeof changeByFile>[2]> = {},
): Promise<string[]> {
  const said: string[] = [];
  await changeByFile(run, readEntries(given), {
    name: 'goods.csv',
    kind,
    columns,
    isMeant,
    fingerprint,
    actor: 'console ann',
    pricing: { rate: 1, lowest: 1, now: shop.clock.now() },
    say: (text) => said.push(text),
  });
  return said;
}

async function undo(name: string): Promise<string[]> {
  const said: string[] = [];
  await undoByName(run, { change: name, actor: 'console ann' }, (text) => said.push(text));
  return said;
}

const readRow = async (sku: string) => {
  const [row] = await shop.db.sql.select().from(products).where(eq(products.name, sku));
  if (row === undefined) throw new Error(`no ${sku}`);
  return row;
};
const nameOfChange = (said: readonly string[]) => /--undo ([\da-f]{8})$/.exec(said.at(-1) ?? '')?.[1] ?? '';

describe('an update from a file', () => {
  const kettle = { name: 'Kettle', sku: 'K-1', price: 2500, stock: 7, brand: 'Ramtons', category: 'Kettles' };
  beforeEach(async () => {
    await bring([kettle]);
    await shop.db.sql.update(products).set({ price: 2500 }).where(eq(products.name, 'Kettle'));
  });

  test('X76: previews each difference and changes nothing without confirmation', async () => {
    await bring([{ ...kettle, name: 'Pot', sku: 'K-2' }]);
    const given = [
      { ...kettle, price: 2999, stock: 99 },
      { ...kettle, name: 'Pot', sku: 'K-2' },
      { name: 'Pan', sku: 'K-3', price: 10 },
      { name: 'Nameless price', sku: 'K-4' },
    ];
    expect(await change(given, { isMeant: false })).toEqual([
      'goods.csv, line 5, price: is missing',
      'line 2, Kettle: price 2500 → 2999',
      'goods.csv: 1 products will change, 1 are as the file says, 1 are not in the shop, 1 left out.',
      'Nothing was changed. Run it again with --yes to do it.',
    ]);
    expect((await readRow('Kettle')).price).toBe(2500);
  });

  test('X76: changes only the named columns and never the stock, and a second run changes nothing', async () => {
    const given = [{ ...kettle, name: 'Kettle', price: 2999, description: 'New', brand: 'Other', stock: 99 }];
    const said = await change(given);
    expect(said[0]).toBe('goods.csv: 1 products changed.');
    const row = await readRow('Kettle');
    expect(row).toMatchObject({ price: 2999, description: '' });
    expect((await readStock(shop, row.id)).onHand).toBe(7);
    expect(await change(given)).toEqual(['goods.csv: 0 products changed, 1 are as the file says.']);
    expect(await undo(nameOfChange(said))).toEqual(['1 products restored.']);
    expect((await readRow('Kettle')).price).toBe(2500);
  });

  test.each(['catalogue_changes', 'catalogue_change_rows'])(
    'X76: changes and adds nothing when its record in %s cannot be written',
    async (table) => {
      await shop.db.run(`alter table ${table} add constraint nothing_more check (false) not valid`);
      try {
        await expect(change([{ ...kettle, price: 2999 }])).rejects.toThrow();
        await expect(bring([{ ...kettle, name: 'Unrecorded', sku: `U ${table}` }])).rejects.toThrow();
      } finally {
        await shop.db.run(`alter table ${table} drop constraint nothing_more`);
      }
      expect((await readRow('Kettle')).price).toBe(2500);
      await expect(readRow('Unrecorded')).rejects.toThrow('no Unrecorded');
    },
  );

  test('X76: changes and restores every column', async () => {
    const before = await readRow('Kettle');
    const given = {
      ...kettle,
      name: 'Kettle Pro',
      description: '<p>Boils</p>',
      price: 3000,
      originalPrice: 4000,
      flashPrice: 2000,
      flashStartsAt: '2099-01-01',
      flashEndsAt: '2099-01-02',
      brand: 'Newbrand',
      categories: ['Home', 'Newcat'],
      specifications: { Power: '2000w' },
      isActive: false,
      isFeatured: true,
      isNewArrival: true,
    };
    const shown = await change([given], { columns: CHANGEABLE_NAMES, isMeant: false });
    for (const column of ['name', 'description', 'price', 'originalPrice', 'flashPrice', 'flashStartsAt'] as const)
      expect(shown[0]).toContain(`${column} `);
    expect(shown[0]).toContain('brand Ramtons → Newbrand');
    expect(shown[0]).toContain('category Kettles → Newcat');
    expect(await shop.db.sql.$count(brands, eq(brands.name, 'Newbrand'))).toBe(0);
    expect(await shop.db.sql.$count(categories, eq(categories.name, 'Newcat'))).toBe(0);
    const said = await change([given], { columns: CHANGEABLE_NAMES });
    expect(await readRow('Kettle Pro')).toMatchObject({
      id: before.id,
      slug: before.slug,
      description: 'Boils',
      originalPrice: 4000,
      flashEndsAt: new Date('2099-01-02T20:59:59.999Z'),
      specifications: [{ name: 'Power', value: '2000 W' }],
      isActive: false,
      isFeatured: true,
      isNewArrival: true,
    });
    expect(await undo(nameOfChange(said))).toEqual(['1 products restored.']);
    expect(await readRow('Kettle')).toEqual(before);
    expect(await undo(nameOfChange(said))).toEqual(['0 products restored.']);
  });

  test('X76: undo skips products that were changed since', async () => {
    const said = await change([{ ...kettle, price: 2600 }]);
    await shop.db.sql.update(products).set({ price: 2700 }).where(eq(products.name, 'Kettle'));
    expect(await undo(nameOfChange(said))).toEqual([
      '0 products restored.',
      'Not restored, because they were changed since: Kettle.',
    ]);
    expect((await readRow('Kettle')).price).toBe(2700);
    const ids = [randomUUID(), randomUUID(), randomUUID()].sort();
    for (const id of ids) await addProduct(shop, { id, slug: id, name: `Stays ${id}`, price: 100 });
    const more = await change(ids.map((id) => ({ name: `Stays ${id}`, price: 200 })));
    await shop.db.sql.update(products).set({ price: 300 }).where(inArray(products.id, ids));
    expect((await undo(nameOfChange(more)))[1]).toContain(ids.map((id) => `Stays ${id}`).join(', '));
  });

  test('X76: finds a product by the slug in the file, or without a code by a unique name', async () => {
    await addProduct(shop, { slug: 'by-address', name: 'By address', price: 100 });
    await addProduct(shop, { slug: 'one', name: 'Only One', price: 100 });
    await addProduct(shop, { slug: 'twin-1', name: 'Twin', price: 100 });
    await addProduct(shop, { slug: 'twin-2', name: 'Twin', price: 100 });
    const said = await change([
      { name: 'Else', slug: 'by-address', price: 200 },
      { name: 'only one', price: 300 },
      { name: 'Twin', price: 400 },
      { name: 'Only One', sku: 'other', price: 500 },
    ]);
    expect(said[0]).toBe('goods.csv: 2 products changed, 2 are not in the shop.');
    expect([(await readRow('By address')).price, (await readRow('Only One')).price]).toEqual([200, 300]);
  });

  test('X76: leaves a missing field unchanged, and clears an empty one', async () => {
    const full = {
      name: 'Full',
      sku: 'F-1',
      price: 3000,
      stock: 1,
      description: 'Boils',
      brand: 'Ramtons',
      categories: ['Home', 'Kettles'],
      originalPrice: 4000,
      flashPrice: 2000,
      flashStartsAt: '2099-01-01',
      flashEndsAt: '2099-01-02',
      specifications: { Power: '2000 W' },
      isActive: false,
      isFeatured: true,
      isNewArrival: true,
    };
    await bring([full]);
    const before = await readRow('Full');
    for (const columns of [['price'], CHANGEABLE_NAMES] as const) {
      const said = await change([{ sku: 'F-1', name: 'Full', price: 2999 }], { columns });
      expect(await readRow('Full')).toEqual({ ...before, price: 2999 });
      expect(await undo(nameOfChange(said))).toEqual(['1 products restored.']);
    }
    // Other columns are ignored, even a name or a price that is invalid.
    await change([{ sku: 'F-1', description: 'New', price: 0.1, stock: -1 }], { columns: ['description'] });
    expect(await readRow('Full')).toEqual({ ...before, description: 'New' });
    const none = { originalPrice: null, flashPrice: '', description: '', specifications: null, isActive: null };
    await change([{ sku: 'F-1', name: 'Full', price: 3000, brand: '', categories: [], ...none }], {
      columns: CHANGEABLE_NAMES,
    });
    expect(await readRow('Full')).toMatchObject({
      originalPrice: null,
      flashPrice: null,
      flashStartsAt: null,
      flashEndsAt: null,
      description: '',
      specifications: [],
      isActive: true,
      isFeatured: true,
      isNewArrival: true,
    });
    expect((await readRow('Full')).brandId).not.toBe(before.brandId);
    expect((await readRow('Full')).categoryId).not.toBe(before.categoryId);
  });

  test('X76: removes an original price and a sale that are not in the file and do not fit the new price', async () => {
    const sale = { flashPrice: 2000, flashStartsAt: '2099-01-01', flashEndsAt: '2099-01-02' };
    await bring([{ name: 'Sold', sku: 'S-1', price: 3000, originalPrice: 4000, ...sale }]);
    const none = { flashPrice: null, flashStartsAt: null, flashEndsAt: null };
    const priced = async (price: number, given: object = {}) => {
      const said = await change([{ name: 'Sold', sku: 'S-1', price, ...given }]);
      const row = await readRow('Sold');
      await undo(nameOfChange(said));
      return row;
    };
    expect(await priced(3999)).toMatchObject({ price: 3999, originalPrice: 4000, flashPrice: 2000 });
    expect(await priced(4000)).toMatchObject({ price: 4000, originalPrice: null, flashPrice: 2000 });
    expect(await priced(2001)).toMatchObject({ price: 2001, originalPrice: 4000, flashPrice: 2000 });
    expect(await priced(2000)).toMatchObject({ price: 2000, originalPrice: 4000, ...none });
    // A sale without an end becomes the price, and the former price becomes the original one.
    expect(await priced(5000, { flashPrice: 4500 })).toMatchObject({ price: 4500, originalPrice: 5000, ...none });
    expect(await readRow('Sold')).toMatchObject({ price: 3000, originalPrice: 4000, flashPrice: 2000 });
  });

  test('X76: applies the first of two lines for a product and names the other; undo restores it', async () => {
    await bring([{ name: 'Double', sku: 'D-1', price: 2400, slug: 'double' }]);
    const filling = Array.from({ length: 300 }, (_, index) => ({ name: `None ${index}`, sku: `n-${index}`, price: 5 }));
    const given = [
      { name: 'Double', slug: 'double', price: 2500 },
      { name: 'double', price: 2600 },
      ...filling,
      { name: 'Double', slug: 'double', price: 2400 },
    ];
    const again = (line: number) => `goods.csv, line ${line}: repeats the product of line 2, so it was left out`;
    for (const isMeant of [false, true]) {
      const said = await change(given, { isMeant });
      expect(said).toEqual(expect.arrayContaining([again(3), again(304)]));
      expect(said.join('\n')).toContain(
        `1 products ${isMeant ? 'changed' : 'will change'}, 300 are not in the shop, 2 left out`,
      );
      if (!isMeant) continue;
      expect((await readRow('Double')).price).toBe(2500);
      expect(await undo(nameOfChange(said))).toEqual(['1 products restored.']);
      expect((await readRow('Double')).price).toBe(2400);
    }
  });

  test('X76: splits a large file into several commands, and continues after an interruption', async () => {
    const many = Array.from({ length: 601 }, (_, index) => ({ name: `Cable ${index}`, sku: `c-${index}`, price: 100 }));
    await bring(many);
    const dearer = many.map((it) => ({ ...it, price: 200 }));
    let calls = 0;
    const broken: Run = (command, input) => {
      if (command.name === 'catalogue.change') calls += 1;
      if (calls === 2) throw new Error('cut off');
      return run(command, input);
    };
    const how = { name: 'c.csv', kind: 'update', isMeant: true, actor: 'a', fingerprint: 'f' } as const;
    const pricing = { rate: 1, lowest: 1, now: shop.clock.now() };
    const columns: readonly Changeable[] = ['price'];
    await expect(
      changeByFile(broken, readEntries(dearer), { ...how, pricing, columns, say: () => undefined }),
    ).rejects.toThrow('cut off');
    const said = await change(dearer);
    expect(said[0]).toBe('goods.csv: 351 products changed, 250 are as the file says.');
    expect(await undo(nameOfChange(said))).toEqual(['351 products restored.']);
    expect((await readRow('Cable 600')).price).toBe(100);
    expect((await readRow('Cable 0')).price).toBe(200);
  });
});

describe('a batch', () => {
  test('X76: has at most 250 products and a limited size, so that a running shop accepts it', async () => {
    const sizes: [products: number, bytes: number][] = [];
    const counting: Run = (command, input) => {
      const { changes } = input as { changes: readonly unknown[] };
      sizes.push([changes.length, Buffer.byteLength(JSON.stringify(input))]);
      return run(command, input);
    };
    const sent = async (given: readonly unknown[]) => {
      sizes.length = 0;
      await changeByFile(counting, readEntries(given), {
        name: 'l.csv',
        kind: 'update',
        columns: ['description'],
        isMeant: false,
        actor: 'a',
        fingerprint: 'f',
        pricing: { rate: 1, lowest: 1, now: shop.clock.now() },
        say: () => undefined,
      });
      return [...sizes];
    };
    const lines = (count: number, description: string) =>
      Array.from({ length: count }, (_, index) => ({ sku: `l-${index}`, description }));
    expect((await sent(lines(251, 'short'))).map(([count]) => count)).toEqual([250, 1]);
    const long = await sent(lines(90, 'ß'.repeat(10_000)));
    expect(long.map(([count]) => count)).toEqual([20, 20, 20, 20, 10]);
    expect(Math.max(...long.map(([, bytes]) => bytes))).toBeLessThan(430_000);
  });
});

describe('a removal from a file', () => {
  test('X76: takes products off sale once, keeps their orders readable, and can be undone', async () => {
    await bring([{ name: 'Radio', sku: 'R-1', price: 900, stock: 3 }]);
    const { id, slug } = await readRow('Radio');
    const shopper = await shop.signIn();
    const placed = await order(shop, shopper, getDraft([{ id, price: 900 }]));
    const orderId = placed.body.data.order._id;
    const given = [{ name: 'Radio', sku: 'R-1', price: 900 }];
    expect(await change(given, { kind: 'remove', isMeant: false })).toContain('line 2, Radio: is taken off sale');
    const said = await change(given, { kind: 'remove' });
    expect(said[0]).toBe('goods.csv: 1 products were taken off sale.');
    expect((await shop.call(getProductBySlug, { slug })).status).toBe(404);
    const { body } = await shop.call(getOrder, { id: orderId }, { token: shopper.token });
    expect(body.data.order.orderItems.map(({ name }) => name)).toEqual(['Radio']);
    expect(await change(given, { kind: 'remove' })).toEqual([
      'goods.csv: 0 products were taken off sale, 1 are off sale already.',
    ]);
    await undo(nameOfChange(said));
    expect((await shop.call(getProductBySlug, { slug })).status).toBe(200);
    await change([{ sku: 'R-1', price: 0 }], { kind: 'remove' });
    expect((await readRow('Radio')).isActive).toBe(false);
    const back = await change([{ sku: 'R-1' }], { kind: 'put-back' });
    expect(back[0]).toBe('goods.csv: 1 products were put on sale again.');
    expect((await readRow('Radio')).isActive).toBe(true);
    await undo(nameOfChange(back));
    expect((await readRow('Radio')).isActive).toBe(false);
  });

  test('X76: undoes an import by taking its products off sale', async () => {
    const name = await bring([{ name: 'Wrong', sku: 'W-1', price: 900 }]);
    expect((await readRow('Wrong')).isActive).toBe(true);
    expect(await undo(name)).toEqual(['1 products restored.']);
    expect((await readRow('Wrong')).isActive).toBe(false);
    const said: string[] = [];
    await printChanges(run, (text) => said.push(text));
    expect(said.find((line) => line.startsWith(name))).toMatch(
      /^[\da-f]{8}  \d{4}-\d\d-\d\d \d\d:\d\d EAT  import of 1 products by goods\.csv \(console ann\), undone$/,
    );
  });

  test('X76: reads the rows of a change in batches, ordered by product', async () => {
    const name = await bring(['P-1', 'P-2', 'P-3'].map((sku) => ({ name: sku, sku, price: 5 })));
    const [made] = await findChanges(shop.db.sql, { start: name, limit: 1 });
    const id = made?.id ?? '';
    const rows = await findChangeRows(shop.db.sql, id, null, 2);
    expect(rows).toHaveLength(2);
    const rest = await findChangeRows(shop.db.sql, id, rows.at(-1)?.productId ?? null, 2);
    const all = [...rows, ...rest].map(({ productId }) => productId);
    expect(new Set(all).size).toBe(3);
    expect(all).toEqual(all.toSorted());
  });

  test('X76: reports an unknown change', async () => {
    await expect(undo('nothing')).rejects.toThrow('Change nothing not found');
  });
});
