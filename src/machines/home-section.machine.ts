import { assign, fromPromise, setup } from 'xstate';
import type { Product } from '../../contract/catalogue.ts';
import { listedProblem } from '../rules/failure.ts';
import type { Problem } from '../rules/failure.ts';
import { effectSlot, notProvided } from './slots.ts';

/** One row of products on the home page: loads, shows, is empty or fails, alone and with its own texts (§8). */

export type HomeSectionName = 'newArrivals' | 'featured';

export interface HomeSectionInput {
  readonly section: HomeSectionName;
  /** The products that the server rendered, or null to fetch them. */
  readonly loaded: readonly Product[] | null;
}

export interface HomeSectionContext {
  readonly section: HomeSectionName;
  readonly products: readonly Product[] | null;
  readonly problem: Problem | null;
  /** The product last put into the cart from here, for the live region. */
  readonly added: Product | null;
}

export type HomeSectionEvent =
  { readonly type: 'section.retry' } | { readonly type: 'cart.add'; readonly product: Product };

/** §8, by section. */
const FAILED: Readonly<Record<HomeSectionName, string>> = {
  newArrivals: 'Failed to load new arrivals. Please try again later.',
  featured: 'Failed to load featured products',
};

export const homeSectionMachine = setup({
  types: {
    input: {} as HomeSectionInput,
    context: {} as HomeSectionContext,
    events: {} as HomeSectionEvent,
    tags: {} as 'busy',
  },
  actors: { loadProducts: fromPromise<readonly Product[], { section: HomeSectionName }>(notProvided) },
  actions: {
    addToCart: effectSlot<{ product: Product }>(),
    setProducts: assign({ products: (_, params: { products: readonly Product[] }) => params.products }),
    setProblem: assign({ problem: (_, params: { problem: Problem }) => params.problem }),
    clearProblem: assign({ problem: null }),
    noteAdded: assign({ added: (_, params: { product: Product }) => params.product }),
  },
  guards: {
    isEmpty: ({ context }) => context.products?.length === 0,
    hasProducts: ({ context }) => context.products !== null,
    hasRetry: ({ context }) => context.section === 'featured',
    isInStock: (_, params: { product: Product }) => params.product.stock === null || params.product.stock > 0,
  },
}).createMachine({
  id: 'homeSection',
  description: 'One row of products on the home page.',
  context: ({ input }) => ({ section: input.section, products: input.loaded, problem: null, added: null }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Are the products already there?',
      always: [{ guard: 'isEmpty', target: 'empty' }, { guard: 'hasProducts', target: 'ready' }, { target: 'loading' }],
    },
    loading: {
      description: 'The products are being fetched; placeholders keep their room.',
      tags: 'busy',
      entry: 'clearProblem',
      invoke: {
        id: 'loadProducts',
        src: 'loadProducts',
        input: ({ context }) => ({ section: context.section }),
        onDone: {
          target: 'deciding',
          actions: { type: 'setProducts', params: ({ event }) => ({ products: event.output }) },
        },
        onError: {
          target: 'failed',
          actions: {
            type: 'setProblem',
            params: ({ context, event }) => ({ problem: listedProblem(event.error, FAILED[context.section]) }),
          },
        },
      },
    },
    ready: {
      description: 'The cards are shown.',
      on: {
        'cart.add': {
          guard: { type: 'isInStock', params: ({ event }) => ({ product: event.product }) },
          actions: [
            { type: 'addToCart', params: ({ event }) => ({ product: event.product }) },
            { type: 'noteAdded', params: ({ event }) => ({ product: event.product }) },
          ],
        },
      },
    },
    empty: { description: "There are none; the section's own words say so." },
    failed: {
      description: "The section's error text is shown; only the featured products offer Try Again.",
      on: { 'section.retry': { guard: 'hasRetry', target: 'loading' } },
    },
  },
});
