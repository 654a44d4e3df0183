import { describe, expect, test } from 'vitest';
import { toPlainText } from '../../../server/modules/catalogue/product-text.rules.ts';
import { readAll, sample } from './reading.ts';

describe('a product export of Shopify', () => {
  test('groups the rows of one handle into one product, and reports unsupported rows with their line', async () => {
    const { format, products, faults } = await readAll(sample('shopify.csv'));
    expect(format).toBe('a product export of Shopify');
    expect(products.map(({ line, name, price }) => [line, name, price])).toEqual([
      [2, 'Kettle 1.7 L', 2499],
      [5, 'Spark 40 (Ink Black, 128 GB)', 18_999],
      [6, 'Spark 40 (Ink Black, 256 GB)', 21_999],
      [7, 'Spark 40 (Sky Blue, 256 GB)', 21_999],
      [8, 'Old phone', 1500],
      [10, 'Radio', 1299],
    ]);
    expect(faults).toEqual(['9: column 29 (Gift Card): gift cards are not sold here']);
  });

  test('a product with one variant keeps its slug and the order of its pictures', async () => {
    const { products } = await readAll(sample('shopify.csv'));
    expect(products[0]).toMatchObject({
      slug: 'kettle-17',
      description: 'Boils fast & switches itself off.\n• Steel\n• 1,850 W',
      brand: 'Ramtons',
      categories: ['Kitchen Appliances', 'Electric Kettles'],
      originalPrice: 2999,
      stock: 24,
      images: ['https://shop.example/kettle-1.jpg', 'https://shop.example/kettle-2.jpg'],
      isActive: true,
    });
    expect(products[0]).not.toHaveProperty('group');
  });

  test('H2: a variant is a product with the group’s id, its options, and its own picture first', async () => {
    const { products } = await readAll(sample('shopify.csv'));
    expect(products[1]).toMatchObject({
      group: 'shopify spark-40',
      options: [
        { name: 'Colour', value: 'Ink Black' },
        { name: 'Storage', value: '128 GB' },
      ],
      images: ['https://shop.example/spark-black.jpg', 'https://shop.example/spark.jpg'],
      stock: 5,
    });
    // A negative stock is 0; an untracked stock is undefined.
    expect(products.slice(2, 4).map(({ stock, group }) => [stock, group])).toEqual([
      [0, 'shopify spark-40'],
      [undefined, 'shopify spark-40'],
    ]);
    expect(products[4]).toMatchObject({ isActive: false });
    expect(products[4]?.stock).toBeUndefined();
  });

  test('reads the columns of 2025', async () => {
    const { products, faults } = await readAll(sample('shopify-new.csv'));
    expect(faults).toEqual([]);
    expect(products).toMatchObject([
      { name: 'Earbuds (Black)', stock: 9, originalPrice: 3000, categories: ['Audio', 'Headphones'] },
      { name: 'Earbuds (White)', stock: 4, options: [{ name: 'Colour', value: 'White' }] },
    ]);
  });
});

describe('a product export of WooCommerce', () => {
  test('imports simple products and variations, and reports other types', async () => {
    const { format, products, faults } = await readAll(sample('woocommerce.csv'));
    expect(format).toBe('a product export of WooCommerce');
    expect(products.map(({ line, name }) => [line, name])).toEqual([
      [2, 'Desk lamp'],
      [4, 'Phone case - Red'],
      [5, 'Phone case - Green'],
      [6, 'Flash lamp'],
      [7, 'Past sale'],
      [10, '=SUM(1)'],
    ]);
    expect(faults).toEqual([
      "8: column 2 (Type): 'grouped' products are not sold here",
      "9: column 20 (Parent): 'id:99' is not a variable product",
    ]);
  });

  test('reads texts, brand, the most specific category, pictures and attributes', async () => {
    const { products } = await readAll(sample('woocommerce.csv'));
    expect(products[0]).toMatchObject({
      description: 'Warm light.\nThree steps.',
      brand: 'Vitron',
      categories: ['Home', 'Lighting', 'Desk lamps'],
      images: ['https://shop.example/lamp-1.jpg', 'https://shop.example/lamp-2.jpg'],
      specifications: [{ name: 'Colour', value: 'White, Black, matt' }],
      isFeatured: true,
      stock: 7,
    });
    expect(products[5]).toMatchObject({ price: 1500.5, isActive: false });
  });

  test('H2: a variation inherits its parent’s data and group', async () => {
    const { products } = await readAll(sample('woocommerce.csv'));
    expect(products.slice(1, 3)).toMatchObject([
      {
        group: 'woocommerce id:11',
        description: 'Fits.',
        categories: ['Accessories'],
        options: [{ name: 'Colour', value: 'Red' }],
        specifications: [{ name: 'Material', value: 'Silicone' }],
        images: ['https://shop.example/case-red.jpg', 'https://shop.example/case.jpg'],
        stock: 3,
      },
      { group: 'woocommerce id:11', options: [{ name: 'Colour', value: 'Green' }], stock: 0 },
    ]);
  });

  test('A3: a sale is the price, with an end date it is a flash deal, and an expired sale is ignored', async () => {
    const { products } = await readAll(sample('woocommerce.csv'));
    expect(products[0]?.sold).toMatchObject({ price: 900, originalPrice: 1200, flashPrice: null });
    expect(products[3]?.sold).toMatchObject({
      price: 1000,
      flashPrice: 800,
      flashStartsAt: new Date('2026-01-01T00:00:00+03:00'),
      flashEndsAt: new Date('2099-01-01T23:59:59.999+03:00'),
    });
    expect(products[4]?.sold).toMatchObject({ price: 1000, flashPrice: null });
  });
});

describe('JSON', () => {
  test('reads one product per line; reports a broken line with its column and continues', async () => {
    const { format, products, faults } = await readAll(sample('products.jsonl'));
    expect(format).toBe('JSON Lines');
    expect(products.map(({ line, name }) => [line, name])).toEqual([
      [1, 'Galaxy A56 256GB'],
      [2, 'Galaxy A56 128GB'],
      [6, 'Deep'],
    ]);
    expect(faults).toEqual([
      expect.stringMatching(/^4: column 29: is not valid JSON: Expected double-quoted property name/),
      '5: price: is missing',
    ]);
  });

  test('reads one array; brackets, commas and quotes in texts have no effect', async () => {
    const { format, products, faults } = await readAll(sample('products.json'));
    expect(format).toBe('a JSON array');
    expect(products.map(({ line, name }) => [line, name])).toEqual([
      [2, 'A [strange] "name", {really}'],
      [7, 'Fourth'],
    ]);
    expect(faults).toEqual(['4: price: is not a number', expect.stringMatching(/^6: column 33: is not valid JSON/)]);
  });
});

describe('plain text of HTML', () => {
  test.each([
    ['plain, 5 < 6 & 7', 'plain, 5 < 6 & 7'],
    ['<p>a</p><p>b<br/>c</p>', 'a\nb\nc'],
    ['<script>steal()</script>x<style>p{}</style>', 'x'],
    ['&lt;b&gt; &eacute; &#8217; &#x1F600; &unknown; &#0;', '<b> é ’ 😀 &unknown;'],
    ['<!-- no -->yes', 'yes'],
  ])('%s', (html, words) => {
    expect(toPlainText(html)).toBe(words);
  });
});
