// @engine postgres
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listProducts } from '../../../contract/catalogue.ts';
import { splitWordsInSql } from '../../../server/db/derived.ts';
import { buildSearch } from '../../../server/db/migrations/0030-derived-by-code.ts';
import { LONGEST_WORD, splitWords } from '../../../server/db/words.rules.ts';
import { brands, products } from '../../../server/db/schema.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addBrand, addProduct } from './products.ts';
import { FORMS, GOODS, OTHERS } from './search-forms.ts';

const getSlug = (name: string) => name.toLowerCase().replace(/[^a-z]+/g, '-');
let shop: TestApp;

beforeAll(async () => {
  shop = await createTestApp();
  for (const { name, brand, category, ...rest } of GOODS) {
    const id = await addBrand(shop, getSlug(brand));
    await shop.db.sql
      .update(brands)
      .set({ name: brand })
      .where(sql`${brands.id} = ${id}`);
    await addProduct(shop, { ...rest, name, brand: getSlug(brand), category: getSlug(category) });
  }
});
afterAll(() => shop.close());

async function find(search: string, limit: number): Promise<string[]> {
  const { body } = await shop.call(listProducts, { search, limit, activeOnly: 'true' });
  return body.data.products.map(({ slug }) => slug);
}

test.each(FORMS)('X72: finds the product for the typed text %s', async (typed, ...slugs) => {
  // A list, and the suggestions of the search box.
  for (const limit of [48, 8])
    expect((await find(typed, limit)).slice(0, slugs.length).sort()).toEqual([...slugs].sort());
});

test.each(OTHERS)('X72: does not find another product for %s', async (typed, slug) => {
  expect(await find(typed, 48)).not.toContain(slug);
});

test('X72: the table has at least 150 forms, each once, and names every product', () => {
  expect(new Set(FORMS.map(([typed]) => typed)).size).toBe(FORMS.length);
  expect(FORMS.length).toBeGreaterThanOrEqual(150);
  expect(GOODS.map(({ slug }) => slug).filter((slug) => !FORMS.some(([, ...slugs]) => slugs.includes(slug)))).toEqual(
    [],
  );
});

async function cutByDatabase(texts: readonly string[]): Promise<string[][]> {
  const rows = await shop.db.sql
    .select({
      words: sql<
        string[]
      >`array(select left(word, ${LONGEST_WORD}) from unnest(${splitWordsInSql(sql`asked.text`)}) as word)`,
    })
    .from(sql`json_array_elements_text(${JSON.stringify(texts)}::json) with ordinality as asked (text, at)`)
    .orderBy(sql`asked.at`);
  return rows.map(({ words }) => words);
}

test('X72: the database splits any text into the same words as the server', async () => {
  const piece = fc.oneof(
    fc.constantFrom(...FORMS.map(([typed]) => typed), ...GOODS.map(({ name }) => name)),
    fc.constantFrom(
      '"',
      '”',
      "''",
      '’’',
      ' ',
      '-',
      ',',
      '.',
      '.0',
      '+',
      'in',
      ' in 1',
      'k mah',
      'Ω',
      'µ',
      '½',
      '™',
      '\u200b',
      'É',
      '🙂',
      'ｗｉ',
    ),
    fc.integer({ min: 0, max: 20_000 }).map(String),
    fc.string({ unit: fc.integer({ min: 1, max: 0x4ff }).map((code) => String.fromCodePoint(code)), maxLength: 6 }),
    fc.constantFrom('220–240V', '-240 volts', '50/60Hz', ' – 5 kg'),
    fc.constantFrom(' gb', 'GB', ' inches', 'mAh', ' watts', 'k ohm', 'usb c', 'type-c'),
  );
  const texts = fc.sample(
    fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join('').slice(0, 200)),
    { numRuns: 1_000, seed: 72 },
  );
  expect(await cutByDatabase(texts)).toEqual(texts.map(splitWords));
});

test('X72: rebuilds the index of an existing shop at the start', async () => {
  const before = await documents();
  await shop.db.sql.execute(sql`update product_search set document = '''old'':1'`);
  for (const step of buildSearch) await shop.db.run(step);
  expect(await documents()).toEqual(before);
  expect(before.filter(({ document }) => document.includes("'+tplink'"))).not.toEqual([]);
});

test('X72: marks the first three words of a name, and its brand, category and specifications', async () => {
  const own = await createTestApp();
  await addProduct(own, {
    name: 'WH1000XM5 Noise Cancelling Wireless Headphones',
    brand: 'sony-of-old-japan',
    category: 'audio-and-more-things',
    specifications: [
      { name: 'Weight (kg)', value: '2' },
      { name: 'Dual SIM', value: 'no more than two' },
    ],
  });
  const { rows } = (await own.db.sql.execute(
    sql`select lexeme, positions, weights from product_search, unnest(document)`,
  )) as unknown as { rows: { lexeme: string; positions: number[]; weights: string[] }[] };
  await own.close();
  const marked = rows.map(({ lexeme, positions, weights }) => {
    const places = positions.map((at, index) => `${at}${weights[index]}`);
    return `${lexeme} ${places.join(' ')}`;
  });
  expect(marked.toSorted()).toEqual(
    [
      '1000 2A',
      '2kg 3001D',
      '5 4A',
      'and 2002C',
      'audio 2001C',
      'cancelling 6A',
      'headphones 8C',
      'japan 1004B',
      'more 2003C 3003D',
      'no 3002D',
      'noise 5A',
      'of 1002B',
      'old 1003B',
      'sony 1001B',
      'than 3004D',
      'things 2004C',
      'two 3005D',
      'wh 1A',
      'wh1000xm5 1A',
      'wireless 7C',
      'xm 3A',
      '+andmore 2002C 2003C',
      '+audioand 2001C 2002C',
      '+audioandmore 2001C',
      '+cancellingwireless 6A 7A',
      '+morethan 3003D 3004D',
      '+morethings 2003C 2004C',
      '+noisecancelling 5A 6A',
      '+nomore 3002D 3003D',
      '+ofold 1002B 1003B',
      '+ofoldjapan 1002B',
      '+oldjapan 1003B 1004B',
      '+sonyof 1001B 1002B',
      '+sonyofold 1001B',
      '+thantwo 3004D 3005D',
      '+wirelessheadphones 7C 8C',
      '=dualsim 4000D',
      '=kgdual 4000D',
      '=weightkg 4000D',
      '~dual 4000D',
      '~kg 4000D',
      '~sim 4000D',
      '~weight 4000D',
    ].toSorted(),
  );
});

test('cuts a word at 60 characters, in a search and in a document', async () => {
  const words = ['x'.repeat(61), `a ${'y'.repeat(60)} b`];
  expect(words.map(splitWords)).toEqual([['x'.repeat(60)], ['a', 'y'.repeat(60), 'b']]);
  expect(await cutByDatabase(words)).toEqual(words.map(splitWords));
});

async function documents() {
  return shop.db.sql
    .select({ slug: products.slug, document: sql<string>`document::text` })
    .from(sql`product_search`)
    .innerJoin(products, sql`product_id = ${products.id}`)
    .orderBy(products.slug);
}
