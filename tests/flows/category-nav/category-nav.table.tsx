import { expect } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { categoryNavMachine } from '../../../src/machines/catalogue/category-nav.machine.ts';
import type { Page } from 'model-testing/view/page';
import { START } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import { categories } from '../support/catalogue.samples.ts';
import { categoryNavView } from './category-nav.view.tsx';

type Machine = typeof categoryNavMachine;

const [tvs, phones] = categories as [(typeof categories)[0], (typeof categories)[0]];
const MARK = { ...phones, _id: 'c9', name: 'Audio', slug: 'audio' };

const getLinks = (page: Page) =>
  page.queryAllByRole('link').map((link: HTMLElement) => `${link.textContent} ${link.getAttribute('href')}`);
const BOTH = ['TVs /products?category=tvs', 'Phones /products?category=phones'];

const highlighted = (page: Page) =>
  [...page.element.querySelectorAll('[aria-current="page"]')].map(({ textContent }) => textContent);

const goTo = (path: string) => ({ type: 'address.changed', path }) as const;
const measured = (position: number, end: number) => ({ type: 'strip.measured', position, end }) as const;

export const categoryNavTable: Table<Machine> = {
  view: categoryNavView,
  start: { always: 'no list' },
  input: ({ from }) => (from === 'load.ready' || from.startsWith('scroll.') ? 'a list' : 'no list'),
  reach: { 'load.failed': (live) => live.fail('loadCategories', failures['offline']) },
  when: [
    [/^(\d+) px lie beyond the right edge$/, { after: (_, { when }) => measured(0, px(when)) }],
    {
      '400 px are left': { after: measured(200, 600) },
      '200 px from the start': { after: measured(200, 600) },
      '600 px from the start': { after: measured(600, 600) },
      'on the home page': { after: goTo('/') },
      'on /products?category=phones': { after: goTo('/products?category=phones') },
      'from any other page': { after: goTo('/cart') },
    },
  ],
  on: [
    {
      start: START,
      'window gets narrower': measured(0, 300),
      'window gets wide enough': measured(0, 0),
    },
    [
      /^choose\((\w+)\)$/,
      (_, [, slug = '']) => [
        press('link', slug === 'tvs' ? 'TVs' : 'Phones', { role: 'navigation', name: 'Categories' }),
        goTo(`/products?category=${slug}`),
      ],
    ],
    [/^url changed\((\S+)\)$/, (_, [, path = '']) => goTo(path)],
    [/^scroll (left|right)$/, (_, [, to]) => ({ type: to === 'left' ? 'scroll.left' : 'scroll.right' })],
  ],
  calls: [
    {
      call: 'GET /categories',
      slot: 'loadCategories',
      answers: [
        {
          'Phones order 2, TVs order 1, both active, no parent': [phones, tvs],
          'two with the same order': [phones, MARK],
          'one with isActive false': [tvs, phones, { ...MARK, isActive: false }],
          'one with a parent': [tvs, phones, { ...MARK, parent: { _id: 'c1' } }],
          'none active and top-level': [
            { ...tvs, isActive: false },
            { ...MARK, parent: { _id: 'c1' } },
          ],
          'success false or broken reply': new ApiError({ kind: 'refused', status: 200 }),
        },
      ],
    },
  ],
  does: [
    {
      'TVs, Phones (by order, then name)': ({ page }) => expect(getLinks(page)).toEqual(BOTH),
      'by name': ({ page }) => expect(getLinks(page)).toEqual(['Audio /products?category=audio', BOTH[1]]),
      'that one is left out': ({ page }) => expect(getLinks(page)).toEqual(BOTH),
      'the bar stands, phones highlighted': ({ page }) =>
        expect([getLinks(page), highlighted(page)]).toEqual([BOTH, ['Phones']]),
      'the home page shows no category tiles': { judgedBy: 'tests/views/readings/home.test.tsx' },
      'the list page shows no pills': { judgedBy: 'tests/views/readings/catalogue.test.tsx' },
      'no pills and no tiles stand in for the bar': ({ page }) => expect(getLinks(page)).toEqual([]),
      'right arrow appears': ({ page }) => void page.getByRole('button', { name: 'Scroll categories right' }),
      'arrows gone': ({ page }) => expect(page.queryAllByRole('button')).toEqual([]),
    },
    [/^go to (\S+)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
    [
      /^(phones|tvs) highlighted/,
      ({ page }, [, slug]) => expect(highlighted(page)).toEqual([slug === 'tvs' ? 'TVs' : 'Phones']),
    ],
    [/(^|, )none highlighted$/, ({ page }) => expect([getLinks(page), highlighted(page)]).toEqual([BOTH, []])],
    [
      /^(\d+) px to the (right|left)$/,
      ({ snapshot, before }, [, px, to]) =>
        expect(snapshot.context.position - before.context.position).toBe((to === 'left' ? -1 : 1) * Number(px)),
    ],
  ],
  elsewhere: [
    {
      rows: /^invariant: (the bar is part of the global layout|no page has pills)/,
      by: 'tests/routes/category-nav.test.tsx',
    },
  ],
};

function px(when: string | null): number {
  return Number(/^\d+/.exec(when ?? '')?.[0]);
}
