import { expect } from 'vitest';
import { ApiError } from '../../../contract/errors.ts';
import type { topCategoriesMachine } from '../../../src/machines/shell/top-categories.machine.ts';
import type { Page } from 'model-testing/view/page';
import { LOOK, START } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import { manyCategories } from '../support/catalogue.samples.ts';

/** The links to categories, as `name slug`. */
const links = ({ getByRole }: Page) =>
  [...getByRole('navigation', { name: 'Top categories' }).querySelectorAll('a')].map(
    (link) => `${link.textContent} ${link.getAttribute('href')?.replace('/products?category=', '')}`,
  );

const named = (count: number) => manyCategories(count).map(({ name, slug }) => `${name} ${slug}`);

const SIX_NAMES = [
  'Computers computers',
  'Accessories accessories',
  'TVs tvs',
  'Phones phones',
  'Gaming gaming',
  'Home Appliances home-appliances',
];

export const topCategoriesTable: Table<typeof topCategoriesMachine> = {
  start: {
    '6 categories came with the page': '6 categories',
    '0 categories came with the page': '0 categories',
    'no list came with the page': 'no list',
  },
  input: ({ from, on }) =>
    /^start\((\d categor(?:y|ies))/.exec(on)?.[1] ?? (from === 'shown' ? '6 categories' : 'no list'),
  when: [{ 'it was given up after 10 s': { holds: (live) => live.openCalls().length === 0 } }],
  on: [
    {
      'GET /categories answers after all(6 categories)': async (live) => {
        live.calls[0]?.answer(manyCategories(6));
        await live.settle();
      },
    },
    [/^start\(/, START],
    [/^choose\('(.*)'\)$/, (_, [, name = '']) => press('link', name, { role: 'navigation', name: 'Top categories' })],

    // The machine listens to no event.
    [/^(network back|page visible)$/, LOOK],
  ],
  calls: [
    {
      call: 'GET /categories',
      slot: 'loadCategories',
      answers: [
        {
          '1 category': manyCategories(1),
          '5 categories': manyCategories(5),
          '6 categories': manyCategories(6),
          '7 categories': manyCategories(7),
          '0 categories': [],
          "success false, message 'X'": new ApiError({ kind: 'refused', status: 200, message: 'X' }),
        },
        [/^success false/, new ApiError({ kind: 'refused', status: 200 })],
      ],
    },
  ],
  does: [
    { 'the first 6': ({ page }) => expect(links(page)).toEqual(named(6)) },
    [/^(\d) links?\b/, ({ page }, [, count]) => expect(links(page)).toEqual(named(Number(count)))],
    [
      /^(the (?:same )?6 names|Computers, Accessories)/,
      ({ page }) => {
        expect(links(page)).toEqual(SIX_NAMES);
        expect(page.says).toEqual([]);
      },
    ],
    [/^go to (.*)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
  ],
  elsewhere: [
    { rows: /: url changed|^fallback: reload page/, by: 'tests/routes/top-categories.test.tsx' },
    { rows: /^invariant: (the footer never says|at most one GET)/, by: 'tests/routes/top-categories.test.tsx' },
  ],
};
