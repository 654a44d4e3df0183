import { assign, setup } from 'xstate';
import type { Facets } from '../../../contract/catalogue.ts';
import { facetsRequest } from '../../rules/catalogue/filter-requests.ts';
import {
  getActiveFilters,
  hasNoFilters,
  isSameSelection,
  removeUnnamedFacets,
  withBrand,
  withCategory,
  removeFilter,
  removeAllFilters,
  removeSpecifications,
  withSpecification,
} from '../../rules/catalogue/filters.ts';
import type { FacetsRequest } from '../../rules/catalogue/filter-requests.ts';
import type { ActiveFilter } from '../../rules/catalogue/filters.ts';
import type { ListQuery } from '../../rules/catalogue/list-query.ts';
import { given, withContext, withEvent, withOutput } from '../parts.ts';
import type { ContextScope } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, slot } from '../slots.ts';
import * as texts from '../../texts/catalogue.ts';

/**
 * The filters of /products and /search, except the price. The address holds the selection: it arrives as `input.query`
 * and by `address.changed`. A selection made here is written to the address, so its echo changes nothing.
 */

export interface FiltersInput {
  readonly query: ListQuery;
  /** The facets that the server rendered, or `null` to fetch them. */
  readonly loaded: Facets | null;
}

export interface FiltersContext {
  readonly query: ListQuery;
  /** The newest facets, also while new ones are loading; `null` when they could not be loaded. */
  readonly facets: Facets | null;
  /** Has no control and is never sent (§9, A8). */
  readonly rating: 0;
  /** Names of the specifications that some product has (A5). */
  readonly known: readonly string[];
  /** The category was changed here, so some specifications may not exist in the new one (A9). */
  readonly isMoved: boolean;
  /** Notice about filters that were removed automatically, or `null`. */
  readonly notice: string | null;
}

export type FiltersEvent =
  | { readonly type: 'address.changed'; readonly query: ListQuery }
  | { readonly type: 'category.choose'; readonly slug: string | null }
  | { readonly type: 'brand.toggle'; readonly slug: string }
  | { readonly type: 'specification.choose'; readonly name: string; readonly value: string }
  | { readonly type: 'filter.remove'; readonly filter: Exclude<ActiveFilter, { kind: 'category' }> }
  | { readonly type: 'filters.clear' }
  | { readonly type: 'drawer.open' }
  | { readonly type: 'drawer.close' }
  | { readonly type: 'screen.widened' };

/** A9. */
const REMOVED = texts.filtersRemoved;

const pickQuery = ({ context: { query } }: ContextScope<FiltersContext>) => ({ query });
const showAddress = given('showAddress', pickQuery);

export const filtersMachine = setup({
  types: {
    input: {} as FiltersInput,
    context: {} as FiltersContext,
    events: {} as FiltersEvent,
  },
  actors: {
    loadFacets: callSlot<Facets, FacetsRequest>(),
    /** Sends `screen.widened`. */
    watchScreen: listenerSlot(),
  },
  actions: {
    showAddress: effectSlot<{ query: ListQuery }>(),
    /** Without a new history entry. */
    replaceAddress: effectSlot<{ query: ListQuery }>(),
    setQuery: assign({ query: (_, params: { query: ListQuery }) => params.query, notice: null }),
    // Keeps the notice: the address also changes when filters are removed automatically.
    setPage: assign((_, { query }: { query: ListQuery }) => ({ query })),
    setFacets: assign(({ context }, facets: Facets) => applyFacets(context, facets)),
    giveUp: assign({ facets: null }),
    // It is unknown which filter leaves no products, so all of them can be removed.
    knowAll: assign({
      known: ({ context }) => [...new Set([...context.known, ...Object.keys(context.query.specs)])],
    }),
    noteMoved: assign({ isMoved: true }),
    noteStayed: assign({ isMoved: false }),
    removeForeign: assign({
      query: ({ context }, facets: Facets) => removeSpecifications(context.query, findForeignFilters(context, facets)),
      isMoved: false,
      notice: REMOVED,
    }),
  },
  guards: {
    isFlash: (_, { query }: { query: ListQuery }) => query.deals !== undefined,
    hasFacets: ({ context }) => context.facets !== null,
    isNothing: (_, facets: Facets | null) => facets !== null && hasNoFacets(facets),
    hasForeign: ({ context }, facets: Facets) => context.isMoved && findForeignFilters(context, facets).length > 0,
    isOtherSelection: ({ context }, { query }: { query: ListQuery }) => !isSameSelection(context.query, query),
    isOtherCategory: ({ context }, { slug }: { slug: string | null }) =>
      context.query.deals === undefined && slug !== (context.query.category ?? null),
    isBrand: ({ context }, { slug }: { slug: string }) =>
      context.query.deals === undefined && context.facets?.brands.some((brand) => brand.slug === slug) === true,
    isOtherValue: ({ context }, { name, value }: { name: string; value: string }) =>
      context.query.deals === undefined && hasValue(context, name, value) && context.query.specs[name] !== value,
    isActive: ({ context }, { filter }: { filter: ActiveFilter }) =>
      getActiveFilters(context.query, context.known).some((one) => JSON.stringify(one) === JSON.stringify(filter)),
    isAnyActive: ({ context }) => getActiveFilters(context.query, context.known).length > 0,
    isShown: ({ context }) => context.query.deals === undefined,
  },
}).createMachine({
  id: 'filters',
  description: 'The filters beside the list: the ones in the address, and those that the server offers.',
  context: ({ input: { query, loaded } }) => {
    const empty: FiltersContext = { query, facets: null, rating: 0, known: [], isMoved: false, notice: null };
    if (loaded === null) return empty;
    const first = applyFacets(empty, loaded);
    return { ...empty, ...first, ...(hasNoFacets(loaded) && { known: Object.keys(query.specs) }) };
  },
  type: 'parallel',
  states: {
    facets: {
      description: 'The filters that the current selection offers.',
      initial: 'deciding',
      on: {
        'address.changed': [
          {
            description: 'The address names the flash deals, which have no filters (A43).',
            guard: withEvent('isFlash'),
            target: '.flash',
            actions: [withEvent('setQuery'), 'noteStayed'],
          },
          {
            description: 'The address selects other products than before.',
            guard: withEvent('isOtherSelection'),
            target: '.loading',
            actions: [withEvent('setQuery'), 'noteStayed'],
          },
          {
            description: 'Only the page, order or price of the list has changed.',
            actions: withEvent('setPage'),
          },
        ],
        'category.choose': {
          description: 'The category is a new one, and the list is not the flash deals.',
          guard: withEvent('isOtherCategory'),
          target: '.loading',
          actions: [
            { type: 'setQuery', params: ({ context, event }) => ({ query: withCategory(context.query, event.slug) }) },
            'noteMoved',
            showAddress,
          ],
        },
        'brand.toggle': {
          description: 'The brand is one of the offered brands.',
          guard: withEvent('isBrand'),
          target: '.loading',
          actions: [
            { type: 'setQuery', params: ({ context, event }) => ({ query: withBrand(context.query, event.slug) }) },
            showAddress,
          ],
        },
        'specification.choose': {
          description: 'The value is offered and not selected yet.',
          guard: withEvent('isOtherValue'),
          target: '.loading',
          actions: [
            {
              type: 'setQuery',
              params: ({ context, event }) => ({ query: withSpecification(context.query, event.name, event.value) }),
            },
            showAddress,
          ],
        },
        'filter.remove': {
          description: 'The filter is active.',
          guard: withEvent('isActive'),
          target: '.loading',
          actions: [
            {
              type: 'setQuery',
              params: ({ context, event }) => ({ query: removeFilter(context.query, event.filter) }),
            },
            showAddress,
          ],
        },
        'filters.clear': {
          description: 'At least one filter is active.',
          guard: 'isAnyActive',
          target: '.loading',
          actions: [
            { type: 'setQuery', params: ({ context }) => ({ query: removeAllFilters(context.query, context.known) }) },
            showAddress,
          ],
        },
      },
      states: {
        deciding: {
          description: 'Decides whether there is anything to filter, and whether the facets came with the page.',
          always: [
            {
              description: 'The address names the flash deals, which have no filters (A43).',
              guard: withContext('isFlash'),
              target: 'flash',
            },
            {
              description: 'The facets that came with the page offer no filters.',
              guard: { type: 'isNothing', params: ({ context }) => context.facets },
              target: 'none',
            },
            { description: 'The filters came with the page.', guard: 'hasFacets', target: 'ready' },
            { description: 'The filters are not known yet.', target: 'loading' },
          ],
        },
        loading: {
          description: 'The facets are loading. Replies to earlier selections are dropped.',
          invoke: {
            ...slot('loadFacets'),
            input: ({ context }) => facetsRequest(context.query),
            onDone: [
              {
                description: 'The category was changed here, and it lacks selected specifications (A9).',
                guard: withOutput('hasForeign'),
                target: 'loading',
                reenter: true,
                actions: [withOutput('removeForeign'), given('replaceAddress', pickQuery)],
              },
              {
                description: 'There is nothing to filter by.',
                guard: withOutput('isNothing'),
                target: 'none',
                actions: [withOutput('setFacets'), 'knowAll', 'noteStayed'],
              },
              {
                description: 'There are brands or specifications to filter by.',
                target: 'ready',
                actions: [withOutput('setFacets'), 'noteStayed'],
              },
            ],
            onError: { target: 'failed', actions: ['giveUp', 'knowAll', 'noteStayed'] },
          },
        },
        ready: { description: 'The page offers brands and specifications.' },
        none: { description: 'The selection has no filters: No filters available for current selection.' },
        failed: {
          description: 'The facets could not be loaded. The filters of the address can still be removed.',
        },
        flash: { description: 'The flash deals have no filters (A43).' },
      },
    },
    drawer: {
      description: 'The drawer with the filters on a small screen.',
      initial: 'closed',
      states: {
        closed: {
          description: 'Only the button is shown.',
          on: {
            'drawer.open': {
              description: 'The list has filters: it does not show the flash deals (A43).',
              guard: 'isShown',
              target: 'open',
            },
          },
        },
        open: {
          description: 'The filters are shown over the page.',
          invoke: slot('watchScreen'),
          on: {
            'drawer.close': 'closed',
            'screen.widened': 'closed',
            'address.changed': {
              description: 'The address names the flash deals, which have no filters (A43).',
              guard: withEvent('isFlash'),
              target: 'closed',
            },
          },
        },
      },
    },
  },
});

function hasNoFacets(answered: Facets): boolean {
  return hasNoFilters(removeUnnamedFacets(answered));
}

function applyFacets({ known }: FiltersContext, answered: Facets): { facets: Facets; known: readonly string[] } {
  const facets = removeUnnamedFacets(answered);
  return { facets, known: [...new Set([...known, ...facets.specifications.map(({ name }) => name)])] };
}

/** Returns selected specifications that the new category does not have. */
function findForeignFilters({ query, known }: FiltersContext, facets: Facets): readonly string[] {
  const offered = facets.specifications.map(({ name }) => name);
  return Object.keys(query.specs).filter((name) => known.includes(name) && !offered.includes(name));
}

function hasValue({ facets }: FiltersContext, name: string, value: string): boolean {
  const values = facets?.specifications.find((one) => one.name === name)?.values ?? [];
  return values.some((one) => one.value === value);
}
