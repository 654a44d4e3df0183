import { assign, setup } from 'xstate';
import { withEvent } from '../parts.ts';
import { listenerSlot, slot } from '../slots.ts';

/** Decides which screen of this tab shows a payment under way: the checkout or the bar under the header, never both. */

export interface PaymentScreenContext {
  /** The order whose payment the bar waits for, or `null`. */
  readonly underWay: string | null;
}

export type PaymentScreenEvent =
  | { readonly type: 'checkout.took' }
  | { readonly type: 'checkout.left' }
  | { readonly type: 'bar.took' }
  | { readonly type: 'bar.left' }
  | { readonly type: 'bar.waits'; readonly orderId: string }
  | { readonly type: 'bar.rests' }
  | { readonly type: 'session.ended' };

export const paymentScreenMachine = setup({
  types: { context: {} as PaymentScreenContext, events: {} as PaymentScreenEvent },
  actors: {
    /** Sends `session.ended`. */
    watchSession: listenerSlot(),
  },
  actions: {
    setUnderWay: assign((_, { orderId }: { orderId: string }) => ({ underWay: orderId })),
    clearUnderWay: assign({ underWay: null }),
  },
}).createMachine({
  id: 'paymentScreen',
  description: 'Which screen of this tab shows the payment under way.',
  context: { underWay: null },
  // The page of the order offers no other payment meanwhile (D8).
  on: {
    'bar.waits': { actions: withEvent('setUnderWay') },
    'bar.rests': { actions: 'clearUnderWay' },
  },
  invoke: slot('watchSession'),
  initial: 'nowhere',
  states: {
    nowhere: {
      description: 'No payment is shown.',
      on: { 'checkout.took': 'checkout', 'bar.took': 'bar' },
    },
    bar: {
      description: 'The bar under the header shows the payment, until the checkout does.',
      on: { 'checkout.took': 'checkout', 'bar.left': 'nowhere', 'session.ended': 'nowhere' },
    },
    checkout: {
      description: 'The checkout shows the payment, in its dialog or beside its form. There is no bar (U5).',
      on: { 'checkout.left': 'nowhere', 'session.ended': 'nowhere' },
    },
  },
});
