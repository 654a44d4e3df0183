import { describe, expect, test } from 'vitest';
import { createCart } from '../../src/rules/cart/cart.ts';
import { toDeliveryDetails, toOrderDraft } from '../../src/rules/checkout/checkout.ts';
import {
  findOrderByHand,
  findStoredOrder,
  findStoredPrompt,
  fingerprintOrder,
  getStoredOrders,
  parseStoredPayment,
} from '../../src/rules/payment/stored-payment.ts';
import type { StoredPayment } from '../../src/rules/payment/stored-payment.ts';
import { HOME_DELIVERY } from '../../src/rules/checkout/pickup.ts';
import { atStation, jane, phoneLine } from '../flows/support/shop.samples.ts';

const replaced = { orderId: 'o0', checkoutRequestId: 'c0', startedAt: 5, way: null, lines: [{ id: 'b', quantity: 2 }] };
const made = { orderId: 'o1', checkoutRequestId: 'c1', startedAt: 7, way: null, lines: [{ id: 'a', quantity: 1 }] };
const noPrompt = { checkoutRequestId: null, startedAt: null, way: null };
const kept: StoredPayment = { v: 4, user: 'u1', key: 'k1', of: 'x', ...made, replaces: replaced };
const text = (change: object) => JSON.stringify({ ...kept, ...change });

describe('the record of a payment', () => {
  test.each([
    ['whole', kept],
    ['without an order yet', { ...kept, orderId: null, ...noPrompt }],
    ['without a prompt', { ...kept, ...noPrompt }],
    ['of an order that the server reported', { ...kept, key: null, of: null }],
    ['that replaces nothing', { ...kept, replaces: null }],
    ['without lines', { ...kept, lines: [] }],
    ['that is paid by hand', { ...kept, ...noPrompt, way: 'hand' }],
    ['that is paid by hand, with an earlier prompt', { ...kept, way: 'hand' }],
  ])('%s', (_, record) => expect(parseStoredPayment(JSON.stringify(record))).toEqual(record));

  test.each([
    ['nothing', null],
    ['invalid JSON', '{'],
    ['null', 'null'],
    ['a text', '"v"'],
    ['another version', text({ v: 2 })],
    ['a later version', text({ v: 5 })],
    ['another way', text({ way: 'card' })],
    ['a way without an order', text({ orderId: null, ...noPrompt, way: 'hand' })],
    ['an empty user', text({ user: '' })],
    ['a user that is not a string', text({ user: 1 })],
    ['no key', text({ key: '' })],
    ['no fingerprint', text({ of: null })],
    ['a fingerprint without a key', text({ key: null })],
    ['neither a key nor an order', text({ key: null, of: null, orderId: null, ...noPrompt })],
    ['no key and an order id that is a number', text({ key: null, of: null, orderId: 1 })],
    ['a key that is a number', text({ key: 1, of: null })],
    ['an order that is a number, without a prompt', text({ orderId: 1, ...noPrompt })],
    ['a prompt without an order', text({ orderId: null })],
    ['a prompt without a time', text({ startedAt: null })],
    ['a prompt with a time that is a string', text({ startedAt: '7' })],
    ['a time without a prompt', text({ checkoutRequestId: null })],
    ['an empty prompt', text({ checkoutRequestId: '' })],
    ['an order that is a number', text({ orderId: 1 })],
    ['an empty order', text({ orderId: '' })],
    ['a prompt that is a number', text({ checkoutRequestId: 1 })],
    ['lines that are not a list', text({ lines: {} })],
    ['a prompt that is a number, and lines that are null', text({ checkoutRequestId: 1, lines: null })],
    ['a line that is null', text({ lines: [null] })],
    ['a line that is a string', text({ lines: ['a'] })],
    ['a line without product', text({ lines: [{ id: '', quantity: 1 }] })],
    ['a line without pieces', text({ lines: [{ id: 'a', quantity: 0 }] })],
    ['a line with half a piece', text({ lines: [{ id: 'a', quantity: 0.5 }] })],
    ['a line with one and a half pieces', text({ lines: [{ id: 'a', quantity: 1.5 }] })],
    ['a line with a quantity that is a string', text({ lines: [{ id: 'a', quantity: '2' }] })],
    ['a replaced order that is a string', text({ replaces: 'o0' })],
    ['a replaced order without id', text({ replaces: { ...replaced, orderId: undefined } })],
    ['a replaced order with a null id', text({ replaces: { ...replaced, orderId: null } })],
    ['a replaced order with an invalid prompt', text({ replaces: { ...replaced, checkoutRequestId: 3 } })],
    ['a replaced order without lines', text({ replaces: { ...replaced, lines: undefined } })],
  ])('%s is rejected', (_, stored) => expect(parseStoredPayment(stored)).toBeNull());
});

describe('the content of the record', () => {
  test('returns its orders, the current one first', () => {
    expect(getStoredOrders(kept)).toEqual([made, replaced]);
    expect(getStoredOrders({ ...kept, orderId: null })).toEqual([replaced]);
    expect(getStoredOrders({ ...kept, replaces: null })).toEqual([made]);
    expect(getStoredOrders(null)).toEqual([]);
  });
  test('finds an order by its id', () => {
    expect(findStoredOrder(kept, 'o1')).toEqual(made);
    expect(findStoredOrder(kept, 'o0')).toEqual(replaced);
    expect(findStoredOrder(kept, 'o2')).toBeNull();
  });
  test('returns the pending prompt', () => {
    expect(findStoredPrompt(kept)).toEqual({ orderId: 'o1', checkoutRequestId: 'c1', startedAt: 7 });
    expect(findStoredPrompt({ ...kept, ...noPrompt })).toEqual({
      orderId: 'o0',
      checkoutRequestId: 'c0',
      startedAt: 5,
    });
    expect(findStoredPrompt({ ...kept, ...noPrompt, replaces: null })).toBeNull();
    expect(findStoredPrompt({ ...kept, startedAt: null, replaces: null })).toBeNull();
    expect(findStoredPrompt({ ...kept, checkoutRequestId: null, replaces: null })).toBeNull();
    expect(findStoredPrompt(null)).toBeNull();
  });
});

describe('D9, D21: the fingerprint of a draft', () => {
  const draft = toOrderDraft(createCart([phoneLine(2)]), toDeliveryDetails(jane), HOME_DELIVERY, 'mpesa');
  const picked = toOrderDraft(createCart([phoneLine(2)]), toDeliveryDetails(jane), atStation, 'mpesa');

  test('consists of two FNV-1a hashes of the user, items and delivery', () => {
    const said = (station: string | null, { shippingAddress, deliveryMethod } = draft) =>
      JSON.stringify(['u1', [['a', 2, 1500]], shippingAddress, deliveryMethod, station]);
    expect(fingerprintOrder('u1', draft)).toBe(fnv(said(null), 0x811c9dc5n) + fnv(said(null), 0x01000193n));
    const there = said('s1', picked);
    expect(fingerprintOrder('u1', picked)).toBe(fnv(there, 0x811c9dc5n) + fnv(there, 0x01000193n));
  });
  test('always has sixteen digits', () => {
    const marks = Array.from({ length: 200 }, (_, at) => fingerprintOrder(`u${at}`, draft));
    expect(marks.every((mark) => /^[\da-f]{16}$/.test(mark))).toBe(true);
    expect(marks.some((mark) => mark.startsWith('0') || mark[8] === '0')).toBe(true);
    expect(new Set(marks).size).toBe(200);
  });
});

/** FNV-1a with 32 bits, as eight hexadecimal digits. */
function fnv(text: string, seed: bigint): string {
  let sum = seed;
  for (const letter of text) sum = ((sum ^ BigInt(letter.charCodeAt(0))) * 0x01000193n) & 0xffffffffn;
  return sum.toString(16).padStart(8, '0');
}

describe('PAY-C1: a payment by hand', () => {
  const byHand: StoredPayment = { ...kept, ...noPrompt, way: 'hand' };
  test('is found as long as no prompt waits', () => {
    expect(findOrderByHand(byHand)).toEqual({ orderId: 'o1' });
    expect(findOrderByHand({ ...kept, way: 'hand' })).toBeNull();
    expect(findOrderByHand({ ...kept, ...noPrompt })).toBeNull();
    expect(findOrderByHand({ ...byHand, orderId: null })).toBeNull();
    expect(findOrderByHand(null)).toBeNull();
  });
  test('a record of version 3 is still read: it is paid by a prompt', () => {
    const { way: _, ...order } = made;
    const { way: __, ...old } = replaced;
    const version3 = { v: 3, user: 'u1', key: 'k1', of: 'x', ...order, replaces: old };
    expect(parseStoredPayment(JSON.stringify(version3))).toEqual(kept);
    expect(parseStoredPayment(JSON.stringify({ ...version3, replaces: null }))).toEqual({ ...kept, replaces: null });
    expect(parseStoredPayment(JSON.stringify({ ...version3, replaces: 'o0' }))).toBeNull();
  });
});
