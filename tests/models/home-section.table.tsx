import { expect } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import type { homeSectionMachine } from '../../src/machines/home-section.machine.ts';
import { HomeSectionView } from '../../src/views/home/home-section.view.tsx';
import type { Table } from '../../model-testing/table/table.ts';
import { products, television } from './catalogue.samples.ts';

const refused = new ApiError({ kind: 'refused', status: 200 });

export const homeSectionTable: Table<typeof homeSectionMachine> = {
  view: (snapshot) => <HomeSectionView snapshot={snapshot} send={() => undefined} inCart={new Map()} />,
  start: { 'any section that loads': 'new arrivals' },
  input: ({ on, when }) => (/featured/.test(`${on} ${when}`) ? 'featured' : 'new arrivals'),
  reach: {
    loading: () => undefined,
    ready: (live) => live.answer('loadProducts', products(10)),
    failed: (live) => live.fail('loadProducts', new ApiError({ kind: 'offline', status: 0 })),
  },
  when: [
    [/featured/, { input: 'featured' }],
    [/newArrivals|any but/, { input: 'new arrivals' }],
  ],
  on: [
    [/^start\((newArrivals|featured)\)$/, () => undefined],
    [/^try again$/, (live) => live.send({ type: 'section.retry' })],
    [
      /^its call answers\((success false|broken reply)/,
      (live, [, how]) =>
        live.fail('loadProducts', how === 'broken reply' ? new ApiError({ kind: 'broken', status: 200 }) : refused),
    ],
    [/^add to cart\(product\)$/, (live) => live.send({ type: 'cart.add', product: television })],
    [/^open\(product with slug\)$|^view all new products$/, () => undefined],
  ],
  calls: [
    {
      call: 'GET /products',
      slot: 'loadProducts',
      input: ({ featured }) => ({ section: featured === undefined ? 'newArrivals' : 'featured' }),
      answers: [
        [/^10 products$/, products(10)],
        [/^8 products$/, products(8)],
        [/^7 products$/, products(7)],
        [/^0 products$/, []],
      ],
    },
  ],
  does: [
    [
      /^(\d+) cards$/,
      ({ page }, [, count]) => expect(page.getAllByRole('heading', { level: 3 })).toHaveLength(Number(count)),
    ],
    [
      /^7 cards, no link$/,
      ({ page }) => {
        expect(page.getAllByRole('heading', { level: 3 })).toHaveLength(7);
        expect(page.queryByRole('link', { name: 'View All New Products' })).toBeNull();
      },
    ],
    [/^link 'View All New Products'$/, ({ page }) => void page.getByRole('link', { name: 'View All New Products' })],
    [/^button 'Try Again'$/, ({ page }) => void page.getByRole('button', { name: 'Try Again' })],
    [
      /^cart adds it x 1$/,
      (outcome) => {
        outcome.effect('addToCart', { product: television });
      },
    ],
    [
      /^go to \/product\/\{slug\}$/,
      ({ page }) =>
        expect(page.getByRole('link', { name: 'Product 1' }).getAttribute('href')).toBe('/product/product-1'),
    ],
    [
      /^go to (\/products\?sortBy=newest)$/,
      ({ page }, [, path = '']) =>
        expect(page.getByRole('link', { name: 'View All New Products' }).getAttribute('href')).toBe(path),
    ],
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
    // What happens in the very start, before a row can watch.
    { rows: /start\((newArrivals|featured)\)/, by: 'tests/requirements/home-section.test.tsx' },
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
