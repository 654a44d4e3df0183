import { expect } from 'vitest';
import type { Product } from '../../contract/catalogue.ts';
import { ApiError } from '../../contract/errors.ts';
import type { homeSectionMachine } from '../../src/machines/home-section.machine.ts';
import { START } from '../../model-testing/table/table.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { press } from '../../model-testing/view/act.ts';
import { expectCards } from './catalogue.judges.ts';
import { products, productsWithOneSoldOut } from './catalogue.samples.ts';

const [product] = products(1) as [Product];
const refused = new ApiError({ kind: 'refused', status: 200 });
const broken = new ApiError({ kind: 'broken', status: 200 });

export const homeSectionTable: Table<typeof homeSectionMachine> = {
  start: { 'any section that loads': 'new arrivals' },
  input: ({ on, when }) => (/featured/.test(`${on} ${when}`) ? 'featured' : 'new arrivals'),
  when: [
    [/featured/, { input: 'featured' }],
    [/newArrivals|any but/, { input: 'new arrivals' }],
  ],
  on: [
    [/^start\(/, START],
    [/^try again$/, { type: 'section.retry' }],
    [/^add to cart\(product\)$/, { type: 'cart.add', product }],
    [/^open\(product with slug\)$/, press('link', 'Product 1')],
    [/^view all new products$/, press('link', 'View All New Products')],
  ],
  calls: [
    {
      call: 'GET /products',
      slot: 'loadProducts',
      input: ({ featured }) => ({ section: featured === undefined ? 'newArrivals' : 'featured' }),
      answers: [
        [/^10 products$/, productsWithOneSoldOut(10)],
        [/^8 products$/, productsWithOneSoldOut(8)],
        [/^7 products$/, productsWithOneSoldOut(7)],
        [/^0 products$/, []],
      ],
    },
    {
      call: 'its call',
      slot: 'loadProducts',
      answers: [
        [/^success false/, refused],
        [/^broken reply/, broken],
      ],
    },
  ],
  does: [
    [
      /^(\d+) cards(, no link)?$/,
      ({ page }, [, count, isWithout]) => {
        expectCards(page, productsWithOneSoldOut(Number(count)));
        if (isWithout !== undefined) expect(page.queryByRole('link', { name: 'View All New Products' })).toBeNull();
      },
    ],
    [/^link 'View All New Products'$/, ({ page }) => void page.getByRole('link', { name: 'View All New Products' })],
    [/^button 'Try Again'$/, ({ page }) => void page.getByRole('button', { name: 'Try Again' })],
    [/^cart adds it x 1$/, (outcome) => void outcome.effect('addToCart', { product })],
    [/^go to \/product\/\{slug\}$/, ({ live }) => expect(live.path).toBe('/product/product-1')],
    [/^go to (\/products\?sortBy=newest)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
  ],
  says: {
    "the section's error text": 'Failed to load new arrivals. Please try again later.',
    "the section's empty text": 'No new products yet.',
  },
  undrawn: { 'by section (see rows)': 'the rows quote the texts' },
  elsewhere: [
    { rows: /\[(hero|flash)\]|start\((hero|flash)\)|a flash deal ends/, by: 'later: banners and flash deals' },
    { rows: /\[brands\]|start\(brands\)/, by: 'later: brands' },
    { rows: /\[popular\]|start\(popular\)/, by: 'later: popular products' },
    { rows: /footerCategories\)|\[footerCategories\]/, by: 'tests/requirements/home-section.test.tsx' },
    { rows: /^start: the promise strip|^promiseStrip: /, by: 'tests/requirements/home-section.test.tsx' },
    { rows: /^invariant: one section's failure/, by: 'tests/requirements/home-section.test.tsx' },
  ],
  corrections: [
    {
      rows: /^failed: try again \[featured\]/,
      ref: 'A56',
      to: 'loading',
      calls: ['GET /products?limit=10&page=1&featured=true'],
      does: [],
    },
  ],
};
