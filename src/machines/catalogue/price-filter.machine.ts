import { assign, setup } from 'xstate';
import { priceRangeRequest } from '../../rules/catalogue/filter-requests.ts';
import { hasPrice, withPrices } from '../../rules/catalogue/filters.ts';
import type { PriceRangeRequest } from '../../rules/catalogue/filter-requests.ts';
import type { ListQuery } from '../../rules/catalogue/list-query.ts';
import {
  toAppliedPrices,
  toDerivedRange,
  toPriceDraft,
  toServerRange,
  toTypedPrice,
  UNLOADED_RANGE,
  withMaxThumb,
  withMinThumb,
} from '../../rules/catalogue/price-range.ts';
import type { PriceDraft, PriceRange } from '../../rules/catalogue/price-range.ts';
import { given, withEvent } from '../parts.ts';
import type { ContextScope, EventScope } from '../parts.ts';
import { callSlot, effectSlot } from '../slots.ts';

/** Price slider and inputs. Moved or typed prices are a draft until Apply writes them to the address (A7). */

/** The server's range; both are missing when no product is selected. */
export interface ReportedRange {
  readonly minPrice?: number | undefined;
  readonly maxPrice?: number | undefined;
}

export interface PriceFilterInput {
  readonly query: ListQuery;
  /** The range that the server rendered, or `null` to fetch it. */
  readonly loaded: ReportedRange | null;
}

export interface PriceFilterContext {
  readonly query: ListQuery;
  /** Limits of the thumbs; for display only until the real range is known. */
  readonly range: PriceRange;
  readonly draft: PriceDraft;
  /** Prices of the listed products, or the status of the list. */
  readonly list: readonly number[] | 'loading' | 'failed';
}

export type PriceFilterEvent =
  | { readonly type: 'address.changed'; readonly query: ListQuery }
  /** The list has loaded its products, or `null` when that failed. */
  | { readonly type: 'products.known'; readonly prices: readonly number[] | null }
  | { readonly type: 'min.slide'; readonly value: number }
  | { readonly type: 'max.slide'; readonly value: number }
  | { readonly type: 'min.change'; readonly text: string }
  | { readonly type: 'max.change'; readonly text: string }
  | { readonly type: 'price.apply' }
  | { readonly type: 'price.clear' };

const showAddress = given('showAddress', ({ context: { query } }: ContextScope<PriceFilterContext>) => ({ query }));

type Slide = ContextScope<PriceFilterContext> & EventScope<{ readonly value: number }>;
const slideMin = ({ context: { draft, range }, event }: Slide) => withMinThumb(draft, range, event.value);
const slideMax = ({ context: { draft, range }, event }: Slide) => withMaxThumb(draft, range, event.value);

type Typing = ContextScope<PriceFilterContext> & EventScope<{ readonly text: string }>;
const typeMin = ({ context: { draft }, event }: Typing) => ({ ...draft, min: toTypedPrice(event.text) });
const typeMax = ({ context: { draft }, event }: Typing) => ({ ...draft, max: toTypedPrice(event.text) });

const listKnown = {
  description: 'The list has its products (A6).',
  guard: withEvent('areKnown'),
  target: 'ready',
  actions: [withEvent('setList'), 'deriveRange', 'resetDraft'],
} as const;

export const priceFilterMachine = setup({
  types: {
    input: {} as PriceFilterInput,
    context: {} as PriceFilterContext,
    events: {} as PriceFilterEvent,
  },
  actors: { loadRange: callSlot<ReportedRange, PriceRangeRequest>() },
  actions: {
    showAddress: effectSlot<{ query: ListQuery }>(),
    setQuery: assign({ query: (_, params: { query: ListQuery }) => params.query }),
    setRange: assign({ range: (_, params: { range: PriceRange }) => params.range }),
    setList: assign({ list: (_, params: { prices: readonly number[] | null }) => params.prices ?? 'failed' }),
    deriveRange: assign({ range: ({ context: { list } }) => toDerivedRange(typeof list === 'string' ? [] : list) }),
    setDraft: assign({ draft: (_, draft: PriceDraft) => draft }),
    // The applied prices, or the ends of the range.
    resetDraft: assign({ draft: ({ context }) => toPriceDraft(context.query, context.range) }),
  },
  guards: {
    hasPrice: ({ context }) => hasPrice(context.query),
    hasNoPrice: ({ context }) => !hasPrice(context.query),
    isLoaded: ({ context }) => context.range !== UNLOADED_RANGE,
    isOtherRange: ({ context }, { query }: { query: ListQuery }) =>
      JSON.stringify(priceRangeRequest(query)) !== JSON.stringify(priceRangeRequest(context.query)),
    isOtherPrice: ({ context }, { query }: { query: ListQuery }) =>
      query.minPrice !== context.query.minPrice || query.maxPrice !== context.query.maxPrice,
    isPending: ({ context }) => isPending(context),
    isClean: ({ context }) => !isPending(context),
    isApplied: ({ context }) => {
      const { minPrice, maxPrice } = getChosenPrices(context);
      return minPrice === context.query.minPrice && maxPrice === context.query.maxPrice;
    },
    hasProducts: ({ context }) => typeof context.list !== 'string',
    isListLost: ({ context }) => context.list === 'failed',
    areKnown: (_, { prices }: { prices: readonly number[] | null }) => prices !== null,
    isInAddress: ({ context }) => hasPrice(context.query) || context.query.page > 1,
  },
}).createMachine({
  id: 'priceFilter',
  description: 'The price filter: a slider with two inputs, applied by a button.',
  context: ({ input: { query, loaded } }) => {
    const range = loaded === null ? UNLOADED_RANGE : toServerRange(loaded);
    return { query, range, draft: toPriceDraft(query, range), list: 'loading' };
  },
  type: 'parallel',
  states: {
    range: {
      description: 'The range of the slider, and the selected prices.',
      initial: 'deciding',
      on: {
        'address.changed': [
          {
            description: 'The address selects other products, which may have a different price range.',
            guard: withEvent('isOtherRange'),
            target: '.loading',
            actions: [withEvent('setQuery'), 'resetDraft'],
          },
          {
            description: 'The address contains another price.',
            guard: withEvent('isOtherPrice'),
            actions: [withEvent('setQuery'), 'resetDraft'],
          },
          { description: 'The prices in the address have not changed.', actions: withEvent('setQuery') },
        ],
        'products.known': { actions: withEvent('setList') },
      },
      states: {
        deciding: {
          description: 'Decides whether the range came with the page.',
          always: [
            { description: 'The range came with the page.', guard: 'isLoaded', target: 'ready' },
            { description: 'The range is not known yet.', target: 'loading' },
          ],
        },
        loading: {
          description: 'The range is loading. The slider cannot be moved.',
          invoke: {
            id: 'loadRange',
            src: 'loadRange',
            input: ({ context }) => priceRangeRequest(context.query),
            onDone: {
              target: 'ready',
              actions: [
                { type: 'setRange', params: ({ event }) => ({ range: toServerRange(event.output) }) },
                'resetDraft',
              ],
            },
            onError: [
              {
                description: 'The list has its products, so the range is derived from their prices (A6).',
                guard: 'hasProducts',
                target: 'ready',
                actions: ['deriveRange', 'resetDraft'],
              },
              { description: 'The list could not be loaded either (A6).', guard: 'isListLost', target: 'unavailable' },
              { description: 'The list is still loading (A6).', target: 'awaiting' },
            ],
          },
        },
        awaiting: {
          description: 'The range could not be loaded. It will be derived from the products of the list (A6).',
          on: {
            'products.known': [
              listKnown,
              {
                description: 'The list could not be loaded either (A6).',
                target: 'unavailable',
                actions: withEvent('setList'),
              },
            ],
          },
        },
        ready: {
          description: 'The slider and the inputs can be used.',
          initial: 'clean',
          on: {
            'min.slide': { actions: given('setDraft', slideMin) },
            'max.slide': { actions: given('setDraft', slideMax) },
            'min.change': { actions: given('setDraft', typeMin) },
            'max.change': { actions: given('setDraft', typeMax) },
            'price.clear': [
              {
                description: 'The address contains a price, or names a later page than the first.',
                guard: 'isInAddress',
                actions: [
                  { type: 'setQuery', params: ({ context }) => ({ query: withPrices(context.query, null) }) },
                  'resetDraft',
                  showAddress,
                ],
              },
              {
                description: 'The selected prices differ from the applied ones.',
                guard: 'isPending',
                actions: 'resetDraft',
              },
            ],
          },
          states: {
            clean: {
              description: 'The slider shows the applied prices.',
              always: {
                description: 'The selected prices differ from the applied ones.',
                guard: 'isPending',
                target: 'pending',
              },
            },
            pending: {
              description: 'The slider differs from the applied prices: the Pending badge.',
              always: { description: 'The selected prices are the applied ones.', guard: 'isClean', target: 'clean' },
              on: {
                'price.apply': [
                  {
                    description: 'The chosen prices are the applied ones, e.g. a blank field without a price (§4).',
                    guard: 'isApplied',
                    actions: 'resetDraft',
                  },
                  {
                    description: 'The chosen prices differ from the applied ones.',
                    actions: [
                      {
                        type: 'setQuery',
                        params: ({ context }) => ({ query: withPrices(context.query, getChosenPrices(context)) }),
                      },
                      'resetDraft',
                      showAddress,
                    ],
                  },
                ],
              },
            },
          },
        },
        unavailable: {
          description: 'Neither the range nor the products could be loaded: Price range not available (A6).',
          on: {
            'products.known': listKnown,
          },
        },
      },
    },
    price: {
      description: 'Whether the address contains a price.',
      initial: 'inactive',
      states: {
        inactive: {
          description: 'No price is applied.',
          always: { description: 'The address contains a price.', guard: 'hasPrice', target: 'active' },
        },
        active: {
          description: 'A price is applied: the Active badge.',
          always: { description: 'The address contains no price.', guard: 'hasNoPrice', target: 'inactive' },
        },
      },
    },
  },
});

/** Returns the prices that Apply writes into the address. */
function getChosenPrices({ draft, range }: PriceFilterContext) {
  return toAppliedPrices(draft, range);
}

/** Returns whether the slider differs from the applied prices. */
function isPending({ query, range, draft }: PriceFilterContext): boolean {
  const applied = toPriceDraft(query, range);
  return draft.min !== applied.min || draft.max !== applied.max;
}
