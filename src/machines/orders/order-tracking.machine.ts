import { cancelling, refreshing, reordering, toCart } from './order.parts.ts';
import { paying } from './order-tracking.paying.regions.ts';
import { NOTHING_SAID, orderTrackingSetup, getTypedId } from './order-tracking.setup.ts';
import type { OrderTrackingContext } from './order-tracking.setup.ts';
import { given, signedOut, withContext, withEvent, withOutput } from '../parts.ts';
import type { ContextScope } from '../parts.ts';
import { slot } from '../slots.ts';

/**
 * Tracks one order (§2 Track order), or shows the form that asks for an order's number when the address has none (U20).
 * order.parts.ts and order-tracking.paying.regions.ts define what the shopper can do with the shown order.
 *
 * A 401 shows a notice for two seconds before the login opens (Q1). Each press uses the shopper's data that the browser
 * stores at that moment (A26).
 */

const pickOrderId = ({ context: { orderId } }: ContextScope<OrderTrackingContext>) => ({ orderId });
const goToOrder = given('goToOrder', pickOrderId);
const goToLogin = given('goToLogin', ({ context: { orderId, notice } }: ContextScope<OrderTrackingContext>) => ({
  orderId,
  notice,
}));

/** The shopper may no longer see the shown order. */
const refused = [
  signedOut('#sessionExpired'),
  {
    description: 'The order belongs to another shopper (§6).',
    guard: withEvent('isForbidden'),
    target: '#accessDenied',
    actions: withEvent('setProblem'),
  },
  {
    description: 'The shop no longer knows the order.',
    guard: withEvent('isUnknown'),
    target: '#notFound',
    actions: withEvent('setProblem'),
  },
] as const;

export const orderTrackingMachine = orderTrackingSetup.createMachine({
  id: 'orderTracking',
  description: 'The page of one order, or the choice of an order.',
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
    phone: '',
    phoneError: null,
    ownPhone: '',
    reorderTexts: [],
  }),
  invoke: slot('watchSession'),
  initial: 'deciding',
  on: {
    'session.ended': '.toLogin',
    'session.read': [
      {
        description: 'No token is stored (§6).',
        guard: withEvent('isMissing'),
        target: '.toLogin',
        actions: [withEvent('setNotice'), goToLogin],
      },
      {
        description: 'The stored user is unreadable (§6).',
        guard: withEvent('isUnreadable'),
        target: '.toLogin',
        actions: ['endSession', withEvent('setNotice'), goToLogin],
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
      description: 'Decides which shopper and which order the page is for.',
      always: [
        {
          description: 'No token is stored (§6).',
          guard: withContext('isMissing'),
          target: 'toLogin',
          actions: [withContext('setNotice'), goToLogin],
        },
        {
          description: 'The stored user is unreadable (§6).',
          guard: withContext('isUnreadable'),
          target: 'toLogin',
          actions: ['endSession', withContext('setNotice'), goToLogin],
        },
        { description: 'The address names no order (U20).', guard: 'isNoneNamed', target: 'choosing' },
        { description: 'A shopper is logged in, and the address names an order.', target: 'loading' },
      ],
    },

    choosing: {
      description: 'The address names no order. The shopper chooses one or types an id (U20).',
      initial: 'loading',
      entry: 'clearTyped',
      on: {
        'id.change': { actions: withEvent('setTyped') },
        'id.submit': [
          { description: 'No id is typed (§8).', guard: 'isTypedBlank', actions: 'refuseTyped' },
          {
            description: 'An id is typed.',
            target: 'loading',
            actions: [{ type: 'setOrderId', params: ({ context }) => ({ orderId: getTypedId(context) }) }, goToOrder],
          },
        ],
        'order.pick': {
          description: 'The order is in the list.',
          guard: withEvent('isListed'),
          target: 'loading',
          actions: [withEvent('setOrderId'), goToOrder],
        },
      },
      states: {
        loading: {
          description: "The shopper's orders are loading. An id can be typed meanwhile.",
          invoke: {
            ...slot('loadOrders'),
            onDone: { target: 'listed', actions: withOutput('setOrders') },
            onError: [
              signedOut('#sessionExpired'),
              {
                description: 'The orders could not be loaded for another reason. An id can still be typed.',
                target: 'failed',
                actions: withEvent('setChoiceProblem'),
              },
            ],
          },
        },
        listed: { description: 'The shopper can choose an order, if there are any.' },
        failed: {
          description: 'The orders could not be loaded. The shopper can try again.',
          on: { 'page.retry': 'loading' },
        },
      },
    },

    loading: {
      description: 'The order is loading.',
      invoke: {
        ...slot('loadOrder'),
        input: pickOrderId,
        onDone: { target: 'shown', actions: withOutput('setOrder') },
        onError: [
          signedOut('sessionExpired'),
          {
            description: 'The order belongs to another shopper (§6).',
            guard: withEvent('isForbidden'),
            target: 'accessDenied',
            actions: withEvent('setProblem'),
          },
          {
            description: 'The order does not exist or could not be loaded (Q12).',
            target: 'notFound',
            actions: withEvent('setProblem'),
          },
        ],
      },
    },

    shown: {
      description: 'The order is shown with its actions.',
      type: 'parallel',
      entry: 'resetShown',
      invoke: [slot('watchPage'), slot('watchBar'), slot('clock')],
      on: {
        'page.hidden': { actions: 'setHidden' },
        'page.visible': [
          {
            description: 'The order waits for its payment, and the server may have news.',
            guard: 'isHeld',
            actions: ['setSeen', 'markStale'],
          },
          { description: 'The order does not wait for a payment.', actions: 'setSeen' },
        ],
        'clock.tick': { actions: withEvent('setNow') },
        'bar.paying': { actions: withEvent('setInBar') },
        'bar.idle': { actions: 'clearInBar' },
      },
      states: {
        order: refreshing({
          ...slot('loadOrder'),
          input: pickOrderId,
          onDone: { target: 'still', actions: withOutput('setOrder') },
          onError: [
            ...refused,
            { description: 'The order could not be loaded. The shown data stays.', target: 'still' },
          ],
        }),
        cancel: cancelling({
          ask: {
            description: 'The order can still be cancelled, and no dialog is open (H4).',
            guard: 'mayCancel',
            target: 'asking',
          },
          asking: {
            entry: 'clearCancelProblem',
            on: {
              'cancel.keep': 'none',
              'cancel.confirm': { target: 'sending', actions: 'setPromptLeft' },
              'clock.tick': {
                description: 'The time to pay for the order ends with this second (D12).',
                guard: withEvent('isTimeEnding'),
                target: 'none',
                actions: withEvent('setNow'),
              },
            },
          },
          input: pickOrderId,
          refused: [
            ...refused,
            {
              description: 'The shown order is outdated, so it loads again.',
              guard: withEvent('hasMovedOn'),
              target: 'failed',
              actions: [withEvent('setCancelProblem'), 'markStale'],
            },
          ],
        }),
        pay: paying,
        reorder: reordering({
          ask: {
            description: 'The order no longer waits for its payment or for the staff, and no dialog is open.',
            guard: 'mayReorder',
            target: 'checking',
          },
          orderIn: (context: OrderTrackingContext) => context.order,
          checking: { entry: 'clearReorder' },
          expired: '#sessionExpired',
        }),
      },
    },

    notFound: {
      id: 'notFound',
      description: 'The order does not exist or could not be loaded.',
      on: { 'page.retry': 'loading' },
    },
    accessDenied: {
      id: 'accessDenied',
      description: 'The order belongs to another shopper.',
      on: { 'page.retry': 'loading' },
    },
    sessionExpired: {
      id: 'sessionExpired',
      description: 'The session has expired. A notice is shown for two seconds.',
      entry: 'endSession',
      on: { 'session.read': {}, 'session.ended': {} },
      after: {
        redirectAfterExpiry: {
          description: '2 s after the notice was shown (Q1).',
          target: 'toLogin',
          actions: goToLogin,
        },
      },
    },
    toLogin: { type: 'final', description: 'The login page follows and returns here.' },
    toCart,
  },
});
