import { assign, setup } from 'xstate';
import type { OrderDraft } from '../../contract/orders.ts';
import { MPESA_PHONE_HINT, mpesaPhone, prefilledMpesaPhone } from '../../contract/rules/mpesa-phone.ts';
import type { LineChange } from '../rules/cart.ts';
import type { AddressSaving, DeliveryDetails } from '../rules/checkout.ts';
import type { Problem } from '../rules/failure.ts';
import type { KeptPrompt } from '../rules/kept-payment.ts';
import type { mpesaPaymentMachine } from './mpesa-payment.machine.ts';
import type { MpesaPaymentOutput } from './mpesa-payment.types.ts';
import type { OrderPlacementOutput, orderPlacementMachine } from './order-placement.machine.ts';
import { effectSlot, machineSlot, notProvided } from './slots.ts';

/**
 * What one press of the checkout's button sets going: by cash an order, by M-Pesa the phone, an order and its
 * payment. An order that was made is paid again and never made again (D9).
 */

export interface PurchaseInput {
  /** Null where an earlier payment is taken up again. */
  readonly draft: OrderDraft | null;
  /** The profile's, in whatever form. */
  readonly phone: string;
  /** For the SMS with a code, where the phone has to be proved (D25). */
  readonly userName: string;
  /** The order's total in shillings. */
  readonly amount: number;
  /** The unpaid order that was made of this unchanged draft (D9). */
  readonly orderId: string | null;
  /** A payment from before a reload, to be taken up again. */
  readonly kept: KeptPrompt | null;
  /** What becomes of the address as soon as there is an order (A27). */
  readonly saving: AddressSaving;
  readonly details: DeliveryDetails;
}

export interface PurchaseContext extends PurchaseInput {
  /** As sent: digits with country code; empty until a phone is confirmed. */
  readonly payer: string;
  readonly phoneError: string | null;
  /** How the payment goes, as last heard of it. */
  readonly payment: 'underWay' | 'proving' | 'failed' | 'timedOut';
  readonly lines: readonly LineChange[];
  readonly problem: Problem | null;
}

export type PurchaseEvent =
  | { readonly type: 'phone.change'; readonly phone: string }
  | { readonly type: 'phone.confirm' }
  /** Try again of a payment whose phone nobody knows. */
  | { readonly type: 'phone.ask' }
  | { readonly type: 'dialog.cancel' }
  /** Escape where the code is asked for; Back is the code screen's own. */
  | { readonly type: 'code.dismiss' }
  /** Try again where there is no order to pay. */
  | { readonly type: 'order.retry' };

export interface PurchaseOutput {
  readonly outcome: 'ordered' | 'changed' | 'failed' | 'dismissed' | 'signedOut';
  /** The lines that the server refused to sell as they were (D5), else none. */
  readonly lines: readonly LineChange[];
  /** Why no order was placed. */
  readonly problem: Problem | null;
}

interface Ordered {
  readonly orderId: string;
}
interface PaymentSnapshot {
  readonly snapshot: {
    readonly context: { readonly amount: number };
    readonly matches: (state: 'proving' | { readonly unpaid: 'failed' | 'timedOut' }) => boolean;
  };
}

export const purchaseMachine = setup({
  types: {
    input: {} as PurchaseInput,
    context: {} as PurchaseContext,
    events: {} as PurchaseEvent,
    output: {} as PurchaseOutput,
    children: {} as { orderPlacement: 'orderPlacement'; mpesaPayment: 'mpesaPayment' },
    /** `dialog`: over the page; `inline`: beside the form, which can be changed (U3). */
    tags: {} as 'dialog' | 'inline',
  },
  actors: {
    orderPlacement: machineSlot<typeof orderPlacementMachine>(),
    mpesaPayment: machineSlot<typeof mpesaPaymentMachine>(),
  },
  actions: {
    /** Exactly once, whichever tab comes first (U6, Q22). What M-Pesa pays leaves the cart by the payment itself. */
    removeOrdered: effectSlot<Ordered>(),
    /** The shopper has seen that nothing came of the prompt: no page takes it up again, and the order stays kept. */
    forgetPrompt: effectSlot<Ordered>(),
    /** The order is placed for good, from this moment on: its key is not needed any more (D9). */
    forgetOrder: effectSlot<Ordered>(),
    /** Goes on by itself: whatever becomes of it, the order stands (A27). */
    saveAddress: effectSlot<{ saving: AddressSaving; details: DeliveryDetails }>(),
    goToOrderSuccess: effectSlot<Ordered>(),
    goToLogin: notProvided,
    setPhone: assign((_, { phone }: { phone: string }) => ({ phone, phoneError: null })),
    refusePhone: assign({ phoneError: MPESA_PHONE_HINT }),
    /** A phone that was asked for gets a prompt of its own. */
    setPayer: assign({ payer: ({ context }) => mpesaPhone(context.phone) ?? '', kept: null }),
    /** Another order of the same press, after a cancelled one, saves the address no second time. */
    setOrder: assign((_, { orderId }: Ordered) => ({ orderId, saving: { kind: 'none' } as const })),
    clearOrder: assign({ orderId: null }),
    beginPayment: assign({ payment: 'underWay' }),
    /** The amount of a payment that was taken up again is the server's. */
    setPayment: assign((_, { snapshot }: PaymentSnapshot) => ({
      payment: stateOf(snapshot),
      amount: snapshot.context.amount,
    })),
    setOutcome: assign((_, { lines, problem }: Pick<PurchaseOutput, 'lines' | 'problem'>) => ({ lines, problem })),
    setProblem: assign((_, { problem }: { problem: Problem | null }) => ({ problem })),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isKept: ({ context }) => context.kept !== null,
    isByCash: ({ context }) => context.draft?.paymentMethod === 'cod',
    isPhoneBlank: ({ context }) => context.phone.trim() === '',
    isPhoneWrong: ({ context }) => mpesaPhone(context.phone) === null,
    hasOrder: ({ context }) => context.orderId !== null,
    hasNothingToOrder: ({ context }) => context.draft === null,
    isPlaced: (_, { outcome }: OrderPlacementOutput) => outcome === 'placed',
    isChanged: (_, { outcome }: OrderPlacementOutput) => outcome === 'changed',
    isSignedOut: (_, { outcome }: OrderPlacementOutput | MpesaPaymentOutput) => outcome === 'signedOut',
    hasFailed: ({ context }, { snapshot }: PaymentSnapshot) =>
      context.payment !== 'failed' && stateOf(snapshot) === 'failed',
    hasTimedOut: ({ context }, { snapshot }: PaymentSnapshot) =>
      context.payment !== 'timedOut' && stateOf(snapshot) === 'timedOut',
    isProving: ({ context }, { snapshot }: PaymentSnapshot) =>
      context.payment !== 'proving' && stateOf(snapshot) === 'proving',
    isTriedAgain: ({ context }, { snapshot }: PaymentSnapshot) =>
      context.payment !== 'underWay' && stateOf(snapshot) === 'underWay',
    isPaid: (_, { outcome }: MpesaPaymentOutput) => outcome === 'paid',
    isOnDelivery: (_, { outcome }: MpesaPaymentOutput) => outcome === 'onDelivery',
    isCancelled: (_, { outcome }: MpesaPaymentOutput) => outcome === 'cancelled',
    isUnproved: ({ context }, { outcome }: MpesaPaymentOutput) =>
      context.payment === 'proving' && outcome === 'unproved',
  },
  delays: { successRedirect: 2_000, failureReset: 3_000 },
}).createMachine({
  id: 'purchase',
  description: 'One purchase of the checkout, from the press of the button until the order is placed or paid.',
  context: ({ input }) => ({
    ...input,
    amount: Math.ceil(input.amount),
    orderId: input.kept?.orderId ?? input.orderId,
    phone: prefilledMpesaPhone(input.phone),
    payer: '',
    phoneError: null,
    payment: 'underWay',
    lines: [],
    problem: null,
  }),
  initial: 'deciding',
  states: {
    deciding: {
      description: 'Is a payment from before a reload taken up again, and if not, how is it paid?',
      always: [
        { guard: 'isKept', target: 'paying' },
        { guard: 'isByCash', target: 'placingCod' },
        { target: 'confirmingPhone' },
      ],
    },

    placingCod: {
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
              { type: 'forgetOrder', params: ({ event }) => ({ orderId: event.output.orderId }) },
              { type: 'saveAddress', params: addressOf },
              { type: 'setOrder', params: ({ event }) => event.output },
            ],
          },
          {
            guard: { type: 'isChanged', params: ({ event }) => event.output },
            target: 'changed',
            actions: { type: 'setOutcome', params: ({ event }) => event.output },
          },
          { guard: { type: 'isSignedOut', params: ({ event }) => event.output }, target: 'signedOut' },
          { target: 'failed', actions: { type: 'setOutcome', params: ({ event }) => event.output } },
        ],
      },
    },

    confirmingPhone: {
      description: 'The shopper says which phone gets the prompt.',
      tags: 'dialog',
      on: {
        'phone.change': { actions: { type: 'setPhone', params: ({ event }) => event } },
        'phone.confirm': [
          { guard: 'isPhoneBlank' },
          { guard: 'isPhoneWrong', actions: 'refusePhone' },
          { guard: 'hasOrder', target: 'paying', actions: 'setPayer' },
          { target: 'placingMpesa', actions: 'setPayer' },
        ],
        'dialog.cancel': 'dismissed',
      },
    },

    placingMpesa: {
      description: 'The order to be paid by M-Pesa is being placed, or, after a lost answer, looked for.',
      tags: 'dialog',
      invoke: {
        id: 'orderPlacement',
        src: 'orderPlacement',
        input: ({ context }) => ({ draft: sent(context) }),
        onDone: [
          {
            guard: { type: 'isPlaced', params: ({ event }) => event.output },
            target: 'paying',
            actions: [
              { type: 'saveAddress', params: addressOf },
              { type: 'setOrder', params: ({ event }) => event.output },
            ],
          },
          {
            guard: { type: 'isChanged', params: ({ event }) => event.output },
            target: 'changed',
            actions: { type: 'setOutcome', params: ({ event }) => event.output },
          },
          { guard: { type: 'isSignedOut', params: ({ event }) => event.output }, target: 'signedOut' },
          { target: 'orderless', actions: { type: 'setProblem', params: ({ event }) => event.output } },
        ],
      },
    },

    paying: {
      description: 'The order is being paid by M-Pesa.',
      initial: 'underWay',
      entry: 'beginPayment',
      invoke: {
        id: 'mpesaPayment',
        src: 'mpesaPayment',
        input: ({ context: { orderId, payer, amount, userName, kept } }) => ({
          orderId: orderId ?? '',
          phone: payer,
          amount,
          userName,
          prompt: kept && { checkoutRequestId: kept.checkoutRequestId, times: null, startedAt: kept.startedAt },
        }),
        onSnapshot: [
          {
            guard: { type: 'hasFailed', params: ({ event }) => event },
            target: '.failed',
            actions: { type: 'setPayment', params: ({ event }) => event },
          },
          {
            guard: { type: 'hasTimedOut', params: ({ event }) => event },
            target: '.timedOut',
            actions: { type: 'setPayment', params: ({ event }) => event },
          },
          {
            guard: { type: 'isProving', params: ({ event }) => event },
            target: '.proving',
            actions: { type: 'setPayment', params: ({ event }) => event },
          },
          {
            guard: { type: 'isTriedAgain', params: ({ event }) => event },
            target: '.underWay',
            actions: { type: 'setPayment', params: ({ event }) => event },
          },
        ],
        onDone: [
          {
            guard: { type: 'isPaid', params: ({ event }) => event.output },
            target: 'paid',
            actions: { type: 'forgetOrder', params: ({ context }) => ({ orderId: context.orderId ?? '' }) },
          },
          {
            guard: { type: 'isOnDelivery', params: ({ event }) => event.output },
            target: 'ordered',
            actions: { type: 'forgetOrder', params: ({ context }) => ({ orderId: context.orderId ?? '' }) },
          },
          { guard: { type: 'isSignedOut', params: ({ event }) => event.output }, target: 'signedOut' },
          {
            guard: { type: 'isCancelled', params: ({ event }) => event.output },
            target: 'orderless',
            actions: [{ type: 'setProblem', params: ({ event }) => event.output }, 'clearOrder'],
          },
          { guard: { type: 'isUnproved', params: ({ event }) => event.output }, target: 'confirmingPhone' },
          { target: 'dismissed' },
        ],
      },
      states: {
        underWay: { description: 'The dialog tells how the payment goes.', tags: 'dialog' },
        proving: {
          description: 'A code has to prove the phone first; nothing is charged, and the order stays kept (D25).',
          tags: 'dialog',
          on: { 'code.dismiss': '#purchase.dismissed' },
        },
        failed: {
          description: 'No payment came of it; the dialog says why.',
          tags: 'dialog',
          after: {
            failureReset: {
              target: 'inline',
              actions: { type: 'forgetPrompt', params: ({ context }) => ({ orderId: context.orderId ?? '' }) },
            },
          },
        },
        timedOut: {
          description: 'Ten minutes have passed without word; the dialog says so.',
          tags: 'dialog',
          after: { failureReset: 'inline' },
        },
        inline: {
          description: 'The dialog has gone; the reason stands beside the form with Try again (U3).',
          tags: 'inline',
          on: { 'phone.ask': '#purchase.confirmingPhone' },
        },
      },
    },

    paid: {
      description: 'The money is there, and nothing is kept of the order any more; the dialog thanks.',
      tags: 'dialog',
      after: { successRedirect: 'ordered' },
    },

    orderless: {
      description: 'There is no order to pay: it was not placed, or was cancelled meanwhile.',
      initial: 'dialog',
      states: {
        dialog: { description: 'The dialog says why.', tags: 'dialog', after: { failureReset: 'inline' } },
        inline: {
          description: 'The dialog has gone; the reason stands beside the form with Try again (U3).',
          tags: 'inline',
          on: {
            'order.retry': [
              { guard: 'hasNothingToOrder', target: '#purchase.dismissed' },
              { target: '#purchase.placingMpesa', actions: 'clearProblem' },
            ],
          },
        },
      },
    },

    ordered: {
      type: 'final',
      description: 'The order stands, and its success page follows.',
      entry: { type: 'goToOrderSuccess', params: ({ context }) => ({ orderId: context.orderId ?? '' }) },
      output: 'ordered',
    },
    changed: { type: 'final', description: 'Prices or stock have changed; nothing was ordered.', output: 'changed' },
    failed: { type: 'final', description: 'Nothing was ordered, and the reason is known.', output: 'failed' },
    dismissed: { type: 'final', description: 'Back to the form; an order that was made is kept.', output: 'dismissed' },
    signedOut: {
      type: 'final',
      description: 'The login page follows; the cart and the payment stay kept.',
      entry: 'goToLogin',
      output: 'signedOut',
    },
  },
  output: ({ context: { lines, problem }, event }) => ({
    outcome: event.output as PurchaseOutput['outcome'],
    lines,
    problem,
  }),
});

/** Only a payment that is taken up again has no draft, and that has an order. */
function sent({ draft }: PurchaseContext): OrderDraft {
  if (draft === null) throw new Error('purchase: there is nothing to order');
  return draft;
}

/** What is to be saved of the address, however the order is paid (A27). */
function addressOf({ context: { saving, details } }: { readonly context: PurchaseContext }) {
  return { saving, details };
}

function stateOf(snapshot: PaymentSnapshot['snapshot']): PurchaseContext['payment'] {
  if (snapshot.matches('proving')) return 'proving';
  if (snapshot.matches({ unpaid: 'failed' })) return 'failed';
  return snapshot.matches({ unpaid: 'timedOut' }) ? 'timedOut' : 'underWay';
}
