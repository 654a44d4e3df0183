import { assign, sendTo, setup } from 'xstate';
import type { Product } from '../../../contract/catalogue.ts';
import type { Problem } from '../../rules/failure.ts';
import { HAS_PLACEHOLDER } from '../../rules/home/flash.ts';
import { sectionProblem, sizeOf } from '../../rules/home/home.ts';
import type { HomeSectionName, SectionContent } from '../../rules/home/home.ts';
import type { FlashCountdownContext, flashCountdownMachine } from './flash-countdown.machine.ts';
import { withEvent, withOutput } from '../parts.ts';
import type { Failure } from '../parts.ts';
import { callSlot, effectSlot, machineSlot, slot } from '../slots.ts';

/** One part of the home page: loads, shows, is empty or fails, alone and with its own texts (§8). */

export interface HomeSectionInput {
  readonly section: HomeSectionName;
  /** What the server rendered, or null to fetch it. */
  readonly loaded: SectionContent | null;
}

export interface HomeSectionContext {
  readonly section: HomeSectionName;
  readonly content: SectionContent | null;
  readonly problem: Problem | null;
  /** The product last put into the cart from here, for the live region. */
  readonly added: Product | null;
  /** How many deals have ended, and how many of them when the deals were last asked for. */
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
      problem: sectionProblem(context.section, error),
    })),
    beginAsking: assign({ problem: null, askedAt: ({ context }) => context.endings }),
    setEndings: assign({ endings: (_, { snapshot }: ClockSnapshot) => snapshot.context.endings }),
    noteAdded: assign({ added: (_, params: { product: Product }) => params.product }),
  },
  guards: {
    isFlash: ({ context }) => context.section === 'flash',
    isEmpty: ({ context }) => context.content !== null && sizeOf(context.content) === 0,
    hasContent: ({ context }) => context.content !== null,
    hasEnded: ({ context }) => context.endings > context.askedAt,
    isInStock: (_, params: { product: Product }) => params.product.stock === null || params.product.stock > 0,
  },
}).createMachine({
  id: 'homeSection',
  description: 'One part of the home page.',
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
      description: 'What the section shows.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Is it already there?',
          always: [
            { description: 'It is there, and has nothing to show.', guard: 'isEmpty', target: 'empty' },
            { description: 'It is there, with something to show.', guard: 'hasContent', target: 'ready' },
            { description: 'It is not there yet.', target: 'loading' },
          ],
        },
        loading: {
          description: 'It is being fetched; placeholders keep its room.',
          tags: 'busy',
          entry: 'beginAsking',
          invoke: {
            ...slot('loadContent'),
            input: ({ context }) => ({ section: context.section }),
            onDone: [
              {
                description: 'It is the part of the flash deals: its clock is told.',
                guard: 'isFlash',
                target: 'deciding',
                actions: [withOutput('setContent'), withOutput('tellClock')],
              },
              {
                description: 'It is any other part of the home page.',
                target: 'deciding',
                actions: withOutput('setContent'),
              },
            ],
            onError: { target: 'failed', actions: withEvent('setProblem') },
          },
        },
        ready: {
          description: 'It is shown; the deals until one of them ends (U2).',
          always: {
            description: 'A deal has ended since they were fetched (U2).',
            guard: 'hasEnded',
            target: 'loading',
          },
          on: {
            'cart.add': {
              description: 'The product is in stock, or nothing is known of its stock.',
              guard: withEvent('isInStock'),
              actions: [
                { type: 'addToCart', params: ({ event }) => ({ product: event.product }) },
                withEvent('noteAdded'),
              ],
            },
          },
        },
        empty: { description: "There is nothing; the section's own words say so, where it has them." },
        failed: {
          description: "The section's error text is shown, with Try Again.",
          on: { 'section.retry': 'loading' },
        },
      },
    },
    clock: {
      description: 'The clock of the flash deals.',
      initial: 'deciding',
      states: {
        deciding: {
          description: 'Does the section have one?',
          always: [
            { description: 'It is the part of the flash deals.', guard: 'isFlash', target: 'shown' },
            { description: 'It is any other part of the home page.', target: 'none' },
          ],
        },
        none: { description: 'Only the deals have one.' },
        shown: {
          description: 'It runs, and tells when a deal ends.',
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
