import { assign, setup } from 'xstate';
import { BRANDS_A_PAGE } from '../../rules/home/home.ts';

/** The home page's brands, six at a time, moved by buttons (§2 Home, §9). */

export interface BrandCarouselInput {
  /** Number of brands. */
  readonly count: number;
}

export interface BrandCarouselContext extends BrandCarouselInput {
  /** From 0. */
  readonly page: number;
}

export type BrandCarouselEvent = { readonly type: 'page.next' } | { readonly type: 'page.previous' };

const lastPage = (count: number) => Math.ceil(count / BRANDS_A_PAGE) - 1;

export const brandCarouselMachine = setup({
  types: { input: {} as BrandCarouselInput, context: {} as BrandCarouselContext, events: {} as BrandCarouselEvent },
  actions: {
    goOn: assign({ page: ({ context }) => context.page + 1 }),
    goBack: assign({ page: ({ context }) => context.page - 1 }),
  },
  guards: {
    isOnePage: ({ context }) => lastPage(context.count) <= 0,
    isFirst: ({ context }) => context.page === 0,
    isLast: ({ context }) => context.page === lastPage(context.count),
  },
}).createMachine({
  id: 'brandCarousel',
  description: 'Pages of brands on the home page.',
  context: ({ input }) => ({ ...input, page: 0 }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides the number of pages.',
      always: [
        { description: 'All brands fit on one page.', guard: 'isOnePage', target: 'onePage' },
        { description: 'There are more brands than a page holds.', target: 'page' },
      ],
    },
    onePage: { description: 'All brands are shown, without buttons.' },
    page: {
      description: 'One of several pages of brands is shown.',
      initial: 'choosing',
      states: {
        choosing: {
          description: 'Decides which page is shown.',
          always: [
            { description: 'It is the first page.', guard: 'isFirst', target: 'first' },
            { description: 'It is the last page.', guard: 'isLast', target: 'last' },
            { description: 'There are pages before and after it.', target: 'middle' },
          ],
        },
        first: {
          description: 'There is no page before it.',
          on: { 'page.next': { target: 'choosing', actions: 'goOn' } },
        },
        middle: {
          description: 'There are pages on both sides.',
          on: {
            'page.next': { target: 'choosing', actions: 'goOn' },
            'page.previous': { target: 'choosing', actions: 'goBack' },
          },
        },
        last: {
          description: 'There is no page after it.',
          on: { 'page.previous': { target: 'choosing', actions: 'goBack' } },
        },
      },
    },
  },
});
