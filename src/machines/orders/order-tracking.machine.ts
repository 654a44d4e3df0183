import { paying } from './order-tracking.paying.regions.ts';
import { cancelling, refreshing, reordering } from './order-tracking.regions.ts';
import { NOTHING_SAID, orderTrackingSetup, typedId } from './order-tracking.setup.ts';
import { signedOut, withContext, withEvent, withOutput } from '../parts.ts';

/**
 * Tracking of one order (§2 Track order), and the choice of one where the address names none (U20). What can be done
 * with the order that is shown stands in order-tracking.regions.ts and order-tracking.paying.regions.ts.
 *
 * A 401 says so for two seconds before the login follows (Q1), and each press comes after what the browser keeps of the
 * shopper now (A26).
 */

export const orderTrackingMachine = orderTrackingSetup.createMachine({
  id: 'orderTracking',
  description: 'The page of one order, or of the choice of one.',
  context: ({ input: { orderId, session, phone, userName } }) => ({
    orderId,
    session,
    typed: '',
    typedProblem: null,
    orders: [],
    problem: null,
    notice: null,
    order: null,
    now: 0,
    isSeen: true,
    inBar: null,
    profilePhone: phone,
    userName,
    ...NOTHING_SAID,
  }),
  invoke: { id: 'watchSession', src: 'watchSession' },
  initial: 'deciding',
  on: {
    'session.ended': '.toLogin',
    'session.read': [
      {
        description: 'No token is stored (§6).',
        guard: withEvent('isMissing'),
        target: '.toLogin',
        actions: [
          withEvent('setNotice'),
          { type: 'goToLogin', params: ({ context: { orderId, notice } }) => ({ orderId, notice }) },
        ],
      },
      {
        description: 'The stored user cannot be read (§6).',
        guard: withEvent('isUnreadable'),
        target: '.toLogin',
        actions: [
          'endSession',
          withEvent('setNotice'),
          { type: 'goToLogin', params: ({ context: { orderId, notice } }) => ({ orderId, notice }) },
        ],
      },
    ],
    'path.changed': {
      description: 'The address names another order.',
      guard: withEvent('isOther'),
      target: '.deciding',
      actions: [withEvent('setOrderId'), withEvent('setSession')],
    },
  },
  states: {
    deciding: {
      description: 'Who looks, and at which order?',
      always: [
        {
          description: 'No token is stored (§6).',
          guard: withContext('isMissing'),
          target: 'toLogin',
          actions: [
            withContext('setNotice'),
            { type: 'goToLogin', params: ({ context: { orderId, notice } }) => ({ orderId, notice }) },
          ],
        },
        {
          description: 'The stored user cannot be read (§6).',
          guard: withContext('isUnreadable'),
          target: 'toLogin',
          actions: [
            'endSession',
            withContext('setNotice'),
            { type: 'goToLogin', params: ({ context: { orderId, notice } }) => ({ orderId, notice }) },
          ],
        },
        { description: 'The address names no order (U20).', guard: 'isNoneNamed', target: 'choosing' },
        { description: 'Somebody is logged in, and the address names an order.', target: 'loading' },
      ],
    },

    choosing: {
      description: 'The address names no order: one of the list is chosen, or an id is typed (U20).',
      initial: 'loading',
      entry: 'clearChoice',
      on: {
        'id.change': { actions: withEvent('setTyped') },
        'id.submit': [
          { description: 'No id is typed (§8).', guard: 'isTypedBlank', actions: 'refuseTyped' },
          {
            description: 'An id is typed.',
            target: 'loading',
            actions: [
              { type: 'setOrderId', params: ({ context }) => ({ orderId: typedId(context) }) },
              { type: 'goToOrder', params: ({ context: { orderId } }) => ({ orderId }) },
            ],
          },
        ],
        'order.pick': {
          description: 'It is one of the orders of the list.',
          guard: withEvent('isListed'),
          target: 'loading',
          actions: [
            withEvent('setOrderId'),
            { type: 'goToOrder', params: ({ context: { orderId } }) => ({ orderId }) },
          ],
        },
      },
      states: {
        loading: {
          description: "The shopper's orders are being loaded; an id can be typed meanwhile.",
          entry: 'clearProblem',
          invoke: {
            id: 'loadOrders',
            src: 'loadOrders',
            onDone: {
              target: 'listed',
              actions: { type: 'setOrders', params: ({ event }) => ({ orders: event.output }) },
            },
            onError: [
              signedOut('#sessionExpired'),
              {
                description: 'The orders could not be loaded for another reason; an id can still be typed.',
                target: 'failed',
                actions: withEvent('setChoiceProblem'),
              },
            ],
          },
        },
        listed: { description: 'The orders can be chosen from, if there are any.' },
        failed: {
          description: 'There is no list; Try Again asks once more.',
          on: { 'page.retry': 'loading' },
        },
      },
    },

    loading: {
      description: 'The order is being loaded.',
      entry: 'clearProblem',
      invoke: {
        id: 'loadOrder',
        src: 'loadOrder',
        input: ({ context: { orderId } }) => ({ orderId }),
        onDone: { target: 'shown', actions: withOutput('setOrder') },
        onError: [
          signedOut('sessionExpired'),
          {
            description: 'It is the order of somebody else (§6).',
            guard: withEvent('isForbidden'),
            target: 'accessDenied',
            actions: withEvent('setProblem'),
          },
          {
            description: 'There is no such order, or it could not be loaded (Q12).',
            target: 'notFound',
            actions: withEvent('setProblem'),
          },
        ],
      },
    },

    shown: {
      description: 'The order is shown, with what can be done with it.',
      type: 'parallel',
      entry: 'lookAnew',
      invoke: [
        { id: 'watchPage', src: 'watchPage' },
        { id: 'watchBar', src: 'watchBar' },
        { id: 'clock', src: 'clock' },
      ],
      on: {
        'page.hidden': { actions: 'setHidden' },
        'page.visible': [
          {
            description: 'The order is held for its payment, of which the server may know more.',
            guard: 'isHeld',
            actions: ['setSeen', 'markStale'],
          },
          { description: 'The order is not held for a payment.', actions: 'setSeen' },
        ],
        'clock.tick': { actions: withEvent('setNow') },
        'bar.paying': { actions: withEvent('setInBar') },
        'bar.idle': { actions: 'clearInBar' },
      },
      states: { order: refreshing, cancel: cancelling, pay: paying, reorder: reordering },
    },

    notFound: {
      id: 'notFound',
      description: 'There is no such order, or it could not be loaded.',
      on: { 'page.retry': 'loading' },
    },
    accessDenied: {
      id: 'accessDenied',
      description: "The order is somebody else's.",
      on: { 'page.retry': 'loading' },
    },
    sessionExpired: {
      id: 'sessionExpired',
      description: 'The server knows the session no more: it is said for two seconds.',
      entry: 'endSession',
      on: { 'session.read': {}, 'session.ended': {} },
      after: {
        redirectAfterExpiry: {
          description: '2 s after the notice was shown (Q1).',
          target: 'toLogin',
          actions: { type: 'goToLogin', params: ({ context: { orderId, notice } }) => ({ orderId, notice }) },
        },
      },
    },
    toLogin: { type: 'final', description: 'The login page follows, and comes back here.' },
    toCart: {
      id: 'toCart',
      type: 'final',
      description: 'The cart follows, with what can be ordered again and what has changed.',
      entry: { type: 'goToCart', params: ({ context }) => ({ texts: context.reorderTexts }) },
    },
  },
});
