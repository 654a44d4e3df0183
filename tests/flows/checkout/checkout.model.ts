import { dequal } from 'dequal';
import { defineModel } from '../../../model-testing.config.ts';
import { createCart, EMPTY_CART } from '../../../src/rules/cart/cart.ts';
import { toDeliveryDetails, toHomeDeliveryDraft } from '../../../src/rules/checkout/checkout.ts';
import { findStoredPrompt, fingerprintOrder } from '../../../src/rules/payment/stored-payment.ts';
import type { StoredPayment } from '../../../src/rules/payment/stored-payment.ts';
import { getPaymentMethod } from '../../../src/rules/checkout/order-form.ts';
import { HOME_DELIVERY, NO_PICKUP } from '../../../src/rules/checkout/pickup.ts';
import type { DeliveryChoice } from '../../../src/rules/checkout/pickup.ts';
import type { TypedForm } from '../../../src/rules/checkout/order-form.ts';
import type { User } from '../../../contract/user.ts';
import { checkoutMachine } from '../../../src/machines/checkout/checkout.machine.ts';
import type { CheckoutInput } from '../../../src/machines/checkout/checkout.setup.ts';
import { deliveryMachine } from '../../../src/machines/checkout/delivery.machine.ts';
import { purchaseMachine } from '../../../src/machines/checkout/purchase.machine.ts';
import type { PurchaseInput, PurchaseOutput } from '../../../src/machines/checkout/purchase.types.ts';
import { START } from '../support/payment.samples.ts';
import { defineActs } from 'model-testing/model/define';
import { checkoutPromises } from './checkout.promises.ts';
import { isBare, isPurchasing, TOLD_TO_CART, toldApart, toldToCart } from './checkout.told-apart.ts';
import { fill, key, press, select } from 'model-testing/view/act';
import { atStation, cableLine, jane, getLimits, phoneLine, phoneNow } from '../support/shop.samples.ts';
import { dismissModal } from '../support/modal.acts.ts';

export const ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';

const cart = createCart([phoneLine(2)]);

const input: CheckoutInput = {
  user: jane,
  cart,
  stock: {},
  payments: ['mpesa', 'cod'],
  codMax: null,
  mpesaMax: 250_000,
  kept: null,
  typed: null,
};

/** Jane with a new default address. */
const moved: User = { ...jane, addresses: jane.addresses.map((one) => ({ ...one, _id: 'd2', address: 'Ngong Rd 5' })) };

/** The form that Jane had typed before her session ended. */
const typed: TypedForm = {
  owner: jane._id,
  details: { ...toDeliveryDetails(jane), address: 'Ngong Rd 5' },
  savesAddress: true,
  payment: 'cod',
};

/** An unpaid order of A x 2 to Jane's address, as the browser stores it. */
export const keptOrder: StoredPayment = {
  v: 4,
  user: jane._id,
  key: 'k1',
  of: fingerprintOrder(jane._id, toHomeDeliveryDraft(cart, toDeliveryDetails(jane), 'mpesa')),
  orderId: ORDER,
  checkoutRequestId: null,
  startedAt: null,
  way: null,
  lines: [{ id: 'a', quantity: 2 }],
  replaces: null,
};
/** The same order with a prompt on the phone. */
const keptPrompt: StoredPayment = { ...keptOrder, checkoutRequestId: 'ws_1', startedAt: START };

/** The output of a purchase. */
export const ended = (outcome: PurchaseOutput['outcome'], change: Partial<PurchaseOutput> = {}): PurchaseOutput => ({
  outcome,
  lines: [],
  problem: null,
  ...change,
});

/** A snapshot of the purchase while it runs. */
export const purchaseTells = (tag: 'inline' | null) => ({ hasTag: (one: string) => one === tag });

/** A snapshot of the delivery child. */
export const delivering = (choice: DeliveryChoice) => ({ context: { choice } });

export const checkoutModel = defineModel({
  flow: 'checkout',
  machine: checkoutMachine.provide({ actors: { delivery: deliveryMachine, purchase: purchaseMachine } }),
  inputs: {
    '': input,
    'empty cart': { ...input, cart: EMPTY_CART },
    guest: { ...input, user: null },
    'guest with a kept payment': { ...input, user: null, kept: keptPrompt },
    'typed before': { ...input, typed },
    'typed by somebody else': { ...input, typed: { ...typed, owner: 'u2' } },
    'no addresses': { ...input, user: { ...jane, addresses: [] } },
    'cap 50000': { ...input, codMax: 50_000 },
    'cap 2000': { ...input, codMax: 2_000 },
    'M-Pesa up to 2000': { ...input, mpesaMax: 2_000 },
    'kept order': { ...input, kept: keptOrder },
    'kept payment': { ...input, kept: keptPrompt },
    'kept order by hand': { ...input, kept: { ...keptOrder, way: 'hand' } },
    'kept payment, empty cart': { ...input, cart: EMPTY_CART, kept: keptPrompt },
  },
  events: {
    'cart.changed': {
      sentBy: 'watchCart',
      cases: {
        'A and B': { cart: createCart([phoneLine(2), cableLine(1)]), stock: {}, changes: [] },
        'A cheaper': { cart: createCart([phoneLine(2, 900)]), stock: {}, changes: [phoneNow({ now: 900 })] },
        'A sold out': { cart: createCart([phoneLine(2), cableLine(1)]), stock: { a: 0 }, changes: [] },
        empty: { cart: EMPTY_CART, stock: {}, changes: [] },
      },
    },
    'payment.kept': { sentBy: 'watchKept', cases: { none: { kept: null } } },
    'limits.changed': {
      sentBy: 'watchLimits',
      cases: { 'M-Pesa up to 2000': { limits: getLimits({ mpesaMax: 2_000 }) } },
    },
    'session.ended': { sentBy: 'watchSession', cases: { '': {} } },
    'user.changed': {
      sentBy: 'watchSession',
      cases: { 'Ngong Rd 5 is the default': { user: moved }, 'somebody else': { user: { ...jane, _id: 'u2' } } },
    },
    'profile.retry': { '': {} },
    'field.change': {
      'another address': { field: 'address', value: 'Ngong Rd 5' },
      'the loaded address': { field: 'address', value: ' moi ave 1 ' },
    },
    'addressSaving.change': { off: { isOn: false } },
    'payment.change': { cod: { method: 'cod' }, mpesa: { method: 'mpesa' } },
    'line.remove': { A: { id: 'a' }, B: { id: 'b' } },
    'notice.dismiss': { '': {} },
    'order.place': { '': {} },
    'review.accept': { '': {} },
    'review.back': { '': {} },
  },
  done: {
    loadUser: { 'with a default address': jane },
    purchase: {
      ordered: ended('ordered'),
      changed: ended('changed', { lines: [phoneNow({ now: 1600 })] }),
      failed: ended('failed', { problem: { text: 'Failed to place order', requestId: null } }),
      dismissed: ended('dismissed'),
      'cash is chosen': ended('cash'),
      'signed out': ended('signedOut'),
    },
    delivery: {},
  },
  childSnapshots: {
    delivery: {
      'pickup at s1': delivering(atStation),
      'pickup somewhere': delivering(NO_PICKUP),
      home: delivering(HOME_DELIVERY),
    },
    purchase: { 'how it goes': purchaseTells(null), 'a failed payment': purchaseTells('inline') },
  },
  acts: defineActs<typeof checkoutMachine>({
    'profile.retry': press('button', 'Try Again'),
    'field.change': ({ field, value }, snapshot) => {
      const isHome = field === 'name' || field === 'phone' || snapshot.context.delivery.method === 'home_delivery';
      if (!isHome || isBare(snapshot)) return null;
      return field === 'country' ? select('Country', value) : fill(LABELS[field], value);
    },
    'addressSaving.change': press('checkbox', 'Save as my default address'),
    'payment.change': ({ method }, snapshot) =>
      isBare(snapshot) ? null : press('radio', method === 'mpesa' ? 'M-Pesa Express' : 'Cash on Delivery'),
    'line.remove': ({ id }, { context: { cart } }) => {
      const line = cart.items.find((one) => one.id === id);
      return line === undefined ? null : press('button', `Remove ${line.name}`);
    },
    'notice.dismiss': press('button', 'Dismiss'),
    'order.place': (_, snapshot) =>
      isBare(snapshot)
        ? null
        : press('button', getPaymentMethod(snapshot.context) === 'mpesa' ? 'Pay with M-Pesa' : 'Confirm Order'),
    'review.accept': press('button', 'Accept'),
    'review.back': [
      press('button', 'Back'),
      key('Escape', 'dialog', 'Review your order'),
      ...dismissModal('Review your order'),
    ],
  }),
  project: (_, snapshot) => toldApart(snapshot),
  beyond: [
    {
      what: /^\(root\): (cart\.changed|delivery tells|session\.ended|user\.changed|payment\.kept|limits\.changed)/,
      why: 'H10, A4, A27, D19: what cart, delivery, session and record tell counts in every state',
    },
    {
      what: /^deciding: at once \[isPaymentOpen\]|\[isResumed\]/,
      why: 'U6: a payment from before a reload is taken up again',
    },
    { what: /at once \[isCartEmpty\] -> empty/, why: 'H10, §2: the cart may be emptied in another tab at any moment' },
    {
      what: /^form\.purchasing\.underWay: (field|payment|line|order)\.\w+ -> \(stays\)/,
      why: 'D9: nothing of the form changes while what was sent is under way',
    },
    {
      what: /^form\.purchasing(: purchase tells|\.inline: at once)/,
      why: 'U3: what the purchase tells is shown until the form is changed, however often it is told',
    },
    {
      what: /\[areGoodsRefused\] -> \(stays\)$/,
      why: 'X33: where the goods cannot be ordered the button is off, and Enter in a field does nothing either',
    },
    {
      what: /^form: field\.change \[isGuest\]/,
      why: '§6: what is typed is kept like the cart when the session ends',
    },
    {
      what: /^form: notice\.dismiss \[hasChanges\]/,
      why: 'A4: the notice of changed prices can be put away, as in the cart',
    },
    {
      what: /^form: (field|payment|line|notice|order)\..* from form\.userFailed$/,
      why: '§8: the form is filled in by hand as with a loaded profile',
    },
  ],
  equivalents: {
    ...Object.fromEntries(
      ['', '.editing', '.editing.unchangedAddress', '.editing.changedAddress', '.userFailed'].map((state) => [
        `retarget deciding: always #3 -> form${state}`,
        'a form with nothing in the cart is the empty page at once',
      ]),
    ),
    'retarget deciding: always #3 -> reviewChanges': 'nothing to review is the empty page at once',
    'start form in purchasing': 'every way into the form names its state',
    'start form in userFailed': 'every way into the form names its state',
    'start form.editing in changedAddress': 'the details say at once which of the two it is',
    'swap form.userFailed: always #1': 'a form with nothing in the cart is the empty page at once',
    'drop form.userFailed: always #1': 'a form with nothing in the cart is the empty page at once',
    'swap form.purchasing: purchase answers #1': 'a purchase comes to one outcome',
    'swap form.purchasing: purchase answers #2': 'a purchase comes to one outcome',
    'twice action 2 of form: order.place #2': 'a refusal that the delivery is told twice is the same refusal',
    'twice action 1 of entry form.purchasing.underWay': 'a hold that the delivery is told twice is the same hold',
    'twice action 1 of exit form.purchasing.underWay': 'a release that the delivery is told twice is the same release',
    'context payment begins otherwise': 'without a choice the first method that takes the order is used, as with it',
    'context review begins otherwise': 'it is read where changes are reviewed, and set on the way there',
  },
  delays: {},
  states: {
    empty: (snapshot) => snapshot.matches('empty'),
    loadingUser: (snapshot) => snapshot.matches('loadingUser'),
    // The form can be edited while it shows the reason of a failed payment.
    editing: (snapshot) =>
      snapshot.matches({ form: 'editing' }) || snapshot.matches({ form: { purchasing: 'inline' } }),
    'editing.unchangedAddress': (snapshot) => snapshot.matches({ form: { editing: 'unchangedAddress' } }),
    'editing.changedAddress': (snapshot) => snapshot.matches({ form: { editing: 'changedAddress' } }),
    userFailed: (snapshot) => snapshot.matches({ form: 'userFailed' }),
    placingCod: (snapshot) => isPurchasing(snapshot) && snapshot.context.draft?.paymentMethod === 'cod',
    payingMpesa: (snapshot) => isPurchasing(snapshot) && snapshot.context.draft?.paymentMethod !== 'cod',
    reviewChanges: (snapshot) => snapshot.matches('reviewChanges'),
    ordered: (snapshot) => snapshot.matches('ordered'),
    signedOut: (snapshot) => snapshot.matches('signedOut'),
  },
  invariants: {
    ...checkoutPromises,
    "delivery and tax are 0 and the total is the items' total": ({
      snapshot: {
        context: { draft },
      },
    }) =>
      draft === null ||
      (draft.shippingPrice === 0 &&
        draft.taxPrice === 0 &&
        draft.totalPrice === draft.itemsPrice &&
        draft.itemsPrice === draft.orderItems.reduce((sum, { price, quantity }) => sum + price * quantity, 0)),
    'no POST /orders while any check of §5 fails': ({ started, before, snapshot }) =>
      started.every(({ slot }) => slot !== 'purchase') ||
      snapshot.context.draft === null ||
      (before !== null &&
        before.context.user !== null &&
        ['name', 'phone'].every((field) => before.context.details[field as 'name'].trim() !== '') &&
        (before.context.delivery.method === 'pickup_station'
          ? before.context.delivery.station !== null
          : ['address', 'city'].every((field) => before.context.details[field as 'name'].trim() !== '') &&
            before.context.details.country === 'Kenya')),
    'an address failure never blocks or hides an order': ({ calls }) =>
      calls.every(({ slot }) => !slot.includes('ddress')),
    'a guest is sent to log in, once': ({ step, snapshot, effects }) =>
      (step?.kind !== 'start' || (step.input as CheckoutInput).user !== null || snapshot.matches('signedOut')) &&
      effects.filter(({ type }) => type === 'goToLogin').length ===
        (snapshot.matches('signedOut') && step?.actorId !== 'purchase' ? 1 : 0),
    'prices are checked once the page has something to sell (A4)': ({ step, before, snapshot, effects }) => {
      const isOpened = snapshot.matches('loadingUser') && before?.matches('loadingUser') !== true;
      const isAgain = step?.event.type === 'profile.retry';
      return (
        // The checkout checks the cart that a resumed payment leaves, even an empty one.
        step?.actorId === 'purchase' ||
        effects.filter(({ type }) => type === 'checkPrices').length === (isOpened && !isAgain ? 1 : 0)
      );
    },
    'the profile fills in the form anew, but for what was typed before the session ended': ({
      step,
      before,
      snapshot: { context },
    }) =>
      step?.kind !== 'done' ||
      step.actorId !== 'loadUser' ||
      (dequal(context.loaded, toDeliveryDetails(step.event['output'] as User)) &&
        dequal(context.details, shownBefore(before?.context.typed) ?? context.loaded) &&
        context.typed === null &&
        context.problem === null &&
        context.badFields.length === 0),
    'before that it shows what is known of the shopper': ({ step, snapshot: { context } }) =>
      step?.kind !== 'start' ||
      (dequal(context.details, shownBefore(context.typed) ?? context.loaded) &&
        (context.user === null || dequal(context.loaded, toDeliveryDetails(context.user)))),
    'another saved address of the shopper counts at once (A27)': ({ step, before, snapshot: { context } }) => {
      const user = step?.event.type === 'user.changed' ? (step.event['user'] as User) : null;
      return user === null || user._id !== before?.context.user?._id || context.user === user;
    },
    'where nothing is wrong no field is (§5)': ({ snapshot: { context } }) =>
      context.problem !== null || context.badFields.length === 0,
    'the cart is told once, of what the shopper does to it': ({ step, before, effects }) =>
      dequal(
        effects.filter(({ type }) => type in TOLD_TO_CART).map(({ type }) => type),
        before === null ? [] : toldToCart(step?.event.type, before),
      ),
    'nothing of the form changes while what was sent is under way (D9)': ({ step, before, snapshot }) =>
      step?.kind !== 'user' ||
      before === null ||
      !isPurchasing(before) ||
      (isPurchasing(snapshot) && dequal(snapshot.context, before.context)),
    'the delivery stands still as long as the rest of the form (D9)': ({ snapshot, calls }) => {
      const told = calls.findLast(({ slot }) => slot === 'delivery')?.received ?? [];
      const held = told.findLast(({ type }) => type === 'choice.hold') as { isOn?: boolean } | undefined;
      return (held?.isOn ?? false) === snapshot.matches({ form: { purchasing: 'underWay' } });
    },
    'with nothing in the cart the page says so (§2)': ({ snapshot }) =>
      snapshot.context.cart.items.length > 0 ||
      snapshot.status === 'done' ||
      snapshot.matches('empty') ||
      snapshot.matches({ form: 'purchasing' }),
    'a payment from before a reload is taken up again, whatever is in the cart (U6)': ({ step, started, snapshot }) =>
      step?.kind !== 'start' ||
      snapshot.context.user === null ||
      findStoredPrompt(snapshot.context.kept) === null ||
      started.some(({ slot }) => slot === 'purchase'),
    'the page goes where the purchase has come to': ({ step, before, snapshot, effects }) => {
      if (step?.kind !== 'done' || step.actorId !== 'purchase' || before === null) return true;
      const { outcome } = step.event['output'] as PurchaseOutput;
      if (outcome === 'ordered' || outcome === 'signedOut') return snapshot.matches(outcome);
      const isEmpty = snapshot.matches('empty');
      if (outcome === 'changed') return snapshot.matches('reviewChanges') || isEmpty;
      // A payment that is resumed after a reload has no form data yet.
      const isResumed = before.context.draft === null;
      return (
        effects.filter(({ type }) => type === 'checkPrices').length === (isResumed ? 1 : 0) &&
        (isEmpty || snapshot.matches(isResumed ? 'loadingUser' : { form: 'editing' }))
      );
    },
    'at most one order is under way': ({ calls }) =>
      calls.filter((call) => call.slot === 'purchase' && call.isOpen()).length <= 1,
    'the cart is never touched by an order that fails': ({ step, effects }) =>
      step?.kind !== 'done' || effects.every(({ type }) => type === 'checkPrices' || type === 'keepTyped'),
    'the kept order is paid again, never made again, as long as nothing changes (D9)': ({
      started,
      snapshot: { context },
    }) =>
      started.every(
        ({ slot, input }) =>
          slot !== 'purchase' ||
          context.kept?.orderId !== ORDER ||
          context.draft === null ||
          (input as PurchaseInput).orderId ===
            (fingerprintOrder(jane._id, context.draft) === keptOrder.of ? ORDER : null),
      ),
  },
});

/** Returns the typed form for Jane. The form of another shopper is never shown. */
function shownBefore(of: TypedForm | null | undefined): TypedForm['details'] | undefined {
  return of?.owner === jane._id ? of.details : undefined;
}

const LABELS = { name: 'Full Name', phone: 'Phone Number', address: 'Street Address', city: 'City' } as const;
