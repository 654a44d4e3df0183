import { assign, setup } from 'xstate';
import { given, withEvent } from '../parts.ts';
import { listenerSlot, slot } from '../slots.ts';

/** The home page's banners: one is shown, and the next one follows after 5 s unless it is paused (§2 Home, U24). */

export interface HeroCarouselInput {
  /** Number of banners, at least one. */
  readonly count: number;
}

export interface HeroCarouselContext extends HeroCarouselInput {
  readonly index: number;
  /** `false` until the script runs; pictures that are not visible yet load only then. */
  readonly isAwake: boolean;
  readonly isPointed: boolean;
  readonly isFocused: boolean;
  readonly isHidden: boolean;
  readonly isReduced: boolean;
  /** Paused by the shopper. */
  readonly isStopped: boolean;
}

export type HeroCarouselEvent =
  | { readonly type: 'banner.next' }
  | { readonly type: 'banner.previous' }
  | { readonly type: 'banner.pick'; readonly index: number }
  | { readonly type: 'motion.pause' }
  | { readonly type: 'motion.play' }
  | { readonly type: 'pointer.entered' }
  | { readonly type: 'pointer.left' }
  | { readonly type: 'focus.entered' }
  | { readonly type: 'focus.left' }
  | { readonly type: 'page.hidden' }
  | { readonly type: 'page.visible' }
  | { readonly type: 'motion.reduced' }
  | { readonly type: 'motion.allowed' };

const moving = {
  tags: 'moving',
  on: { 'motion.pause': { target: '#heroCarousel.several.choosing', actions: 'stop' } },
} as const;
const resting = { 'motion.play': { target: '#heroCarousel.several.choosing', actions: 'play' } } as const;

export const heroCarouselMachine = setup({
  types: {
    input: {} as HeroCarouselInput,
    context: {} as HeroCarouselContext,
    events: {} as HeroCarouselEvent,
    tags: {} as 'moving',
  },
  actors: {
    /** Sends each change of the page's visibility, and the preference for reduced motion, also immediately. */
    watchPage: listenerSlot(),
  },
  actions: {
    goBy: assign({
      index: ({ context: { index, count } }, { steps }: { steps: 1 | -1 }) => (index + steps + count) % count,
    }),
    goTo: assign({ index: (_, { index }: { index: number }) => index }),
    setPointed: assign({ isPointed: (_, { isOn }: { isOn: boolean }) => isOn }),
    setFocused: assign({ isFocused: (_, { isOn }: { isOn: boolean }) => isOn }),
    setHidden: assign({ isHidden: (_, { isOn }: { isOn: boolean }) => isOn }),
    setReduced: assign({ isReduced: (_, { isOn }: { isOn: boolean }) => isOn, isAwake: true }),
    stop: assign({ isStopped: true }),
    /** A shopper who presses play points at the carousel or has the focus in it, and wants motion. */
    play: assign({ isStopped: false, isReduced: false, isPointed: false, isFocused: false }),
  },
  guards: {
    isSingle: ({ context }) => context.count < 2,
    isStopped: ({ context }) => context.isStopped,
    isReduced: ({ context }) => context.isReduced,
    isHidden: ({ context }) => context.isHidden,
    isFocused: ({ context }) => context.isFocused,
    isPointed: ({ context }) => context.isPointed,
    hasBanner: ({ context }, { index }: { index: number }) => index >= 0 && index < context.count,
  },
  delays: { step: 5_000 },
}).createMachine({
  id: 'heroCarousel',
  description: 'The banners of the home page, one at a time.',
  context: ({ input }) => ({
    ...input,
    index: 0,
    isAwake: false,
    isPointed: false,
    isFocused: false,
    isHidden: false,
    isReduced: false,
    isStopped: false,
  }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Decides whether there is more than one banner.',
      always: [
        { description: 'There is one banner at most.', guard: 'isSingle', target: 'still' },
        { description: 'There is more than one banner.', target: 'several' },
      ],
    },
    still: { description: 'The only banner is shown, without controls.' },
    several: {
      description: 'One of several banners is shown. Each can be selected.',
      initial: 'choosing',
      invoke: slot('watchPage'),
      on: {
        'banner.next': { target: '.choosing', actions: given('goBy', { steps: 1 }) },
        'banner.previous': { target: '.choosing', actions: given('goBy', { steps: -1 }) },
        'banner.pick': {
          description: 'There is a banner at this position.',
          guard: withEvent('hasBanner'),
          target: '.choosing',
          actions: withEvent('goTo'),
        },
        'pointer.entered': { target: '.choosing', actions: given('setPointed', { isOn: true }) },
        'pointer.left': { target: '.choosing', actions: given('setPointed', { isOn: false }) },
        'focus.entered': { target: '.choosing', actions: given('setFocused', { isOn: true }) },
        'focus.left': { target: '.choosing', actions: given('setFocused', { isOn: false }) },
        'page.hidden': { target: '.choosing', actions: given('setHidden', { isOn: true }) },
        'page.visible': { target: '.choosing', actions: given('setHidden', { isOn: false }) },
        'motion.reduced': { target: '.choosing', actions: given('setReduced', { isOn: true }) },
        'motion.allowed': { target: '.choosing', actions: given('setReduced', { isOn: false }) },
      },
      states: {
        choosing: {
          description: 'Decides whether the banner is paused.',
          always: [
            { description: 'The shopper pressed pause (U24).', guard: 'isStopped', target: 'paused.byButton' },
            {
              description: 'The device asks for reduced motion (U24).',
              guard: 'isReduced',
              target: 'paused.reducedMotion',
            },
            { description: 'The page is hidden (U24).', guard: 'isHidden', target: 'paused.hidden' },
            { description: 'The focus is on the carousel (U24).', guard: 'isFocused', target: 'paused.focus' },
            { description: 'The pointer is on the carousel (U24).', guard: 'isPointed', target: 'paused.hover' },
            { description: 'Nothing pauses the banner.', target: 'playing' },
          ],
        },
        playing: {
          description: 'The next banner follows after 5 s; the first one follows the last.',
          tags: 'moving',
          on: { 'motion.pause': { target: 'choosing', actions: 'stop' } },
          after: {
            step: {
              description: '5 s after the banner appeared (§9).',
              target: 'choosing',
              actions: given('goBy', { steps: 1 }),
            },
          },
        },
        paused: {
          description: 'The banner stays until the shopper selects another one.',
          initial: 'hover',
          states: {
            hover: { description: 'The pointer is on the carousel.', ...moving },
            focus: { description: 'The focus is in the carousel.', ...moving },
            hidden: { description: 'The page is hidden.', ...moving },
            byButton: { description: 'The shopper has pressed pause.', on: resting },
            reducedMotion: { description: 'The device asks for reduced motion on all pages.', on: resting },
          },
        },
      },
    },
  },
});
