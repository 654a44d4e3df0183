import { expect } from 'vitest';
import { isDeepStrictEqual } from 'node:util';
import { failures } from '../../../model-testing.config.ts';
import { acceptLineChanges, createCart } from '../../../src/rules/cart/cart.ts';
import type { CartLine, KnownStock, LineChange } from '../../../src/rules/cart/cart.ts';
import type { DeliveryField } from '../../../src/rules/checkout/checkout.ts';
import { NO_PICKUP } from '../../../src/rules/checkout/pickup.ts';
import type { DeliveryChoice } from '../../../src/rules/checkout/pickup.ts';
import type { User } from '../../../contract/user.ts';
import type { PurchaseInput } from '../../../src/machines/checkout/purchase.types.ts';
import type { checkoutMachine } from '../../../src/machines/checkout/checkout.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Args } from 'model-testing/table/language';
import { LOOK } from 'model-testing/table/table';
import type { Condition, Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import { checkoutJudges } from './checkout.judges.ts';
import { delivering, ended, keptOrder, ORDER, purchaseTells } from './checkout.model.ts';
import { atStation, cableLine, jane, getLimits, phoneLine, phoneNow, station } from '../support/shop.samples.ts';
import { checkoutWith } from './checkout.view.tsx';

export type Machine = typeof checkoutMachine;
export type Live = LiveActor<Machine>;

/** Jane with a second saved address, d2, that is not the default. */
const janeWithTwo: User = {
  ...jane,
  addresses: jane.addresses.flatMap((home) => [home, { ...home, _id: 'd2', address: 'Ngong Rd 5', isDefault: false }]),
};

export const open = (live: Live, user = jane) => live.answer('loadUser', user);

export const type = (live: Live, field: DeliveryField, value: string) =>
  live.send({ type: 'field.change', field, value });

/** Sends the shopper's payment limits. */
const hearLimits = (live: Live, change: Parameters<typeof getLimits>[0]) =>
  live.emit('watchLimits', { type: 'limits.changed', limits: getLimits(change) });
/** A shopper without a delivered order, and a cart with this total in shillings. */
const hearFirst = async (live: Live, total: number) => {
  await hearLimits(live, { cashValue: { most: 100_000, open: 0 }, isFirst: true });
  await cartBecomes(live, [phoneLine(1, total)]);
};

/** Sends the cart event after a change of the cart. */
export const cartBecomes = (
  live: Live,
  lines: readonly CartLine[],
  changes: readonly LineChange[] = [],
  stock: KnownStock = {},
) => live.emit('watchCart', { type: 'cart.changed', cart: createCart(lines), stock, changes });

const holding = (...lines: CartLine[]): Condition<Machine> => ({ after: (live) => cartBecomes(live, lines) });

const choose = (live: Live, choice: DeliveryChoice) => live.emitSnapshot('delivery', delivering(choice));

export const payBy = (live: Live, method: 'mpesa' | 'cod') => live.send({ type: 'payment.change', method });

const place = async (live: Live, { when, from }: { readonly when: string | null; readonly from: string }) => {
  await open(live, when?.includes('d2') ? janeWithTwo : jane);
  if (from === 'placingCod') await payBy(live, 'cod');
  if (when?.startsWith('changed address'))
    await type(live, 'address', when.includes('d2') ? ' NGONG rd 5' : 'Kenyatta Ave 9');
  if (when?.includes('unticked')) await live.send({ type: 'addressSaving.change', isOn: false });
  await live.send({ type: 'order.place' });
};

/** The changed lines that the server returns with a refusal (D5). */
export const changedIn = (when: string | null): LineChange => {
  if (when?.includes('stock 0')) return phoneNow({ stock: 0 });
  return when?.includes('stock 1') ? phoneNow({ stock: 1 }) : phoneNow({ now: 1600 });
};

export const fails = (text: string) => ended('failed', { problem: { text, requestId: null } });

/**
 * The output of the purchase for each refusal of the server. The refusals themselves are tested in order-placement and
 * purchase.
 */
const refusals: readonly (readonly [RegExp, (said: string) => ReturnType<typeof ended>])[] = [
  [/^4\d\d, message '(.*)'$/, fails],
  [/^(?:500, )?no message$/, () => fails('Failed to place order')],
  [/^409, data\.lines/, () => ended('changed', { lines: [phoneNow({ now: 1600 })] })],
  [/^401$/, () => ended('signedOut')],
];

const refusalIn = (words: string) =>
  refusals.flatMap(([pattern, end]) => {
    const found = pattern.exec(words);
    return found === null ? [] : [end(found[1] ?? '')];
  })[0];

/** Rows about the code screen, which the purchase shows. */
const CODE_SCREEN = /^(payingMpesa|invariant): .*(code screen|proving)/;

const TOO_MUCH_CASH = 'Your open orders with cash on delivery may come to at most Ksh 300,000 together.';

/** The output of the payment, by the table's words. */
const ends: Readonly<Record<string, ReturnType<typeof ended>>> = {
  done: ended('ordered'),
  reviewChanges: ended('changed', { lines: [phoneNow({ now: 1600 })] }),
  dismissed: ended('dismissed'),
  cash: ended('cash'),
  signedOut: ended('signedOut'),
};

/** How the address is saved after the order, by the row's words. */
const savingIn = (when: string) => {
  if (!when.includes('box ticked')) return 'none';
  return when.includes('d2') ? 'makeDefault' : 'create';
};

/** The pickup choice that a row describes. */
const choiceIn = (words: string): DeliveryChoice => {
  const named = (what: string) => new RegExp(`${what} '(.*?)'`).exec(words)?.[1] ?? '';
  return {
    ...NO_PICKUP,
    county: named('county'),
    town: named('town'),
    station: named('station') === 's1' ? station : null,
  };
};

/**
 * The expected shipping address of a pickup row. The row describes address and city in words and leaves the rest open.
 */
const getPickup = ({ shippingAddress: words, ...args }: Args) => {
  const { 'address and city of the station': _, ...place } = words as Record<string, unknown>;
  return { ...args, shippingAddress: { ...place, address: station.address, city: station.city } };
};

export const REASON = 'You cancelled the payment.';

export const view = checkoutWith((snapshot) => ({
  // The delivery section shows why a choice is refused (tests/flows/delivery/delivery.paths.test.tsx).
  delivery: snapshot.context.badFields.includes('pickup') && <p role="alert">{snapshot.context.problem?.text}</p>,
  // The purchase shows its own status (tests/flows/purchase/purchase.paths.test.tsx).
  status: snapshot.matches({ form: { purchasing: 'inline' } }) && <p role="alert">{REASON}</p>,
}));

export const checkoutTable: Table<Machine> = {
  view,
  start: { guest: 'guest', 'cart empty': 'empty cart', 'cart filled': '' },
  input: ({ from, on }) => {
    if (from === 'empty') return 'empty cart';
    return /^cash on delivery cap is 50000/.test(on) ? 'cap 50000' : '';
  },
  reach: {
    editing: async (live, { on }) => {
      await open(live);
      if (!on.includes('after a bound of cash on delivery was said')) return;
      await payBy(live, 'cod');
      await live.send({ type: 'order.place' });
      await live.answer('purchase', fails(TOO_MUCH_CASH));
    },
    'editing.changedAddress': async (live) => {
      await open(live);
      await type(live, 'address', 'Kenyatta Ave 9');
    },
    placingCod: place,
    reviewChanges: async (live, row) => {
      await place(live, row);
      if (row.when?.includes('B still there')) await cartBecomes(live, [phoneLine(2), cableLine(1)]);
      await live.answer('purchase', ended('changed', { lines: [changedIn(row.when)] }));
    },
  },
  when: [
    { 'A and B are in the cart': holding(phoneLine(2), cableLine(1)) },
    [
      /^A is sold out, B is in the cart$|^A and B are sold out$/,
      {
        after: (live, { when }) =>
          cartBecomes(
            live,
            [phoneLine(2), cableLine(1)],
            [],
            when?.startsWith('A and B') === true ? { a: 0, b: 0 } : { a: 0 },
          ),
      },
    ],
    [/^the server says a first order, total is (\d+)$/, { after: (live) => hearFirst(live, 250_001) }],
    [
      /^the server says M-Pesa takes (\d+) and cash 2000/,
      {
        after: async (live, { when }) => {
          await hearLimits(live, { mpesaMax: Number(/\d+/.exec(when ?? '')?.[0]), cashMax: 2_000 });
          if (when?.endsWith('Enter is pressed in a field') === true) await live.send({ type: 'order.place' });
        },
      },
    ],
    {
      'the server says 3 of 3 unpaid M-Pesa orders and 10 of 10 cash orders': {
        after: (live) => hearLimits(live, { unpaidMpesa: { most: 3, open: 3 }, cashOrders: { most: 10, open: 10 } }),
      },
    },
    [/^A is the only line$|^A x 2 at 1500$/, { holds: ({ snapshot }) => snapshot.context.cart.items.length === 1 }],
    {
      'the session has ended': { after: (live) => live.emit('watchSession', { type: 'session.ended' }) },
      'home delivery': { holds: ({ snapshot }) => snapshot.context.delivery.method === 'home_delivery' },
      pickup: { after: (live) => choose(live, NO_PICKUP) },
    },
    [
      /^(an unpaid M-Pesa order of this unchanged draft is kept|the code screen of this draft's kept order was left)$/,
      {
        after: (live) => live.emit('watchKept', { type: 'payment.kept', kept: keptOrder }),
      },
    ],
    {
      'the reason of a failed payment shows': {
        after: async (live) => {
          await live.send({ type: 'order.place' });
          await live.emitSnapshot('purchase', purchaseTells('inline'));
        },
      },
      'a message shows': {
        after: async (live) => {
          await type(live, 'name', '');
          await live.send({ type: 'order.place' });
        },
      },
    },
    [
      /^address unchanged, or pickup$|^changed address/,
      {
        holds: ({ calls }, { when }) =>
          (calls.find(({ slot }) => slot === 'purchase')?.input as PurchaseInput | undefined)?.saving.kind ===
          savingIn(when ?? ''),
      },
    ],
    [
      /^A 1500 -> 1600|^A x 2, stock 1$|^A stock 0/,
      { holds: ({ snapshot }, { when }) => isDeepStrictEqual(snapshot.context.review, [changedIn(when)]) },
    ],
  ],
  on: [
    {
      'go home': press('link', 'Continue Shopping'),
      'open terms': press('link', 'Terms of Service'),
      'open privacy': press('link', 'Privacy Policy'),
      'see summary': LOOK,
      'see the button': LOOK,
      retry: { type: 'profile.retry' },
      'fill in the form': (live) => type(live, 'city', 'Nakuru'),
      'price and stock of the lines answers(A now 1400)': (live) =>
        cartBecomes(live, [phoneLine(2, 1400)], [phoneNow({ now: 1400 })]),
      'remove(A)': async (live) => {
        await live.send({ type: 'line.remove', id: 'a' });
        await cartBecomes(
          live,
          live.snapshot.context.cart.items.filter(({ id }) => id !== 'a'),
        );
      },
      'choose payment(mpesa), place order(valid) [after a bound of cash on delivery was said]': async (live) => {
        expect(live.snapshot.context.problem?.text).toBe(TOO_MUCH_CASH);
        await payBy(live, 'mpesa');
        await live.send({ type: 'order.place' });
      },
      'choose delivery(pickup_station)': (live) => choose(live, NO_PICKUP),
      'the server says 3 of 3 unpaid M-Pesa orders': (live) => hearLimits(live, { unpaidMpesa: { most: 3, open: 3 } }),
      'the server says that prompts are closed': (live) => hearLimits(live, { prompt: 'closed' }),
      'the server says that prompts are slow': (live) => hearLimits(live, { prompt: 'slow' }),
      'the server says 10 of 10 cash orders': (live) => hearLimits(live, { cashOrders: { most: 10, open: 10 } }),
      'try again': (live) => live.emitSnapshot('purchase', purchaseTells(null)),
      'mpesa-payment is failedInline': (live) => live.emitSnapshot('purchase', purchaseTells('inline')),
      'cash on delivery cap is off': (live) => cartBecomes(live, [phoneLine(1, 900_000)]),
      "untick 'save as my default address'": { type: 'addressSaving.change', isOn: false },
      'change any field': (live) => type(live, 'name', 'Jane'),
      'place order (double click)': { type: 'order.place' },
      'POST /orders answers(success false, no message)': (live) =>
        live.answer('purchase', fails('Failed to place order')),
      accept: async (live) => {
        const { cart, review } = live.snapshot.context;
        await live.send({ type: 'review.accept' });
        await cartBecomes(live, acceptLineChanges(cart.items, review));
      },
      back: { type: 'review.back' },
      'the session ends in another tab': { type: 'session.ended' },
    },
    [
      /^storage changed in another tab\((A x 1|cart empty)\)$/,
      (live, [, words]) => cartBecomes(live, words === 'A x 1' ? [phoneLine(1)] : []),
    ],
    [
      /^price and stock of the lines answers\((A|A and B) stock 0\)$/,
      (live, [, which]) =>
        cartBecomes(
          live,
          [phoneLine(2), cableLine(1)],
          [phoneNow({ stock: 0 })],
          which === 'A' ? { a: 0 } : { a: 0, b: 0 },
        ),
    ],
    [/^choose payment\((cod|mpesa)/, (live, [, method]) => payBy(live, method as 'cod')],
    [/^the server says M-Pesa takes (\d+)$/, (live, [, most]) => hearLimits(live, { mpesaMax: Number(most) })],
    [/^the server says a first order, total is (\d+)$/, (live, [, total]) => hearFirst(live, Number(total))],
    [/^total is (\d+)$/, (live, [, total]) => cartBecomes(live, [phoneLine(1, Number(total))])],
    [/^mpesa-payment ends\((\w+)\)$/, (live, [, outcome = '']) => live.answer('purchase', ends[outcome])],
    [
      /^cash on delivery cap is 50000 and total is (\d+)$/,
      (live, [, total]) => cartBecomes(live, [phoneLine(1, Number(total))]),
    ],
    [/^change address(?: back to )?\(?'(.*?)'\)?$/, (live, [, value = '']) => type(live, 'address', value)],
    [
      /^place order(?:\((.*)\))?$/,
      async (live, [, words = '']) => {
        if (words.includes('cod')) await payBy(live, 'cod');
        if (words.includes('pickup at s1')) await choose(live, atStation);
        if (/station (none|')/.test(words)) await choose(live, choiceIn(words));
        const blank = words === 'all blank' ? "name '', phone '', address '', city ''" : words;
        for (const [, field, value = ''] of blank.matchAll(/(name|phone|address|city|country) '(.*?)'/g)) {
          await type(live, field as DeliveryField, value);
        }
        await live.send({ type: 'order.place' });
      },
    ],
    [/^(?:POST|PUT) \/orders.* answers\((data|success\))/, (live) => live.answer('purchase', ended('ordered'))],
    [/^(?:POST|PUT) \/orders.* fails\((.*)\)$/, (live, [, words = '']) => live.answer('purchase', refusalIn(words))],
  ],
  calls: [
    {
      call: 'GET /auth/profile',
      slot: 'loadUser',
      answers: [
        {
          'user with default address d1': jane,
          'user without addresses': { ...jane, addresses: [] },
          'success false': failures['refused without words'],
        },
      ],
    },
    {
      call: 'POST /orders',
      slot: 'purchase',
      input: (args, { on }) => ({ draft: on.includes('pickup') ? getPickup(args) : args }),
    },
    { call: 'PUT /orders/{id}/payment-method', slot: 'purchase', input: (args) => ({ draft: args, orderId: ORDER }) },
    {
      call: 'flow mpesa-payment',
      slot: 'purchase',
      input: () => ({ amount: 3000, phone: '0712345678', orderId: null, kept: null }),
    },
  ],
  inside: { delivery: 'the choice of delivery, a machine of its own' },
  does: checkoutJudges,
  // Effects that the rows do not name: the events that the cart receives.
  unseen: {
    removeFromCart: 'the cart removes the line and tells so',
    acceptChanges: 'the cart accepts and tells so',
    keepTyped: 'judged by the model: what is typed is kept',
  },
  says: { "the reason, with 'Try again'": REASON },
  undrawn: {
    'Free delivery': 'in the delivery part: tests/flows/delivery/delivery.paths.test.tsx',
    'Free pickup': 'in the delivery part: tests/flows/delivery/delivery.paths.test.tsx',
    'Failed to load user data': 'the rows see it; the graph keeps one failure for all, in the server’s words',
  },
  elsewhere: [
    // The page around the reason is the same for every reason.
    { rows: /^payingMpesa: mpesa-payment is failedInline \[/, by: 'tests/flows/purchase/purchase.paths.test.tsx' },
    { rows: CODE_SCREEN, by: 'tests/flows/purchase/purchase.paths.test.tsx' },
    { rows: /^invariant: a refusal by a bound/, by: 'tests/flows/checkout/checkout.requirements.test.ts' },
    {
      rows: /^payingMpesa: (order created|POST \/auth\/addresses)/,
      by: 'tests/flows/purchase/purchase.paths.test.tsx',
    },
    { rows: /^editing: reload page/, by: 'tests/flows/checkout/checkout.requirements.test.ts' },
    { rows: /^(loadingUser|signedOut): start\(/, by: 'tests/flows/checkout/checkout.requirements.test.ts' },
    { rows: /^ordered: /, by: 'tests/flows/checkout/checkout.requirements.test.ts' },
    {
      rows: /^checkingCod: |^placingCod: (timer|POST \/orders fails\(network lost)/,
      by: 'tests/flows/order-placement/order-placement.paths.test.tsx',
    },
  ],
};
