import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cartOf } from '../../contract/rules/cart.ts';
import { homeDeliveryDraft } from '../../contract/rules/checkout.ts';
import { createBrowserStorage } from '../../src/services/browser-storage.ts';
import { createPlacementKeys } from '../../src/services/placement-key.ts';
import { phoneLine } from '../models/shop.samples.ts';
import { SharedStorage } from '../support/tab.ts';

const details = { name: 'Jane', phone: '0712345678', address: 'Moi Ave 1', city: 'Nairobi', country: 'Kenya' };
const draftOf = (change: Partial<typeof details> = {}, quantity = 2) =>
  homeDeliveryDraft(cartOf([phoneLine(quantity)]), { ...details, ...change }, 'cod');
const draft = draftOf();

const keysIn = (shared: SharedStorage) => {
  const own = shared.open({}, () => undefined);
  return createPlacementKeys(createBrowserStorage({ storage: () => own, on: () => () => undefined }), () => crypto.randomUUID());
};

test('D9: the key stays the same for the same order, after a reload and in another tab too', () => {
  const shared = new SharedStorage();
  const keys = keysIn(shared);
  const key = keys.keyFor('u1', draft);
  expect(keys.keyFor('u1', draft)).toBe(key);
  expect(keysIn(shared).keyFor('u1', draft)).toBe(key);
});

test('D9: shopper, lines, quantities and delivery each make another key; the payment method does not (D21)', () => {
  const keys = keysIn(new SharedStorage());
  const all = [
    keys.keyFor('u1', draft), keys.keyFor('u2', draft), keys.keyFor('u1', draftOf({ address: 'Ngong Rd 5' })),
    keys.keyFor('u1', draftOf({ phone: '0700000000' })), keys.keyFor('u1', draftOf({}, 3)),
  ];
  expect(new Set(all).size).toBe(all.length);
  const key = keys.keyFor('u1', draft);
  expect(keys.keyFor('u1', { ...draft, paymentMethod: 'mpesa' })).toBe(key);
});

test('D9: this tab still knows its key when another tab has confirmed another cart', () => {
  const shared = new SharedStorage();
  const [one, other] = [keysIn(shared), keysIn(shared)];
  const key = one.keyFor('u1', draft);
  other.keyFor('u1', draftOf({}, 9));
  expect(one.keyFor('u1', draft)).toBe(key);
});

test('D9: a placed order forgets its own key and no other tab\'s', () => {
  const shared = new SharedStorage();
  const [one, other] = [keysIn(shared), keysIn(shared)];
  const key = one.keyFor('u1', draft);
  const others = other.keyFor('u1', draftOf({}, 9));
  one.forget();
  expect(other.keyFor('u1', draftOf({}, 9))).toBe(others);
  other.forget();
  expect(shared.values.has('payment')).toBe(false);
  expect(one.keyFor('u1', draft)).not.toBe(key);
});

test('H10: a refused storage still gives one key a cart', () => {
  const shared = new SharedStorage();
  shared.isRefused = true;
  const keys = keysIn(shared);
  expect(keys.keyFor('u1', draft)).toBe(keys.keyFor('u1', draft));
});

test('H10: nonsense under the storage key is not believed', () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
    const shared = new SharedStorage();
    shared.values.set('payment', text);
    expect(keysIn(shared).keyFor('u1', draft)).toMatch(/^[\da-f-]{36}$/);
  }));
});
