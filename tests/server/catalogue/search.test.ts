// @engine postgres
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getFacets, listProducts } from '../../../contract/catalogue.ts';
import { brands, categories } from '../../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addCategory, addProduct, addProducts, changeProduct, inMs } from './products.ts';

const DAY = 86_400_000;
let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
  const phones = await addCategory(shop, 'phones');
  await shop.db.sql.insert(brands).values({ id: crypto.randomUUID(), slug: 'tp-link', name: 'TP-Link' });
  await addCategory(shop, 'smartphones', { parentId: phones });
  const add = (slug: string, daysAgo: number, more: Parameters<typeof addProduct>[1]) =>
    addProduct(shop, { slug, createdAt: inMs(shop, -daysAgo * DAY), ...more });
  await add('galaxy', 9, {
    name: 'Samsung Galaxy A56 256GB',
    brand: 'samsung',
    category: 'smartphones',
    specifications: [{ name: 'RAM', value: '8 GB' }],
  });
  await add('galaxy-old', 20, { name: 'Galaxy S9', brand: 'samsung', category: 'smartphones', price: 9000 });
  await add('case', 1, { name: 'Silicone back case for Galaxy A56', brand: 'spigen', category: 'accessories' });
  await add('fridge', 3, { name: 'Double door fridge 250 L', brand: 'samsung', category: 'home-appliances' });
  await add('router', 4, { name: 'Archer C6 Wi-Fi router', brand: 'tp-link', category: 'networking' });
  await add('speaker', 5, { name: 'Émile’s Bluetooth speaker', brand: 'jbl', category: 'audio' });
  await add('refrigerator', 6, { name: 'Refrigerator 90 litres', brand: 'von', category: 'home-appliances' });
  await add('hidden', 0, { name: 'Samsung Secret', brand: 'samsung', isActive: false });
});
afterAll(() => shop.close());

async function find(search: string, more: Record<string, unknown> = {}, on = shop) {
  const { status, body } = await on.call(listProducts, { search, ...more });
  expect(status).toBe(200);
  const slugs = body.data.products.map(({ slug }) => slug);
  expect(body.data.pagination.total).toBe(slugs.length);
  return slugs;
}

describe('§2 Search box: results', () => {
  test.each([
    ['a word of the name', 'router', ['router']],
    ['a synonym', 'fridge', ['fridge', 'refrigerator']],
    ['words in any order and case', 'A56 GALAXY', ['galaxy', 'case']],
    ['the brand', 'tp-link', ['router']],
    ['a brand written as one word', 'tplink', ['router']],
    ['the category', 'audio', ['speaker']],
    ['the parent of the category', 'phones galaxy', ['galaxy', 'galaxy-old']],
    ['a specification without a space before its unit', 'galaxy 8gb', ['galaxy']],
    ['a number with a space before its unit', 'galaxy 256 gb', ['galaxy']],
    ['a word with another accent', 'emile', ['speaker']],
    ['the start of a word, as during typing', 'blue', ['speaker']],
    ['two letters', 'fr', ['fridge']],
    ['a plural', 'speakers', ['speaker']],
    ['all words, not any', 'samsung router', []],
    ['nothing', 'toaster', []],
    ['symbols only', '%% "" &|!', []],
    ['symbols beside words', "galaxy's & <a56>:*", []],
    ['quotes and backslashes', String.raw`'router\'`, ['router']],
  ])('H7: %s', async (_, search, found) => {
    expect(await find(search)).toEqual(found);
  });

  test.each([
    ['letters in the wrong order', 'samsnug', ['galaxy', 'fridge', 'galaxy-old']],
    ['also the first two letters', 'asmsung', ['galaxy', 'fridge', 'galaxy-old']],
    ['one letter too many', 'samssung fridge', ['fridge']],
    ['one letter missing', 'galxy s9', ['galaxy-old']],
    ['one wrong letter', 'bluetoith', ['speaker']],
    ['a typo in the start of a word', 'bleut', ['speaker']],
    ['two typos in a long word', 'refrigirater', ['refrigerator']],
    ['not two typos in a short word', 'frudje', []],
    ['not in a number', 'a57', []],
  ])('H7: small typos, %s', async (_, search, found) => {
    expect((await find(search)).sort()).toEqual([...found].sort());
  });

  test('H7: corrects the misspelt words of a search, and finds the others as before', async () => {
    // 'fridge' also means 'refrigerator', and 'speakers' one speaker.
    expect((await find('fridge aplliances')).sort()).toEqual(['fridge', 'refrigerator']);
    expect(await find('bluetoith speakers')).toEqual(['speaker']);
    expect(await find('samsnug 8gb ram')).toEqual(['galaxy']);
  });

  test('U16: finds the name of a specification when no product has the word', async () => {
    expect(await find('ram')).toEqual(['galaxy']);
  });

  test('H7: a word that only products had which are gone, or sold no more, is no right form', async () => {
    const own = await createTestApp();
    const { id } = await addProduct(own, { slug: 'wrong', name: 'Samsong Phone', brand: 'other' });
    const right = await addProduct(own, { slug: 'right', name: 'Samsung Phone', brand: 'other' });
    expect(await find('samsong', {}, own)).toEqual(['wrong']);
    await changeProduct(own, id, { name: 'Samsung Phone 2' });
    expect(await find('samsong', {}, own)).toHaveLength(2);
    await changeProduct(own, right.id, { isActive: false });
    expect(await find('samsung', {}, own)).toEqual(['wrong']);
    await changeProduct(own, right.id, { isActive: true });
    expect(await find('samsung', {}, own)).toHaveLength(2);
    await own.close();
  });

  test('H7: finds a renamed brand or category only by its new name after the next comparison', async () => {
    const own = await createTestApp();
    await addProduct(own, { slug: 'one', name: 'Thing', brand: 'alpha', category: 'goods' });
    await own.db.sql.update(brands).set({ name: 'Omega' });
    await own.db.sql.update(categories).set({ name: 'Wares' });
    await own.services.derived.repair(new AbortController().signal);
    expect(await find('omega wares', {}, own)).toEqual(['one']);
    expect(await find('alpha', {}, own)).toEqual([]);
    await own.close();
  });

  test('U16: list and facets correct a misspelt word alike, also within a category', async () => {
    expect(await find('samsnug', { category: 'home-appliances' })).toEqual(['fridge']);
    expect(await find('samsnug', { category: 'audio' })).toEqual([]);
    const { body } = await shop.call(getFacets, { search: 'samsnug' });
    expect(body.data.brands.map(({ slug, productCount }) => [slug, productCount])).toEqual([['samsung', 3]]);
  });
});

describe('U27: order of results', () => {
  test('U27: sorts by relevance: start of the name, then brand, then the rest', async () => {
    expect(await find('galaxy')).toEqual(['galaxy', 'galaxy-old', 'case']);
    expect(await find('samsung')).toEqual(['galaxy', 'fridge', 'galaxy-old']);
  });

  test('U27: sorts equal relevance by newest', async () => {
    const own = await createTestApp();
    for (const [index, slug] of ['old', 'new', 'newest'].entries())
      await addProduct(own, { slug, name: 'Kettle', createdAt: inMs(own, index * DAY) });
    expect(await find('kettle', {}, own)).toEqual(['newest', 'new', 'old']);
    await own.close();
  });

  test('U27: a chosen order wins, also newest', async () => {
    expect(await find('galaxy', { sortBy: 'newest' })).toEqual(['case', 'galaxy', 'galaxy-old']);
    expect(await find('galaxy', { sortBy: 'price_high' })).toEqual(['galaxy-old', 'case', 'galaxy']);
    expect(await find('galaxy', { sortBy: 'toString' })).toEqual(['galaxy', 'galaxy-old', 'case']);
  });

  test('U27: pages have no duplicates, also beyond the compared results', async () => {
    const own = await createTestApp();
    const count = 500;
    const first = await addProduct(own, { slug: 'p-0', name: 'Cable 0' });
    await addProducts(
      own,
      Array.from({ length: count - 1 }, (_, index) => ({
        ...first,
        id: crypto.randomUUID(),
        slug: `p-${index + 1}`,
        name: index % 3 === 0 ? `Cable ${index + 1}` : `Very long black cable ${index + 1}`,
        createdAt: inMs(own, index),
      })),
    );
    const seen: string[] = [];
    for (let page = 1; page <= 11; page += 1) {
      const { body } = await own.call(listProducts, { search: 'cable', limit: 48, page });
      expect(body.data.pagination).toMatchObject({ total: count, pages: 11 });
      seen.push(...body.data.products.map(({ slug }) => slug));
    }
    expect(new Set(seen).size).toBe(count);
    expect(seen[0]).toBe('p-499');
    await own.close();
  });

  test('§5 Search suggestions: 8 at most, best first; counts up to 100 results (A41)', async () => {
    const { body } = await shop.call(listProducts, { search: 'galaxy', limit: 8, activeOnly: 'true' });
    expect(body.data.products.map(({ slug }) => slug)).toEqual(['galaxy', 'galaxy-old', 'case']);
    expect(body.data.pagination.total).toBe(3);
    expect(await find('samsnug', { limit: 8, activeOnly: 'true' })).toHaveLength(3);
  });

  test.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'valueOf of galaxy'])(
    'X72: treats %s as an ordinary word',
    async (search) => {
      expect(await find(search)).toEqual([]);
    },
  );
});
