import { assign, setup } from 'xstate';
import type { Order } from '../../../contract/orders.ts';
import { isSignedOut } from '../../rules/failure-kinds.ts';
import { findJustPlacedOrder } from '../../rules/orders/just-placed.ts';
import { signedOut, withOutput } from '../parts.ts';
import type { Failure } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, notProvided, slot } from '../slots.ts';

/** The page after a placed order, also after a reload that lost the navigation's state (U21). */

export interface OrderSuccessInput {
  readonly isSignedIn: boolean;
  /** Order id in the navigation's state, or empty. It takes precedence over the address. */
  readonly stateOrderId: string;
  /** Order id in `?order=`, or empty. */
  readonly addressOrderId: string;
}

export interface OrderSuccessContext extends OrderSuccessInput {
  readonly orderId: string;
}

export type OrderSuccessEvent = { readonly type: 'session.ended' };

interface OrderResult {
  readonly orders: readonly Pick<Order, '_id' | 'status' | 'createdAt'>[];
  /** Server time in epoch ms (H13). */
  readonly now: number;
}

export const orderSuccessMachine = setup({
  types: {
    input: {} as OrderSuccessInput,
    context: {} as OrderSuccessContext,
    events: {} as OrderSuccessEvent,
  },
  actors: {
    /** Sends `session.ended`. */
    watchSession: listenerSlot(),
    loadOrders: callSlot<OrderResult>(),
  },
  actions: {
    /** Writes `?order=` into the address, so that a reload finds the order again. */
    keepInAddress: effectSlot<{ orderId: string }>(),
    goToLogin: notProvided,
    setOrder: assign((_, { orderId }: { orderId: string }) => ({ orderId })),
    setJustPlaced: assign((_, { orders, now }: OrderResult) => ({ orderId: findJustPlacedOrder(orders, now) ?? '' })),
  },
  guards: {
    isGuest: ({ context }) => !context.isSignedIn,
    hasStateOrder: ({ context }) => context.stateOrderId !== '' && context.stateOrderId !== context.addressOrderId,
    hasAddressOrder: ({ context }) => context.addressOrderId !== '',
    isJustPlaced: (_, { orders, now }: OrderResult) => findJustPlacedOrder(orders, now) !== null,
    isUnauthorized: (_, { error }: Failure) => isSignedOut(error),
  },
}).createMachine({
  id: 'orderSuccess',
  description: 'The page that thanks for an order.',
  context: ({ input }) => ({ ...input, orderId: '' }),
  invoke: slot('watchSession'),
  initial: 'deciding',
  on: { 'session.ended': '.atLogin' },
  states: {
    deciding: {
      description: 'Decides which order the page shows.',
      always: [
        { description: 'No shopper is logged in.', guard: 'isGuest', target: 'atLogin' },
        {
          description: 'The shopper came with an order that the address does not name yet (U21).',
          guard: 'hasStateOrder',
          target: 'shown',
          actions: [
            { type: 'setOrder', params: ({ context }) => ({ orderId: context.stateOrderId }) },
            { type: 'keepInAddress', params: ({ context }) => ({ orderId: context.stateOrderId }) },
          ],
        },
        {
          description: 'The address names the order (U21).',
          guard: 'hasAddressOrder',
          target: 'shown',
          actions: { type: 'setOrder', params: ({ context }) => ({ orderId: context.addressOrderId }) },
        },
        { description: 'Neither the navigation nor the address names an order (U21).', target: 'looking' },
      ],
    },
    shown: { description: 'The order is placed. The page shows its short id.' },
    looking: {
      description: 'The address names no order. The page looks for one that was just placed.',
      invoke: {
        ...slot('loadOrders'),
        onDone: [
          {
            description: 'The newest order is less than an hour old and not cancelled (U21).',
            guard: withOutput('isJustPlaced'),
            target: 'shown',
            actions: withOutput('setJustPlaced'),
          },
          { description: 'No order was placed within the last hour (U21).', target: 'without' },
        ],
        onError: [
          signedOut('atLogin'),
          { description: 'The orders could not be loaded. The page links to them instead (U21).', target: 'without' },
        ],
      },
    },
    without: { description: 'No order was just placed. The page links to the orders of the profile.' },
    atLogin: { type: 'final', description: 'The login page follows and returns here.', entry: 'goToLogin' },
  },
});
