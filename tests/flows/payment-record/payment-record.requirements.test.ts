import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import type { OrderDraft } from '../../../contract/orders.ts';
import { createCart } from '../../../src/rules/cart/cart.ts';
import { toHomeDeliveryDraft } from '../../../src/rules/checkout/checkout.ts';
import { findStoredPrompt } from '../../../src/rules/payment/stored-payment.ts';
import { watchActor } from '../../../src/compose/listen.ts';
import { lazyPaymentRecord } from '../../../src/compose/payment/payment-record.ts';
import { getOwnRecord, getOrderKeys } from '../../../src/rules/payment/payment-record.ts';
import type { FoundOrder } from '../../../src/rules/payment/payment-record.ts';
import { START } from '../support/payment.samples.ts';
import { cableLine, jane, phoneLine } from '../support/shop.samples.ts';
import { openTab, SharedStorage } from '../../support/tab.ts';
import { deliveryDetails } from '../../support/samples/checkout.ts';

afterEach(() => vi.unstubAllGlobals());

const getDraft = (change: Parameters<typeof deliveryDetails>[0] = {}, quantity = 2) =>
  toHomeDeliveryDraft(createCart([phoneLine(quantity)]), deliveryDetails(change), 'mpesa');
const draft = getDraft();
const lines = [{ id: 'a', quantity: 2 }];

/** The record as one tab of the browser sees it. The shopper is u1 unless a test passes another. */
const getTab = (shared: SharedStorage) => {
  const tab = openTab({ storage: shared });
  const taken: unknown[] = [];
  const { send } = tab.cart;
  tab.cart.send = (event) => {
    if (event.type === 'order.placed') taken.push(event.lines);
    send(event);
  };
  const actor = lazyPaymentRecord(tab.app.env)();
  const signIn = (id: string) =>
    tab.app.session.send({ type: 'session.signedIn', token: 'T', user: { ...jane, _id: id }, load: false });
  signIn('u1');
  shared.values.delete('token');
  shared.values.delete('user');
  const context = () => actor.getSnapshot().context;
  return {
    read(user: string) {
      signIn(user);
      return getOwnRecord(context());
    },
    keyFor(user: string, draft: OrderDraft): string {
      signIn(user);
      actor.send({ type: 'order.confirmed', draft, key: crypto.randomUUID() });
      return getOrderKeys(context()).key;
    },
    keepOrder: (orderId: string) => actor.send({ type: 'order.placed', key: getOrderKeys(context()).key, orderId }),
    keepPrompt: (orderId: string, checkoutRequestId: string) =>
      actor.send({ type: 'prompt.accepted', orderId, checkoutRequestId, startedAt: START }),
    forgetPrompt: (orderId: string) => actor.send({ type: 'prompt.dismissed', orderId }),
    forgetReplaced: () => actor.send({ type: 'replacement.refused' }),
    adopt(user: string, found: Omit<FoundOrder, 'startedAt'>) {
      signIn(user);
      actor.send({ type: 'payment.found', startedAt: START, ...found });
    },
    claimLines(orderId: string) {
      taken.length = 0;
      actor.send({ type: 'lines.claimed', orderId });
      return taken.flat();
    },
    forget: (orderId: string) => actor.send({ type: 'order.over', orderId }),
    subscribe: (listener: () => void) =>
      watchActor(actor, ({ context: { stored } }) => stored, listener, context().stored),
    state: () => actor.getSnapshot().value,
  };
};

/** A record whose order O1 is placed and whose prompt ws_1 is accepted. */
const paying = (shared = new SharedStorage()) => {
  const record = getTab(shared);
  const key = record.keyFor('u1', draft);
  record.keepOrder('O1');
  record.keepPrompt('O1', 'ws_1');
  return { shared, record, key };
};

test('D9: the key stays the same for the same order, also after a reload and in another tab', () => {
  const { shared, record, key } = paying();
  expect(record.keyFor('u1', draft)).toBe(key);
  expect(getTab(shared).keyFor('u1', draft)).toBe(key);
  expect(getTab(shared).read('u1')).toMatchObject({ key, orderId: 'O1', checkoutRequestId: 'ws_1', lines });
});

test('D9: shopper, lines, quantities and delivery each give a new key; the payment method does not (D21)', () => {
  const record = getTab(new SharedStorage());
  const all = [
    record.keyFor('u1', draft),
    record.keyFor('u2', draft),
    record.keyFor('u1', getDraft({ address: 'Ngong Rd 5' })),
    record.keyFor('u1', getDraft({ phone: '0700000000' })),
    record.keyFor('u1', getDraft({}, 3)),
  ];
  expect(new Set(all).size).toBe(all.length);
  const key = record.keyFor('u1', draft);
  expect(record.keyFor('u1', { ...draft, paymentMethod: 'cod' })).toBe(key);
});

test('D9: a tab keeps its key when another tab confirms another cart', () => {
  const shared = new SharedStorage();
  const [one, other] = [getTab(shared), getTab(shared)];
  const key = one.keyFor('u1', draft);
  other.keyFor('u1', getDraft({}, 9));
  expect(one.keyFor('u1', draft)).toBe(key);
});

test('D9: the same lines in a different sequence are the same order', () => {
  const both = [phoneLine(2), cableLine(1)];
  const [one, other] = [both, both.toReversed()].map((items) =>
    toHomeDeliveryDraft(createCart(items), deliveryDetails(), 'mpesa'),
  );
  expect(other).toEqual(one);
});

test('D9, H10: two tabs that confirm at the same time share one order and one key', () => {
  const shared = new SharedStorage();
  const [one, other] = [getTab(shared), getTab(shared)];
  expect(other.keyFor('u1', draft)).toBe(one.keyFor('u1', draft));
  one.keepOrder('O1');
  other.keepOrder('O1');
  expect(one.read('u1')).toMatchObject({ orderId: 'O1', replaces: null });
  const keys = [one, other].map((tab) => tab.keyFor('u1', getDraft({}, 3)));
  expect(new Set(keys).size).toBe(1);
  expect(other.read('u1')).toMatchObject({ key: keys[0], replaces: { orderId: 'O1' } });
});

test('D9: forgets a placed order, but not the order of another tab; the same lines then get a new key', () => {
  const { shared, record, key } = paying();
  const other = getTab(shared);
  const others = other.keyFor('u1', getDraft({}, 9));
  record.forget('O1');
  expect(other.keyFor('u1', getDraft({}, 9))).toBe(others);
  expect(record.keyFor('u1', draft)).not.toBe(key);
});

test('D9: forgets an order that another tab has finished', () => {
  const { shared, record, key } = paying();
  getTab(shared).forget('O1');
  expect(shared.values.has('payment')).toBe(false);
  expect(record.claimLines('O1')).toEqual([]);
  expect(record.keyFor('u1', draft)).not.toBe(key);
});

test('D21: a changed order remembers the order that it replaces on every try, until the server has placed it', () => {
  const { shared, record } = paying();
  record.keyFor('u1', getDraft({}, 3));
  const replaces = { orderId: 'O1', checkoutRequestId: 'ws_1', startedAt: START, way: null, lines } as const;
  expect(record.read('u1')).toMatchObject({ orderId: null, checkoutRequestId: null, replaces });
  // Changed again before any response: it still replaces the order that the server knows.
  getTab(shared).keyFor('u1', getDraft({}, 4));
  expect(record.read('u1')).toMatchObject({ orderId: null, replaces });
  const last = getTab(shared);
  last.keyFor('u1', getDraft({}, 4));
  last.keepOrder('O2');
  expect(last.read('u1')).toMatchObject({ orderId: 'O2', replaces: null, lines: [{ id: 'a', quantity: 4 }] });
});

test('D21: until then the payment of the order to be replaced stays valid and takes its own lines', () => {
  const { record } = paying();
  record.keyFor('u1', getDraft({}, 3));
  expect(findStoredPrompt(record.read('u1'))).toEqual({ orderId: 'O1', checkoutRequestId: 'ws_1', startedAt: START });
  record.keepPrompt('O1', 'ws_2');
  expect(findStoredPrompt(record.read('u1'))?.checkoutRequestId).toBe('ws_2');
  expect(record.claimLines('O1')).toEqual(lines);
  expect(record.claimLines('O1')).toEqual([]);
  record.forget('O1');
  expect(record.read('u1')).toMatchObject({ replaces: null, lines: [{ id: 'a', quantity: 3 }] });
});

test('D21: does not try again to replace an order that cannot be replaced', () => {
  const { record } = paying();
  const key = record.keyFor('u1', getDraft({}, 3));
  record.forgetReplaced();
  expect(record.read('u1')).toMatchObject({ key, replaces: null });
});

test('U6: hands out the ordered lines once across tabs and reloads', () => {
  const { shared, record } = paying();
  const other = getTab(shared);
  expect(record.claimLines('O9')).toEqual([]);
  expect(record.claimLines('O1')).toEqual(lines);
  expect(other.claimLines('O1')).toEqual([]);
  expect(record.claimLines('O1')).toEqual([]);
  expect(getTab(shared).claimLines('O1')).toEqual([]);
});

test('U6: a tab whose record another tab has overwritten still takes its own lines once', () => {
  const { shared, record } = paying();
  getTab(shared).adopt('u1', { orderId: 'O2', checkoutRequestId: 'ws_9', lines: [] });
  shared.values.set('payment', '{}');
  expect(record.claimLines('O1')).toEqual(lines);
  expect(record.claimLines('O1')).toEqual([]);
});

test('D9: forgets the prompt of a failed payment, but not its order', () => {
  const { record, key } = paying();
  record.forgetPrompt('O1');
  expect(record.read('u1')).toMatchObject({ key, orderId: 'O1', checkoutRequestId: null });
});

test('hides the record from another shopper and keeps it until it is replaced', () => {
  const { shared, record } = paying();
  expect(record.read('u2')).toBeNull();
  record.adopt('u2', { orderId: 'O2', checkoutRequestId: 'ws_2', lines: [] });
  expect(record.read('u1')).toMatchObject({ orderId: 'O1' });
  record.keyFor('u2', draft);
  expect(record.read('u1')).toBeNull();
  expect(getTab(shared).read('u2')).toMatchObject({ user: 'u2', replaces: null });
});

test('U6: stores a payment found at the server like its own, but never over a pending order', () => {
  const shared = new SharedStorage();
  const record = getTab(shared);
  const found = { orderId: 'O7', checkoutRequestId: 'ws_7', lines };
  record.adopt('u1', found);
  expect(getTab(shared).read('u1')).toMatchObject(found);
  expect(record.claimLines('O7')).toEqual(lines);
  const own = paying();
  own.record.adopt('u1', found);
  expect(own.record.read('u1')).toMatchObject({ orderId: 'O1' });
});

test('H10: notifies this and other tabs of every change, and of nothing else', () => {
  const shared = new SharedStorage();
  const [one, other] = [getTab(shared), getTab(shared)];
  const told: string[] = [];
  one.subscribe(() => told.push('one'));
  const stop = other.subscribe(() => told.push('other'));
  one.keyFor('u1', draft);
  expect(told.splice(0).sort()).toEqual(['one', 'other']);
  one.keyFor('u1', draft);
  one.keepPrompt('O9', 'ws_9');
  expect(told).toEqual([]);
  stop();
  one.keepOrder('O1');
  one.forget('O1');
  expect(told).toEqual(['one', 'one']);
});

test('H10: keeps the order for this tab when the storage is refused', () => {
  const shared = new SharedStorage();
  shared.isRefused = true;
  const { record, key } = paying(shared);
  expect(record.keyFor('u1', draft)).toBe(key);
  expect(record.read('u1')).toMatchObject({ orderId: 'O1', checkoutRequestId: 'ws_1' });
  expect(record.claimLines('O1')).toEqual(lines);
  expect(record.claimLines('O1')).toEqual([]);
});

test('H10: ignores a record that is broken, foreign or of an older version', () => {
  const { shared } = paying();
  const good = JSON.parse(shared.values.get('payment') ?? '') as Record<string, unknown>;
  const bad = [
    { v: 1, key: 'K', of: 'x' },
    { ...good, v: 1 },
    { ...good, v: 2 },
    { ...good, v: 5 },
    { ...good, user: 7 },
    { ...good, key: '' },
    { ...good, of: null },
    { ...good, orderId: 1 },
    { ...good, checkoutRequestId: '' },
    { ...good, startedAt: null },
    { ...good, orderId: null },
    { ...good, key: null },
    { ...good, key: null, of: null, orderId: null, checkoutRequestId: null, startedAt: null },
    { ...good, lines: [{ id: 'a', quantity: -1 }] },
    { ...good, lines: {} },
    { ...good, lines: [null] },
    { ...good, replaces: {} },
    { ...good, replaces: { ...good, orderId: null } },
    { ...good, replaces: undefined },
    null,
    [],
    'v2',
  ];
  for (const value of bad) {
    shared.values.set('payment', JSON.stringify(value));
    expect(getTab(shared).read('u1'), JSON.stringify(value)).toBeNull();
  }
});

test('H10: ignores any other text under the storage key', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
      const shared = new SharedStorage();
      shared.values.set('payment', text);
      const record = getTab(shared);
      expect(record.read('u1')).toBeNull();
      expect(record.claimLines('O1')).toEqual([]);
      expect(record.keyFor('u1', draft)).toMatch(/^[\da-f-]{36}$/);
    }),
  );
});
