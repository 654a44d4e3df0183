import { expect } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import type { Product } from '../../../contract/catalogue.ts';
import type { searchBoxMachine } from '../../../src/machines/catalogue/search-box.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Page } from 'model-testing/view/page';
import type { Outcome } from 'model-testing/table/outcome';
import type { Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import { products } from '../support/catalogue.samples.ts';
import { searchBoxView } from './search-box.view.tsx';

type Machine = typeof searchBoxMachine;
type Live = LiveActor<Machine>;

const [one, two, three] = products(3) as [Product, Product, Product];
const LIST = [{ ...two, slug: 'sony-tv', name: 'Sony TV' }, { ...one, slug: '' }, three];

const type = (text: string) => ({ type: 'text.change', text }) as const;
const down = { type: 'highlight.down' } as const;

/** Types a text and waits until the request is sent. */
const ask = async (live: Live, text: string) => {
  await live.send(type(text));
  await live.advance(300);
};

/** The position of the highlighted option, counted from 1; 0 when none is highlighted. */
const highlighted = (page: Page) =>
  page.queryAllByRole('option').findIndex((one: HTMLElement) => one.getAttribute('aria-selected') === 'true') + 1;

const isOver = ({ snapshot, live, page }: Outcome<Machine>) => {
  expect(snapshot.matches('debouncing')).toBe(false);
  expect(live.openCalls().filter(({ slot }) => slot === 'loadSuggestions')).toEqual([]);
  expect(page.queryByRole('listbox')).toBeNull();
};

export const searchBoxTable: Table<Machine> = {
  view: searchBoxView,
  start: { always: 'empty' },
  reach: {
    fetching: async (live, { on }) => {
      await ask(live, 'tv');
      if (on.endsWith('fails(aborted)')) await ask(live, 'phone');
    },
    closed: async (live) => {
      await ask(live, 'tv');
      await live.send({ type: 'list.close' });
    },
    open: async (live, { from }) => {
      await ask(live, 'tv');
      await live.answer('loadSuggestions', LIST);
      if (from === 'open.highlighted') await live.send(down);
    },
  },
  when: [
    [
      /^text '(?:tv|zzzz)'$/,
      {
        after: async (live, { from, when }) => {
          const text = when?.slice(6, -1) ?? '';
          if (live.snapshot.context.text === text) return;
          await ask(live, text);
          if (from === 'noResults') await live.answer('loadSuggestions', []);
        },
      },
    ],
    {
      'item 1 of 3': { holds: ({ snapshot }) => snapshot.context.found.length === 3 },
      'item 2 of 3': { after: down },
      'item 3 of 3': {
        after: async (live) => {
          await live.send(down);
          await live.send(down);
        },
      },
      "highlighted product has slug 'sony-tv'": { holds: ({ snapshot }) => snapshot.context.highlighted === 0 },
    },
  ],
  on: [
    {
      'clear text': type(''),
      // Without a highlighted option Enter submits the form, as browsers do.
      Enter: (_, __, { from }) => ({ type: from === 'open.highlighted' ? 'highlight.take' : 'search.submit' }),
      Escape: { type: 'list.close' },
      'click outside': { type: 'outside.used' },
      'search anyway': { type: 'suggestion.follow' },
      'GET /api/products fails(aborted)': async (live) => {
        live.calls.find(({ slot }) => slot === 'loadSuggestions')?.fail(new DOMException('aborted', 'AbortError'));
        await live.settle();
      },
    },
    [/^type\('(.*)'\)$/, (_, [, text = '']) => type(text)],
    [
      /^submit\('(.*)'\)$/,
      ({ snapshot }, [, text = '']) => [
        ...(snapshot.context.text === text ? [] : [type(text)]),
        { type: 'search.submit' as const },
      ],
    ],
    [/^Arrow(Down|Up)$/, (_, [, way]) => ({ type: way === 'Down' ? 'highlight.down' : 'highlight.up' })],
    [/^pick\(product (with|without) slug/, (_, [, has]) => press('option', has === 'with' ? /^Sony TV/ : /^Product 1/)],
  ],
  calls: [
    {
      call: 'GET /api/products',
      slot: 'loadSuggestions',
      input: ({ search }) => ({ search }),
      answers: [
        {
          '3 products': products(3),
          '8 products': products(8),
          '9 products': products(9),
          '0 products': [],
          'broken reply': failures['broken'],
        },
      ],
    },
  ],
  inside: { watchPage: 'listens to this page, calls nothing' },
  does: [
    {
      "action 'Search anyway' offered": ({ page }) => void page.getByRole('link', { name: 'Search anyway' }),
      'nothing: the newer request counts': ({ snapshot, live }) => {
        expect(snapshot.context).toMatchObject({ text: 'phone', found: [] });
        expect(live.openCalls().map(({ input }) => input)).toContainEqual({ search: 'phone' });
      },
      'earlier request aborted': ({ live }) =>
        expect(live.openCalls().filter(({ slot }) => slot === 'loadSuggestions')).toEqual([]),
      'the box is empty': ({ page }) =>
        expect(page.getByRole('combobox', { name: 'Search products' })).toHaveProperty('value', ''),
    },
    [
      /^list of (?:the first )?(\d)/,
      ({ page }, [, count]) => expect(page.getAllByRole('option')).toHaveLength(Number(count)),
    ],
    [
      /^(no fetch will follow|(list|suggestions) cleared|list emptied|request given up, list emptied|request aborted(, suggestions cleared)?|a late answer does not open the list)$/,
      isOver,
    ],
    [/^item (\d) (?:stays )?highlighted$/, ({ page }, [, item]) => expect(highlighted(page)).toBe(Number(item))],
    [
      /^go to (\S+)$/,
      (outcome, [, path]) => {
        if (outcome.live.path === '') outcome.effect('goTo', { path });
        else expect(outcome.live.path).toBe(path);
      },
    ],
  ],
};
