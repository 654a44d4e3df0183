import { toProblem } from '../../rules/failure.ts';
import { getOwnForm, prefillDetails, getPurchase } from '../../rules/checkout/order-form.ts';
import { getDeliveryChoice, HOME_DELIVERY } from '../../rules/checkout/pickup.ts';

import { checkoutSetup } from './checkout.setup.ts';
import * as texts from '../../texts/checkout.ts';
import { signedOut, signedOutInside, withEvent, withOutput } from '../parts.ts';
import { slot } from '../slots.ts';

/** The checkout page. Nothing is sent before all checks of §5 have passed, and one press sends one order (D9). */

export const checkoutMachine = checkoutSetup.createMachine({
  id: 'checkout',
  description: 'The checkout page, from the loaded shopper to the placed order.',
  context: ({ input }) => ({
    ...input,
    owner: input.user?._id ?? null,
    ...prefillDetails(input.user, input.typed),
    delivery: HOME_DELIVERY,
    changes: [],
    savesAddress: true,
    payment: input.payments[0] ?? 'cod',
    ...getOwnForm(input.user, input.typed),
    limits: null,
    problem: null,
    badFields: [],
    draft: null,
    review: [],
  }),
  invoke: [
    {
      id: 'delivery',
      src: 'delivery',
      onSnapshot: {
        description: 'The delivery choice has changed.',
        guard: { type: 'isOtherDelivery', params: ({ event }) => ({ delivery: getDeliveryChoice(event.snapshot) }) },
        actions: [
          { type: 'setDelivery', params: ({ event }) => ({ delivery: getDeliveryChoice(event.snapshot) }) },
          'clearProblem',
        ],
      },
    },
    slot('watchCart'),
    slot('watchKept'),
    { ...slot('watchLimits'), input: ({ context }) => ({ replaces: context.kept?.orderId ?? null }) },
    slot('watchSession'),
  ],
  initial: 'deciding',
  on: {
    'cart.changed': { actions: withEvent('setCart') },
    'payment.kept': { actions: withEvent('setKept') },
    'limits.changed': { actions: withEvent('setLimits') },
    'session.ended': { actions: ['noteTyped', 'keepTyped', 'forgetUser'] },
    'user.changed': {
      description: 'The change concerns the shopper of this form.',
      guard: withEvent('isSameUser'),
      actions: withEvent('updateUser'),
    },
  },
  states: {
    deciding: {
      description: 'Decides whether a shopper is logged in, a payment is under way, and the cart has lines.',
      always: [
        { description: 'No shopper is logged in (§6).', guard: 'isGuest', target: 'signedOut', actions: 'goToLogin' },
        {
          description: 'A payment of this browser is still under way, e.g. after a reload.',
          guard: 'isPaymentOpen',
          target: 'form.purchasing',
        },
        { description: 'The cart is empty.', guard: 'isCartEmpty', target: 'empty' },
        {
          description: 'A shopper is logged in, no payment is under way, and the cart has lines.',
          target: 'loadingUser',
          actions: 'checkPrices',
        },
      ],
    },

    empty: {
      description: 'The cart is empty. The page shows this and links to the home page.',
      entry: 'clearProblem',
      always: {
        description: 'Another tab has added something to the cart.',
        guard: 'isCartFilled',
        target: 'loadingUser',
        actions: 'checkPrices',
      },
    },

    loadingUser: {
      description: 'The shopper and the saved addresses are loading.',
      always: { description: 'The cart has become empty.', guard: 'isCartEmpty', target: 'empty' },
      invoke: {
        id: 'loadUser',
        src: 'loadUser',
        onDone: {
          target: 'form.editing',
          actions: [{ type: 'setUser', params: ({ event }) => ({ user: event.output }) }, 'keepTyped'],
        },
        onError: [
          { ...signedOut('signedOut'), actions: 'goToLogin' },
          {
            description: "The shopper's data could not be loaded for another reason.",
            target: 'form.userFailed',
            actions: {
              type: 'setProblem',
              params: ({ event }) => ({ problem: toProblem(event.error, texts.failedToLoadUserData) }),
            },
          },
        ],
      },
    },

    form: {
      description: 'The shopper fills in the order and places it.',
      initial: 'editing',
      on: {
        'field.change': [
          {
            description: 'The session has ended. The form is kept for after the login.',
            guard: 'isGuest',
            actions: [withEvent('setField'), 'clearProblem', 'noteTyped', 'keepTyped'],
          },
          { description: 'The shopper is logged in.', actions: [withEvent('setField'), 'clearProblem'] },
        ],
        'payment.change': {
          description: 'This payment method is available for an order of this size (A51).',
          guard: withEvent('isPaymentOffered'),
          actions: [withEvent('setPayment'), 'clearProblem'],
        },
        'line.remove': { actions: { type: 'removeFromCart', params: ({ event }) => ({ id: event.id }) } },
        'notice.dismiss': {
          description: 'A notice about changed prices or stock is shown (A4).',
          guard: 'hasChanges',
          actions: 'dismissChanges',
        },
        'order.place': [
          {
            description: 'These products cannot be ordered. The page shows the reason (X33).',
            guard: 'areGoodsRefused',
          },
          {
            description: 'The pickup station is not chosen. The error appears at the choice (§5).',
            guard: 'isChoiceRefused',
            target: '.editing',
            actions: ['refuse', 'refuseChoice'],
          },
          {
            description: 'Another field is missing or breaks a rule (§5).',
            guard: 'isRefused',
            target: '.editing',
            actions: 'refuse',
          },
          {
            description: 'All checks of the form have passed.',
            target: '.purchasing',
            actions: ['clearProblem', 'keepDraft'],
          },
        ],
      },
      states: {
        userFailed: {
          description: "The shopper's data could not be loaded. The shopper can fill in the form, or try again.",
          always: [
            { description: 'The cart has become empty.', guard: 'isCartEmpty', target: '#checkout.empty' },
            {
              description: 'The shopper has changed the form, so the error disappears.',
              guard: 'hasNoProblem',
              target: 'editing',
            },
          ],
          on: { 'profile.retry': { target: '#checkout.loadingUser', actions: 'clearProblem' } },
        },
        editing: {
          description: 'The form can be filled in.',
          initial: 'unchangedAddress',
          always: { description: 'The cart has become empty.', guard: 'isCartEmpty', target: '#checkout.empty' },
          states: {
            unchangedAddress: {
              description: 'The delivery details are unchanged, or not needed for a pickup.',
              always: {
                description: 'The delivery details differ from the loaded ones.',
                guard: 'isAddressChanged',
                target: 'changedAddress',
              },
            },
            changedAddress: {
              description:
                'The delivery details have changed. A notice with a checkbox says that they become the default.',
              always: {
                description: 'The delivery details equal the loaded ones again.',
                guard: 'isAddressUnchanged',
                target: 'unchangedAddress',
              },
              on: {
                'addressSaving.change': { actions: withEvent('setAddressSaving') },
              },
            },
          },
        },
        purchasing: {
          description: 'The order is being placed and paid.',
          initial: 'underWay',
          invoke: {
            ...slot('purchase'),
            input: ({ context }) => getPurchase(context, context.draft),
            onSnapshot: [
              {
                description: 'The dialog has closed, and the result is shown beside the form (U3).',
                guard: withEvent('isInline'),
                target: '.inline',
              },
              { description: 'The order is being sent, or a dialog is open.', target: '.underWay' },
            ],
            onDone: [
              {
                description: 'The order is final: paid, or to be paid on delivery.',
                guard: withOutput('isOrdered'),
                target: '#checkout.ordered',
              },
              {
                description: 'Prices or stock have changed, and nothing was ordered (D5).',
                guard: withOutput('isChanged'),
                target: '#checkout.reviewChanges',
                actions: withOutput('setReview'),
              },
              signedOutInside('#checkout.signedOut'),
              {
                description: 'A payment from before a reload had no result, and the form was never loaded.',
                guard: 'isResumed',
                target: '#checkout.loadingUser',
                actions: 'checkPrices',
              },
              {
                description: 'M-Pesa sends no prompts, and the shopper chose to pay on delivery (PAY-M2).',
                guard: withOutput('isCashChosen'),
                target: 'editing',
                actions: 'chooseCash',
              },
              {
                description: 'The purchase failed. The form is open again and shows the reason.',
                target: 'editing',
                actions: withOutput('setProblem'),
              },
            ],
          },
          states: {
            underWay: {
              description: 'The button is busy, or a dialog is open. The form waits.',
              tags: 'busy',
              entry: 'holdDelivery',
              exit: 'releaseDelivery',
              on: { 'order.place': {}, 'field.change': {}, 'payment.change': {}, 'line.remove': {} },
            },
            inline: {
              description:
                'The M-Pesa error and Try again are shown beside the form. Changing the form removes them (U3).',
              entry: 'noteForm',
              always: {
                description: 'The shopper has changed the order since it was sent.',
                guard: 'isFormChanged',
                target: '#checkout.form.editing',
              },
            },
          },
        },
      },
    },

    reviewChanges: {
      description: 'Prices or stock have changed. The shopper accepts them or goes back. Nothing was ordered.',
      always: { description: 'The cart has become empty.', guard: 'isCartEmpty', target: 'empty' },
      on: {
        'review.accept': {
          target: 'form.editing',
          actions: { type: 'acceptChanges', params: ({ context }) => ({ changes: context.review }) },
        },
        'review.back': 'form.editing',
      },
    },

    ordered: { type: 'final', description: 'The order success page follows.' },

    signedOut: {
      type: 'final',
      description: 'The login page follows. The cart and the form are kept.',
      entry: ['noteTyped', 'keepTyped'],
    },
  },
});
