import { assign, fromCallback, fromPromise, setup } from 'xstate';
import type { EventObject } from 'xstate';
import type { OrderDraft, PaymentMethod } from '../../contract/orders.ts';
import { isSameAddress } from '../../contract/rules/address.ts';
import type { Cart, CartLine, LineChange } from '../../contract/rules/cart.ts';
import {
  addressSaving, codCapNote, deliveryDetailsOf, homeDeliveryDraft, NO_DETAILS, orderRefusal,
} from '../../contract/rules/checkout.ts';
import type { AddressSaving, DeliveryDetails, DeliveryField } from '../../contract/rules/checkout.ts';
import { isSignedOut, problem, problemOf } from '../../contract/rules/failure.ts';
import type { Problem } from '../../contract/rules/failure.ts';
import type { User } from '../../contract/user.ts';
import type { deliveryMachine } from './delivery.machine.ts';
import type { OrderPlacementOutput, orderPlacementMachine } from './order-placement.machine.ts';

/** The checkout page: nothing is sent before every check of §5 has passed, and one press sends one order (D9). */

export interface CheckoutInput {
  /** Who is logged in, as the session knows; null for a guest. */
  readonly user: User | null;
  readonly cart: Cart;
  /** The payment methods that can be chosen now; the first is preselected. */
  readonly payments: readonly PaymentMethod[];
  /** Highest sum of a cash-on-delivery order in whole shillings; null is no cap (D19). */
  readonly codMax: number | null;
}

export interface CheckoutContext extends CheckoutInput {
  /** What the cart's last check found changed (A4). */
  readonly changes: readonly LineChange[];
  /** What the profile brought, to tell a changed address by (U23). */
  readonly loaded: DeliveryDetails;
  readonly details: DeliveryDetails;
  /** Whether a changed address becomes the default one (U23). */
  readonly savesAddress: boolean;
  readonly payment: PaymentMethod;
  readonly problem: Problem | null;
  /** The fields that the problem is about. */
  readonly badFields: readonly DeliveryField[];
  /** What was sent when the shopper last pressed the button. */
  readonly draft: OrderDraft;
  /** The lines that the server refused to sell as they were (D5). */
  readonly review: readonly LineChange[];
}

export type CheckoutEvent =
  | { readonly type: 'cart.changed'; readonly cart: Cart; readonly changes: readonly LineChange[] }
  | { readonly type: 'session.ended' }
  | { readonly type: 'profile.retry' }
  | { readonly type: 'field.change'; readonly field: DeliveryField; readonly value: string }
  | { readonly type: 'addressSaving.change'; readonly isOn: boolean }
  | { readonly type: 'payment.change'; readonly method: PaymentMethod }
  | { readonly type: 'line.remove'; readonly id: string }
  | { readonly type: 'notice.dismiss' }
  | { readonly type: 'order.place' }
  | { readonly type: 'review.accept' }
  | { readonly type: 'review.back' };

const notProvided = (): never => {
  throw new Error('checkout: src/compose.ts left a slot empty');
};
type ActionSlot<Params> = (scope: unknown, params: Params) => void;
const machineSlot: unknown = fromPromise(notProvided);
interface Choice {
  readonly method: PaymentMethod;
}

export const checkoutMachine = setup({
  types: {
    input: {} as CheckoutInput,
    context: {} as CheckoutContext,
    events: {} as CheckoutEvent,
    children: {} as { delivery: 'delivery'; orderPlacement: 'orderPlacement' },
    tags: {} as 'form' | 'busy',
  },
  actors: {
    delivery: machineSlot as typeof deliveryMachine,
    orderPlacement: machineSlot as typeof orderPlacementMachine,
    /** Sends `cart.changed` whenever lines, totals or notices of the cart are others. */
    watchCart: fromCallback<EventObject>(notProvided),
    /** Sends `session.ended`. */
    watchSession: fromCallback<EventObject>(notProvided),
    loadUser: fromPromise<User, void>(notProvided),
  },
  actions: {
    checkPrices: notProvided,
    dismissChanges: notProvided,
    removeFromCart: notProvided as ActionSlot<{ id: string }>,
    removeOrdered: notProvided as ActionSlot<{ lines: readonly Pick<CartLine, 'id' | 'quantity'>[] }>,
    acceptChanges: notProvided as ActionSlot<{ changes: readonly LineChange[] }>,
    /** The order's key is not needed any more: it is placed for good (D9). */
    forgetPlacement: notProvided,
    /** Goes on by itself: whatever becomes of it, the order stands (A27). */
    saveAddress: notProvided as ActionSlot<{ saving: AddressSaving; details: DeliveryDetails }>,
    goToOrderSuccess: notProvided as ActionSlot<{ orderId: string }>,
    goToLogin: notProvided,
    setCart: assign((_, { cart, changes }: Pick<CheckoutContext, 'cart' | 'changes'>) => ({ cart, changes })),
    setUser: assign((_, { user }: { user: User }) => ({ user, ...prefilled(user), problem: null, badFields: [] })),
    forgetUser: assign({ user: null }),
    setField: assign({
      details: ({ context }, { field, value }: { field: DeliveryField; value: string }) =>
        ({ ...context.details, [field]: value }),
    }),
    setAddressSaving: assign({ savesAddress: (_, { isOn }: { isOn: boolean }) => isOn }),
    setPayment: assign({ payment: (_, { method }: Choice) => method }),
    setProblem: assign({ problem: (_, params: { problem: Problem | null }) => params.problem }),
    refuse: assign(({ context }) => {
      const { text, fields } = refusalOf(context) ?? { text: '', fields: [] };
      return { problem: problem(text), badFields: fields };
    }),
    clearProblem: assign({ problem: null, badFields: [] }),
    keepDraft: assign({ draft: ({ context }) => homeDeliveryDraft(context.cart, context.details, context.payment) }),
    setReview: assign({ review: (_, { lines }: { lines: readonly LineChange[] }) => lines }),
  },
  guards: {
    isGuest: ({ context }) => context.user === null,
    isCartEmpty: ({ context }) => context.cart.items.length === 0,
    isCartFilled: ({ context }) => context.cart.items.length > 0,
    isAddressChanged: ({ context }) => !isSameAddress(context.loaded, context.details),
    isRefused: ({ context }) => refusalOf(context) !== null,
    isPaymentOffered: ({ context }, { method }: Choice) =>
      context.payments.includes(method) && (method !== 'cod' || codCapNote(context.cart.totalAmount, context.codMax) === null),
    isUnauthorized: (_, { error }: { error: unknown }) => isSignedOut(error),
    isPlaced: (_, { outcome }: OrderPlacementOutput) => outcome === 'placed',
    isChanged: (_, { outcome }: OrderPlacementOutput) => outcome === 'changed',
    isSignedOut: (_, { outcome }: OrderPlacementOutput) => outcome === 'signedOut',
  },
}).createMachine({
  id: 'checkout',
  description: 'The checkout page, from the loaded shopper to the placed order.',
  context: ({ input }) => ({
    ...input,
    ...prefilled(input.user),
    changes: [],
    savesAddress: true,
    payment: input.payments[0] ?? 'cod',
    problem: null,
    badFields: [],
    draft: homeDeliveryDraft(input.cart, NO_DETAILS, 'cod'),
    review: [],
  }),
  invoke: [
    { id: 'delivery', src: 'delivery' },
    { id: 'watchCart', src: 'watchCart' },
    { id: 'watchSession', src: 'watchSession' },
  ],
  initial: 'deciding',
  on: {
    'cart.changed': { actions: { type: 'setCart', params: ({ event }) => event } },
    'session.ended': { actions: 'forgetUser' },
  },
  states: {
    deciding: {
      description: 'Is somebody logged in, and is there anything to buy?',
      always: [
        { guard: 'isGuest', target: 'signedOut' },
        { guard: 'isCartEmpty', target: 'empty' },
        { target: 'loadingUser', actions: 'checkPrices' },
      ],
    },

    empty: {
      description: 'Nothing is in the cart; the page says so and links home.',
      always: { guard: 'isCartFilled', target: 'loadingUser', actions: 'checkPrices' },
    },

    loadingUser: {
      description: 'The shopper and the saved addresses are being loaded.',
      always: { guard: 'isCartEmpty', target: 'empty' },
      invoke: {
        id: 'loadUser',
        src: 'loadUser',
        onDone: { target: 'form.editing', actions: { type: 'setUser', params: ({ event }) => ({ user: event.output }) } },
        onError: [
          { guard: { type: 'isUnauthorized', params: ({ event }) => event }, target: 'signedOut' },
          {
            target: 'form.userFailed',
            actions: {
              type: 'setProblem',
              params: ({ event }) => ({ problem: problemOf(event.error, 'Failed to load user data') }),
            },
          },
        ],
      },
    },

    form: {
      description: 'The shopper fills in the order.',
      tags: 'form',
      initial: 'editing',
      always: { guard: 'isCartEmpty', target: 'empty' },
      on: {
        // Enters `editing` anew, so that the address is compared again.
        'field.change': {
          target: '.editing',
          actions: [{ type: 'setField', params: ({ event }) => event }, 'clearProblem'],
        },
        'addressSaving.change': { actions: { type: 'setAddressSaving', params: ({ event }) => event } },
        'payment.change': {
          guard: { type: 'isPaymentOffered', params: ({ event }) => event },
          target: '.editing',
          actions: [{ type: 'setPayment', params: ({ event }) => event }, 'clearProblem'],
        },
        'line.remove': { actions: { type: 'removeFromCart', params: ({ event }) => ({ id: event.id }) } },
        'notice.dismiss': { actions: 'dismissChanges' },
        'order.place': [
          { guard: 'isRefused', target: '.editing', actions: 'refuse' },
          { target: 'placing', actions: ['clearProblem', 'keepDraft'] },
        ],
      },
      states: {
        userFailed: {
          description: 'The shopper could not be loaded: the form is filled by hand, or loading is tried again.',
          on: { 'profile.retry': { target: '#checkout.loadingUser', actions: 'clearProblem' } },
        },
        editing: {
          description: 'The form can be filled in.',
          initial: 'unchangedAddress',
          states: {
            unchangedAddress: {
              description: 'The delivery details are the loaded ones.',
              always: { guard: 'isAddressChanged', target: 'changedAddress' },
            },
            changedAddress: {
              description: 'The delivery details are others; a notice says that they become the default, with a box.',
            },
          },
        },
      },
    },

    placing: {
      description: 'The order is being placed; pressing again does nothing.',
      tags: 'busy',
      invoke: {
        id: 'orderPlacement',
        src: 'orderPlacement',
        input: ({ context }) => ({ draft: context.draft }),
        onDone: [
          {
            guard: { type: 'isPlaced', params: ({ event }) => event.output },
            target: 'ordered',
            actions: [
              { type: 'removeOrdered', params: ({ context }) => ({ lines: orderedLines(context) }) },
              'forgetPlacement',
              { type: 'goToOrderSuccess', params: ({ event }) => ({ orderId: event.output.orderId }) },
              { type: 'saveAddress', params: ({ context }) => ({ saving: savingOf(context), details: context.details }) },
            ],
          },
          {
            guard: { type: 'isChanged', params: ({ event }) => event.output },
            target: 'reviewChanges',
            actions: { type: 'setReview', params: ({ event }) => ({ lines: event.output.lines }) },
          },
          { guard: { type: 'isSignedOut', params: ({ event }) => event.output }, target: 'signedOut' },
          {
            target: 'form.editing',
            actions: { type: 'setProblem', params: ({ event }) => ({ problem: event.output.problem }) },
          },
        ],
      },
    },

    reviewChanges: {
      description: 'Prices or stock have changed: the shopper accepts them or goes back; nothing was ordered.',
      always: { guard: 'isCartEmpty', target: 'empty' },
      on: {
        'review.accept': {
          target: 'form.editing',
          actions: { type: 'acceptChanges', params: ({ context }) => ({ changes: context.review }) },
        },
        'review.back': 'form.editing',
      },
    },

    ordered: { type: 'final', description: 'The order success page follows.' },

    signedOut: { type: 'final', description: 'The login page follows; the cart is kept.', entry: 'goToLogin' },
  },
});

function prefilled(user: User | null) {
  const details = user === null ? NO_DETAILS : deliveryDetailsOf(user);
  return { loaded: details, details };
}

function refusalOf({ user, details, payment, cart, codMax }: CheckoutContext) {
  return orderRefusal({ isSignedIn: user !== null, details, payment, total: cart.totalAmount, codMax });
}

function orderedLines({ draft }: CheckoutContext): Pick<CartLine, 'id' | 'quantity'>[] {
  return draft.orderItems.map(({ product, quantity }) => ({ id: product, quantity }));
}

function savingOf({ user, savesAddress, loaded, details }: CheckoutContext): AddressSaving {
  return user !== null && savesAddress ? addressSaving(user.addresses, loaded, details) : { kind: 'none' };
}
