// @engine pglite
import { afterEach, beforeEach, expect, test } from 'vitest';
import { seed, type Seed } from '../../../server/db/seed.ts';
import { brands, fillings as noted } from '../../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';

let shop: TestApp;
let runs: string[];
beforeEach(async () => {
  shop = await createTestApp();
  runs = [];
});
afterEach(() => shop.close());

/** Creates a seed that adds a brand with its name and records each run. */
const filling = (name: string, end: () => boolean = () => true): Seed => ({
  name,
  async run(sql) {
    runs.push(name);
    await sql.insert(brands).values({ id: crypto.randomUUID(), name, slug: `${name}-${runs.length}` });
    return end();
  },
});
const added = async () => (await shop.db.sql.select().from(brands)).map(({ name }) => name).sort();
const names = async () => (await shop.db.sql.select().from(noted)).map(({ name }) => name).sort();

test('H19: runs each seed once, in order, and a new one alone', async () => {
  await seed(shop.deps, [filling('0001-a'), filling('0002-b')]);
  await seed(shop.deps, [filling('0001-a'), filling('0002-b'), filling('0003-c')]);
  expect(runs).toEqual(['0001-a', '0002-b', '0003-c']);
  expect(await names()).toEqual(runs);
  expect(await shop.db.sql.select().from(noted)).toContainEqual({ name: '0001-a', filledAt: expect.any(Date) });
});

test('H19: concurrent processes seed once', async () => {
  const three = [1, 2, 3].map(() => seed(shop.deps, [filling('0001-a'), filling('0002-b')]));
  await Promise.all(three);
  expect(runs).toEqual(['0001-a', '0002-b']);
  expect(await added()).toEqual(['0001-a', '0002-b']);
});

test('H19: a seed that fails midway writes nothing, and the next start runs it again', async () => {
  const failing = filling('0002-b', () => {
    throw new Error('power cut');
  });
  await expect(seed(shop.deps, [filling('0001-a'), failing])).rejects.toThrow('power cut');
  expect([await added(), await names()]).toEqual([['0001-a'], ['0001-a']]);
  await seed(shop.deps, [filling('0001-a'), filling('0002-b')]);
  expect([await added(), await names()]).toEqual([
    ['0001-a', '0002-b'],
    ['0001-a', '0002-b'],
  ]);
});

test('H19: another process takes over when one fails', async () => {
  let isFirst = true;
  const once = filling('0001-a', () => {
    if (!isFirst) return true;
    isFirst = false;
    throw new Error('power cut');
  });
  const outcomes = await Promise.allSettled([seed(shop.deps, [once]), seed(shop.deps, [once])]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect([await added(), await names()]).toEqual([['0001-a'], ['0001-a']]);
});

test('a seed without its input runs again at the next start; the others continue', async () => {
  await seed(shop.deps, [filling('0001-a', () => false), filling('0002-b')]);
  expect(await names()).toEqual(['0002-b']);
  await seed(shop.deps, [filling('0001-a'), filling('0002-b')]);
  expect(runs).toEqual(['0001-a', '0002-b', '0001-a']);
  expect(await names()).toEqual(['0001-a', '0002-b']);
});

test('reports progress', async () => {
  const told: string[] = [];
  const slow: Seed = {
    name: '0001-a',
    async run(_sql, { onProgress }) {
      onProgress(1, 2);
      onProgress(2, 2);
      return true;
    },
  };
  await seed(shop.deps, [slow], (done, total) => told.push(`${done}/${total}`));
  expect(told).toEqual(['1/2', '2/2']);
});
