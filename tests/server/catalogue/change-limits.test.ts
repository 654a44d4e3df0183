// @engine postgres
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogueChanges } from '../../../server/db/schema.ts';
import { addChange, addChangeRows, findChanges } from '../../../server/modules/catalogue/change.repository.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, addProducts, changeProduct, inMs } from './products.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const record = (id: string = randomUUID()) => ({ id, kind: 'update' as const, source: 'a.csv', actor: 'ann' });

test('X76: lists the 20 latest changes, newest first, and undoes one by the start of its id', async () => {
  await shop.db.sql.delete(catalogueChanges);
  const ids = Array.from({ length: 21 }, (_, at) => `${at === 3 ? 'abcd' : '1234'}00${String(at).padStart(2, '0')}`);
  const at = shop.clock.now();
  for (const [index, start] of ids.entries()) {
    const id = `${start}-0000-4000-8000-000000000000`;
    await addChange(shop.db.sql, { ...record(id), at: index > 18 ? inMs(shop, 1_000) : at });
  }
  const listed = (await shop.services.change.list()).map(({ id }) => id.slice(0, 8));
  expect(listed.slice(0, 2)).toEqual(ids.slice(19).toReversed());
  expect(listed).toHaveLength(20);
  expect(await findChanges(shop.db.sql, { start: '1234', limit: 99 })).toHaveLength(20);
  const undo = (start: string) => shop.services.change.undo(start, 'ann');
  await expect(undo('1234')).rejects.toMatchObject({ kind: 'conflict' });
  for (const none of ['abc', 'abce', 'ABCD', 'ab%d', `${'a'.repeat(37)}`])
    await expect(undo(none), none).rejects.toMatchObject({ kind: 'not-found' });
  expect(await undo('abcd')).toEqual({ restored: 0, kept: [] });
  const undone = (await shop.services.change.list()).filter(({ isUndone }) => isUndone);
  expect(undone.map(({ id }) => id.slice(0, 4))).toEqual(['abcd']);
});

test('X76: restores more rows than it takes at a time, and names 20 products that were changed since', async () => {
  const first = await addProduct(shop, { slug: 'many-0', name: 'Many 0', price: 100 });
  const others = Array.from({ length: 220 }, (_, at) => ({
    ...first,
    id: randomUUID(),
    slug: `many-${at + 1}`,
    name: `Many ${at + 1}`,
  }));
  await addProducts(shop, others);
  const all = [first, ...others];
  const change = record();
  const patch = { price: { price: 200 } };
  const changes = all.map(({ id }) => ({ id, slug: null, named: null, patch }));
  expect(await shop.services.change.apply(change, changes)).toEqual({ changed: 221, same: 0, missing: 0, short: [] });
  expect(await shop.services.change.apply(change, changes)).toEqual({ changed: 0, same: 221, missing: 0, short: [] });
  for (const { id } of all.slice(0, 21)) await changeProduct(shop, id, { price: 300 });
  const { restored, kept } = await shop.services.change.undo(change.id, 'ann');
  expect([restored, kept.length]).toEqual([200, 20]);
  expect(kept.every((name) => name.startsWith('Many '))).toBe(true);
});

test('X76: does not name a product that has its old value again', async () => {
  const { id } = await addProduct(shop, { slug: 'again', price: 100 });
  const change = record();
  await addChange(shop.db.sql, { ...change, at: shop.clock.now() });
  await addChangeRows(shop.db.sql, [
    { changeId: change.id, productId: id, before: { price: 100 }, after: { price: 200 } },
  ]);
  expect(await shop.services.change.undo(change.id, 'ann')).toEqual({ restored: 0, kept: [] });
});

test('X76: shows values of 80 characters at most, on one line, and names instead of ids', async () => {
  const product = await addProduct(shop, { slug: 'shown', name: 'Shown', description: '', brand: 'old-brand' });
  const shown = async (patch: object) => {
    const [result] = await shop.services.change.preview([{ id: product.id, slug: null, named: null, patch }]);
    return result?.found === true ? result.differences : null;
  };
  const x = (length: number) => 'x'.repeat(length);
  expect(await shown({ description: x(80) })).toEqual([{ column: 'description', from: 'nothing', to: x(80) }]);
  expect(await shown({ description: x(81) })).toEqual([{ column: 'description', from: 'nothing', to: `${x(79)}…` }]);
  expect(await shown({ description: 'a\nb' })).toEqual([{ column: 'description', from: 'nothing', to: 'a b' }]);
  expect(await shown({ brand: { slug: 'new-brand', name: 'New Brand' } })).toEqual([
    { column: 'brand', from: 'Old Brand', to: 'New Brand' },
  ]);
  expect(await shown({ specifications: [{ name: 'RAM', value: '8 GB' }] })).toEqual([
    { column: 'specifications', from: '[]', to: '[{"name":"RAM","value":"8 GB"}]' },
  ]);
  expect(await shown({ featured: false })).toEqual([]);
  expect(await shop.services.change.preview([{ id: randomUUID(), slug: null, named: null, patch: {} }])).toEqual([
    { found: false },
  ]);
});
