import { dequal } from 'dequal';
import { defineModel } from '../../../model-testing.config.ts';
import { cartMachine } from '../../../src/machines/cart/cart.machine.ts';
import type { LineChange } from '../../../src/rules/cart/cart.ts';
import { defineActs } from 'model-testing/model/define';
import { fill, press } from 'model-testing/view/act';
import { cable, cableLine, cableNow, phone, phoneLine, phoneNow, stored } from '../support/shop.samples.ts';

/** The stock of A is 2, so that the limit is two clicks away. */
export const scarce = { ...phone, stock: 2 };

const names: Readonly<Record<string, string>> = { a: phone.name, b: cable.name };

/** The stepper of a line; `null` when the cart does not have the line. */
const stepper = (id: string) => (id in names ? { role: 'group', name: `Quantity of ${names[id]}` } : null);
const step =
  (name: string) =>
  ({ id }: { readonly id: string }) => {
    const within = stepper(id);
    return within && press('button', name, within);
  };

export const cartModel = defineModel({
  flow: 'cart',
  machine: cartMachine,
  inputs: { '': undefined },
  events: {
    'storage.read': {
      sentBy: 'watchStorage',
      cases: { 'no cart': { text: null }, 'A x 1': { text: stored(phoneLine(1)) }, 'not a cart': { text: '[]' } },
    },
    'storage.refused': { sentBy: 'watchStorage', cases: { '': {} } },
    'storage.changed': {
      sentBy: 'watchStorage',
      cases: {
        'A and B': { text: stored(phoneLine(1), cableLine(1)) },
        'A above its stock': { text: stored(phoneLine(9)) },
        gone: { text: null },
      },
    },
    'cart.saved': { '': {} },
    'cart.notSaved': { '': {} },
    'product.add': {
      A: { product: scarce },
      'A twice': { product: scarce, quantity: 2 },
      'sold out': { product: { ...cable, stock: 0 } },
    },
    'quantity.increase': { A: { id: 'a' }, B: { id: 'b' }, unknown: { id: 'z' } },
    'quantity.decrease': { A: { id: 'a' } },
    'quantity.change': { 'A to 9': { id: 'a', quantity: 9 }, 'unknown to 2': { id: 'z', quantity: 2 } },
    'line.remove': { A: { id: 'a' }, B: { id: 'b' }, unknown: { id: 'z' } },
    'order.placed': { 'A x 1': { lines: [{ id: 'a', quantity: 1 }] } },
    'changes.accept': { 'A dearer, one left': { changes: [phoneNow({ now: 1600, stock: 1 })] } },
    'page.open': { '': {} },
    'page.close': { '': {} },
    'window.focused': { sentBy: 'watchFocus', cases: { '': {} } },
    'notice.dismiss': { '': {} },
  },
  atFirst: ['storage.read', 'storage.refused'],
  acts: defineActs<typeof cartMachine>({
    'quantity.increase': step('Increase quantity'),
    'quantity.decrease': step('Decrease quantity'),
    'quantity.change': ({ id, quantity }) => {
      const within = stepper(id);
      return within && fill('Quantity', String(quantity), { within, leave: true });
    },
    'line.remove': ({ id }) => (id in names ? press('button', `Remove ${names[id]}`) : null),
    'notice.dismiss': press('button', 'Dismiss'),
    'product.add': { sentIn: 'src/compose/home/home.ts' },
    'cart.saved': { sentIn: 'src/compose/cart/cart.ts' },
    'cart.notSaved': { sentIn: 'src/compose/cart/cart.ts' },
    'order.placed': { sentIn: 'src/compose/payment/payment-record.ts' },
    'changes.accept': { sentIn: 'src/compose/checkout/checkout.ts' },
    'page.open': { sentIn: 'src/routes/cart/cart.route.tsx' },
    'page.close': { sentIn: 'src/routes/cart/cart.route.tsx' },
  }),
  done: {
    checkPrices: {
      'nothing changed': [phoneNow({ stock: 2 }), cableNow()],
      'A cheaper': [phoneNow({ now: 1400, stock: 2 }), cableNow()],
      'A sold out': [phoneNow({ stock: 0 }), cableNow()],
    },
  },
  project: ({ cart, stock, changes }) => ({
    lines: cart.items.map(({ id, quantity }) => `${id} ${id === 'a' ? Math.min(quantity, 2) : 1}`).sort(),
    stock: stock['a'] ?? null,
    changed: changes.length > 0,
  }),
  delays: {},
  beyond: [
    {
      what: /^items\.starting: (storage\.changed|product\.add) -> \(stays\)$/,
      why: 'H10: nothing changes before the storage is read',
    },
    { what: /^items\.filled: changes\.accept/, why: 'D5: what the checkout shows of changed lines is accepted there' },
    { what: /^page\.closed: page\.open/, why: 'A4: only an open page is checked' },
    { what: /^page\.open: page\.close/, why: 'A4: only an open page is checked' },
    { what: /^check\.idle: storage\.read/, why: 'A4: the page may be open before the storage is read' },
    { what: /^check\.noticed: page\.open/, why: 'A4: an opened page is checked, whatever the notice says' },
    { what: /^check\.noticed: at once/, why: 'A4: a notice about lines that are gone goes too' },
  ],
  equivalents: {
    'start check in noticed': 'there is nothing to notice yet, so it is idle at once',
    'stay check.noticed: notice.dismiss': 'there is nothing to notice any more, so it is idle at once',
  },
  states: {
    starting: (snapshot) => snapshot.matches({ items: 'starting' }),
    'items.empty': (snapshot) => snapshot.matches({ items: 'empty' }),
    'items.filled': (snapshot) => snapshot.matches({ items: 'filled' }),
    'storage.ok': (snapshot) => snapshot.matches({ storage: 'ok' }),
    'storage.memoryOnly': (snapshot) => snapshot.matches({ storage: 'memoryOnly' }),
    'check.idle': (snapshot) => snapshot.matches({ check: 'idle' }),
    'check.running': (snapshot) => snapshot.matches({ check: 'running' }),
    'check.noticed': (snapshot) => snapshot.matches({ check: 'noticed' }),
  },
  invariants: {
    'totalQuantity is the sum of the quantities and totalAmount the sum of price times quantity, after every change': ({
      snapshot: {
        context: { cart },
      },
    }) =>
      cart.totalQuantity === cart.items.reduce((sum, { quantity }) => sum + quantity, 0) &&
      cart.totalAmount === cart.items.reduce((sum, { price, quantity }) => sum + price * quantity, 0),
    'no line ever has a quantity below 1; no two lines have the same id': ({
      snapshot: {
        context: {
          cart: { items },
        },
      },
    }) => items.every(({ quantity }) => quantity >= 1) && new Set(items.map(({ id }) => id)).size === items.length,
    'every change is saved under cart while storage works': ({ step, before, snapshot, effects }) =>
      before === null ||
      step?.kind === 'sent' ||
      effects.some(({ type }) => type === 'saveCart') ||
      JSON.stringify(before.context.cart) === JSON.stringify(snapshot.context.cart),
    'each change is saved once': ({ effects }) => effects.filter(({ type }) => type === 'saveCart').length <= 1,
    'what is stored already is no news to those who watch the cart': ({ step, before, snapshot }) =>
      step?.event.type !== 'storage.changed' ||
      before === null ||
      !dequal(before.context.cart, snapshot.context.cart) ||
      before.context.cart === snapshot.context.cart,
    'nothing that is sold out is added': ({ step, before, snapshot, effects }) =>
      step?.label !== 'product.add(sold out)' ||
      (before?.context.cart === snapshot.context.cart && effects.length === 0),
    'a page that is opened or looked at again has its lines checked': ({ step, snapshot }) =>
      !['page.open', 'window.focused'].includes(step?.event.type ?? '') ||
      snapshot.context.cart.items.length === 0 ||
      snapshot.matches({ check: 'running' }),
    'a cart that is found when its page is open already is checked': ({ step, before, snapshot }) =>
      step?.label !== 'watchStorage sends storage.read(A x 1)' ||
      before?.matches({ items: 'starting', page: 'open' }) !== true ||
      snapshot.matches({ check: 'running' }),
    'what has changed is known as long as the notice stands, or another check runs': ({ snapshot }) =>
      snapshot.matches({ check: 'running' }) ||
      snapshot.matches({ check: 'noticed' }) === snapshot.context.changes.length > 0,
    'only lines of the cart have changed': ({ snapshot: { context } }) =>
      context.changes.every(({ product }) => context.cart.items.some(({ id }) => id === product)),
    'what the shopper accepted is in the cart, and nothing more is said of it': ({ step, before, snapshot }) => {
      if (step?.event.type !== 'changes.accept' || before?.matches({ items: 'filled' }) !== true) return true;
      const { cart, changes } = snapshot.context;
      return (
        changes.length === 0 &&
        cart.items.length === before.context.cart.items.length &&
        cart.items.every(({ id, price, quantity }) => id !== 'a' || (price === 1600 && quantity === 1))
      );
    },
    'what a check says of price and stock is known afterwards': ({ step, snapshot: { context } }) => {
      if (step?.kind !== 'done') return true;
      const said = step.event['output'] as readonly LineChange[];
      return context.cart.items.every(({ id, price }) => {
        const of = said.find(({ product }) => product === id);
        return of === undefined || (price === of.now && context.stock[id] === of.stock);
      });
    },
    'one check at a time': ({ calls }) =>
      calls.filter((call) => call.slot === 'checkPrices' && call.isOpen()).length <= 1,
    'no line is lost but by the shopper, an order or another tab': ({ step, before, snapshot }) =>
      step?.kind !== 'done' ||
      before === null ||
      before.context.cart.items.length === snapshot.context.cart.items.length,
  },
});
