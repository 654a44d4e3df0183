import { problemOf } from '../../rules/failure.ts';
import { ownForm, prefilled, purchaseOf } from '../../rules/checkout/order-form.ts';
import { choiceOf, HOME_DELIVERY } from '../../rules/checkout/pickup.ts';

import { checkoutSetup } from './checkout.setup.ts';
import * as texts from '../../texts/checkout.ts';
import { signedOut, signedOutInside, withEvent, withOutput } from '../parts.ts';
import { slot } from '../slots.ts';

/** The checkout page: nothing is sent before every check of §5 has passed, and one press sends one order (D9). */

export const checkoutMachine = checkoutSetup.createMachine({
  id: 'checkout',
  description: 'The checkout page, from the loaded shopper to the placed order.',
  context: ({ input }) => ({
    ...input,
    owner: input.user?._id ?? null,
    ...prefilled(input.user, input.typed),
    delivery: HOME_DELIVERY,
    changes: [],
    savesAddress: true,
    payment: input.payments[0] ?? 'cod',
    ...ownForm(input.user, input.typed),
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
        description: 'The delivery that is chosen is another than before.',
        guard: { type: 'isOtherDelivery', params: ({ event }) => ({ delivery: choiceOf(event.snapshot) }) },
        actions: [
          { type: 'setDelivery', params: ({ event }) => ({ delivery: choiceOf(event.snapshot) }) },
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
      description: 'What is heard is about the shopper of this form.',
      guard: withEvent('isSameUser'),
      actions: withEvent('updateUser'),
    },
  },
  states: {
    deciding: {
      description: 'Is somebody logged in, is a payment under way, and is there anything to buy?',
      always: [
        { description: 'Nobody is logged in (§6).', guard: 'isGuest', target: 'signedOut', actions: 'goToLogin' },
        {
          description: 'A payment of this browser is still under way, as after a reload.',
          guard: 'hasPrompt',
          target: 'form.purchasing',
        },
        { description: 'Nothing is in the cart.', guard: 'isCartEmpty', target: 'empty' },
        {
          description: 'Somebody is logged in, nothing is being paid, and the cart has lines.',
          target: 'loadingUser',
          actions: 'checkPrices',
        },
      ],
    },

    empty: {
      description: 'Nothing is in the cart; the page says so and links home.',
      entry: 'clearProblem',
      always: {
        description: 'Another tab has put something into the cart.',
        guard: 'isCartFilled',
        target: 'loadingUser',
        actions: 'checkPrices',
      },
    },

    loadingUser: {
      description: 'The shopper and the saved addresses are being loaded.',
      always: { description: 'Nothing is in the cart any more.', guard: 'isCartEmpty', target: 'empty' },
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
            description: 'The shopper could not be loaded for another reason.',
            target: 'form.userFailed',
            actions: {
              type: 'setProblem',
              params: ({ event }) => ({ problem: problemOf(event.error, texts.failedToLoadUserData) }),
            },
          },
        ],
      },
    },

    form: {
      description: 'The shopper fills in the order and pays by M-Pesa.',
      initial: 'editing',
      on: {
        'field.change': [
          {
            description: 'The session has ended: what is typed is kept for after the login.',
            guard: 'isGuest',
            actions: [withEvent('setField'), 'clearProblem', 'noteTyped', 'keepTyped'],
          },
          { description: 'The shopper is logged in.', actions: [withEvent('setField'), 'clearProblem'] },
        ],
        'payment.change': {
          description: 'The shop takes this payment method for an order of this size (A51).',
          guard: withEvent('isPaymentOffered'),
          actions: [withEvent('setPayment'), 'clearProblem'],
        },
        'line.remove': { actions: { type: 'removeFromCart', params: ({ event }) => ({ id: event.id }) } },
        'notice.dismiss': {
          description: 'A notice about changed prices or stock stands there (A4).',
          guard: 'hasChanges',
          actions: 'dismissChanges',
        },
        'order.place': [
          { description: 'These goods cannot be ordered; the page says why (X33).', guard: 'areGoodsRefused' },
          {
            description: 'The pickup place is not chosen: that is said where it is chosen (§5).',
            guard: 'isChoiceRefused',
            target: '.editing',
            actions: ['refuse', 'refuseChoice'],
          },
          {
            description: 'Something else is missing or breaks a rule (§5).',
            guard: 'isRefused',
            target: '.editing',
            actions: 'refuse',
          },
          {
            description: 'Every check of the form has passed.',
            target: '.purchasing',
            actions: ['clearProblem', 'keepDraft'],
          },
        ],
      },
      states: {
        userFailed: {
          description: 'The shopper could not be loaded: the form is filled by hand, or loading is tried again.',
          always: [
            { description: 'Nothing is in the cart any more.', guard: 'isCartEmpty', target: '#checkout.empty' },
            {
              description: 'The shopper has changed the form, so nothing is said any more.',
              guard: 'hasNoProblem',
              target: 'editing',
            },
          ],
          on: { 'profile.retry': { target: '#checkout.loadingUser', actions: 'clearProblem' } },
        },
        editing: {
          description: 'The form can be filled in.',
          initial: 'unchangedAddress',
          always: { description: 'Nothing is in the cart any more.', guard: 'isCartEmpty', target: '#checkout.empty' },
          states: {
            unchangedAddress: {
              description: 'The delivery details are the loaded ones, or not needed for a pickup.',
              always: {
                description: 'The delivery details are not those that were loaded.',
                guard: 'isAddressChanged',
                target: 'changedAddress',
              },
            },
            changedAddress: {
              description: 'The delivery details are others; a notice says that they become the default, with a box.',
              always: {
                description: 'The delivery details are those that were loaded again.',
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
            input: ({ context }) => purchaseOf(context, context.draft),
            onSnapshot: [
              {
                description: 'The dialog has gone, and what is said stands beside the form (U3).',
                guard: withEvent('isInline'),
                target: '.inline',
              },
              { description: 'The order is being sent, or a dialog is over the page.', target: '.underWay' },
            ],
            onDone: [
              {
                description: 'The order is placed for good, paid or to be paid on delivery.',
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
                description: 'A payment from before a reload came to nothing, and the form was never loaded.',
                guard: 'isResumed',
                target: '#checkout.loadingUser',
                actions: 'checkPrices',
              },
              {
                description: 'Nothing came of it: the form is open again and says why.',
                target: 'editing',
                actions: withOutput('setProblem'),
              },
            ],
          },
          states: {
            underWay: {
              description: 'The button is busy, or a dialog is over the page; the form waits.',
              tags: 'busy',
              entry: 'holdDelivery',
              exit: 'releaseDelivery',
              on: { 'order.place': {}, 'field.change': {}, 'payment.change': {}, 'line.remove': {} },
            },
            inline: {
              description: 'Why M-Pesa failed and Try again stand beside the form; changing it dismisses them (U3).',
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
      description: 'Prices or stock have changed: the shopper accepts them or goes back; nothing was ordered.',
      always: { description: 'Nothing is in the cart any more.', guard: 'isCartEmpty', target: 'empty' },
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
      description: 'The login page follows; the cart and what was typed are kept.',
      entry: ['noteTyped', 'keepTyped'],
    },
  },
});
