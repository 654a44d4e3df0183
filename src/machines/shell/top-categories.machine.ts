import { assign, setup } from 'xstate';
import type { Category } from '../../../contract/catalogue.ts';
import { withOutput } from '../parts.ts';
import { callSlot, slot } from '../slots.ts';

/** The six top categories of the footer, or the shop's fixed ones when the call fails (§2, A48). */

export interface TopCategoriesInput {
  /** The categories that the server rendered, or `null` to fetch them. */
  readonly loaded: readonly Category[] | null;
}

export interface TopCategoriesContext {
  readonly categories: readonly Category[] | null;
}

/** Number of categories (§2 Footer, §9). */
const SHOWN = 6;

export const topCategoriesMachine = setup({
  types: { input: {} as TopCategoriesInput, context: {} as TopCategoriesContext },
  actors: { loadCategories: callSlot<readonly Category[]>() },
  actions: {
    setCategories: assign({ categories: (_, categories: readonly Category[]) => categories.slice(0, SHOWN) }),
  },
  guards: {
    isEmpty: ({ context }) => context.categories?.length === 0,
    hasCategories: ({ context }) => context.categories !== null,
  },
}).createMachine({
  id: 'topCategories',
  description: 'The six top categories, for the footer.',
  context: ({ input }) => ({ categories: input.loaded?.slice(0, SHOWN) ?? null }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides whether the categories are already known.',
      always: [
        { description: 'The shop has no active top category.', guard: 'isEmpty', target: 'fallback' },
        {
          description: 'The categories came with the page or have been loaded.',
          guard: 'hasCategories',
          target: 'ready',
        },
        { description: 'The categories are not known yet.', target: 'loading' },
      ],
    },
    loading: {
      description: 'The categories are loading. The fixed ones are linked meanwhile.',
      invoke: {
        ...slot('loadCategories'),
        onDone: { target: 'deciding', actions: withOutput('setCategories') },
        onError: 'fallback',
      },
    },
    ready: { description: "The server's categories are linked." },
    fallback: { description: "The shop's fixed categories are linked." },
  },
});
