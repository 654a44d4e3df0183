import type { Order } from '../../../contract/orders.ts';
import type { User } from '../../../contract/user.ts';
import type { Beginning } from 'flow-atlas/browser/play';
import type { Scene, Stage } from 'flow-atlas/browser/script';
import { fill } from 'model-testing/view/act';
import { wanjiku } from '../../../tests/flows/support/account.samples.ts';
import { a1, a2, having } from '../../../tests/flows/address-book/address-book.samples.ts';
import { o1, PLACED } from '../../../tests/flows/support/order.samples.ts';
import { ORDER } from '../../../tests/flows/support/payment.samples.ts';
import { NEW_PHONE, proof, shopper } from '../../../tests/flows/profile-form/profile-form.model.ts';
import { jane } from '../../../tests/flows/support/shop.samples.ts';
import {
  act,
  CLIPBOARD,
  elsewhere,
  go,
  toSuccess,
  toKnownIds,
  page,
  scene,
  toStoredSession,
  signedIn,
  tell,
  TRIES_FOR,
  turn,
} from './parts.ts';

/** The profile with its tabs, and the pages after an order. */

/** 12:10 in Nairobi. */
const NOW = PLACED + 600_000;
/** Time of arrival from the checkout in tests/flows/order-success/order-success.model.ts. */
const AFTER_ORDER = 1_795_435_200_000;

const createUserReply = (user: object) => toSuccess({ user });
const changedElsewhere = ({ user }: { readonly [name: string]: unknown }) => [elsewhere(toStoredSession(user as User))];
/** The page gives another shopper new parts, which are other flows. */
const changedOnlyFor =
  ({ _id }: User) =>
  (event: { readonly [name: string]: unknown }) =>
    (event['user'] as User)._id === _id ? changedElsewhere(event) : 'another shopper gets a new page: see profile';
/** The flow answers what the frame would answer for it. */
const NO_ADDRESS_REPLY: Partial<Beginning> = { held: ['POST /auth/addresses'] };
const linesNow = (lines: readonly object[]) =>
  toSuccess({ lines: lines.map((line) => ({ name: 'A', was: 1500, ...toKnownIds(line) })) });
const atTab = (section: string, user: User = wanjiku, more: Partial<Beginning> = {}) =>
  scene(signedIn(`/profile?section=${section}`, user, more));

const typed = (begun: Scene): Scene => ({ ...begun, next: [act(fill('Phone', NEW_PHONE))] });

const tracking = (path: string, user: User = jane) =>
  // The bar asks for a payment when the page opens. Without a real login, the server would end the session.
  scene(signedIn(path, user, { time: NOW, held: ['GET /orders/my', 'GET /mpesa/payment-status/{id}'] }));

export const orderStages: Readonly<Record<string, Stage>> = {
  profile: {
    begins: Object.fromEntries(
      ['account', 'orders', 'address', 'logout'].map((section) => [
        section,
        scene(signedIn(`/profile?section=${section}`, wanjiku, { held: ['POST /auth/logout'] })),
      ]),
    ),
    calls: {
      loadProfile: { call: 'GET /auth/profile', reply: createUserReply, triesFor: TRIES_FOR },
      logout: { call: 'POST /auth/logout', reply: () => ({ success: true }) },
    },
    events: {
      'address.changed': ({ section }) => [go(`/profile?section=${String(section)}`)],
      'user.changed': changedElsewhere,
    },
  },
  'profile-form': {
    differences: [
      { what: /07\d\d ?\d{3}|Resend Code|updated successfully/, why: 'the page shows the phone from the reply' },
    ],
    unchecked: [{ what: /^Sent: PUT \/auth\/profile/, why: 'the page sends the phone from the reply' }],
    outcomes: { complete: () => [] },
    never: [{ step: /^saveProfile answers\(both wait\)/, why: 'the e-mail of the form is that of the account' }],
    // The server requires a code only for a changed number.
    begins: {
      '': typed(atTab('account', shopper)),
      'without an address': typed(atTab('account', { ...shopper, address: null })),
    },
    calls: {
      saveProfile: { call: 'PUT /auth/profile' },
      confirmPhone: { call: 'POST /auth/confirm-phone', reply: createUserReply },
      // The code was sent to the new number.
      verifyOtp: {
        call: 'POST /auth/verify-termii-otp',
        reply: (said: object) => toSuccess({ ...said, msisdn: proof.msisdn }),
      },
    },
    events: { 'user.changed': changedOnlyFor(shopper) },
  },
  'address-book': {
    begins: {
      'two addresses': atTab('address', having(a1, a2), NO_ADDRESS_REPLY),
      'no addresses': atTab('address', having(), NO_ADDRESS_REPLY),
    },
    calls: {
      createAddress: { call: 'POST /auth/addresses', reply: createUserReply },
      updateAddress: { call: 'PUT /auth/addresses/{id}', reply: createUserReply },
      deleteAddress: { call: 'DELETE /auth/addresses/{id}', reply: createUserReply },
      setDefaultAddress: { call: 'PUT /auth/addresses/{id}/default', reply: createUserReply },
    },
    events: { 'user.changed': changedOnlyFor(having()) },
  },
  'order-history': {
    begins: {
      'no courier': scene(signedIn('/profile?section=orders', jane, { time: NOW, scripts: [CLIPBOARD] })),
      courier: 'the shop has no courier page',
    },
    outcomes: { copyNumber: ({ type }) => [tell('clipboard', type.startsWith('xstate.done'))] },
    calls: {
      loadOrders: {
        call: 'GET /orders/my',
        reply: ({ orders }: { readonly orders: readonly Order[] }) => toSuccess({ orders: toKnownIds(orders) }),
        triesFor: TRIES_FOR,
      },
      cancelOrder: {
        call: 'PUT /orders/{id}/cancel',
        reply: ({ order }: { readonly order: Order | null }) =>
          toSuccess(order === null ? {} : { order: toKnownIds(order) }),
      },
      checkLines: { call: 'POST /cart/check', reply: linesNow },
    },
    never: [
      {
        step: /^loadOrders answers/,
        when: ({ before, after }) => Number(before?.context.now ?? 0) > Number(after.context.now),
        why: 'the time of a later list is not earlier',
      },
    ],
  },
  'order-success': {
    begins: {
      'nothing known': scene(signedIn('/order-success', jane, { time: AFTER_ORDER })),
      'after a reload': scene(signedIn(`/order-success?order=${ORDER}`, jane, { time: AFTER_ORDER })),
      guest: scene(page('/order-success', { time: AFTER_ORDER })),
      'from the checkout': {
        ...scene(signedIn('/about', jane, { time: AFTER_ORDER }), {
          do: 'go',
          with: ['/order-success', { orderId: ORDER }],
        }),
      },
      '*': 'no user arrives like this: see after a reload and from the checkout',
    },
    calls: {
      loadOrders: {
        call: 'GET /orders/my',
        reply: ({ orders }: { readonly orders: readonly object[] }) =>
          toSuccess({ orders: orders.map((order) => ({ ...o1, ...order })) }),
        triesFor: TRIES_FOR,
      },
    },
  },
  'order-tracking': {
    differences: [{ what: /^Track Order$/, why: 'the header has a link of this name' }],
    outcomes: { complete: () => [] },
    never: [
      {
        step: /^session\.read\((missing|bad)\)/,
        why: 'a session that another tab ends leads to the login: see session',
      },
      {
        step: /^clock sends clock\.tick/,
        when: ({ before, step }) => Number(before?.context.now) > Number(step.event['now']),
        why: 'the time of the server does not go back',
      },
      {
        step: /^cancelOrder answers\(no order\)/,
        when: ({ before, after }) => before?.context.isStale === false && after.context.isStale === true,
        why: 'the order is being loaded already, and is loaded again after that',
      },
    ],
    begins: {
      o1: tracking('/track-order/o1'),
      none: tracking('/track-order', { ...jane, phone: '+2348012345678' }),
      'no token': scene(page('/track-order/o1', { time: NOW })),
      unreadable: scene(page('/track-order/o1', { time: NOW, storage: { token: 'T', user: '{bad' } })),
      'none, no token': scene(page('/track-order', { time: NOW })),
      'none, unreadable': scene(page('/track-order', { time: NOW, storage: { token: 'T', user: '{bad' } })),
    },
    calls: {
      loadOrders: {
        call: 'GET /orders/my',
        reply: (orders: readonly Order[]) => toSuccess({ orders: toKnownIds(orders) }),
        triesFor: TRIES_FOR,
      },
      loadOrder: {
        call: 'GET /orders/o1',
        // The reply contains the server time too.
        reply: ({ order, now }: { readonly order: Order; readonly now: number }) => ({
          status: 200,
          json: toSuccess({ order: toKnownIds(order) }),
          ...(now > NOW && { headers: { date: new Date(now).toUTCString() } }),
        }),
        triesFor: TRIES_FOR,
      },
      cancelOrder: {
        call: 'PUT /orders/{id}/cancel',
        reply: (order: Order | null) => toSuccess(order === null ? {} : { order: toKnownIds(order) }),
      },
      pushPrompt: {
        call: 'POST /mpesa/stkpush',
        reply: ({ checkoutRequestId }: { readonly checkoutRequestId: string }) => toSuccess({ checkoutRequestId }),
      },
      checkLines: { call: 'POST /cart/check', reply: linesNow },
    },
    events: {
      'session.read': ({ session }) =>
        session === 'present' ? [] : [elsewhere(session === 'missing' ? { token: null } : { user: '{bad' })],
      'path.changed': ({ orderId }) => [go(orderId === '' ? '/track-order' : `/track-order/${String(orderId)}`)],
      // A page must be hidden before it can be shown again.
      'page.visible': (_, before) => [...(before?.context.isSeen === false ? [] : [turn(false)]), turn(true)],
      'bar.idle': () => [],
      'bar.paying': () => 'the bar reports it: see waiting-payment',
    },
  },
};
