import type { SnapshotFrom } from 'xstate';
import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import { toMpesaPhone } from '../../../contract/rules/mpesa-phone.ts';
import { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import { orderTrackingMachine } from '../../../src/machines/orders/order-tracking.machine.ts';
import { getPaymentDeadline, isPayable } from '../../../src/rules/orders/shown-order.ts';
import type { ReorderResult } from '../../../src/rules/orders/reorder.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, key, press } from 'model-testing/view/act';
import type { Act } from 'model-testing/view/act';
import { OWN, ownOffered, PROOF, proofAsked, verified } from '../support/payment.samples.ts';
import { isAt, orderTrackingPromises } from './order-tracking.promises.ts';
import { cableNow, cancelled, held, HELD_UNTIL, o1, o2, paid, phoneNow, PLACED } from '../support/order.samples.ts';
import { dismissModal } from '../support/modal.acts.ts';

type Snapshot = SnapshotFrom<typeof orderTrackingMachine>;

/** 12:10 in Nairobi. */
export const NOW = PLACED + 600_000;
export const LONG_ID = '3f2a9c1e-77aa-4c01-9d1e-0a1b2c3d4e5f';
export const shipped = { ...o1, ...paid, status: 'shipped' } as const;

export const hasDialog = (snapshot: Snapshot) =>
  isAt(snapshot, 'cancel', 'asking', 'sending') || isAt(snapshot, 'pay', 'confirmingPhone', 'pushing', 'proving');
/** Nothing behind a dialog can be pressed while it is open. */
const behindDialog = (act: Act) => (_: unknown, snapshot: Snapshot) => (hasDialog(snapshot) ? null : act);
const sent = { sentIn: 'src/compose/orders/order-tracking.ts' };
const status = (order: Snapshot['context']['order']) => (order?.held === true ? 'held' : (order?.status ?? 'none'));

/** The parcel of the shown order; a state that the page does not know is none. */
function findParcel({ context: { order } }: Snapshot): string {
  const known = ['onTheWay', 'ready', 'refused', 'uncollected', 'delivered', 'lost', 'returned'];
  const state = order?.parcel?.state ?? 'none';
  return known.includes(state) ? state : 'none';
}
const parcelOf = (s: Snapshot) => (s.matches('shown') ? findParcel(s) : '');

const phoneClass = (phone: string) =>
  phone.trim() === '' ? 'blank' : toMpesaPhone(phone) === null ? 'wrong' : 'right';

/** Fields whose first value nothing reads. */
function unread(reason: string, fields: readonly string[]): Record<string, string> {
  return Object.fromEntries(fields.map((field) => [`context ${field} begins otherwise`, reason]));
}

export const orderTrackingModel = defineModel({
  flow: 'order-tracking',
  // Passed by name so that the harness recognizes the slot as a machine. The child has its own table and tests.
  machine: orderTrackingMachine.provide({ actors: { phoneVerification: phoneVerificationMachine } }),
  inputs: {
    o1: { orderId: 'o1', session: 'present', phone: '0712345678', userName: 'Jane' },
    none: { orderId: '', session: 'present', phone: '+2348012345678', userName: 'Jane' },
    'no token': { orderId: 'o1', session: 'missing', phone: '', userName: '' },
    unreadable: { orderId: 'o1', session: 'unreadable', phone: '', userName: '' },
    'none, no token': { orderId: '', session: 'missing', phone: '', userName: '' },
    'none, unreadable': { orderId: '', session: 'unreadable', phone: '', userName: '' },
  },
  events: {
    'path.changed': {
      o1: { orderId: 'o1', session: 'present' },
      none: { orderId: '', session: 'present' },
    },
    'session.read': {
      present: { session: 'present' },
      missing: { session: 'missing' },
      bad: { session: 'unreadable' },
    },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
    'page.hidden': { sentBy: 'watchPage', cases: { '': {} } },
    'page.visible': { sentBy: 'watchPage', cases: { '': {} } },
    'clock.tick': { sentBy: 'clock', cases: { 'in time': { now: NOW }, 'the time is over': { now: HELD_UNTIL } } },
    'bar.paying': { sentBy: 'watchBar', cases: { o1: { orderId: 'o1' }, o9: { orderId: 'o9' } } },
    'bar.idle': { sentBy: 'watchBar', cases: { '': {} } },
    'id.change': { id: { typed: 'o1' }, blank: { typed: ' ' } },
    'id.submit': { '': {} },
    'order.pick': { o1: { orderId: 'o1' }, none: { orderId: 'o8' } },
    'page.retry': { '': {} },
    'cancel.ask': { '': {} },
    'cancel.keep': { '': {} },
    'cancel.confirm': { '': {} },
    'pay.ask': { '': {} },
    'pay.useOwn': { '': {} },
    'phone.change': { right: { phone: '0722000000' }, wrong: { phone: '12' }, blank: { phone: ' ' } },
    'phone.confirm': { '': {} },
    'dialog.cancel': { '': {} },
    'code.dismiss': { '': {} },
    'reorder.ask': { '': {} },
  },
  acts: defineActs<typeof orderTrackingMachine>({
    'path.changed': { sentIn: 'src/routes/orders/order-tracking.route.tsx' },
    'session.read': sent,
    'id.change': ({ typed }) => fill('Order ID', typed),
    'id.submit': press('button', 'Track Order'),
    'order.pick': ({ orderId }) => (orderId === 'o8' ? null : press('button', new RegExp(`^Order ${orderId}`))),
    'page.retry': press('button', 'Try Again'),
    'cancel.ask': behindDialog(press('button', 'Cancel order')),
    'cancel.keep': [press('button', 'Keep order'), ...dismissModal('Cancel order')],
    'cancel.confirm': press('button', 'Cancel order', { role: 'dialog', name: 'Cancel order' }),
    'pay.ask': behindDialog(press('button', /^Pay with M-Pesa/)),
    'pay.useOwn': behindDialog(press('button', /^Send to 0733 000 000/)),
    'phone.change': ({ phone }, snapshot) =>
      isAt(snapshot, 'cancel', 'asking', 'sending') ? null : fill('M-Pesa phone number', phone),
    'phone.confirm': press('button', 'Confirm'),
    'dialog.cancel': [press('button', 'Cancel'), ...dismissModal('Confirm Phone Number')],
    'code.dismiss': [key('Escape', 'dialog', 'Verify Your Phone Number'), ...dismissModal('Verify Your Phone Number')],
    'reorder.ask': behindDialog(press('button', 'Order again')),
  }),
  done: {
    loadOrders: { none: [], 'o1, o2': [o1, o2] },
    loadOrder: {
      pending: { order: o1, now: NOW },
      'pending, too late': { order: o1, now: HELD_UNTIL },
      shipped: { order: shipped, now: NOW },
      held: { order: held, now: NOW },
    },
    cancelOrder: { cancelled: { ...o1, ...cancelled }, 'no order': null },
    pushPrompt: { '': { checkoutRequestId: 'ws_1', sentAt: NOW } },
    phoneVerification: { proved: verified(PROOF), left: verified(null) },
    checkLines: { all: [phoneNow(), cableNow()], none: [] },
  },
  fail: {
    loadOrder: {
      forbidden: new ApiError({ kind: 'refused', status: 403 }),
      unknown: new ApiError({ kind: 'refused', status: 404 }),
    },
    cancelOrder: {
      forbidden: new ApiError({ kind: 'refused', status: 403 }),
      unknown: new ApiError({ kind: 'refused', status: 404 }),
      'moved on': new ApiError({ kind: 'refused', status: 409 }),
    },
    pushPrompt: {
      unknown: new ApiError({ kind: 'refused', status: 404 }),
      'moved on': new ApiError({ kind: 'refused', status: 409 }),
      'proof asked': proofAsked,
      'own offered': ownOffered,
      wait: new ApiError({ kind: 'refused', status: 409, data: { retryAfter: 45 } }),
    },
  },
  // Messages of an order do not change what can happen to it.
  project: (context, snapshot) => {
    const isHeld = snapshot.matches('shown') && status(context.order) === 'pending';
    const isIdle = isHeld && isAt(snapshot, 'pay', 'none', 'refused') && isAt(snapshot, 'cancel', 'none');
    return {
      order: snapshot.matches('shown') ? status(context.order) : '',
      orderId: context.orderId,
      notice: context.notice,
      choice: snapshot.matches('choosing') ? [context.typed.trim(), context.typedProblem, context.orders.length] : [],
      isOver: isHeld && context.now >= HELD_UNTIL,
      isSeen: isHeld && context.isSeen,
      inBar: isHeld && isAt(snapshot, 'cancel', 'none') && !isAt(snapshot, 'pay', 'underway') ? context.inBar : null,
      own: isHeld && isAt(snapshot, 'pay', 'refused') && context.ownPhone !== '',
      isBlocked: isIdle && context.blockedUntil > context.now,
      phone: isAt(snapshot, 'pay', 'confirmingPhone') ? [phoneClass(context.phone), context.phoneError] : [],
    };
  },
  // The graph explores at most two active regions of an order. Paths after that cover one region at a time.
  leave: (s) =>
    [
      isAt(s, 'cancel', 'none'),
      isAt(s, 'pay', 'none', 'over', 'underway'),
      s.matches({ shown: { reorder: 'none' } }),
    ].filter((rests) => !rests).length > 1 && s.matches('shown'),
  delays: { redirectAfterExpiry: 2_000 },
  beyond: [
    { what: /^shown: page\.hidden/, why: 'U5: a page that nobody sees asks nothing until it is seen' },
    {
      what: /bar\.(paying|idle)|^shown\.pay\.(deciding|refused): at once \[isInBar\]/,
      why: 'U5, D8: what the bar shows counts wherever the page is',
    },
    {
      what: /^shown: clock\.tick|^shown\.pay\.\w+: at once \[isTimeOver\]/,
      why: 'D12: the time to pay ends wherever the page is',
    },
    {
      what: /^shown\.pay\.confirmingPhone: phone\.confirm \[isPhoneBlank\]/,
      why: 'Confirm is disabled while the phone is blank; Enter in the field does nothing either',
    },
    { what: /^shown\.pay\.proving: code\.dismiss/, why: 'D25: Escape leaves the code screen as Back does' },
    { what: /session\.read/, why: 'Q1: every press looks at the session first, whatever goes on' },
    { what: /path\.changed \[isOther\] -> deciding, from sessionExpired/, why: 'the browser goes back meanwhile' },
  ],
  equivalents: {
    'swap (root): session.read #1': 'a session is missing or unreadable, never both',
    'swap deciding: always #1': 'a session is missing or unreadable, never both',
    "params another's for action 2 of (root): session.read #2":
      'only a missing session has another notice, and a page with one has ended',
    "params another's for action 2 of deciding: always #2":
      'only a missing session has another notice, and no event leads here with one',
    ...Object.fromEntries(
      [
        'loading: loadOrder fails #1',
        'shown.order.asking: loadOrder fails #1',
        'shown.order.asking: loadOrder fails #2',
        'shown.cancel.sending: cancelOrder fails #1',
        'shown.cancel.sending: cancelOrder fails #2',
        'shown.cancel.sending: cancelOrder fails #3',
        'shown.pay.pushing: pushPrompt fails #1',
        'shown.pay.pushing: pushPrompt fails #2',
      ].map((failure) => [`swap ${failure}`, 'a failed call has one status']),
    ),
    'drop shown: page.visible #2': 'only the end of a time to pay reads whether the page is visible',
    'start shown.pay in none': 'no payment is in the bar when an order is shown',
    'start shown.pay in over': 'over leads to deciding at once where there is time left',
    ...unread('the state that reads it sets it', [
      'typed',
      'typedProblem',
      'problem',
      'order',
      'now',
      'phone',
      'phoneError',
      'ownPhone',
      'reorderTexts',
    ]),
    ...unread('an order that is shown begins with all of them', [
      'isSeen',
      'inBar',
      'isStale',
      'cancelProblem',
      'isPromptLeft',
      'payProblem',
      'proof',
      'blockedUntil',
      'reorderProblem',
    ]),
  },
  states: {
    choosing: (s) => s.matches('choosing'),
    'choosing.loading': (s) => s.matches({ choosing: 'loading' }),
    'choosing.listed': (s) => s.matches({ choosing: 'listed' }),
    'choosing.failed': (s) => s.matches({ choosing: 'failed' }),
    loading: (s) => s.matches('loading'),
    shown: (s) => s.matches('shown'),
    'shown.pending': (s) => s.matches('shown') && s.context.order?.status === 'pending',
    'shown.processing': (s) => s.matches('shown') && status(s.context.order) === 'processing',
    'shown.shipped': (s) => s.matches('shown') && status(s.context.order) === 'shipped',
    'shown.delivered': (s) => s.matches('shown') && status(s.context.order) === 'delivered',
    'shown.cancelled': (s) => s.matches('shown') && status(s.context.order) === 'cancelled',
    // Another order is loaded, so nothing of an earlier parcel is shown.
    'parcel.none': (s) => parcelOf(s) === 'none' || s.matches('loading'),
    'parcel.onTheWay': (s) => parcelOf(s) === 'onTheWay',
    'parcel.ready': (s) => parcelOf(s) === 'ready',
    'parcel.refused': (s) => parcelOf(s) === 'refused',
    'parcel.uncollected': (s) => parcelOf(s) === 'uncollected',
    'parcel.delivered': (s) => parcelOf(s) === 'delivered',
    'parcel.lost': (s) => parcelOf(s) === 'lost',
    'parcel.returned': (s) => parcelOf(s) === 'returned',
    notFound: (s) => s.matches('notFound'),
    accessDenied: (s) => s.matches('accessDenied'),
    sessionExpired: (s) => s.matches('sessionExpired'),
    toLogin: (s) => s.matches('toLogin'),
    // Another order is loaded, so its regions start again.
    'cancel.none': (s) => isAt(s, 'cancel', 'none') || s.matches('loading'),
    'cancel.asking': (s) => isAt(s, 'cancel', 'asking'),
    'cancel.sending': (s) => isAt(s, 'cancel', 'sending'),
    'cancel.failed': (s) => isAt(s, 'cancel', 'failed'),
    'pay.none': (s) => isAt(s, 'pay', 'none') || s.matches('loading'),
    'pay.confirmingPhone': (s) => isAt(s, 'pay', 'confirmingPhone'),
    'pay.pushing': (s) => isAt(s, 'pay', 'pushing'),
    'pay.proving': (s) => isAt(s, 'pay', 'proving'),
    'pay.underway': (s) => isAt(s, 'pay', 'underway'),
    'pay.refused': (s) => isAt(s, 'pay', 'refused'),
    'pay.over': (s) => isAt(s, 'pay', 'over'),
    'reorder.none': (s) => s.matches({ shown: { reorder: 'none' } }) || s.matches('loading'),
    'reorder.checking': (s) => s.matches({ shown: { reorder: 'checking' } }),
    'reorder.said': (s) => s.matches({ shown: { reorder: 'said' } }),
    'reorder.failed': (s) => s.matches({ shown: { reorder: 'failed' } }),
    toCart: (s) => s.matches('toCart'),
  },
  invariants: {
    ...orderTrackingPromises,
    'only 401 ends the session here; 403 and 404 do not': ({ step, snapshot, effects }) =>
      !/forbidden|unknown/.test(step?.label ?? '') ||
      (effects.every(({ type }) => type !== 'endSession') && !snapshot.matches('sessionExpired')),
    'GET /orders/{id} is never called without an id or without a token': ({ started, snapshot }) =>
      started.every(
        ({ slot, input }) =>
          slot !== 'loadOrder' ||
          ((input as { orderId: string }).orderId !== '' && snapshot.context.session === 'present'),
      ),
    'the order shown is always the one the address names': ({ snapshot, started }) =>
      (!snapshot.matches('shown') || snapshot.context.order !== null) &&
      started.every(
        ({ slot, input }) =>
          (slot !== 'loadOrder' && slot !== 'cancelOrder') ||
          (input as { orderId: string }).orderId === snapshot.context.orderId,
      ),
    'nothing is cancelled without a yes in the dialog, and one yes sends one PUT': ({ step, before, started }) => {
      const puts = started.filter(({ slot }) => slot === 'cancelOrder').length;
      const isYes = step?.event.type === 'cancel.confirm' && before !== null && isAt(before, 'cancel', 'asking');
      return puts === (isYes ? 1 : 0);
    },
    'the page never sends POST /orders: paying pays this order, ordering again only fills the cart': ({ calls }) =>
      calls.every(({ slot }) =>
        /^(watch\w+|clock|loadOrders?|cancelOrder|pushPrompt|phoneVerification|sendOtp|verifyOtp|webOtp|complete|checkLines)$/.test(
          slot,
        ),
      ),
    "'Pay with M-Pesa' stands only on a pending, unpaid M-Pesa order whose time is not over and that has no payment under way":
      ({ snapshot, snapshot: { context } }) =>
        !snapshot.can({ type: 'pay.ask' }) ||
        (context.order !== null &&
          getPaymentDeadline(context.order) !== null &&
          isPayable(context.order, context.now) &&
          context.inBar !== context.orderId),
    'X14: the own phone is offered from the refusal that names it to the next act': ({ step, before, snapshot }) => {
      const { ownPhone } = snapshot.context;
      return (
        (ownPhone === '' || ownPhone === OWN) &&
        (ownPhone === '' ||
          (before?.context.ownPhone ?? '') !== '' ||
          step?.label === 'pushPrompt fails(own offered)') &&
        (!snapshot.can({ type: 'pay.useOwn' }) ||
          (isAt(snapshot, 'pay', 'refused') &&
            snapshot.context.order !== null &&
            isPayable(snapshot.context.order, snapshot.context.now)))
      );
    },
    'X14: a wait of one phone blocks no button': ({ step, snapshot: { context } }) =>
      step?.label !== 'pushPrompt fails(own offered)' || context.blockedUntil <= context.now,
    'a line that is sold out or gone never enters the cart, and no more than the stock says': ({ effects }) =>
      effects.every(
        ({ type, params }) =>
          type !== 'addToCart' ||
          (params as ReorderResult).added.every(
            ({ product: { stock }, quantity }) => quantity >= 1 && (stock === null || quantity <= stock),
          ),
      ),
    'an order that is held gets no prompt, no cancel and no time to pay by': ({ snapshot, snapshot: { context } }) =>
      context.order?.held !== true ||
      (!snapshot.can({ type: 'pay.ask' }) &&
        !snapshot.can({ type: 'cancel.ask' }) &&
        getPaymentDeadline(context.order) === null),
    'after a cancel with an open prompt the page says what to do with it': ({ step, before, snapshot }) =>
      step?.event.type === 'cancel.confirm' && before?.can(step.event as never) === true
        ? snapshot.context.isPromptLeft === (before.context.inBar === before.context.orderId)
        : before === null ||
          !snapshot.matches({ shown: { cancel: 'none' } }) ||
          !before.matches('shown') ||
          snapshot.context.isPromptLeft === before.context.isPromptLeft,
    'at most one call of a kind is open at a time': ({ calls }) =>
      ['loadOrders', 'loadOrder', 'cancelOrder', 'pushPrompt', 'checkLines'].every(
        (slot) => calls.filter((call) => call.slot === slot && call.isOpen()).length <= 1,
      ),
    'a hidden page asks nothing when the time to pay is over': ({ step, before, started }) =>
      step?.event.type !== 'clock.tick' ||
      before?.context.isSeen !== false ||
      before.context.isStale ||
      started.every(({ slot }) => slot !== 'loadOrder'),
  },
});
