import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { searchBoxMachine } from '../../../src/machines/catalogue/search-box.machine.ts';
import { searchBoxModel } from './search-box.model.ts';
import { searchBoxView } from './search-box.view.tsx';
import { searchBoxTable } from './search-box.table.tsx';
import type { Page } from 'model-testing/view/page';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

/** Checks the combobox by the ARIA pattern: its text, whether its list is open, and the highlighted option. */
const box = (page: Page, { context: { text, found, highlighted } }: SnapshotFrom<typeof searchBoxMachine>) => {
  const input = page.getByRole('combobox', { name: 'Search products' }) as HTMLInputElement;
  expect(input.value).toBe(text);
  expect(input.getAttribute('aria-expanded')).toBe(String(found.length > 0));
  const options = page.queryAllByRole('option');
  expect(options.map((option: HTMLElement) => option.getAttribute('href'))).toEqual(
    found.map(({ slug }) => `/products/${slug}`),
  );
  expect(input.getAttribute('aria-controls')).toBe(page.queryByRole('listbox')?.id ?? null);
  expect(input.getAttribute('aria-activedescendant')).toBe(options[highlighted]?.id ?? null);
};

/** The number of suggestions is announced. Arrow keys do not change it (X84). */
const count = (page: Page, { context: { found } }: SnapshotFrom<typeof searchBoxMachine>) => {
  const words = found.length === 0 ? [] : [found.length === 1 ? '1 suggestion' : `${found.length} suggestions`];
  const said = page.getAllByRole('status').map(({ textContent }: HTMLElement) => textContent);
  expect(said.filter((text: string | null) => /suggestion/.test(text ?? ''))).toEqual(words);
};

const noList = [box, count, see('listbox', 'Suggestions', 'absent')];

flowTests(searchBoxModel, {
  view: searchBoxView,
  shows: {
    idle: noList,
    debouncing: [box, count],
    fetching: [box, count],
    open: [box, count, see('listbox', 'Suggestions')],
    noResults: [...noList, see('status', 'No products found for "tv"'), see('link', 'Search anyway')],
    closed: [...noList, see('link', 'Search anyway', 'absent')],
  },
  table: searchBoxTable,
});
