// @engine pglite
import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { executeCommand, CommandRefusedError, type Command } from '../../../server/control/command.ts';
import {
  addStaff,
  applyChanges,
  commands,
  copyDatabase,
  listChanges,
  listBackOffice,
  previewChanges,
  settleInBackOffice,
  showInBackOffice,
  showMpesaHealth,
  showStock,
  undoChange,
} from '../../../server/control/commands.ts';
import { products } from '../../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const takes = ({ input }: Pick<Command, 'input'>, given: unknown) => v.is(input, given);
const long = (length: number) => 'x'.repeat(length);

describe('command inputs', () => {
  const staff = { email: 'a@b.co', name: 'Ann', role: 'owner', password: 'Secret12', by: 'ann' };
  const settled = { handle: 'alarm-1', as: null, note: '', by: 'ann' };
  const changes = (length: number) =>
    Array.from({ length }, () => ({ id: randomUUID(), slug: null, named: null, patch: {} }));
  const change = { id: randomUUID(), kind: 'update', source: 'goods.csv', actor: 'ann' };

  test.each([
    ['a name', addStaff, { ...staff, name: long(120) }, { ...staff, name: long(121) }],
    ['the adding user', addStaff, { ...staff, by: long(120) }, { ...staff, by: long(121) }],
    ['a password', addStaff, { ...staff, password: long(200) }, { ...staff, password: long(201) }],
    ['an e-mail', addStaff, { ...staff, email: long(254) }, { ...staff, email: long(255) }],
    ['a role', addStaff, staff, { ...staff, role: 'nobody' }],
    ['a handle', showInBackOffice, { handle: long(10_000) }, { handle: long(10_001) }],
    ['a note', settleInBackOffice, { ...settled, note: long(10_000) }, { ...settled, note: long(10_001) }],
    ['the settling user', settleInBackOffice, { ...settled, by: long(120) }, { ...settled, by: long(121) }],
    ['a decision', settleInBackOffice, settled, { ...settled, as: 'nothing' }],
    ['a portion', previewChanges, { changes: changes(1_000) }, { changes: changes(1_001) }],
    ['a portion', applyChanges, { change, changes: changes(1_000) }, { change, changes: changes(1_001) }],
    [
      'the changing user',
      applyChanges,
      { change: { ...change, actor: long(120) }, changes: [] },
      { change: { ...change, actor: long(121) }, changes: [] },
    ],
    ['an id', applyChanges, { change, changes: [] }, { change: { ...change, id: 'x' }, changes: [] }],
    ['nothing', listBackOffice, {}, { more: 1 }],
    ['nothing', listChanges, {}, { more: 1 }],
    ['nothing', copyDatabase, {}, { more: 1 }],
    ['nothing', showMpesaHealth, {}, { more: 1 }],
    ['a product', showStock, { slug: 'nokia-105' }, {}],
    ['a change', undoChange, { change: 'abcd', actor: 'console ann' }, { change: 'abcd' }],
  ] as readonly (readonly [string, Pick<Command, 'input'>, unknown, unknown])[])(
    'have limits: %s',
    (_what, command, good, bad) => {
      expect([takes(command, good), takes(command, bad)]).toEqual([true, false]);
    },
  );

  test('have unique names', () => {
    expect(commands.map(({ name }) => name)).toEqual([
      'staff.add',
      'back-office.list',
      'mpesa.health',
      'back-office.show',
      'stock.show',
      'back-office.settle',
      'refunds.list',
      'refunds.propose',
      'refunds.change',
      'backup.copy',
      'catalogue.preview',
      'catalogue.change',
      'catalogue.undo',
      'catalogue.changes',
      'mpesa.register',
      'mpesa.finish',
      'mpesa.list',
      'mpesa.attach',
      'mpesa.return',
      'claims.list',
      'claims.decide',
      'parcels.list',
      'parcels.show',
      'parcels.report',
      'parcels.serials',
      'parcels.serialBack',
      'parcels.find',
      'statement.preview',
      'statement.import',
      'statement.list',
      'mpesa.notRefund',
      'mpesa.registerPull',
      'mpesa.trust',
      'mpesa.release',
      'mpesa.crossCheck',
    ]);
  });
});

test('X76: commands preview, apply, list and undo a catalogue change', async () => {
  const { id } = await addProduct(shop, { slug: 'kettle', name: 'Kettle', price: 2_500 });
  const priceNow = async () => (await shop.db.sql.select().from(products).where(eq(products.id, id)))[0]?.price;
  const change = { id: randomUUID(), kind: 'update' as const, source: 'goods.csv', actor: 'console ann' };
  const flash = { flashPrice: null, flashStartsAt: null, flashEndsAt: null };
  const changes = [
    { id, slug: null, named: null, patch: { price: { price: 2_999, originalPrice: null, ...flash } } },
    { id: randomUUID(), slug: null, named: null, patch: {} },
  ];
  expect(await executeCommand(previewChanges, shop, { changes })).toEqual([
    { found: true, id, name: 'Kettle', differences: [{ column: 'price', from: '2500', to: '2999' }], stock: null },
    { found: false },
  ]);
  expect(await priceNow()).toBe(2_500);
  expect(await executeCommand(applyChanges, shop, { change, changes })).toEqual({
    changed: 1,
    same: 0,
    missing: 1,
    short: [],
  });
  expect(await priceNow()).toBe(2_999);
  expect(await executeCommand(listChanges, shop, {})).toMatchObject([
    { id: change.id, kind: 'update', source: 'goods.csv', actor: 'console ann', isUndone: false, products: 1 },
  ]);
  expect(await executeCommand(undoChange, shop, { change: change.id, actor: 'console ann' })).toEqual({
    restored: 1,
    kept: [],
  });
  expect(await priceNow()).toBe(2_500);
});

test('D29: lists the back office, and rejects unknown handles with a message', async () => {
  expect(await executeCommand(listBackOffice, shop, {})).toBeDefined();
  await expect(executeCommand(showInBackOffice, shop, { handle: 'alarm-00000000' })).rejects.toThrow(
    CommandRefusedError,
  );
  const settled = { handle: 'alarm-00000000', as: null, note: 'x', by: 'ann' };
  await expect(executeCommand(settleInBackOffice, shop, settled)).rejects.toThrow(CommandRefusedError);
});

test('R21: the shop that has the embedded database open copies it; another database is rejected', async () => {
  const without = { deps: { ...shop.deps, db: { ...shop.deps.db, copyFiles: undefined } } };
  await expect(executeCommand(copyDatabase, without as never, {})).rejects.toThrow(
    new CommandRefusedError('The running shop is not on the embedded database.'),
  );
  const copyFiles = vi.fn(async () => 12.5);
  const embedded = { deps: { ...shop.deps, db: { ...shop.deps.db, copyFiles } } };
  expect(await executeCommand(copyDatabase, embedded as never, {})).toBe(12.5);
  expect(copyFiles).toHaveBeenCalledExactlyOnceWith(expect.stringContaining(shop.deps.env.dataDir));
});
