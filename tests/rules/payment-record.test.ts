import { describe, expect, test } from 'vitest';
import { createCart, isSameLines } from '../../src/rules/cart/cart.ts';
import { toDeliveryDetails, toOrderDraft } from '../../src/rules/checkout/checkout.ts';
import { fingerprintOrder } from '../../src/rules/payment/stored-payment.ts';
import type { StoredPayment } from '../../src/rules/payment/stored-payment.ts';
import { toPrompt } from '../../src/rules/payment/payment.ts';
import {
  adoptOrder,
  canAdoptOrder,
  isInStoredRecord,
  getOwnRecord,
  getLinesToRemove,
  createRecord,
  findDraftRecord,
  getOrderKeys,
  confirmOrder,
  clearLines,
  removeOrder,
  clearPrompt,
  dropReplacedOrder,
  applyPrompt,
  setByHand,
  applyStoredText,
} from '../../src/rules/payment/payment-record.ts';
import type { RecordKnowledge } from '../../src/rules/payment/payment-record.ts';
import { HOME_DELIVERY } from '../../src/rules/checkout/pickup.ts';
import { cableLine, jane, phoneLine } from '../flows/support/shop.samples.ts';

const draft = toOrderDraft(createCart([phoneLine(2)]), toDeliveryDetails(jane), HOME_DELIVERY, 'mpesa');
const other = toOrderDraft(createCart([cableLine(1)]), toDeliveryDetails(jane), HOME_DELIVERY, 'mpesa');
const noPrompt = { checkoutRequestId: null, startedAt: null, way: null };
const replaced = { orderId: 'o0', checkoutRequestId: 'c0', startedAt: 5, way: null, lines: [{ id: 'b', quantity: 1 }] };
const made = { orderId: 'o1', checkoutRequestId: 'c1', startedAt: 7, way: null, lines: [{ id: 'a', quantity: 2 }] };
const kept: StoredPayment = {
  v: 4,
  user: 'u1',
  key: 'k1',
  of: fingerprintOrder('u1', draft),
  ...made,
  replaces: replaced,
};
const sent: StoredPayment = { ...kept, orderId: null, ...noPrompt };
const confirmed: StoredPayment = { ...sent, key: 'k2', of: fingerprintOrder('u1', other), lines: [], replaces: null };
const known = (change: Partial<RecordKnowledge> = {}): RecordKnowledge => ({
  user: 'u1',
  stored: kept,
  own: null,
  ...change,
});

describe('the owner of a record', () => {
  test('returns the record of the customer who is logged in', () => {
    expect(getOwnRecord(known())).toBe(kept);
    expect(getOwnRecord(known({ user: 'u2' }))).toBeNull();
    expect(getOwnRecord(known({ user: null }))).toBeNull();
    expect(getOwnRecord(known({ stored: null }))).toBeNull();
  });
  test('D9: finds the record of a draft in the storage or in this tab', () => {
    expect(findDraftRecord(known(), draft)).toBe(kept);
    expect(findDraftRecord(known({ own: confirmed }), other)).toBe(confirmed);
    expect(findDraftRecord(known({ own: sent }), draft)).toBe(kept);
    expect(findDraftRecord(known(), other)).toBeNull();
    expect(findDraftRecord(known({ user: 'u2', own: null }), draft)).toBeNull();
    const nobodys = { ...kept, user: '', of: fingerprintOrder('', draft) };
    expect(findDraftRecord({ user: null, stored: null, own: nobodys }, draft)).toBe(nobodys);
  });
});

describe('a change of the storage', () => {
  test('replaces the stored record', () =>
    expect(applyStoredText({ stored: kept, own: confirmed }, JSON.stringify(sent))).toEqual({
      stored: sent,
      own: confirmed,
    }));
  test('keeps the object of the same record', () =>
    expect(applyStoredText({ stored: kept, own: null }, JSON.stringify(kept)).stored).toBe(kept));
  test('a removed record is removed from this tab, too', () =>
    expect(applyStoredText({ stored: kept, own: kept }, null)).toEqual({ stored: null, own: null }));
  test('a broken record is ignored, and this tab keeps its own', () =>
    expect(applyStoredText({ stored: kept, own: kept }, '{')).toEqual({ stored: null, own: kept }));
});

describe('D21: a record for another draft', () => {
  const fresh = { v: 4, user: 'u1', key: 'k3', of: fingerprintOrder('u1', other), orderId: null, ...noPrompt };
  const lines = [{ id: 'b', quantity: 1 }];
  test('replaces the current order', () =>
    expect(createRecord(known(), other, 'k3')).toEqual({ ...fresh, lines, replaces: made }));
  test('replaces the previous order when the current record has no order', () =>
    expect(createRecord(known({ stored: sent }), other, 'k3').replaces).toEqual(replaced));
  test('replaces nothing when nothing is stored', () =>
    expect(createRecord(known({ stored: null }), other, 'k3')).toEqual({ ...fresh, lines, replaces: null }));
  test('has an empty user for a guest', () =>
    expect(createRecord({ user: null, stored: null, own: null }, other, 'k3')).toMatchObject({
      user: '',
      of: fingerprintOrder('', other),
    }));
  test('D9: is sent with its key and the replaced order', () => {
    expect(getOrderKeys({ own: kept })).toEqual({ key: 'k1', replaces: { replaces: 'o0' } });
    expect(getOrderKeys({ own: confirmed })).toEqual({ key: 'k2', replaces: {} });
    expect(getOrderKeys({ own: null })).toEqual({ key: '', replaces: {} });
  });
});

describe('an order that the server reported', () => {
  test('is stored without a key', () => {
    const keyless = { v: 4, user: 'u1', key: null, of: null, ...made, replaces: null };
    expect(adoptOrder(known(), made)).toEqual(keyless);
    expect(adoptOrder(known({ user: null }), { ...made, lines: null })).toEqual({ ...keyless, user: '', lines: [] });
  });
  test.each([
    ['can be stored when nothing is stored', known({ stored: null }), true],
    ['replaces a record that was never sent', known({ stored: confirmed }), true],
    ['does not replace an existing order', known(), false],
    ['does not replace an order that is to be replaced', known({ stored: sent }), false],
    ['does not replace the record of another shopper', known({ user: 'u2', stored: confirmed }), false],
  ])('%s', (_, record, isOne) => expect(canAdoptOrder(record)).toBe(isOne));
});

describe('an order of the record', () => {
  test('is found in the storage', () => {
    expect([isInStoredRecord(known(), 'o1'), isInStoredRecord(known(), 'o0'), isInStoredRecord(known(), 'o2')]).toEqual(
      [true, true, false],
    );
  });
  test('U6: has lines that are still to be removed from the cart', () => {
    expect(getLinesToRemove(known(), 'o1')).toEqual(made.lines);
    expect(getLinesToRemove(known({ stored: null, own: kept }), 'o0')).toEqual(replaced.lines);
    expect(getLinesToRemove(known({ own: { ...kept, lines: [] } }), 'o1')).toEqual(made.lines);
    expect(getLinesToRemove(known(), 'o2')).toEqual([]);
  });
});

describe('updates of the record', () => {
  const both = (one: StoredPayment | null) => ({ stored: one, own: one });
  test('a confirmed order is stored and removes the replaced order', () => {
    expect(confirmOrder(both(sent), { key: 'k1', orderId: 'o1' })).toEqual(
      both({ ...sent, orderId: 'o1', replaces: null }),
    );
    expect(confirmOrder(both(kept), { key: 'k1', orderId: 'o1' }).stored).toBe(kept);
    expect(confirmOrder(both(null), { key: 'k1', orderId: 'o1' })).toEqual(both(null));
  });
  test('D21: a later record replaces an order of an earlier key', () => {
    const late = { orderId: 'o9', ...noPrompt, lines: [] };
    expect(confirmOrder(both(confirmed), { key: 'k1', orderId: 'o9' })).toEqual(both({ ...confirmed, replaces: late }));
    const taken = { ...confirmed, replaces: replaced };
    expect(confirmOrder(both(taken), { key: 'k1', orderId: 'o9' })).toEqual(both(taken));
    const standing = { ...confirmed, orderId: 'o2' };
    expect(confirmOrder(both(standing), { key: 'k1', orderId: 'o9' })).toEqual(both(standing));
    const apart = { stored: { ...confirmed, key: 'k5' }, own: confirmed };
    expect(confirmOrder(apart, { key: 'k1', orderId: 'o9' })).toEqual(apart);
  });
  test('drops a replaced order that cannot be replaced', () => {
    expect(dropReplacedOrder(both(kept))).toEqual(both({ ...kept, replaces: null }));
    const apart = { stored: { ...kept, key: 'k5' }, own: kept };
    expect(dropReplacedOrder(apart)).toEqual({ stored: apart.stored, own: { ...kept, replaces: null } });
    expect(dropReplacedOrder(both(null))).toEqual(both(null));
  });
  test('stores and clears a prompt', () => {
    const prompt = { orderId: 'o1', checkoutRequestId: 'c2', startedAt: 9 };
    expect(applyPrompt(both(kept), prompt)).toEqual(both({ ...kept, checkoutRequestId: 'c2', startedAt: 9 }));
    expect(applyPrompt(both(kept), { ...prompt, orderId: 'o0' })).toEqual(
      both({ ...kept, replaces: { ...replaced, checkoutRequestId: 'c2', startedAt: 9 } }),
    );
    expect(applyPrompt(both(kept), { ...prompt, orderId: 'o2' }).stored).toBe(kept);
    expect(applyPrompt(both(kept), made).own).toBe(kept);
    expect(clearPrompt(both(kept), 'o1')).toEqual(both({ ...kept, ...noPrompt }));
    const single = { ...kept, replaces: null };
    expect(clearPrompt(both(single), 'o2')).toEqual(both(single));
  });
  test('U6: clears the lines that were removed from the cart', () => {
    expect(clearLines(both(kept), 'o1')).toEqual(both({ ...kept, lines: [] }));
    expect(clearLines(both(kept), 'o0')).toEqual(both({ ...kept, replaces: { ...replaced, lines: [] } }));
  });
  test('removes a completed or deleted order', () => {
    expect(removeOrder(both(kept), 'o1')).toEqual(both(null));
    expect(removeOrder(both(kept), 'o0')).toEqual(both({ ...kept, replaces: null }));
    expect(removeOrder(both(kept), 'o2').stored).toBe(kept);
    expect(removeOrder(both({ ...kept, replaces: null }), 'o2').stored).toEqual({ ...kept, replaces: null });
  });
});

test('a prompt has its ids and the time when the first prompt was accepted', () =>
  expect(toPrompt({ ...made, key: 'k1' } as typeof made)).toEqual({
    orderId: 'o1',
    checkoutRequestId: 'c1',
    startedAt: 7,
  }));

test('compares lines by their known fields and order', () => {
  expect(isSameLines([phoneLine(1), cableLine(1)], [phoneLine(1), { ...cableLine(1), color: 'red' } as never])).toBe(
    true,
  );
  expect(isSameLines([phoneLine(1), cableLine(1)], [cableLine(1), phoneLine(1)])).toBe(false);
  for (const change of [{ id: 'c' }, { name: 'X' }, { price: 1 }, { image: '' }, { category: '' }, { quantity: 2 }])
    expect(isSameLines([phoneLine(1)], [{ ...phoneLine(1), ...change }])).toBe(false);
});

test('D9: the draft does not depend on the order of the lines', () =>
  expect(
    toOrderDraft(
      createCart([cableLine(1), phoneLine(2)]),
      toDeliveryDetails(jane),
      HOME_DELIVERY,
      'mpesa',
    ).orderItems.map(({ product }) => product),
  ).toEqual(['a', 'b']));

test('PAY-C1: an order is paid by hand until another prompt is accepted', () => {
  const both = (record: StoredPayment) => ({ stored: record, own: record });
  const byHand = setByHand(both(kept), 'o1');
  expect(byHand).toEqual(both({ ...kept, way: 'hand' }));
  expect(setByHand(byHand, 'o1').stored).toBe(byHand.stored);
  expect(setByHand(both(kept), 'o0').stored?.replaces?.way).toBe('hand');
  expect(setByHand(both(kept), 'o9')).toEqual(both(kept));
  const prompt = { orderId: 'o1', checkoutRequestId: 'c2', startedAt: 9 };
  expect(applyPrompt(byHand, prompt).stored).toMatchObject({ ...prompt, way: null });
});
