import { assign, fromCallback, fromPromise, setup } from 'xstate';
import type { EventObject } from 'xstate';
import { isSignedOut } from '../rules/failure.ts';
import { effectSlot, notProvided } from './slots.ts';

/** The page after a placed order, also after a reload that lost the navigation's state (U21). */

export interface OrderSuccessInput {
  readonly isSignedIn: boolean;
  /** Of the navigation's state; empty where there is none. It counts before the address. */
  readonly stateOrderId: string;
  /** Of `?order=`; empty where there is none. */
  readonly addressOrderId: string;
}

export interface OrderSuccessContext extends OrderSuccessInput {
  readonly orderId: string;
}

export type OrderSuccessEvent = { readonly type: 'session.ended' };

interface Found {
  readonly orderId: string | null;
}

export const orderSuccessMachine = setup({
  types: {
    input: {} as OrderSuccessInput,
    context: {} as OrderSuccessContext,
    events: {} as OrderSuccessEvent,
  },
  actors: {
    /** Sends `session.ended`. */
    watchSession: fromCallback<EventObject>(notProvided),
    /** The newest order of the shopper, null where there is none. */
    findLatestOrder: fromPromise<Found, void>(notProvided),
  },
  actions: {
    /** Writes `?order=` into the address, so that a reload finds the order again. */
    keepInAddress: effectSlot<{ orderId: string }>(),
    goToLogin: notProvided,
    setOrder: assign({ orderId: (_, { orderId }: Found) => orderId ?? '' }),
  },
  guards: {
    isGuest: ({ context }) => !context.isSignedIn,
    hasStateOrder: ({ context }) => context.stateOrderId !== '' && context.stateOrderId !== context.addressOrderId,
    hasAddressOrder: ({ context }) => context.addressOrderId !== '',
    isFound: (_, { orderId }: Found) => orderId !== null,
    isUnauthorized: (_, { error }: { error: unknown }) => isSignedOut(error),
  },
}).createMachine({
  id: 'orderSuccess',
  description: 'The page that thanks for an order.',
  context: ({ input }) => ({ ...input, orderId: '' }),
  invoke: { id: 'watchSession', src: 'watchSession' },
  initial: 'deciding',
  on: { 'session.ended': '.atLogin' },
  states: {
    deciding: {
      description: 'Which order is it about?',
      always: [
        { guard: 'isGuest', target: 'atLogin' },
        {
          guard: 'hasStateOrder',
          target: 'shown',
          actions: [
            { type: 'setOrder', params: ({ context }) => ({ orderId: context.stateOrderId }) },
            { type: 'keepInAddress', params: ({ context }) => ({ orderId: context.stateOrderId }) },
          ],
        },
        {
          guard: 'hasAddressOrder',
          target: 'shown',
          actions: { type: 'setOrder', params: ({ context }) => ({ orderId: context.addressOrderId }) },
        },
        { target: 'looking' },
      ],
    },
    shown: { description: 'The order is placed, and its short id is shown.' },
    looking: {
      description: 'The address names no order: the newest one of the shopper is looked up.',
      invoke: {
        id: 'findLatestOrder',
        src: 'findLatestOrder',
        onDone: [
          {
            guard: { type: 'isFound', params: ({ event }) => event.output },
            target: 'shown',
            actions: { type: 'setOrder', params: ({ event }) => event.output },
          },
          { target: 'without' },
        ],
        onError: [
          { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: 'atLogin' },
          { target: 'without' },
        ],
      },
    },
    without: { description: 'No order is known: the page leads to the orders of the profile.' },
    atLogin: { type: 'final', description: 'The login page follows and comes back here.', entry: 'goToLogin' },
  },
});
