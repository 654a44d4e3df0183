import { describe, expect, test } from 'vitest';
import { cartOf, isSameLines } from '../../src/rules/cart/cart.ts';
import { deliveryDetailsOf, orderDraft } from '../../src/rules/checkout/checkout.ts';
import { markOf } from '../../src/rules/payment/kept-payment.ts';
import type { KeptPayment } from '../../src/rules/payment/kept-payment.ts';
import { promptOf } from '../../src/rules/payment/payment.ts';
import {
  adopted,
  isAdoptable,
  isInStored,
  keptOf,
  linesOwedBy,
  recordFor,
  recordOf,
  sentWith,
  withOrder,
  withoutLines,
  withoutOrder,
  withoutPrompt,
  withoutReplaced,
  withPrompt,
  withText,
} from '../../src/rules/payment/payment-record.ts';
import type { KnownRecord } from '../../src/rules/payment/payment-record.ts';
import { HOME_DELIVERY } from '../../src/rules/checkout/pickup.ts';
import { cableLine, jane, phoneLine } from '../flows/support/shop.samples.ts';

const draft = orderDraft(cartOf([phoneLine(2)]), deliveryDetailsOf(jane), HOME_DELIVERY, 'mpesa');
const other = orderDraft(cartOf([cableLine(1)]), deliveryDetailsOf(jane), HOME_DELIVERY, 'mpesa');
const noPrompt = { checkoutRequestId: null, startedAt: null };
const replaced = { orderId: 'o0', checkoutRequestId: 'c0', startedAt: 5, lines: [{ id: 'b', quantity: 1 }] };
const made = { orderId: 'o1', checkoutRequestId: 'c1', startedAt: 7, lines: [{ id: 'a', quantity: 2 }] };
const kept: KeptPayment = { v: 3, user: 'u1', key: 'k1', of: markOf('u1', draft), ...made, replaces: replaced };
const sent: KeptPayment = { ...kept, orderId: null, ...noPrompt };
const confirmed: KeptPayment = { ...sent, key: 'k2', of: markOf('u1', other), lines: [], replaces: null };
const known = (change: Partial<KnownRecord> = {}): KnownRecord => ({ user: 'u1', stored: kept, own: null, ...change });

describe('whose record it is', () => {
  test('the one of who is signed in', () => {
    expect(keptOf(known())).toBe(kept);
    expect(keptOf(known({ user: 'u2' }))).toBeNull();
    expect(keptOf(known({ user: null }))).toBeNull();
    expect(keptOf(known({ stored: null }))).toBeNull();
  });
  test('D9: the record of a draft, in the storage or of this tab', () => {
    expect(recordOf(known(), draft)).toBe(kept);
    expect(recordOf(known({ own: confirmed }), other)).toBe(confirmed);
    expect(recordOf(known({ own: sent }), draft)).toBe(kept);
    expect(recordOf(known(), other)).toBeNull();
    expect(recordOf(known({ user: 'u2', own: null }), draft)).toBeNull();
    const nobodys = { ...kept, user: '', of: markOf('', draft) };
    expect(recordOf({ user: null, stored: null, own: nobodys }, draft)).toBe(nobodys);
  });
});

describe('what the storage says', () => {
  test('another record', () =>
    expect(withText({ stored: kept, own: confirmed }, JSON.stringify(sent))).toEqual({ stored: sent, own: confirmed }));
  test('the same one is the same object', () =>
    expect(withText({ stored: kept, own: null }, JSON.stringify(kept)).stored).toBe(kept));
  test('one that is gone is over for this tab, too', () =>
    expect(withText({ stored: kept, own: kept }, null)).toEqual({ stored: null, own: null }));
  test('a broken one is none, and this tab knows its own', () =>
    expect(withText({ stored: kept, own: kept }, '{')).toEqual({ stored: null, own: kept }));
});

describe('D21: a record for another draft', () => {
  const fresh = { v: 3, user: 'u1', key: 'k3', of: markOf('u1', other), orderId: null, ...noPrompt };
  const lines = [{ id: 'b', quantity: 1 }];
  test('replaces the order that is under way', () =>
    expect(recordFor(known(), other, 'k3')).toEqual({ ...fresh, lines, replaces: made }));
  test('replaces what was to be replaced where no order was made', () =>
    expect(recordFor(known({ stored: sent }), other, 'k3').replaces).toEqual(replaced));
  test('replaces nothing where nothing is kept', () =>
    expect(recordFor(known({ stored: null }), other, 'k3')).toEqual({ ...fresh, lines, replaces: null }));
  test('of nobody', () =>
    expect(recordFor({ user: null, stored: null, own: null }, other, 'k3')).toMatchObject({
      user: '',
      of: markOf('', other),
    }));
  test('D9: is sent with its key and what it replaces', () => {
    expect(sentWith({ own: kept })).toEqual({ key: 'k1', replaces: { replaces: 'o0' } });
    expect(sentWith({ own: confirmed })).toEqual({ key: 'k2', replaces: {} });
    expect(sentWith({ own: null })).toEqual({ key: '', replaces: {} });
  });
});

describe('an order that the server told of', () => {
  test('is kept without a key', () => {
    const keyless = { v: 3, user: 'u1', key: null, of: null, ...made, replaces: null };
    expect(adopted(known(), made)).toEqual(keyless);
    expect(adopted(known({ user: null }), { ...made, lines: null })).toEqual({ ...keyless, user: '', lines: [] });
  });
  test.each([
    ['where nothing is kept', known({ stored: null }), true],
    ['over what was never sent', known({ stored: confirmed }), true],
    ['not over an order that stands', known(), false],
    ['not over one that is to be replaced', known({ stored: sent }), false],
    ['not over another shopper’s', known({ user: 'u2', stored: confirmed }), false],
  ])('%s', (_, record, isOne) => expect(isAdoptable(record)).toBe(isOne));
});

describe('where an order is', () => {
  test('in the storage', () => {
    expect([isInStored(known(), 'o1'), isInStored(known(), 'o0'), isInStored(known(), 'o2')]).toEqual([
      true,
      true,
      false,
    ]);
  });
  test('U6: what it has still to take out of the cart', () => {
    expect(linesOwedBy(known(), 'o1')).toEqual(made.lines);
    expect(linesOwedBy(known({ stored: null, own: kept }), 'o0')).toEqual(replaced.lines);
    expect(linesOwedBy(known({ own: { ...kept, lines: [] } }), 'o1')).toEqual(made.lines);
    expect(linesOwedBy(known(), 'o2')).toEqual([]);
  });
});

describe('what becomes of it', () => {
  const both = (one: KeptPayment | null) => ({ stored: one, own: one });
  test('the order of its key stands, and has replaced the other', () => {
    expect(withOrder(both(sent), { key: 'k1', orderId: 'o1' })).toEqual(
      both({ ...sent, orderId: 'o1', replaces: null }),
    );
    expect(withOrder(both(kept), { key: 'k1', orderId: 'o1' }).stored).toBe(kept);
    expect(withOrder(both(null), { key: 'k1', orderId: 'o1' })).toEqual(both(null));
  });
  test('D21: an order of an earlier key is replaced by what was confirmed meanwhile', () => {
    const late = { orderId: 'o9', ...noPrompt, lines: [] };
    expect(withOrder(both(confirmed), { key: 'k1', orderId: 'o9' })).toEqual(both({ ...confirmed, replaces: late }));
    const taken = { ...confirmed, replaces: replaced };
    expect(withOrder(both(taken), { key: 'k1', orderId: 'o9' })).toEqual(both(taken));
    const standing = { ...confirmed, orderId: 'o2' };
    expect(withOrder(both(standing), { key: 'k1', orderId: 'o9' })).toEqual(both(standing));
    const apart = { stored: { ...confirmed, key: 'k5' }, own: confirmed };
    expect(withOrder(apart, { key: 'k1', orderId: 'o9' })).toEqual(apart);
  });
  test('what was to be replaced cannot be', () => {
    expect(withoutReplaced(both(kept))).toEqual(both({ ...kept, replaces: null }));
    const apart = { stored: { ...kept, key: 'k5' }, own: kept };
    expect(withoutReplaced(apart)).toEqual({ stored: apart.stored, own: { ...kept, replaces: null } });
    expect(withoutReplaced(both(null))).toEqual(both(null));
  });
  test('a prompt is out, and over', () => {
    const prompt = { orderId: 'o1', checkoutRequestId: 'c2', startedAt: 9 };
    expect(withPrompt(both(kept), prompt)).toEqual(both({ ...kept, checkoutRequestId: 'c2', startedAt: 9 }));
    expect(withPrompt(both(kept), { ...prompt, orderId: 'o0' })).toEqual(
      both({ ...kept, replaces: { ...replaced, checkoutRequestId: 'c2', startedAt: 9 } }),
    );
    expect(withPrompt(both(kept), { ...prompt, orderId: 'o2' }).stored).toBe(kept);
    expect(withPrompt(both(kept), made).own).toBe(kept);
    expect(withoutPrompt(both(kept), 'o1')).toEqual(both({ ...kept, ...noPrompt }));
    const single = { ...kept, replaces: null };
    expect(withoutPrompt(both(single), 'o2')).toEqual(both(single));
  });
  test('U6: its lines have left the cart', () => {
    expect(withoutLines(both(kept), 'o1')).toEqual(both({ ...kept, lines: [] }));
    expect(withoutLines(both(kept), 'o0')).toEqual(both({ ...kept, replaces: { ...replaced, lines: [] } }));
  });
  test('it is placed for good or gone', () => {
    expect(withoutOrder(both(kept), 'o1')).toEqual(both(null));
    expect(withoutOrder(both(kept), 'o0')).toEqual(both({ ...kept, replaces: null }));
    expect(withoutOrder(both(kept), 'o2').stored).toBe(kept);
    expect(withoutOrder(both({ ...kept, replaces: null }), 'o2').stored).toEqual({ ...kept, replaces: null });
  });
});

test('its ids and when the first prompt was accepted', () =>
  expect(promptOf({ ...made, key: 'k1' } as typeof made)).toEqual({
    orderId: 'o1',
    checkoutRequestId: 'c1',
    startedAt: 7,
  }));

test('the same lines, whatever else is with them', () => {
  expect(isSameLines([phoneLine(1), cableLine(1)], [phoneLine(1), { ...cableLine(1), color: 'red' } as never])).toBe(
    true,
  );
  expect(isSameLines([phoneLine(1), cableLine(1)], [cableLine(1), phoneLine(1)])).toBe(false);
  for (const change of [{ id: 'c' }, { name: 'X' }, { price: 1 }, { image: '' }, { category: '' }, { quantity: 2 }])
    expect(isSameLines([phoneLine(1)], [{ ...phoneLine(1), ...change }])).toBe(false);
});

test('D9: the same lines are the same order, whichever came first', () =>
  expect(
    orderDraft(cartOf([cableLine(1), phoneLine(2)]), deliveryDetailsOf(jane), HOME_DELIVERY, 'mpesa').orderItems.map(
      ({ product }) => product,
    ),
  ).toEqual(['a', 'b']));
