import { expect } from 'vitest';
import type { brandCarouselMachine } from '../../../src/machines/home/brand-carousel.machine.ts';
import { START } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import type { Page } from 'model-testing/view/page';
import { press } from 'model-testing/view/act';
import { brandCarouselView } from './brand-carousel.view.tsx';
import { brands } from '../support/home.samples.ts';

/** The brands on the page, read from their links. */
export const shownBrands = ({ getAllByRole }: Page) =>
  getAllByRole('link').map((link: HTMLElement) => link.getAttribute('aria-label'));

const numbered = (count: number, from: number, to: number) =>
  brands(count)
    .slice(from - 1, to)
    .map(({ name }) => name);

export const brandCarouselTable: Table<typeof brandCarouselMachine> = {
  view: brandCarouselView,
  start: { always: '6 brands' },
  input: ({ from, on, when }) =>
    /^start\((\d+ brands?)/.exec(on)?.[1]?.replace(/brand$/, 'brands') ??
    (from === 'onePage' ? '6 brands' : when === '2 pages' ? '12 brands' : '13 brands'),
  when: [
    [
      /^(\d) pages$/,
      { holds: ({ snapshot }, { when }) => Math.ceil(snapshot.context.count / 6) === Number(when?.[0]) },
    ],
    { 'page 2 of 3': { holds: ({ snapshot }) => snapshot.context.page === 1 && snapshot.context.count === 13 } },
  ],
  on: [
    {
      next: { type: 'page.next' },
      previous: { type: 'page.previous' },
      'open brand(samsung)': press('link', 'Samsung'),
      'brand without logo': START,
    },
    [/^start\(/, START],
  ],
  calls: [],
  does: [
    {
      'one page, no buttons': ({ page }) => expect(page.queryAllByRole('button')).toEqual([]),
      'brand 13': ({ page }) => expect(shownBrands(page)).toEqual(numbered(13, 13, 13)),
      'its name instead of the logo': ({ page }) =>
        expect(page.getByRole('link', { name: 'Brand 2' }).textContent).toBe('Brand 2'),
    },
    [
      /^brands 7 to 12/,
      ({ page, snapshot }) => expect(shownBrands(page)).toEqual(numbered(snapshot.context.count, 7, 12)),
    ],
    [/^go to (.*)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
  ],
  elsewhere: [
    {
      rows: /^onePage: start\((7|12|13) brands\)|^invariant: every brand is on exactly one page/,
      by: 'tests/flows/hero-carousel/hero-carousel.requirements.test.tsx',
    },
  ],
};
