import { assign, fromPromise, setup } from 'xstate';
import type { OrderDraft } from '../../contract/orders.ts';
import type { LineChange } from '../rules/cart.ts';
import type { AddressSaving, DeliveryDetails } from '../rules/checkout.ts';
import type { Problem } from '../rules/failure.ts';
import type { MpesaPaymentInput, MpesaPaymentOutput, mpesaPaymentMachine } from './mpesa-payment.machine.ts';
import type { OrderPlacementOutput, orderPlacementMachine } from './order-placement.machine.ts';

/** What one press of the checkout's button sets going: an order, paid on delivery or by M-Pesa, and its address. */

export interface OrderingInput extends MpesaPaymentInput {
  /** What becomes of the address as soon as there is an order (A27). */
  readonly saving: AddressSaving;
  readonly details: DeliveryDetails;
}

export interface OrderingContext extends OrderingInput {
  readonly lines: readonly LineChange[];
  readonly problem: Problem | null;
}

export interface OrderingOutput {
  readonly outcome: 'ordered' | 'changed' | 'failed' | 'dismissed' | 'signedOut';
  /** The lines that the server refused to sell as they were (D5), else none. */
  readonly lines: readonly LineChange[];
  /** Why no order was placed. */
  readonly problem: Problem | null;
}

const notProvided = (): never => {
  throw new Error('ordering: src/compose.ts left a slot empty');
};
type ActionSlot<Params> = (scope: unknown, params: Params) => void;
const machineSlot: unknown = fromPromise(notProvided);
interface Ordered {
  readonly orderId: string;
}
interface PaymentTold {
  readonly snapshot: {
    readonly context: { readonly orderId: string | null };
    readonly hasTag: (tag: 'inline') => boolean;
  };
}

export const orderingMachine = setup({
  types: {
    input: {} as OrderingInput,
    context: {} as OrderingContext,
    output: {} as OrderingOutput,
    children: {} as { orderPlacement: 'orderPlacement'; mpesaPayment: 'mpesaPayment' },
    tags: {} as 'inline',
  },
  actors: {
    orderPlacement: machineSlot as typeof orderPlacementMachine,
    /** Empties the cart, forgets the order and goes on by itself: a payment may also end on another page. */
    mpesaPayment: machineSlot as typeof mpesaPaymentMachine,
  },
  actions: {
    /** Exactly once, whichever tab comes first (U6, Q22). */
    removeOrdered: notProvided as ActionSlot<Ordered>,
    /** The order's key is not needed any more: it is placed for good (D9). */
    forgetPlacement: notProvided as ActionSlot<Ordered>,
    /** Goes on by itself: whatever becomes of it, the order stands (A27). */
    saveAddress: notProvided as ActionSlot<{ saving: AddressSaving; details: DeliveryDetails }>,
    goToOrderSuccess: notProvided as ActionSlot<Ordered>,
    goToLogin: notProvided,
    /** Another order of the same press, after a cancelled one, saves the address no second time. */
    setOrder: assign((_, { snapshot }: PaymentTold) => ({
      orderId: snapshot.context.orderId,
      saving: { kind: 'none' } as const,
    })),
    setOutcome: assign((_, { lines, problem }: Pick<OrderingContext, 'lines' | 'problem'>) => ({ lines, problem })),
  },
  guards: {
    isByCash: ({ context }) => context.draft?.paymentMethod === 'cod',
    isNewOrder: ({ context }, { snapshot }: PaymentTold) =>
      snapshot.context.orderId !== null && snapshot.context.orderId !== context.orderId,
    isInline: (_, { snapshot }: PaymentTold) => snapshot.hasTag('inline'),
    isPlaced: (_, { outcome }: OrderPlacementOutput) => outcome === 'placed',
    isDone: (_, { outcome }: MpesaPaymentOutput) => outcome === 'done',
    isChanged: (_, { outcome }: OrderPlacementOutput | MpesaPaymentOutput) => outcome === 'changed',
    isSignedOut: (_, { outcome }: OrderPlacementOutput | MpesaPaymentOutput) => outcome === 'signedOut',
  },
}).createMachine({
  id: 'ordering',
  description: 'One order of the checkout, from the press of the button until it is placed or paid.',
  context: ({ input }) => ({ ...input, lines: [], problem: null }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Is the order paid on delivery or by M-Pesa?',
      always: [{ guard: 'isByCash', target: 'placing' }, { target: 'paying' }],
    },

    placing: {
      description: 'An order to be paid on delivery is being placed.',
      invoke: {
        id: 'orderPlacement',
        src: 'orderPlacement',
        input: ({ context }) => ({ draft: sent(context), orderId: context.orderId }),
        onDone: [
          {
            guard: { type: 'isPlaced', params: ({ event }) => event.output },
            target: 'ordered',
            actions: [
              { type: 'removeOrdered', params: ({ event }) => ({ orderId: event.output.orderId }) },
              { type: 'forgetPlacement', params: ({ event }) => ({ orderId: event.output.orderId }) },
              { type: 'goToOrderSuccess', params: ({ event }) => ({ orderId: event.output.orderId }) },
              { type: 'saveAddress', params: ({ context: { saving, details } }) => ({ saving, details }) },
            ],
          },
          {
            guard: { type: 'isChanged', params: ({ event }) => event.output },
            target: 'changed',
            actions: { type: 'setOutcome', params: ({ event }) => event.output },
          },
          {
            guard: { type: 'isSignedOut', params: ({ event }) => event.output },
            target: 'signedOut',
            actions: 'goToLogin',
          },
          { target: 'failed', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
        ],
      },
    },

    paying: {
      description: 'The order is being paid by M-Pesa.',
      initial: 'dialog',
      invoke: {
        id: 'mpesaPayment',
        src: 'mpesaPayment',
        input: ({ context: { draft, phone, amount, orderId, kept } }) => ({ draft, phone, amount, orderId, kept }),
        onSnapshot: [
          {
            guard: { type: 'isNewOrder', params: ({ event }) => event },
            actions: [
              { type: 'saveAddress', params: ({ context: { saving, details } }) => ({ saving, details }) },
              { type: 'setOrder', params: ({ event }) => event },
            ],
          },
          { guard: { type: 'isInline', params: ({ event }) => event }, target: '.inline' },
          { target: '.dialog' },
        ],
        onDone: [
          { guard: { type: 'isDone', params: ({ event }) => event.output }, target: 'ordered' },
          {
            guard: { type: 'isChanged', params: ({ event }) => event.output },
            target: 'changed',
            actions: { type: 'setOutcome', params: ({ event }) => ({ lines: event.output.lines, problem: null }) },
          },
          { guard: { type: 'isSignedOut', params: ({ event }) => event.output }, target: 'signedOut' },
          { target: 'dismissed' },
        ],
      },
      states: {
        dialog: { description: 'A dialog asks for the phone or tells how the payment goes.' },
        inline: { description: 'Why it failed stands beside the form, with Try Again (U3).', tags: 'inline' },
      },
    },

    ordered: { type: 'final', description: 'The order stands, and its success page follows.', output: 'ordered' },
    changed: { type: 'final', description: 'Prices or stock have changed; nothing was ordered.', output: 'changed' },
    failed: { type: 'final', description: 'Nothing was ordered, and the shopper is told why.', output: 'failed' },
    dismissed: {
      type: 'final',
      description: 'The shopper goes back to the form; an order is kept.',
      output: 'dismissed',
    },
    signedOut: { type: 'final', description: 'The login page follows; the cart is kept.', output: 'signedOut' },
  },
  output: ({ context: { lines, problem }, event }) => ({
    outcome: event.output as OrderingOutput['outcome'],
    lines,
    problem,
  }),
});

function sent({ draft }: OrderingContext): OrderDraft {
  if (draft === null) throw new Error('ordering: only a payment that is resumed has no draft');
  return draft;
}
