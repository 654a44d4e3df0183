import { expect } from 'vitest';
import type { cartMachine } from '../../../src/machines/cart/cart.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Outcome } from 'model-testing/table/outcome';
import type { Condition, Table } from 'model-testing/table/table';
import type { CartLine } from '../../../src/rules/cart/cart.ts';
import { cable, cableLine, phone, phoneLine, phoneNow, stored } from '../support/shop.samples.ts';

type Machine = typeof cartMachine;
type Live = LiveActor<Machine>;

const PRODUCTS = { a: phone, b: cable } as const;

/** Another tab writes these lines to the storage. */
const holding = (...lines: CartLine[]): Condition<Machine> => ({
  after: (live) => live.emit('watchStorage', { type: 'storage.changed', text: stored(...lines) }),
});

/** A is in the cart, and the server has reported a stock of three. */
const knowing = (quantity: number): Condition<Machine> => ({
  after: async (live) => {
    await live.emit('watchStorage', { type: 'storage.changed', text: null });
    await live.send({ type: 'product.add', product: phone, quantity });
  },
});

const emptiedKnowing: Condition<Machine> = {
  after: async (live) => {
    await live.send({ type: 'product.add', product: phone });
    await live.send({ type: 'line.remove', id: 'a' });
  },
};

const readFilled = (live: Live) => live.emit('watchStorage', { type: 'storage.read', text: stored(phoneLine(2)) });

const check = async (live: Live) => {
  await readFilled(live);
  await live.send({ type: 'page.open' });
};

const texts: Readonly<Record<string, string | null>> = {
  'cart missing': null,
  "cart = '{not json'": '{not json',
  "cart = '[]', wrong shape": '[]',
  "cart = 'null'": 'null',
  'a line with quantity 0': JSON.stringify({ items: [phoneLine(0)], totalQuantity: 0, totalAmount: 0 }),
  "a line with quantity -1, or price 'abc'": JSON.stringify({ items: [{ ...phoneLine(1), price: 'abc' }] }),
  'valid, items [], totals 0': stored(),
  'valid, A x 2 at 1500, totalQuantity 2, totalAmount 3000': stored(phoneLine(2)),
  'valid lines A x 2 at 1500, but stored totalQuantity 9, totalAmount 1': JSON.stringify({
    items: [phoneLine(2)],
    totalQuantity: 9,
    totalAmount: 1,
  }),
  'A x 1': stored(phoneLine(1)),
  'A x 5': stored(phoneLine(5)),
  'A x 1 beside a line that cannot be read': JSON.stringify({
    items: [{ ...cableLine(1), price: 'abc' }, phoneLine(1)],
  }),
  'items []': stored(),
  'cart removed': null,
  "'{not json'": '{not json',
};

/** Checks every number and word that a `does` names about lines and totals. */
function judgeLines({ snapshot, before, page }: Outcome<Machine>, text: string): void {
  const { cart } = snapshot.context;
  const getLine = (name: string) => cart.items.find(({ id }) => id === name.toLowerCase());
  const rules: readonly (readonly [RegExp, (words: RegExpMatchArray) => void])[] = [
    [/items \[\]|(?:^|, )totals 0/g, () => expect(cart).toEqual({ items: [], totalQuantity: 0, totalAmount: 0 })],
    [/totalQuantity (\d+)/g, ([, n]) => expect(cart.totalQuantity).toBe(Number(n))],
    [/totalAmount (\d+)/g, ([, n]) => expect(cart.totalAmount).toBe(Number(n))],
    [
      /totalQuantity ([+-]\d+)/g,
      ([, by]) => expect(cart.totalQuantity - before.context.cart.totalQuantity).toBe(Number(by)),
    ],
    [/totalAmount ([+-]\d+)/g, ([, by]) => expect(cart.totalAmount - before.context.cart.totalAmount).toBe(Number(by))],
    [
      /totals (\d+) and (\d+)/g,
      ([, quantity, amount]) =>
        expect(cart).toMatchObject({ totalQuantity: Number(quantity), totalAmount: Number(amount) }),
    ],
    [/line quantity (\d+)/g, ([, n]) => expect(cart.items[0]?.quantity).toBe(Number(n))],
    [/([AB]) (?:quantity|x) (\d+)/g, ([, name = '', n]) => expect(getLine(name)?.quantity).toBe(Number(n))],
    [/line ([AB]) gone/g, ([, name = '']) => expect(getLine(name)).toBeUndefined()],
    [/line ([AB]) kept/g, ([, name = '']) => expect(getLine(name)).toBeDefined()],
    [/B quantity 1 after A/g, () => expect(cart.items.map(({ id }) => id)).toEqual(['a', 'b'])],
    [/line \{id:'a'/g, () => expect(cart.items).toEqual([phoneLine(1)])],
    [/line price (\d+)/g, ([, n]) => expect(cart.items[0]?.price).toBe(Number(n))],
    [/line category '(.*)'/g, ([, category]) => expect(cart.items[0]?.category).toBe(category)],
    [/([AB]) price (\d+)/g, ([, name = '', n]) => expect(getLine(name)?.price).toBe(Number(n))],
    [
      /increase (?:now )?disabled/g,
      () => expect(page.getByRole('button', { name: 'Increase quantity' }).getAttribute('aria-disabled')).toBe('true'),
    ],
    [/same lines|lines and prices kept/g, () => expect(cart).toEqual(before.context.cart)],
    [/says '(Only \d+ left)'/g, ([, words = '']) => expect(page.text).toContain(words)],
    [
      /carries SOLD OUT, stays removable/g,
      () => {
        expect(page.text).toContain('SOLD OUT');
        expect(page.getByRole('button', { name: 'Remove Phone A' })).toHaveProperty('disabled', false);
      },
    ],
    [/was (Ksh [\d,]+), now (Ksh [\d,]+)/g, ([words]) => expect(page.text).toContain(words)],
  ];
  const judged = rules.flatMap(([pattern, judge]) => [...text.matchAll(pattern)].map((words) => judge(words)));
  if (judged.length === 0) throw new Error(`nothing in '${text}' is judged`);
}

export const cartTable: Table<Machine> = {
  start: { always: '' },
  reach: {
    'storage.ok': readFilled,
    'storage.memoryOnly': async (live) => {
      await readFilled(live);
      await live.send({ type: 'cart.notSaved' });
    },
    'check.noticed': async (live) => {
      await check(live);
      await live.answer('checkPrices', [phoneNow({ now: 1400 })]);
    },
  },
  when: [
    [
      /^A x (?:1|2) is in the cart$|^A x (?:1|2)$|^A x 2 (?:at 1500|here)$/,
      {
        after: (live, { when }) =>
          live.emit('watchStorage', { type: 'storage.changed', text: stored(phoneLine(Number(when?.[4]))) }),
      },
    ],
    {
      'A x 1, stock 3 known': knowing(1),
      'A x 2, stock 3 known': knowing(2),
      'A x 3, stock 3 known': knowing(3),
      'stock 3 known': knowing(2),
      'nothing is left in the cart, stock 3 known': emptiedKnowing,
      'B x 99, stock missing': holding(cableLine(99)),
      'B x 1000, stock missing': holding(cableLine(1000)),
      'A x 1 and B x 2 (1900)': holding(phoneLine(1), cableLine(2)),
      'A x 2 and B x 1 (3200)': holding(phoneLine(2), cableLine(1)),
    },
    [/^(A is the only line|the cart holds exactly A x 2)$/, holding(phoneLine(2))],
    {
      'B x 1 was added in another tab meanwhile': holding(phoneLine(2), cableLine(1)),
      'A was raised to 3 in another tab meanwhile': holding(phoneLine(3)),
      'Z is not in the cart': { holds: (live) => live.snapshot.context.cart.items.every(({ id }) => id !== 'z') },
      'cart filled': { after: readFilled },
      'cart empty': { after: (live) => live.emit('watchStorage', { type: 'storage.read', text: null }) },
      'cart page open, cart empty': {
        after: async (live) => {
          await live.emit('watchStorage', { type: 'storage.read', text: null });
          await live.send({ type: 'page.open' });
        },
      },
      'cart page open, cart filled': {
        after: async (live, { from }) => {
          if (from !== 'check.idle') return;
          await check(live);
          await live.answer('checkPrices', [phoneNow()]);
        },
      },
    },
  ],
  on: [
    {
      'storage refused(reading throws)': { type: 'storage.refused' },
      'add(A) twice quickly (double click)': [
        { type: 'product.add', product: phone },
        { type: 'product.add', product: phone },
      ],
      'add(product with price 2000 and finalPrice 1500)': {
        type: 'product.add',
        product: { ...phone, price: 2000, finalPrice: 1500 },
      },
      "add(product whose category is {_id,name:'Phones',slug} )": (live) =>
        live.send({
          type: 'product.add',
          product: { ...phone, category: { _id: 'c', name: 'Phones', slug: 'phones', logo: null } },
        }),
      'decrease(A)': { type: 'quantity.decrease', id: 'a' },
      'remove ordered lines(A x 2)': { type: 'order.placed', lines: [{ id: 'a', quantity: 2 }] },
      'open cart page': { type: 'page.open' },
    },
    [
      /^storage read\((.*)\)$/,
      (live, [, words = '']) => live.emit('watchStorage', { type: 'storage.read', text: texts[words] ?? null }),
    ],
    [
      /^storage changed in another tab\((.*)\)$/,
      (live, [, words = '']) => live.emit('watchStorage', { type: 'storage.changed', text: texts[words] ?? null }),
    ],
    [
      /^add\(([AB])(?:, quantity (\d+))?\)$/,
      (_, [, name, quantity]) => ({
        type: 'product.add',
        product: PRODUCTS[name === 'B' ? 'b' : 'a'],
        ...(quantity !== undefined && { quantity: Number(quantity) }),
      }),
    ],
    [
      /^add\(product with stock (\d)\)$/,
      (_, [, stock]) => ({ type: 'product.add', product: { ...phone, stock: Number(stock) } }),
    ],
    [/^increase\(([AB])\)$/, (_, [, name = '']) => ({ type: 'quantity.increase', id: name.toLowerCase() })],
    [
      /^set quantity\(([AZ]), (-?\d+)\)$/,
      (_, [, name = '', quantity]) => ({ type: 'quantity.change', id: name.toLowerCase(), quantity: Number(quantity) }),
    ],
    [/^remove\(([AZ])\)$/, (live, [, name = '']) => live.send({ type: 'line.remove', id: name.toLowerCase() })],
    [
      /^saving (fails|works again)/,
      async (live, [, how]) => {
        await live.send({ type: 'quantity.increase', id: 'a' });
        await live.send({ type: how === 'fails' ? 'cart.notSaved' : 'cart.saved' });
      },
    ],
  ],
  calls: [
    {
      call: 'price and stock of the lines',
      slot: 'checkPrices',
      input: (_, { from }) => ({ items: [phoneLine(2, from === 'check.noticed' ? 1400 : 1500)] }),
      answers: [
        {
          'nothing changed': [phoneNow()],
          'A now 1400': [phoneNow({ now: 1400 })],
          'A stock 1': [phoneNow({ stock: 1 })],
          'A stock 0': [phoneNow({ stock: 0 })],
          'A no longer sold': [phoneNow({ stock: 0 })],
        },
      ],
    },
  ],
  does: [
    {
      'the change stays in memory': (outcome) => {
        outcome.effect('saveCart');
        expect(outcome.snapshot.context.cart.items).toEqual([phoneLine(3)]);
      },
    },
    [
      /^(whole cart )?saved? under cart$/,
      (outcome, _, { on }) => {
        outcome.effect('saveCart');
        if (on.startsWith('add(A) twice')) outcome.effect('saveCart');
      },
    ],
    [/./, (outcome, { input }) => judgeLines(outcome, input)],
  ],
  undrawn: {
    'Proceed to Checkout': 'the route’s link: tests/views/cart.test.tsx',
    'Login to Checkout': 'the route’s link: tests/views/cart.test.tsx',
  },
  elsewhere: [
    { rows: /^items\.filled: (proceed|login) to checkout/, by: 'tests/views/cart.test.tsx' },
    // No page sends this event: only an order removes its lines (Q22).
    { rows: /^items\.filled: clear$/, by: 'tests/flows/cart/cart.requirements.test.ts' },
    { rows: /^items\.filled: reload page/, by: 'tests/flows/cart/cart.requirements.test.ts' },
    { rows: /another tab\(key wishlist\)/, by: 'tests/flows/cart/cart.requirements.test.ts' },
    { rows: /^invariant: adding with quantity n/, by: 'tests/flows/cart/cart.requirements.test.ts' },
  ],
};
