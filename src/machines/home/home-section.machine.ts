import { assign, sendTo, setup } from 'xstate';
import type { Product } from '../../../contract/catalogue.ts';
import type { Problem } from '../../rules/failure.ts';
import { HAS_PLACEHOLDER } from '../../rules/home/flash.ts';
import { toSectionProblem, countItems } from '../../rules/home/home.ts';
import type { HomeSectionName, SectionContent } from '../../rules/home/home.ts';
import type { FlashCountdownContext, flashCountdownMachine } from './flash-countdown.machine.ts';
import { withEvent, withOutput } from '../parts.ts';
import type { Failure } from '../parts.ts';
import { callSlot, effectSlot, machineSlot, slot } from '../slots.ts';

/** One section of the home page: loads, shows, is empty or fails independently, with its own texts (§8). */

export interface HomeSectionInput {
  readonly section: HomeSectionName;
  /** Content that the server rendered, or `null` to fetch it. */
  readonly loaded: SectionContent | null;
}

export interface HomeSectionContext {
  readonly section: HomeSectionName;
  readonly content: SectionContent | null;
  readonly problem: Problem | null;
  /** The product last added to the cart from here, for the live region. */
  readonly added: Product | null;
  /** Number of ended deals, now and at the last load of the deals. */
  readonly endings: number;
  readonly askedAt: number;
}

export type HomeSectionEvent =
  | { readonly type: 'section.retry' }
  | { readonly type: 'cart.add'; readonly product: Product };

interface ClockSnapshot {
  readonly snapshot: { readonly context: Pick<FlashCountdownContext, 'endings'> };
}

export const homeSectionMachine = setup({
  types: {
    input: {} as HomeSectionInput,
    context: {} as HomeSectionContext,
    events: {} as HomeSectionEvent,
    children: {} as { flashCountdown: 'flashCountdown' },
    tags: {} as 'busy',
  },
  actors: {
    loadContent: callSlot<SectionContent, { section: HomeSectionName }>(),
    flashCountdown: machineSlot<typeof flashCountdownMachine>(),
  },
  actions: {
    addToCart: effectSlot<{ product: Product }>(),
    setContent: assign({ content: (_, content: SectionContent) => content }),
    tellClock: sendTo('flashCountdown', (_, { deals }: SectionContent) => ({
      type: 'deals.known',
      deals: deals?.deals ?? [],
      now: deals?.now ?? 0,
    })),
    setProblem: assign(({ context }, { error }: Failure) => ({
      problem: toSectionProblem(context.section, error),
    })),
    beginAsking: assign({ problem: null, askedAt: ({ context }) => context.endings }),
    setEndings: assign({ endings: (_, { snapshot }: ClockSnapshot) => snapshot.context.endings }),
    noteAdded: assign({ added: (_, params: { product: Product }) => params.product }),
  },
  guards: {
    isFlash: ({ context }) => context.section === 'flash',
    isEmpty: ({ context }) => context.content !== null && countItems(context.content) === 0,
    hasContent: ({ context }) => context.content !== null,
    hasEnded: ({ context }) => context.endings > context.askedAt,
    isInStock: (_, params: { product: Product }) => params.product.stock === null || params.product.stock > 0,
  },
}).createMachine({
  id: 'homeSection',
  description: 'One section of the home page.',
  context: ({ input: { loaded, ...input } }) => ({
    ...input,
    content: loaded,
    problem: null,
    added: null,
    endings: 0,
    askedAt: 0,
  }),
  type: 'parallel',
  states: {
    items: {
      description: 'The content of the section.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Decides whether the content is already known.',
          always: [
            { description: 'The content is known and empty.', guard: 'isEmpty', target: 'empty' },
            { description: 'The content is known and not empty.', guard: 'hasContent', target: 'ready' },
            { description: 'The content is not known yet.', target: 'loading' },
          ],
        },
        loading: {
          description: 'The content is loading. Placeholders reserve its space.',
          tags: 'busy',
          entry: 'beginAsking',
          invoke: {
            ...slot('loadContent'),
            input: ({ context }) => ({ section: context.section }),
            onDone: [
              {
                description: 'The section shows the flash deals, and its clock receives them.',
                guard: 'isFlash',
                target: 'deciding',
                actions: [withOutput('setContent'), withOutput('tellClock')],
              },
              {
                description: 'The section is not the flash deals.',
                target: 'deciding',
                actions: withOutput('setContent'),
              },
            ],
            onError: { target: 'failed', actions: withEvent('setProblem') },
          },
        },
        ready: {
          description: 'The content is shown; the flash deals until one of them ends (U2).',
          always: {
            description: 'A deal has ended since they were loaded (U2).',
            guard: 'hasEnded',
            target: 'loading',
          },
          on: {
            'cart.add': {
              description: 'The product is in stock, or its stock is unknown.',
              guard: withEvent('isInStock'),
              actions: [
                { type: 'addToCart', params: ({ event }) => ({ product: event.product }) },
                withEvent('noteAdded'),
              ],
            },
          },
        },
        empty: { description: 'There is no content. Sections with a text for this show it.' },
        failed: {
          description: 'The section shows its error with Try Again.',
          on: { 'section.retry': 'loading' },
        },
      },
    },
    clock: {
      description: 'The clock of the flash deals.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Decides whether the section has a clock.',
          always: [
            { description: 'The section shows the flash deals.', guard: 'isFlash', target: 'shown' },
            { description: 'The section is not the flash deals.', target: 'none' },
          ],
        },
        none: { description: 'Only the flash deals have a clock.' },
        shown: {
          description: 'The clock runs, and reports when a deal ends.',
          invoke: {
            ...slot('flashCountdown'),
            input: ({ context }) => ({ known: context.content?.deals ?? null, hasPlaceholder: HAS_PLACEHOLDER }),
            onSnapshot: { actions: withEvent('setEndings') },
          },
        },
      },
    },
  },
});
