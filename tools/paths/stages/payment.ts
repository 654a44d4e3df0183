import type { AnyMachineSnapshot } from 'xstate';
import type { User } from '../../../contract/user.ts';
import type { Stage } from 'flow-atlas/browser/script';
import type { Cart } from '../../../src/rules/cart/cart.ts';
import { press } from 'model-testing/view/act';
import type { MpesaPaymentInput } from '../../../src/machines/payment/mpesa-payment.setup.ts';
import type { OpenPayment } from '../../../src/rules/payment/waiting-payment.ts';
import { o1 } from '../../../tests/flows/support/order.samples.ts';
import { ORDER, START } from '../../../tests/flows/support/payment.samples.ts';
import { KEPT } from '../../../tests/flows/purchase/purchase.model.ts';
import { jane } from '../../../tests/flows/support/shop.samples.ts';
import {
  act,
  answer,
  elsewhere,
  FULL,
  go,
  toSuccess,
  toKnownIds,
  toKnownText,
  NO_SESSION,
  page,
  pass,
  scene,
  toStoredSession,
  signedIn,
  tell,
  TRIES_FOR,
  turn,
} from './parts.ts';
import type { HandReport } from '../../../src/rules/payment/by-hand.ts';
import { AT_BRINK, OUT_OF_TIME, UNTIMED } from './payment-brink.ts';
import {
  JUST_SENT,
  PLACES,
  SAME_PRICES,
  STATIONS,
  WAITS,
  AFTER_RELOAD,
  atCheckout,
  atPickup,
  byHand,
  cart,
  confirms,
  createOrder,
  createStoredPayment,
  FAILURE_SHOWN_MS,
  keptPrompt,
  OF_OTHERS,
  paying,
  pays,
  paysCash,
  createPaymentReply,
  PROVED,
  recordElsewhere,
  WAITED,
  withPhone,
} from './payment-parts.ts';
import type { Report } from './payment-parts.ts';

/** The checkout, its order and its payment, and the bar of a waiting payment. */

const hasLines = ({ context }: AnyMachineSnapshot) => context.cart.items.length > 0;

export const paymentStages: Readonly<Record<string, Stage>> = {
  checkout: {
    unchecked: [
      { what: /^Sent: GET \/mpesa\/payment-status/, why: 'the page polls over time instead of at one moment' },
    ],
    differences: [
      {
        what: /combobox '(County|Town)'|radio 'Free|^(Checkout|Order Items|Phone A|Remove)$|^2 × Ksh/,
        why: 'the page reads its delivery and its lines from the browser',
      },
      {
        what: /^You cancelled the payment\.Try again|^\d+ pickup stations? in /,
        why: 'the payment and the delivery say it',
      },
    ],
    // The page shows what other flows do: the session leaves it, and the cart loses its last line.
    instead: ({ step, before, after }) => {
      if (step.event.type === 'session.ended') return { address: '/auth/login' };
      if (step.event.type === 'line.remove' && before?.can(step.event) === true) {
        const left = (before.context.cart as Cart).items.find(({ id }) => id !== step.event['id']);
        return { text: left?.name ?? 'Your cart is empty' };
      }
      // The account is loaded before it can be looked at, and an empty cart has no button to pay.
      const isLoadedAgain = before?.matches('form') === true && after.matches('loadingUser');
      const isWithoutCart = after.matches('form') && !hasLines(after);
      return isLoadedAgain || isWithoutCart ? {} : null;
    },
    never: [
      {
        step: /./,
        when: ({ before }) => before !== null && before.context.user === null && !before.matches('signedOut'),
        why: 'a page without a login has left for /auth/login',
      },
    ],
    outcomes: {
      ...PROVED,
      // For results that no path through the purchase reaches.
      purchase: () => 'a purchase with this start does not end like this',
    },
    begins: {
      '': scene(atCheckout()),
      'empty cart': scene(signedIn('/checkout', jane, { time: START, replies: SAME_PRICES })),
      guest: scene(page('/checkout', { time: START, storage: { cart } })),
      'no addresses': scene(atCheckout({ user: { ...jane, addresses: [] } })),
      'kept order': scene(atCheckout({ storage: { payment: createStoredPayment() } })),
      'kept payment': scene(atCheckout({ storage: { payment: keptPrompt } })),
      'kept payment, empty cart': scene(
        signedIn('/checkout', jane, { time: START, storage: { payment: keptPrompt }, replies: SAME_PRICES }),
      ),
      'typed before': 'earlier input appears after a login through the link of the page: see login',
      '*': 'the shop has other payment limits, or no user arrives like this',
    },
    calls: {
      loadUser: { call: 'GET /auth/profile', reply: (user: object) => toSuccess({ user }), triesFor: TRIES_FOR },
    },
    events: {
      'cart.changed': ({ cart: changed, changes }) =>
        (changes as readonly unknown[]).length > 0
          ? 'the cart reports it when it checks the prices: see cart'
          : [elsewhere({ cart: JSON.stringify(toKnownIds(changed)) })],
      'payment.kept': () => [elsewhere({ payment: null })],
      'user.changed': ({ user }) => [elsewhere(toStoredSession(user as User))],
      'session.ended': () => [elsewhere(NO_SESSION)],
    },
  },
  delivery: {
    begins: { '*': scene(atCheckout()) },
    calls: {
      loadStations: {
        call: 'GET /pickup-stations/location',
        reply: (stations: readonly object[]) => toSuccess({ stations }),
        triesFor: TRIES_FOR,
      },
      searchStations: {
        call: 'GET /pickup-stations/search',
        reply: (stations: readonly object[]) => toSuccess({ stations }),
        triesFor: TRIES_FOR,
      },
    },
    events: {
      'search.pick': (_, before) =>
        before?.context.isHeld === true ? 'search results are not offered while an order is being sent' : undefined,
      'choice.refused': (_, before) =>
        before?.context.choice.town === '' ? 'without a town the checkout says another text' : [pays],
      'choice.hold': ({ isOn }, before) => {
        if (isOn !== true && before?.context.isHeld !== true) return 'nothing to free';
        if (isOn !== true) return [act(press('button', 'Cancel'))];
        const { method, station } = before?.context.choice ?? {};
        return method === 'pickup_station' && station === null ? 'an order needs a complete choice' : [pays];
      },
    },
    never: [
      { step: /Kiambu/, why: 'no two counties share a town name; unit tests cover the rule' },
      {
        step: /./,
        when: ({ step: { kind } }, outer) =>
          kind === 'user' && outer?.machine === 'checkout' && !(outer.after.matches('form') && hasLines(outer.after)),
        why: 'the page shows the choice with the form only',
      },
    ],
  },
  purchase: {
    outcomes: PROVED,
    differences: [
      { what: /^button 'Try again'$/, why: 'the payment decides when it can be pressed: see mpesa-payment' },
      { what: /^Sending the prompt to your phone$/, why: 'the payment shows it: see mpesa-payment' },
      { what: /^You cancelled the payment\.Try again/, why: 'the payment says it: see mpesa-payment' },
    ],
    begins: {
      mpesa: scene(atCheckout(), pays),
      cash: scene(atCheckout(), ...paysCash),
      'mpesa, kept order': scene(atCheckout({ storage: { payment: createStoredPayment() } }), pays),
      'cash, kept order': scene(
        atCheckout({ storage: { payment: createStoredPayment({ orderId: KEPT }) } }),
        ...paysCash,
      ),
      'mpesa, phone of Nigeria': scene(atCheckout({ user: withPhone('+2348012345678') }), pays),
      'mpesa, phone of 011': scene(atCheckout({ user: withPhone('0112345678') }), pays),
      'after a reload': scene(atCheckout({ storage: { payment: keptPrompt } })),
      '*': 'the same steps as mpesa and cash, after another form',
    },
    events: {
      'hand.choose': () => [act(press('button', 'Pay by hand'))],
      // The walked answer of the shop names the phone.
      'phone.ask': () => 'Try again asks for a phone only where no answer of the shop has named one',
      // The dialog shows the failure for a moment; the button follows.
      'payment.retry': () => [pass(FAILURE_SHOWN_MS), act(press('button', /^Try again/))],
    },
  },
  'order-placement': {
    differences: [
      { what: /^Placing your order$/, why: 'the surrounding dialog of the checkout shows it' },
      { what: /^\d+ pickup stations? in /, why: 'the delivery says it' },
    ],
    unchecked: [{ what: /^Sent: GET \/orders\/by-key/, why: 'the page creates its own keys' }],
    begins: {
      mpesa: scene(atCheckout(), pays, confirms),
      cod: scene(atCheckout(), ...paysCash),
      'kept order': scene(atCheckout({ storage: { payment: createStoredPayment({ orderId: KEPT }) } }), ...paysCash),
      'cod, pickup': scene(atCheckout({ replies: STATIONS }), ...atPickup, ...paysCash),
    },
    calls: {
      placeOrder: PLACES,
      findOrder: {
        call: 'GET /orders/by-key/{key}',
        reply: ({ orderId, paymentMethod, isCancelled }: FoundOrder) =>
          toSuccess({ order: { ...o1, _id: orderId, paymentMethod, status: isCancelled ? 'cancelled' : 'pending' } }),
      },
      switchToCash: { call: 'PUT /orders/{id}/payment-method', reply: () => toSuccess({ order: o1 }) },
    },
  },
  'mpesa-payment': {
    // The dialog of the checkout. Later content beside the form and in the bar is drawn by other elements.
    parts: { mpesaPayment: 'main' },
    differences: [
      { what: /^Sending the prompt/, why: 'the page has its reply before it can be checked' },
      { what: /Request req-9Try again(Send to|$)/, why: 'the form says the reason too' },
    ],
    unchecked: [
      {
        what: /^Sent: GET \/mpesa\/payment-status|^Shown: 'Sending the prompt/,
        why: 'the page polls over time instead of at one moment',
      },
    ],
    outcomes: PROVED,
    begins: {
      '': ({ prompt }: MpesaPaymentInput) => {
        if (prompt?.times === null) return AFTER_RELOAD;
        if (JSON.stringify(prompt) !== JSON.stringify(JUST_SENT.prompt))
          return 'an earlier prompt is known after a reload only';
        return paying(answer('POST /mpesa/stkpush', toSuccess({ checkoutRequestId: 'ws_1' })));
      },
      'to be pushed': paying(),
      'after a reload': AFTER_RELOAD,
      'to be pushed, in the bar': 'the bar starts it: see waiting-payment',
    },
    calls: {
      pushPrompt: {
        call: 'POST /mpesa/stkpush',
        reply: ({ checkoutRequestId }: { readonly checkoutRequestId: string }) => toSuccess({ checkoutRequestId }),
      },
      checkStatus: {
        call: 'GET /mpesa/payment-status/{id}',
        // A report that is later than the page's clock updates the page's clock too.
        reply: (report: Report) => ({
          status: 200,
          json: toSuccess(createPaymentReply(report)),
          ...(report.now > START && { headers: { date: new Date(report.now).toUTCString() } }),
        }),
      },
      switchToCash: { call: 'PUT /orders/{id}/payment-method', reply: () => toSuccess({ order: o1 }) },
    },
    foreseen: {
      // The page sends the time as soon as the payment is resumed, in the last millisecond before its start.
      'clock.tick': ({ now }, before) =>
        before?.matches({ pending: { polling: 'starting' } }) === true ? { time: Number(now) + 1 } : null,
    },
    events: {
      // The button follows the dialog, which shows the failure for a moment.
      'payment.retry': (event, before) =>
        before?.can(event) === true ? [pass(FAILURE_SHOWN_MS), act(press('button', /^Try again/))] : undefined,
      'payment.useOwn': (event, before) =>
        before?.can(event) === true
          ? [pass(FAILURE_SHOWN_MS), act(press('button', /^Send to 0733 000 000/))]
          : undefined,
      'shopper.returned': () => 'only the bar reports it: see waiting-payment',
      // A page must be hidden before it can be shown again.
      'page.visible': (_, before) =>
        before?.matches({ pending: { page: 'seen' } }) === true
          ? 'the page is already visible'
          : [turn(false), turn(true)],
    },
    never: [
      AT_BRINK,
      UNTIMED,
      ...OUT_OF_TIME,
      { step: /^payment\.dismiss/, why: 'only the bar offers it: see waiting-payment' },
    ],
  },
  'by-hand': {
    differences: [{ what: /^Loading the numbers/, why: 'the page has its reply before it can be checked' }],
    unchecked: [
      { what: /^Sent: GET \/orders\/\{id\}\/payment$/, why: 'the page asks over time instead of at one moment' },
    ],
    outcomes: { copyText: ({ type }) => [tell('clipboard', type.startsWith('xstate.done'))] },
    begins: { '': byHand },
    calls: {
      checkOrder: {
        call: 'GET /orders/{id}/payment',
        reply: ({ now: _, ...report }: HandReport) => toSuccess(report),
      },
      sendClaim: { call: 'POST /orders/{id}/payment-claims', reply: (claim: object) => toSuccess({ claim }) },
      switchToCash: { call: 'PUT /orders/{id}/payment-method', reply: () => toSuccess({ order: o1 }) },
    },
    events: {
      'page.visible': (_, before) =>
        before?.matches({ open: { polling: 'hidden' } }) === true
          ? [turn(true)]
          : 'a page must be hidden before it can be shown again',
    },
  },
  'waiting-payment': {
    differences: [{ what: /^Sending the prompt/, why: 'the bar has its reply before it can be checked' }],
    outcomes: {
      ...PROVED,
      readRecord: () => 'the storage has a record or not; only tests of the machine cover a failed read',
    },
    // The bar no longer shows its payment, and links to the order where the checkout navigates to it.
    unchecked: [
      { what: /^(Go to |It is now: done \()\/order-success/, why: 'the bar links to the order instead of navigating' },
    ],
    parts: { mpesaPayment: 'header' },
    begins: { '*': scene(page('/about', { time: START, storage: { cart } })) },
    foreseen: {
      'session.signedIn': (_, before) =>
        before?.matches('signedOut') === true || before?.matches('guest') === true
          ? { storage: toStoredSession(jane) }
          : null,
      'xstate.done.actor.readRecord': ({ output }) =>
        output === null ? {} : { storage: { payment: JSON.stringify(toKnownIds(output)) } },
    },
    calls: {
      findOpen: {
        call: 'GET /mpesa/open-payment',
        reply: (open: OpenPayment | null) =>
          toSuccess({
            payment: open === null ? null : createPaymentReply({ ...open, ...open.times, status: 'pending' }),
          }),
        triesFor: TRIES_FOR,
      },
      loadLines: {
        call: 'GET /orders/{id}',
        reply: (ordered: readonly { readonly id: string; readonly quantity: number }[]) =>
          toSuccess({ order: createOrder(ordered) }),
        triesFor: TRIES_FOR,
      },
    },
    events: {
      'session.signedIn': () => [elsewhere(toStoredSession(jane))],
      'record.changed': ({ prompt }) => [recordElsewhere(prompt)],
      'path.changed': ({ path }) => [go(String(path))],
      'window.focused': () => [turn(true)],
      'checkout.took': () => 'the checkout shows its own payment: see payment-screen',
      'checkout.left': () => 'the checkout shows its own payment: see payment-screen',
    },
  },
  'payment-record': {
    begins: { '*': scene(page('/about', { time: START, storage: { cart } })) },
    foreseen: {
      'shopper.changed': ({ user }, before) =>
        before?.context.user === null && user !== null ? { storage: toStoredSession(jane) } : null,
      'record.notSaved': () => FULL,
      'record.saved': () => ({}),
    },
    events: {
      'shopper.changed': ({ user }) => [elsewhere(user === null ? NO_SESSION : toStoredSession(jane))],
      'storage.changed': ({ text }) => [elsewhere({ payment: text === null ? null : toKnownText(String(text)) })],
      ...Object.fromEntries(
        [
          'order.confirmed',
          'order.placed',
          'replacement.refused',
          'prompt.accepted',
          'prompt.dismissed',
          'payment.found',
          'lines.claimed',
          'order.over',
        ].map((type) => [type, () => OF_OTHERS]),
      ),
    },
  },
  'payment-screen': {
    // Two other flows draw the payment: the dialog of the checkout, and the bar on every other page.
    instead: ({ after }) => {
      if (after.matches('checkout')) return { address: '/checkout', sight: { controls: ["button 'Cancel'"] } };
      return after.matches('bar') ? { address: '/about', text: WAITED } : null;
    },
    begins: { '*': scene(atCheckout({ replies: WAITS })) },
    events: {
      // The checkout continues the payment that the bar waits for.
      'checkout.took': (_, before) => [go('/checkout'), ...(before?.matches('bar') === true ? [] : [pays])],
      'checkout.left': () => [act(press('button', 'Cancel'))],
      'bar.took': () => [go('/about'), recordElsewhere({ orderId: ORDER })],
      'bar.left': () => [recordElsewhere(null)],
      'bar.waits': () => [go('/about'), recordElsewhere({ orderId: ORDER })],
      'bar.rests': () => [recordElsewhere(null)],
      'session.ended': () => [elsewhere(NO_SESSION)],
    },
  },
};

interface FoundOrder {
  readonly orderId: string;
  readonly paymentMethod: string;
  readonly isCancelled: boolean;
}
