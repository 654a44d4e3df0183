import { assign, setup } from 'xstate';
import type { Product } from '../../../contract/catalogue.ts';
import { isSearchable, MOST_SUGGESTIONS } from '../../rules/catalogue/search.ts';
import { paths } from '../../rules/paths.ts';
import { given, withEvent, withOutput } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, slot } from '../slots.ts';

/**
 * The header's search box with its suggestions (§2 Search box, §5 Search suggestions): a combobox whose list is open
 * when `found` has entries.
 */

export interface SearchBoxInput {
  /** The search text of the page's address, or empty. */
  readonly searched: string;
}

export interface SearchBoxContext {
  /** As typed. */
  readonly text: string;
  /** The last known search text of the address. */
  readonly searched: string;
  /** The listed suggestions, possibly of the previous text until new ones arrive. */
  readonly found: readonly Product[];
  /** Index of the highlighted suggestion, or -1. */
  readonly highlighted: number;
}

export type SearchBoxEvent =
  | { readonly type: 'text.change'; readonly text: string }
  | { readonly type: 'highlight.down' }
  | { readonly type: 'highlight.up' }
  /** Enter on a highlighted suggestion. */
  | { readonly type: 'highlight.take' }
  /** A link of the list was followed. */
  | { readonly type: 'suggestion.follow' }
  | { readonly type: 'search.submit' }
  | { readonly type: 'list.close' }
  | { readonly type: 'outside.used' }
  | { readonly type: 'address.changed'; readonly searched: string };

const closing = { 'list.close': 'closed', 'outside.used': 'closed' } as const;

/** The box is emptied after a suggestion was chosen, because the opened page is not a search for the text (X35). */
const emptied = given('setText', { text: '' });
const following = { 'suggestion.follow': { target: 'closed', actions: emptied } } as const;

export const searchBoxMachine = setup({
  types: { input: {} as SearchBoxInput, context: {} as SearchBoxContext, events: {} as SearchBoxEvent },
  actors: {
    /** Sends `outside.used` when the shopper presses or focuses something outside the box. */
    watchPage: listenerSlot(),
    loadSuggestions: callSlot<readonly Product[], { search: string }>(),
  },
  actions: {
    goTo: effectSlot<{ path: string }>(),
    setText: assign({ text: (_, params: { text: string }) => params.text, highlighted: -1 }),
    setSearched: assign({ searched: (_, params: { searched: string }) => params.searched }),
    setFound: assign({ found: (_, products: readonly Product[]) => products.slice(0, MOST_SUGGESTIONS) }),
    clearList: assign({ found: [], highlighted: -1 }),
    moveHighlight: assign({ highlighted: ({ context }, { by }: { by: number }) => context.highlighted + by }),
  },
  guards: {
    isLongEnough: (_, { text }: { text: string }) => isSearchable(text),
    hasText: ({ context }) => context.text.trim() !== '',
    isOtherSearch: ({ context }, { searched }: { searched: string }) => searched !== context.searched,
    isEmpty: (_, products: readonly Product[]) => products.length === 0,
    hasNext: ({ context }) => context.highlighted < context.found.length - 1,
    isFirst: ({ context }) => context.highlighted === 0,
  },
  delays: { debounce: 300 },
}).createMachine({
  id: 'searchBox',
  description: 'The search box of the header and its suggestions.',
  context: ({ input: { searched } }) => ({ text: searched, searched, found: [], highlighted: -1 }),
  invoke: slot('watchPage'),
  initial: 'idle',
  on: {
    'text.change': [
      {
        description: 'At least 2 characters are typed (§5).',
        guard: withEvent('isLongEnough'),
        target: '.debouncing',
        actions: withEvent('setText'),
      },
      { description: 'Less than 2 characters are typed (§5).', target: '.idle', actions: withEvent('setText') },
    ],
    'search.submit': {
      description: 'The box contains a text.',
      guard: 'hasText',
      target: '.closed',
      actions: [
        { type: 'setSearched', params: ({ context }) => ({ searched: context.text.trim() }) },
        { type: 'goTo', params: ({ context }) => ({ path: paths.searchFor(context.text.trim()) }) },
      ],
    },
    'address.changed': {
      description: 'The address contains another search.',
      guard: withEvent('isOtherSearch'),
      target: '.idle',
      actions: [withEvent('setSearched'), { type: 'setText', params: ({ event }) => ({ text: event.searched }) }],
    },
  },
  states: {
    idle: {
      description: 'Only the box is shown. The text is too short, or the shopper has not typed yet.',
      entry: 'clearList',
    },
    debouncing: {
      description: 'The shopper may still be typing. The earlier list stays.',
      on: { ...closing, ...following },
      after: { debounce: { description: '300 ms after the last character (§5).', target: 'fetching' } },
    },
    fetching: {
      description: 'Suggestions are loading. A new text cancels the request.',
      on: { ...closing, ...following },
      invoke: {
        ...slot('loadSuggestions'),
        input: ({ context }) => ({ search: context.text.trim() }),
        onDone: [
          { description: 'No product matches.', guard: withOutput('isEmpty'), target: 'noResults' },
          { description: 'At least one product matches.', target: 'open', actions: withOutput('setFound') },
        ],
        onError: 'closed',
      },
    },
    open: {
      description: 'The suggestions are listed.',
      on: { ...closing, ...following },
      initial: 'none',
      states: {
        none: {
          description: 'No suggestion is highlighted. Enter searches for the text.',
          on: { 'highlight.down': { target: 'highlighted', actions: given('moveHighlight', { by: 1 }) } },
        },
        highlighted: {
          description: 'A suggestion is highlighted. Enter opens it.',
          on: {
            'highlight.down': {
              description: 'A suggestion follows below.',
              guard: 'hasNext',
              actions: given('moveHighlight', { by: 1 }),
            },
            'highlight.up': [
              {
                description: 'The first suggestion is highlighted.',
                guard: 'isFirst',
                target: 'none',
                actions: given('moveHighlight', { by: -1 }),
              },
              {
                description: 'A suggestion below the first is highlighted.',
                actions: given('moveHighlight', { by: -1 }),
              },
            ],
            'highlight.take': {
              target: '#searchBox.closed',
              actions: [
                {
                  type: 'goTo',
                  params: ({ context }) => ({ path: paths.suggestion(context.found[context.highlighted]) }),
                },
                emptied,
              ],
            },
          },
        },
      },
    },
    noResults: {
      description: 'No suggestion matches. The search is still possible.',
      entry: 'clearList',
      on: { ...closing, 'suggestion.follow': 'closed' },
    },
    closed: { description: 'The box with its text, without a list.', entry: 'clearList' },
  },
});
