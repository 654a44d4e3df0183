import { assign, setup } from 'xstate';
import { getDealEnds, hasEndBetween, getNextEnd, PLACEHOLDER_MS } from '../../rules/home/flash.ts';
import type { EndingDeal } from '../../rules/home/flash.ts';
import { withEvent, withOutput } from '../parts.ts';
import { callSlot, listenerSlot, slot } from '../slots.ts';

/**
 * The clock of the flash deals. The section that shows the deals invokes it, sends it the known deals, and reads
 * `endings` to notice that a deal has ended. `now` is the last known server time (H13): the remaining time is computed
 * from it instead of counted in ticks.
 */

export interface LoadedDeals {
  readonly deals: readonly EndingDeal[];
  /** Server time when the deals were loaded. Epoch ms. */
  readonly now: number;
}

export interface FlashCountdownInput {
  /** Data that came with the page, or `null`. */
  readonly known: LoadedDeals | null;
  /** Whether the clock counts down to a made-up time when there is no deal (U1). */
  readonly hasPlaceholder: boolean;
}

export interface FlashCountdownContext {
  readonly hasPlaceholder: boolean;
  /** Ends of the deals in epoch ms; `null` until the deals are known. */
  readonly ends: readonly number[] | null;
  readonly now: number;
  /** Number of deals that have ended while the clock ran. */
  readonly endings: number;
}

export type FlashCountdownEvent =
  | ({ readonly type: 'deals.known' } & LoadedDeals)
  | { readonly type: 'clock.tick'; readonly now: number };

const loadDeals = {
  ...slot('loadDeals'),
  onDone: { target: '#flashCountdown.deciding', actions: withOutput('setDeals') },
  onError: 'sure',
} as const;

export const flashCountdownMachine = setup({
  types: {
    input: {} as FlashCountdownInput,
    context: {} as FlashCountdownContext,
    events: {} as FlashCountdownEvent,
  },
  actors: {
    loadDeals: callSlot<LoadedDeals>(),
    /** Sends `clock.tick` immediately, each second and when the page is shown again. */
    clock: listenerSlot(),
  },
  actions: {
    setDeals: assign((_, { deals, now }: LoadedDeals) => ({ ends: getDealEnds(deals), now })),
    setNow: assign((_, { now }: { now: number }) => ({ now })),
    countEnding: assign({ endings: ({ context }) => context.endings + 1 }),
    pretend: assign({ ends: ({ context }) => [context.now + PLACEHOLDER_MS] }),
  },
  guards: {
    isUnknown: ({ context }) => context.ends === null,
    isAhead: ({ context: { ends, now } }) => getNextEnd(ends ?? [], now) !== null,
    isPast: ({ context: { ends } }) => ends !== null && ends.length > 0,
    hasPlaceholder: ({ context }) => context.hasPlaceholder,
    isLastEnding: ({ context: { ends, now } }, tick: { now: number }) =>
      hasEndBetween(ends ?? [], now, tick.now) && getNextEnd(ends ?? [], tick.now) === null,
    isOneEnding: ({ context: { ends, now } }, tick: { now: number }) => hasEndBetween(ends ?? [], now, tick.now),
  },
}).createMachine({
  id: 'flashCountdown',
  description: 'The clock that runs to the end of the next flash deal.',
  context: ({ input: { known, hasPlaceholder } }) => ({
    hasPlaceholder,
    ends: known && getDealEnds(known.deals),
    now: known?.now ?? 0,
    endings: 0,
  }),
  initial: 'deciding',
  invoke: slot('clock'),
  on: {
    'deals.known': { target: '.deciding', actions: withEvent('setDeals') },
    'clock.tick': { actions: withEvent('setNow') },
  },
  states: {
    deciding: {
      description: 'Decides which end the clock counts down to.',
      always: [
        { description: 'The deals are not known yet.', guard: 'isUnknown', target: 'waiting' },
        { description: 'At least one deal has not ended (U2).', guard: 'isAhead', target: 'running' },
        { description: 'There were deals, and all have ended.', guard: 'isPast', target: 'ended' },
        {
          description: 'There is no deal, and the shop shows a clock anyway (U1).',
          guard: 'hasPlaceholder',
          target: 'placeholder',
        },
        { description: 'There is no deal, and the owner has turned the clock off (U1).', target: 'hiddenClock' },
      ],
    },
    waiting: { description: 'No deals are known yet, so there is no clock.' },
    running: {
      description: 'The clock counts down to the next end (U2).',
      initial: 'sure',
      on: {
        'clock.tick': [
          {
            description: 'The last deal has ended with this second.',
            guard: withEvent('isLastEnding'),
            target: 'ended.asking',
            actions: [withEvent('setNow'), 'countEnding'],
          },
          {
            description: 'A deal has ended with this second, and another one is still running (U2).',
            guard: withEvent('isOneEnding'),
            target: '.asking',
            actions: [withEvent('setNow'), 'countEnding'],
          },
          { description: 'No deal has ended with this second.', actions: withEvent('setNow') },
        ],
      },
      states: {
        sure: { description: 'The known deals are current.' },
        asking: {
          description: 'A deal has ended, and others are running. The current deals are loading.',
          invoke: loadDeals,
        },
      },
    },
    ended: {
      description: 'All deals have ended: zeros, unless a wrong clock is corrected (H13).',
      always: {
        description: 'The clock was corrected, and a deal has not ended after all (H13).',
        guard: 'isAhead',
        target: 'running',
      },
      initial: 'sure',
      states: {
        sure: { description: 'No newer deals are known.' },
        asking: {
          description: 'The last deal has just ended. New deals are loading.',
          invoke: loadDeals,
        },
      },
    },
    placeholder: {
      description: 'There is no deal. The clock counts down to a made-up time (U1).',
      entry: 'pretend',
      on: {
        'clock.tick': [
          {
            description: 'The made-up time is over.',
            guard: withEvent('isLastEnding'),
            target: 'ended',
            actions: withEvent('setNow'),
          },
          { description: 'The made-up time is not over yet.', actions: withEvent('setNow') },
        ],
      },
    },
    hiddenClock: { description: 'There is no deal, and the shop shows no clock without one (U1).' },
  },
});
