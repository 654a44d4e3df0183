import { describe, expect, test } from 'vitest';
import {
  parseProduct,
  toFreeSlug,
  toSlug,
  type ImportedProduct,
} from '../../../server/modules/catalogue/import.rules.ts';
import { parseRecord } from '../../../server/modules/catalogue/product-record.rules.ts';
import { shorten } from '../../../server/modules/catalogue/product-text.rules.ts';

const NOW = new Date('2026-06-01T12:00:00.000Z');
const at = (ms: number) => new Date(NOW.getTime() + ms).toISOString().replace('Z', '+00:00');
const x = (length: number) => 'x'.repeat(length);

/** The reason why a product is refused; `null` when it is accepted. */
function faultOf(more: object): string | null {
  const outcome = parseRecord({ name: 'A', price: 100, ...more });
  return 'fault' in outcome ? `${outcome.fault.field} ${outcome.fault.reason}` : null;
}
const notesOf = (more: object) => {
  const outcome = parseRecord({ name: 'A', price: 100, ...more });
  return 'fault' in outcome ? outcome.fault : outcome.notes.map(({ field, reason }) => `${field} ${reason}`);
};

describe('X85: the size of a value', () => {
  test.each([
    ['name', x(300), x(301), 'name is longer than 300 characters (301)'],
    ['brand', x(100), x(101), 'brand is longer than 100 characters (101)'],
    ['brand', { name: x(100) }, { name: x(101) }, 'brand must be a name, or an object with a name'],
    ['slug', x(150), x(151), 'slug is longer than 150 characters'],
    ['slug', 'a-1', 'a--1', 'slug must look like-this-1'],
    ['slug', 'a', 'A', 'slug must look like-this-1'],
    ['sku', x(200), x(201), 'sku is longer than 200 characters (201)'],
    ['group', x(300), x(301), 'group is longer than 300 characters (301)'],
    ['categories', Array(20).fill('A'), Array(21).fill('A'), 'categories has more than 20'],
    ['price', 0.01, 0, 'price must be above 0'],
    ['price', 1e12, 1e12 + 1, 'price is too large'],
    ['price', 1, Infinity, 'price is not a number'],
    ['stock', 0, -1, 'stock is below 0'],
    ['stock', 10_000_000, 10_000_001, 'stock is above 10,000,000'],
    ['stock', 1, 1.5, 'stock must be a whole number'],
    ['image', x(2_000), x(2_001), 'image is longer than 2000 characters (2001)'],
    ['images', [x(2_000)], [x(2_001)], 'images.0 is longer than 2000 characters (2001)'],
    ['isActive', false, 'no', 'isActive must be true or false'],
  ])('takes the %s %j, and not %j', (field, most, more, fault) => {
    expect(faultOf({ [field]: most })).toBeNull();
    expect(faultOf({ [field]: more })).toBe(fault);
  });

  test.each(['specifications', 'options'])('takes 60 %s with names of 200 characters', (field) => {
    const pairs = (count: number, name: (at: number) => string) =>
      Array.from({ length: count }, (_, n) => ({ name: name(n), value: 'v' }));
    expect(faultOf({ [field]: pairs(60, String) })).toBeNull();
    expect(faultOf({ [field]: pairs(61, String) })).toBe(`${field} has more than 60`);
    expect(faultOf({ [field]: { [x(200)]: 'v' } })).toBeNull();
    expect(faultOf({ [field]: { [x(201)]: 'v' } })).toMatch(/is longer than 200|must be a list/);
  });

  test('shortens long descriptions, values and lists of pictures, and says so', () => {
    expect(notesOf({ description: x(10_000), specifications: { a: x(200) }, images: Array(20).fill('a.jpg') })).toEqual(
      [],
    );
    expect(notesOf({ description: x(10_001) })).toEqual(['description is shortened from 10,001 to 10,000 characters']);
    for (const field of ['specifications', 'options'])
      for (const pairs of [{ a: x(201) }, [{ name: 'a', value: x(201) }]])
        expect(notesOf({ [field]: pairs })).toEqual([`${field} is shortened from 201 to 200 characters`]);
    expect(notesOf({ images: Array(21).fill('a.jpg') })).toEqual(['images has 21 pictures; the first 20 are used']);
  });

  test('cuts a text between words, or inside a long word, and not inside a character', () => {
    expect(shorten('one two', 7)).toBe('one two');
    expect(shorten('one two three', 9)).toBe('one two…');
    expect(shorten('one two\nthree four', 14)).toBe('one two\nthree…');
    expect(shorten('ones\ntwo three', 7)).toBe('ones…');
    expect(shorten(`a ${x(20)}`, 10)).toBe(`a ${x(7)}…`);
    expect(shorten(`abcd ${x(20)}`, 8)).toBe('abcd xx…');
    expect(shorten(`abcde ${x(20)}`, 9)).toBe('abcde…');
    expect(shorten(`${x(8)}😀😀`, 10)).toBe(`${x(8)}…`);
    expect(shorten(`${x(8)}😀😀`, 11)).toBe(`${x(8)}😀…`);
  });
});

describe('X85: what a file says is nothing', () => {
  test('takes missing, empty and null for the same', () => {
    const outcome = parseRecord({ name: 'A', price: 1, brand: '', stock: null, slug: '', specifications: null });
    expect(outcome).toMatchObject({ product: { name: 'A', specifications: [], options: [], images: [] }, notes: [] });
    expect(faultOf({ name: '' })).toBe('name is missing');
    expect(faultOf({ price: null })).toBe('price is missing');
    expect(parseRecord('A')).toEqual({
      fault: { field: '', reason: 'is not a product: it must be an object with a name and a price' },
    });
  });
});

/** How a product is sold at noon of 1 June 2026: price, before, sale price, start and end; or why not. */
function sold(more: object, { rate = 1, lowest = 10 } = {}): unknown {
  const outcome = parseProduct({ name: 'A', price: 100, ...more }, { rate, lowest, now: NOW });
  if ('fault' in outcome) return `${outcome.fault.field} ${outcome.fault.reason}`;
  const { price, originalPrice, flashPrice, flashStartsAt, flashEndsAt } = outcome.product;
  return [price, originalPrice, flashPrice, flashStartsAt?.toISOString(), flashEndsAt?.toISOString()];
}
const PLAIN = [100, null, null, undefined, undefined];

describe('A3: prices of a file', () => {
  test('rounds to whole shillings, from one up to 20,000,000', () => {
    expect(sold({ price: 1.5 }, { lowest: 1 })).toEqual([2, null, null, undefined, undefined]);
    expect(sold({ price: 0.2 }, { lowest: 1 })).toEqual([1, null, null, undefined, undefined]);
    expect(sold({ price: 20_000_000 })).toEqual([20_000_000, null, null, undefined, undefined]);
    expect(sold({ price: 20_000_001 })).toBe('price is above 20,000,000 shillings: is the rate right?');
    expect(sold({ price: 200_000 }, { rate: 100 })).toEqual([20_000_000, null, null, undefined, undefined]);
    expect(sold({ price: 1, originalPrice: 2 }, { rate: 129 })).toEqual([129, 258, null, undefined, undefined]);
  });

  test('refuses a price or a sale price below the lowest', () => {
    const reason = (price: number) =>
      `comes to Ksh ${price}, which is below Ksh 10: add --rate if the file is in another currency, or --lowest ${price} if the price is right`;
    expect(sold({ price: 10 })).toEqual([10, null, null, undefined, undefined]);
    expect(sold({ price: 9 })).toBe(`price ${reason(9)}`);
    expect(sold({ flashPrice: 10, flashEndsAt: at(1_000) })).toContain(10);
    expect(sold({ flashPrice: 9, flashEndsAt: at(1_000) })).toBe(`flashPrice ${reason(9)}`);
  });

  test('keeps a price before only above the price', () => {
    expect(sold({ originalPrice: 101 })).toEqual([100, 101, null, undefined, undefined]);
    expect(sold({ originalPrice: 100 })).toEqual(PLAIN);
  });

  test('keeps a sale until its end, and makes one without an end the price', () => {
    const sale = { flashPrice: 99 };
    expect(sold({ flashPrice: 100, flashEndsAt: at(1_000) })).toBe('flashPrice must be below the price');
    expect(sold({ ...sale, flashEndsAt: at(1_000) })).toEqual([100, null, 99, undefined, '2026-06-01T12:00:01.000Z']);
    expect(sold({ ...sale, flashEndsAt: at(0) })).toEqual(PLAIN);
    expect(sold(sale)).toEqual([99, 100, null, undefined, undefined]);
    expect(sold({ ...sale, originalPrice: 120 })).toEqual([99, 120, null, undefined, undefined]);
    expect(sold({ ...sale, flashStartsAt: at(0) })).toEqual([99, 100, null, undefined, undefined]);
    expect(sold({ ...sale, flashStartsAt: at(1_000) })).toEqual([100, null, 99, '2026-06-01T12:00:01.000Z', undefined]);
    const end = { flashStartsAt: at(2_000), flashEndsAt: at(2_000) };
    expect(sold({ ...sale, ...end })).toBe('flashEndsAt is before the start of the sale');
    expect(sold({ ...sale, ...end, flashStartsAt: at(1_000) })).toContain(99);
  });
});

function imported(more: object): ImportedProduct {
  const outcome = parseProduct({ name: 'A', price: 100, ...more }, { rate: 1, lowest: 1, now: NOW });
  if ('fault' in outcome) throw new Error(outcome.fault.reason);
  return outcome.product;
}

describe('a product of a file', () => {
  test('A42: is in the first two of its categories, and has the last of more as its type', () => {
    const places = (more: object) => {
      const { category, parent, specifications } = imported(more);
      return [category.name, parent?.name ?? null, specifications.map(({ name, value }) => `${name} ${value}`)];
    };
    expect(places({})).toEqual(['Other', null, []]);
    expect(places({ category: 'A' })).toEqual(['A', null, []]);
    expect(places({ category: 'Z', categories: ['A', 'B'] })).toEqual(['B', 'A', []]);
    expect(places({ categories: ['A', 'a'] })).toEqual(['A', null, []]);
    expect(places({ categories: ['A', 'B', 'C', 'D'] })).toEqual(['B', 'A', ['Type D']]);
    expect(places({ categories: ['A', 'B', 'C'], options: { TYPE: 'E' } })).toEqual(['B', 'A', ['TYPE E']]);
    expect(places({ specifications: { RAM: '8' }, options: { ram: '9', Colour: 'Red' } })[2]).toEqual([
      'RAM 8',
      'Colour Red',
    ]);
  });

  test('has each picture once, a single one too', () => {
    expect(imported({ images: ['a', 'b', 'a'], image: 'b' }).images).toEqual(['a', 'b']);
    expect(imported({ image: 'b' }).images).toEqual(['b']);
    expect(imported({ images: [''] }).images).toEqual([]);
  });

  test('is the same product by its slug or code, else by what a change of price leaves alone', () => {
    const key = (more: object) => imported(more).key;
    expect([key({ slug: 'a-1', sku: 's' }), key({ sku: 's' })]).toEqual(['a-1', 'sku s']);
    const plain = { brand: 'B', description: 'D', options: { Size: 'L' } };
    expect(key(plain)).toMatch(/^name [\da-f]{64}$/);
    for (const same of [
      { price: 5 },
      { stock: 3 },
      { category: 'C' },
      { specifications: { a: 'b' } },
      { isActive: false },
    ])
      expect(key({ ...plain, ...same }), JSON.stringify(same)).toBe(key(plain));
    for (const other of [{ name: 'Z' }, { brand: 'Z' }, { description: 'Z' }, { options: {} }, { image: 'z' }])
      expect(key({ ...plain, ...other }), JSON.stringify(other)).not.toBe(key(plain));
    expect(key({ images: ['a', 'b'] })).toBe(key({ images: ['a', 'c'], description: 'D' }));
    expect(key({ images: ['a'] })).toBe(key({ image: 'a' }));
  });

  test('has a slug of letters and digits', () => {
    expect(toSlug('Émile’s  "Case" (2 m)')).toBe('emiles-case-2-m');
    expect(toSlug(`${x(149)} y`)).toBe(x(149));
    expect(toSlug(x(151))).toBe(x(150));
    expect(toSlug('—')).toMatch(/^x[\da-f]{12}$/);
    expect(toSlug('—')).not.toBe(toSlug('…'));
  });

  test('has a part of its id in the slug that another product has', () => {
    const product = imported({ name: 'A B' });
    expect(toFreeSlug(product, '12345678-9', () => false)).toBe('a-b');
    expect(toFreeSlug(product, '12345678-9', (slug) => slug === 'a-b')).toBe('a-b-12345678');
    expect(toFreeSlug(imported({ slug: 'own' }), '12345678-9', () => false)).toBe('own');
  });
});
