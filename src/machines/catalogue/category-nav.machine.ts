import { assign, setup } from 'xstate';
import type { Category } from '../../../contract/catalogue.ts';
import { categoriesProblem, categoryOf, navCategories } from '../../rules/catalogue/categories.ts';
import type { Problem } from '../../rules/failure.ts';
import { given, withEvent, withOutput } from '../parts.ts';
import { callSlot, slot } from '../slots.ts';

/**
 * The category nav bar of every page (§2, A59): its entries, loaded once, and how far it is scrolled.
 *
 * The bar reports its measures (`strip.measured`) and goes to `position` where that is another one.
 */

export interface CategoryNavInput {
  /** The categories that the server rendered, or null to fetch them. */
  readonly loaded: readonly Category[] | null;
  /** Path and query of the page. */
  readonly path: string;
}

export interface CategoryNavContext {
  readonly categories: readonly Category[] | null;
  /** The slug of the address. */
  readonly current: string | null;
  readonly problem: Problem | null;
  /** How far the bar is scrolled, and can be, px. */
  readonly position: number;
  readonly end: number;
}

export type CategoryNavEvent =
  | { readonly type: 'address.changed'; readonly path: string }
  | { readonly type: 'strip.measured'; readonly position: number; readonly end: number }
  | { readonly type: 'scroll.left' }
  | { readonly type: 'scroll.right' };

/** §2, §9, px. */
const STEP = 200;

const toRight = { 'scroll.right': { target: 'deciding', actions: given('scrollBy', { px: STEP }) } } as const;
const toLeft = { 'scroll.left': { target: 'deciding', actions: given('scrollBy', { px: -STEP }) } } as const;

export const categoryNavMachine = setup({
  types: { input: {} as CategoryNavInput, context: {} as CategoryNavContext, events: {} as CategoryNavEvent },
  actors: { loadCategories: callSlot<readonly Category[]>() },
  actions: {
    setCategories: assign({ categories: (_, categories: readonly Category[]) => navCategories(categories) }),
    setCurrent: assign({ current: (_, params: { path: string }) => categoryOf(params.path) }),
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
  description: 'The category nav bar: its entries, the chosen one, and how far it is scrolled.',
  context: ({ input }) => ({
    categories: input.loaded && navCategories(input.loaded),
    current: categoryOf(input.path),
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
      description: 'The entries; they stay the same until the page is loaded again.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Are the categories already there?',
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
          description: 'The categories are being fetched; the bar keeps its room.',
          invoke: {
            ...slot('loadCategories'),
            onDone: { target: 'deciding', actions: withOutput('setCategories') },
            onError: {
              target: 'failed',
              actions: { type: 'setProblem', params: ({ event }) => ({ problem: categoriesProblem(event.error) }) },
            },
          },
        },
        ready: { description: 'The categories are linked, the chosen one is highlighted.' },
        empty: { description: 'The shop has no active top-level category.' },
        failed: { description: 'The categories could not be loaded; the bar says so.' },
      },
    },
    scroll: {
      description: 'Which arrows there are.',
      initial: 'fits',
      on: {
        'strip.measured': { target: '.deciding', actions: withEvent('setStrip') },
      },
      states: {
        deciding: {
          description: 'Where is the bar?',
          always: [
            { description: 'All entries fit on the screen.', guard: 'fits', target: 'fits' },
            { description: 'The bar is at its left end.', guard: 'isAtStart', target: 'atStart' },
            { description: 'The bar is at its right end.', guard: 'isAtEnd', target: 'atEnd' },
            { description: 'The bar is somewhere between its ends.', target: 'middle' },
          ],
        },
        fits: { description: 'All entries are seen; there is no arrow.' },
        atStart: { description: 'The first entry is seen; one can scroll to the right.', on: toRight },
        middle: { description: 'There are entries to both sides.', on: { ...toRight, ...toLeft } },
        atEnd: { description: 'The last entry is seen; one can scroll to the left.', on: toLeft },
      },
    },
  },
});
