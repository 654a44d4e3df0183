// @engine postgres
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changeByFile, undoByName } from '../../../server/cli/import/change-shop.ts';
import { products } from '../../../server/db/schema.ts';
import type { Changeable } from '../../../server/modules/catalogue/change.rules.ts';
import { findDrift } from '../../../server/modules/stock/stock.repository.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { byStaff, getDraft, order } from '../orders/ordering.ts';
import { ledgerTexts, readLedger } from '../stock/stock-ledger.ts';
import { createRun, readEntries, type Run } from './change-commands.ts';
import { addProduct, readStock } from './products.ts';

/** `npm run import -- FILE --update stock`: a file that counts the pieces in the shop. */

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const run = createRun(() => shop);

interface How {
  readonly fingerprint?: string;
  readonly isMeant?: boolean;
  readonly columns?: readonly Changeable[];
  /** Runs between the preview and the change of the command. */
  readonly between?: () => Promise<unknown>;
}

async function count(given: readonly unknown[], how: How = {}): Promise<string[]> {
  const { fingerprint = crypto.randomUUID(), isMeant = true, columns = ['stock'], between } = how;
  const said: string[] = [];
  const runBetween: Run = async (command, input) => {
    if (command.name === 'catalogue.change') await between?.();
    return run(command, input);
  };
  await changeByFile(runBetween, readEntries(given), {
    name: 'stock.csv',
    kind: 'update',
    columns,
    isMeant,
    fingerprint,
    actor: 'console ann',
    pricing: { rate: 1, lowest: 1, now: shop.clock.now() },
    say: (text) => said.push(text),
  });
  return said;
}

async function undo([, hint = '']: readonly string[]): Promise<string[]> {
  const said: string[] = [];
  const change = hint.split(' ').at(-1) ?? '';
  await undoByName(run, { change, actor: 'console ben' }, (text) => said.push(text));
  return said;
}

async function ship(product: { id: string; price: number }, quantity: number): Promise<void> {
  const shopper = await shop.signIn();
  const { body } = await order(shop, shopper, getDraft([{ ...product, quantity }]));
  for (const status of ['processing', 'shipped'] as const) await byStaff(shop, body.data.order._id, status);
}

const readHand = async ({ id }: { id: string }) => (await readStock(shop, id)).onHand;

test('X76: books the difference of a count, shows it before, and takes it back', async () => {
  const [more, same] = [await addProduct(shop, { slug: 'more' }), await addProduct(shop, { slug: 'same' })];
  const given = [
    { slug: 'more', stock: 12 },
    { slug: 'same', stock: 5 },
    { slug: 'none', stock: 1 },
  ];
  expect(await count(given, { isMeant: false })).toEqual([
    'line 2, Phone A: stock 5 → 12',
    'stock.csv: 1 products will change, 1 are as the file says, 1 are not in the shop.',
    'Nothing was changed. Run it again with --yes to do it.',
  ]);
  expect(await readLedger(shop, more.id)).toEqual([]);
  const said = await count(given, { fingerprint: 'abc' });
  expect(said[0]).toBe('stock.csv: 1 products changed, 1 are as the file says, 1 are not in the shop.');
  expect([await readHand(more), await readHand(same)]).toEqual([12, 5]);
  expect(await readLedger(shop, more.id)).toMatchObject([
    { reason: 'counted', difference: 7, counted: 12, expected: 5, source: 'abc stock.csv', actor: 'console ann' },
  ]);
  expect(await readLedger(shop, same.id)).toMatchObject([{ difference: 0, counted: 5, expected: 5 }]);
  await ship(more, 2);
  expect(await undo(said)).toEqual(['1 products restored.']);
  expect(await undo(said)).toEqual(['0 products restored.']);
  expect(await readHand(more)).toBe(3);
  expect(await ledgerTexts(shop, more.id)).toContain('correction -7 by console ben');
  expect(await findDrift(shop.db.sql)).toEqual([]);
});

test('X76: never brings back what was sold, reserved or sent, whenever it happens', async () => {
  const product = await addProduct(shop, { slug: 'sold', stock: 9 });
  const given = [{ slug: 'sold', stock: 10 }];
  const shopper = await shop.signIn();
  await order(shop, shopper, getDraft([{ ...product, quantity: 2 }]));
  await count(given, { fingerprint: 'first', between: () => ship(product, 3) });
  expect(await readStock(shop, product.id)).toMatchObject({ onHand: 7, reserved: 2 });
  await ship(product, 1);
  // The same file again, as after an interruption.
  expect((await count(given, { fingerprint: 'first', isMeant: false }))[0]).toBe(
    'stock.csv: 0 products will change, 1 are as the file says.',
  );
  expect((await count(given, { fingerprint: 'first' }))[0]).toBe(
    'stock.csv: 0 products changed, 1 are as the file says.',
  );
  expect(await readHand(product)).toBe(6);
  expect((await count(given, { fingerprint: 'second' }))[0]).toBe('stock.csv: 1 products changed.');
  expect(await readHand(product)).toBe(10);
  expect(await findDrift(shop.db.sql)).toEqual([]);
});

test('X76: leaves out a count below what orders have reserved, also when they do so meanwhile', async () => {
  const product = await addProduct(shop, { slug: 'wanted', name: 'Wanted' });
  const shopper = await shop.signIn();
  const buy = (quantity: number) => order(shop, shopper, getDraft([{ ...product, quantity }]));
  await buy(2);
  expect(await count([{ slug: 'wanted', stock: 1 }])).toEqual([
    'stock.csv, line 2, stock: is 1, but orders have reserved 2. Count them too, or cancel orders first',
    'stock.csv: 0 products changed, 1 left out.',
  ]);
  expect(await count([{ slug: 'wanted', stock: 2 }], { between: () => buy(1) })).toEqual([
    'Wanted: an order reserved pieces meanwhile. Run it again to see.',
    'stock.csv: 0 products changed, 1 are as the file says, 1 left out.',
  ]);
  expect(await readStock(shop, product.id)).toMatchObject({ onHand: 5, reserved: 3 });
  const said = await count([{ slug: 'wanted', stock: 9 }]);
  await buy(5);
  expect(await undo(said)).toEqual(['0 products restored.', 'Not restored, because they were changed since: Wanted.']);
  expect(await readStock(shop, product.id)).toMatchObject({ onHand: 9, reserved: 8 });
});

test('X76: counts beside other columns, and not what has no number', async () => {
  const product = await addProduct(shop, { slug: 'both', price: 100 });
  const said = await count([{ slug: 'both', price: 200, stock: 6 }], { columns: ['price', 'stock'] });
  expect(await count([{ slug: 'both', price: 300, stock: null }], { columns: ['price', 'stock'] })).toContain(
    'stock.csv: 1 products changed.',
  );
  const readPrice = async () =>
    (await shop.db.sql.select().from(products).where(eq(products.id, product.id)))[0]?.price;
  expect([await readHand(product), await readPrice()]).toEqual([6, 300]);
  expect(await undo(said)).toEqual(['1 products restored.', 'Not restored, because they were changed since: Phone A.']);
  expect([await readHand(product), await readPrice()]).toEqual([5, 300]);
});
