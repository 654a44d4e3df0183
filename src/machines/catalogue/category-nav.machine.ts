import { assign, setup } from 'xstate';
import type { Category } from '../../../contract/catalogue.ts';
import { categoriesProblem, parseCategorySlug, getNavCategories } from '../../rules/catalogue/categories.ts';
import type { Problem } from '../../rules/failure.ts';
import { given, withEvent, withOutput } from '../parts.ts';
import { callSlot, slot } from '../slots.ts';

/**
 * The category nav bar of every page (§2, A59): its entries, loaded once, and its scroll position.
 *
 * The bar reports its size (`strip.measured`) and scrolls to `position` when that changes.
 */

export interface CategoryNavInput {
  /** The categories that the server rendered, or `null` to fetch them. */
  readonly loaded: readonly Category[] | null;
  /** Path and query of the page. */
  readonly path: string;
}

export interface CategoryNavContext {
  readonly categories: readonly Category[] | null;
  /** The category slug in the address. */
  readonly current: string | null;
  readonly problem: Problem | null;
  /** Current and maximum scroll offset in px. */
  readonly position: number;
  readonly end: number;
}

export type CategoryNavEvent =
  | { readonly type: 'address.changed'; readonly path: string }
  | { readonly type: 'strip.measured'; readonly position: number; readonly end: number }
  | { readonly type: 'scroll.left' }
  | { readonly type: 'scroll.right' };

/** Scroll distance of an arrow in px (§2, §9). */
const STEP = 200;

const toRight = { 'scroll.right': { target: 'deciding', actions: given('scrollBy', { px: STEP }) } } as const;
const toLeft = { 'scroll.left': { target: 'deciding', actions: given('scrollBy', { px: -STEP }) } } as const;

export const categoryNavMachine = setup({
  types: { input: {} as CategoryNavInput, context: {} as CategoryNavContext, events: {} as CategoryNavEvent },
  actors: { loadCategories: callSlot<readonly Category[]>() },
  actions: {
    setCategories: assign({ categories: (_, categories: readonly Category[]) => getNavCategories(categories) }),
    setCurrent: assign({ current: (_, params: { path: string }) => parseCategorySlug(params.path) }),
    setProblem: assign({ problem: (_, params: { problem: Problem }) => params.problem }),
    setStrip: assign((_, { position, end }: { position: number; end: number }) => ({ position, end })),
    scrollBy: assign({
      position: ({ context: { position, end } }, { px }: { px: number }) => Math.max(0, Math.min(position + px, end)),
    }),
  },
  guards: {
    isEmpty: ({ context }) => context.categories?.length === 0,
    hasCategories: ({ context }) => context.categories !== null,
    fits: ({ context }) => context.end <= 0,
    isAtStart: ({ context }) => context.position <= 0,
    isAtEnd: ({ context }) => context.position >= context.end,
  },
}).createMachine({
  id: 'categoryNav',
  description: 'The category nav bar: its entries, the current one, and its scroll position.',
  context: ({ input }) => ({
    categories: input.loaded && getNavCategories(input.loaded),
    current: parseCategorySlug(input.path),
    problem: null,
    position: 0,
    end: 0,
  }),
  type: 'parallel',
  on: {
    'address.changed': { actions: withEvent('setCurrent') },
  },
  states: {
    load: {
      description: 'The entries. They stay the same until the page is reloaded.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Decides whether the categories are already known.',
          always: [
            { description: 'The shop has no active top category.', guard: 'isEmpty', target: 'empty' },
            {
              description: 'The categories came with the page or have been loaded.',
              guard: 'hasCategories',
              target: 'ready',
            },
            { description: 'The categories are not known yet.', target: 'loading' },
          ],
        },
        loading: {
          description: 'The categories are loading. The bar reserves its space.',
          invoke: {
            ...slot('loadCategories'),
            onDone: { target: 'deciding', actions: withOutput('setCategories') },
            onError: {
              target: 'failed',
              actions: { type: 'setProblem', params: ({ event }) => ({ problem: categoriesProblem(event.error) }) },
            },
          },
        },
        ready: { description: 'The bar links the categories and highlights the current one.' },
        empty: { description: 'The shop has no active top-level category.' },
        failed: { description: 'The categories could not be loaded. The bar shows this.' },
      },
    },
    scroll: {
      description: 'Which arrows are shown.',
      initial: 'fits',
      on: {
        'strip.measured': { target: '.deciding', actions: withEvent('setStrip') },
      },
      states: {
        deciding: {
          description: 'Decides the scroll position.',
          always: [
            { description: 'All entries fit on the screen.', guard: 'fits', target: 'fits' },
            { description: 'The bar is at its left end.', guard: 'isAtStart', target: 'atStart' },
            { description: 'The bar is at its right end.', guard: 'isAtEnd', target: 'atEnd' },
            { description: 'The bar is somewhere between its ends.', target: 'middle' },
          ],
        },
        fits: { description: 'All entries are visible, so there is no arrow.' },
        atStart: { description: 'The first entry is visible. The bar scrolls to the right.', on: toRight },
        middle: { description: 'There are more entries on both sides.', on: { ...toRight, ...toLeft } },
        atEnd: { description: 'The last entry is visible. The bar scrolls to the left.', on: toLeft },
      },
    },
  },
});
