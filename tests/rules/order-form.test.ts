import { describe, expect, test } from 'vitest';
import type { PaymentLimits } from '../../contract/rules/payment-limits.ts';
import { createCart } from '../../src/rules/cart/cart.ts';
import { NO_DETAILS, toDeliveryDetails, toOrderDraft } from '../../src/rules/checkout/checkout.ts';
import { fingerprintOrder } from '../../src/rules/payment/stored-payment.ts';
import type { StoredPayment } from '../../src/rules/payment/stored-payment.ts';
import {
  toFormDraft,
  getGoodsRefusal,
  isAddressChanged,
  isDraftChanged,
  getOwnForm,
  getPaymentMethod,
  getPaymentRefusal,
  prefillDetails,
  getPurchase,
  getFormRefusal,
  getMethodRefusals,
  getFormAddressSaving,
  getOrderTotal,
  getFormToKeep,
} from '../../src/rules/checkout/order-form.ts';
import type { CheckoutForm, TypedForm } from '../../src/rules/checkout/order-form.ts';
import { HOME_DELIVERY } from '../../src/rules/checkout/pickup.ts';
import { atStation, cableLine, jane, getLimits, phoneLine } from '../flows/support/shop.samples.ts';

const details = toDeliveryDetails(jane);
const form: CheckoutForm = {
  user: jane,
  cart: createCart([phoneLine(2)]),
  loaded: details,
  details,
  delivery: HOME_DELIVERY,
  savesAddress: true,
  payment: 'mpesa',
  stock: {},
  payments: ['mpesa', 'cod'],
  codMax: null,
  mpesaMax: 250_000,
  limits: null,
  kept: null,
};
const moved = { ...form, details: { ...details, city: 'Mombasa' } };
const draft = toOrderDraft(form.cart, form.details, form.delivery, form.payment);
const kept = (change: Partial<StoredPayment> = {}): StoredPayment => ({
  v: 4,
  user: 'u1',
  key: 'k1',
  of: fingerprintOrder('u1', draft),
  orderId: 'o1',
  checkoutRequestId: 'c1',
  startedAt: 7,
  way: null,
  lines: [],
  replaces: null,
  ...change,
});

describe('the prefilled form', () => {
  test('has the details of the user', () => expect(prefillDetails(jane, null)).toEqual({ loaded: details, details }));
  test('is empty for a guest', () =>
    expect(prefillDetails(null, null)).toEqual({ loaded: NO_DETAILS, details: NO_DETAILS }));
});

describe('the input from before the session ended', () => {
  const typed: TypedForm = { owner: jane._id, details: moved.details, savesAddress: false, payment: 'cod' };
  const other = { ...jane, _id: 'u2' };
  test('is restored for the same shopper, with the profile as the loaded state', () => {
    expect(prefillDetails(jane, typed)).toEqual({ loaded: details, details: moved.details });
    expect(getOwnForm(jane, typed)).toBe(typed);
  });
  test.each([other, null])('is not shown to another user', (user) => {
    expect(prefillDetails(user, typed)).toEqual(prefillDetails(user, null));
    expect(getOwnForm(user, typed)).toBeNull();
  });
  test('is stored for its owner, also when the user is logged out', () => {
    const kept = { owner: jane._id, details: moved.details, savesAddress: true, payment: 'mpesa' };
    expect(getFormToKeep({ ...moved, owner: jane._id, typed: null })).toEqual(kept);
    expect(getFormToKeep({ ...moved, user: null, owner: jane._id, typed: null })).toEqual(kept);
    expect(getFormToKeep({ ...moved, user: null, owner: null, typed: null })).toBeNull();
  });
  test('is not stored when nothing was typed, and then the stored input remains', () => {
    expect(getFormToKeep({ ...form, owner: jane._id, typed: null })).toBeNull();
    expect(getFormToKeep({ ...form, user: null, owner: null, typed })).toBe(typed);
  });
});

describe('§5: the first failed check', () => {
  test('is null when all checks pass', () => expect(getFormRefusal(form)).toBeNull());
  test('requires a login', () =>
    expect(getFormRefusal({ ...form, user: null })?.text).toBe('Please login to complete your order'));
  test('A51: compares the total of the cart with the M-Pesa limit', () => {
    expect(getGoodsRefusal({ ...form, mpesaMax: 3000, payments: ['mpesa'] })).toBeNull();
    expect(getGoodsRefusal({ ...form, mpesaMax: 2999, payments: ['mpesa'] })).not.toBeNull();
  });
});

describe('X33: sold-out products are not ordered', () => {
  const cart = createCart([phoneLine(2), cableLine(1)]);
  const soldOut = { ...form, cart, stock: { a: 0 } };
  test('X33: excludes the line from the order, its total and the M-Pesa limit', () => {
    expect(toFormDraft(soldOut)).toMatchObject({ orderItems: [{ product: 'b', quantity: 1 }], totalPrice: 200 });
    expect(getOrderTotal(soldOut)).toBe(200);
    expect(getPaymentMethod({ ...soldOut, mpesaMax: 200 })).toBe('mpesa');
    expect(getPaymentMethod({ ...soldOut, stock: { a: 1 }, mpesaMax: 200 })).toBe('cod');
  });
  test('X33: rejects an order in which everything is sold out', () =>
    expect(getGoodsRefusal({ ...soldOut, stock: { a: 0, b: 0 } })).toBe(
      'Everything in your cart is sold out. Please choose something else.',
    ));
});

describe('X33: the order has an available payment method', () => {
  test.each<[string, Partial<CheckoutForm>, ReturnType<typeof getPaymentMethod>]>([
    ['the chosen method', { payment: 'cod' }, 'cod'],
    ['the other method when the total is too high for M-Pesa', { mpesaMax: 2999 }, 'cod'],
    ['the other method when the total is too high for cash', { payment: 'cod', codMax: 2999 }, 'mpesa'],
    ['no method when both are unavailable', { mpesaMax: 2999, codMax: 2999 }, null],
    ['no method that the shop does not offer', { mpesaMax: 2999, payments: ['mpesa'] }, null],
  ])('X33: %s', (_, change, method) => {
    const filled = { ...form, ...change };
    expect(getPaymentMethod(filled)).toBe(method);
    if (method !== null) expect(toFormDraft(filled).paymentMethod).toBe(method);
    expect(getGoodsRefusal(filled) === null).toBe(method !== null);
  });
});

test.each<[string, Partial<CheckoutForm>, string | null]>([
  ['nothing when a method is available', { details: moved.details }, null],
  ['sold-out products', { stock: { a: 0 } }, 'Everything in your cart is sold out. Please choose something else.'],
  [
    'a total above the limits of all methods',
    { mpesaMax: 2999, codMax: 2999 },
    getPaymentRefusal({ ...form, mpesaMax: 2999, codMax: 2999 }),
  ],
])('X33: the reason that disables the button does not depend on the details: %s', (_, change, reason) => {
  const filled: CheckoutForm = { ...form, ...change, details: NO_DETAILS };
  expect(getGoodsRefusal(filled)).toBe(reason);
});

describe('U23, A27: saving the address', () => {
  const unsaved = { ...jane, addresses: [] };
  test.each<[string, CheckoutForm, boolean, ReturnType<typeof getFormAddressSaving>]>([
    ['unchanged', form, false, { kind: 'none' }],
    ['changed', moved, true, { kind: 'create' }],
    ['changed and not to be saved', { ...moved, savesAddress: false }, true, { kind: 'none' }],
    ['changed for a pickup', { ...moved, delivery: atStation }, false, { kind: 'none' }],
    ['changed by a guest', { ...moved, user: null }, true, { kind: 'none' }],
    ['changed without a saved address', { ...moved, user: unsaved }, true, { kind: 'create' }],
    ['changed back to the default', { ...form, loaded: moved.details }, false, { kind: 'none' }],
  ])('%s', (_, filled, isChanged, saving) => {
    expect(isAddressChanged(filled)).toBe(isChanged);
    expect(getFormAddressSaving(filled)).toEqual(saving);
  });
});

describe('the purchase that the button starts', () => {
  const purchase = {
    draft,
    phone: '0712345678',
    userName: jane.name,
    amount: 3000,
    orderId: null,
    kept: null,
    byHand: false,
    stopped: null,
    saving: { kind: 'none' },
    details,
  };
  test('the draft of the form', () => expect(toFormDraft(form)).toEqual(draft));
  test('is a new order', () => expect(getPurchase(form, draft)).toEqual(purchase));
  test('D9: continues the order of the same draft', () =>
    expect(getPurchase({ ...form, kept: kept() }, draft)).toEqual({ ...purchase, orderId: 'o1' }));
  test('D9: repeats the same draft that has no order yet', () =>
    expect(
      getPurchase({ ...form, kept: kept({ orderId: null, checkoutRequestId: null, startedAt: null }) }, draft),
    ).toEqual(purchase));
  test('D21: ignores the order of another draft or another shopper', () => {
    expect(getPurchase({ ...form, kept: kept({ of: 'x' }) }, draft).orderId).toBeNull();
    expect(getPurchase({ ...form, kept: kept({ of: fingerprintOrder('u2', draft) }) }, draft).orderId).toBeNull();
  });
  test('continues the pending payment without a draft', () =>
    expect(getPurchase({ ...form, kept: kept() }, null)).toEqual({
      ...purchase,
      draft: null,
      amount: 0,
      orderId: 'o1',
      kept: { orderId: 'o1', checkoutRequestId: 'c1', startedAt: 7 },
    }));
  test('PAY-C1: continues an order that is paid by hand, without a draft and without a prompt', () => {
    const handed = kept({ checkoutRequestId: null, startedAt: null, way: 'hand' });
    const again = { ...purchase, draft: null, amount: 0, orderId: 'o1', byHand: true };
    expect(getPurchase({ ...form, kept: handed }, null)).toEqual(again);
    expect(getPurchase({ ...form, kept: kept({ way: 'hand' }) }, null).byHand).toBe(false);
  });
  test("PAY-C1: by hand comes first by the shop's setting, for M-Pesa", () => {
    const first = { ...form, limits: { ...getLimits({}), byHand: 'first' } as const };
    expect(getPurchase(first, draft).byHand).toBe(true);
    expect(getPurchase(first, { ...draft, paymentMethod: 'cod' }).byHand).toBe(false);
    expect(getPurchase({ ...first, limits: { ...first.limits, byHand: 'second' } }, draft).byHand).toBe(false);
  });
  test('PAY-M2, PAY-M3: names the other ways while M-Pesa sends no prompts', () => {
    const limits = { ...getLimits({ prompt: 'closed', byHand: 'second' }), promptsAt: 60_000 };
    const stopped = (change: Partial<CheckoutForm>, of = draft) =>
      getPurchase({ ...form, limits, ...change }, of).stopped;
    expect(stopped({})).toEqual({ prompt: 'closed', ways: ['hand', 'cod'], until: 60_000 });
    expect(stopped({ payments: ['mpesa'] })?.ways).toEqual(['hand']);
    expect(stopped({ limits: { ...limits, cashOrders: { most: 1, open: 1 } } })?.ways).toEqual(['hand']);
    expect(stopped({ limits: { ...limits, byHand: 'off' } })?.ways).toEqual(['cod']);
    expect(stopped({ limits: getLimits({ prompt: 'slow' }) })).toEqual({ prompt: 'slow', ways: ['cod'], until: 0 });
    expect(stopped({ limits: { ...limits, prompt: 'open' } })).toBeNull();
    expect(stopped({ limits: null })).toBeNull();
    expect(stopped({}, { ...draft, paymentMethod: 'cod' })).toBeNull();
  });
  test('PAY-C1: an order above the limit of one payment is paid by hand, if the shop takes that', () => {
    const most = { ...form, cart: createCart([phoneLine(1, 250_000)]) };
    const over = { ...form, cart: createCart([phoneLine(1, 250_001)]) };
    const limits = getLimits({ byHand: 'second' });
    expect(getPaymentMethod({ ...over, limits })).toBe('mpesa');
    expect(getPaymentMethod({ ...over, limits: { ...limits, byHand: 'off' } })).toBe('cod');
    expect(getPurchase({ ...over, limits }, toFormDraft({ ...over, limits })).byHand).toBe(true);
    expect(getPurchase({ ...most, limits }, toFormDraft({ ...most, limits })).byHand).toBe(false);
  });
  test('is empty without a draft and a payment', () =>
    expect(getPurchase(form, null)).toEqual({ ...purchase, draft: null, amount: 0 }));
  test('has an empty phone for a guest or a shopper without a phone', () => {
    expect(getPurchase({ ...form, user: null, kept: kept() }, draft)).toEqual({ ...purchase, phone: '', userName: '' });
    expect(getPurchase({ ...form, user: { ...jane, phone: null } }, draft).phone).toBe('');
  });
  test('contains the address to save', () => expect(getPurchase(moved, draft).saving).toEqual({ kind: 'create' }));
});

describe('whether the draft has changed', () => {
  test('is false for the same form', () => expect(isDraftChanged(form, draft)).toBe(false));
  test('is true for another payment method, quantity or address', () => {
    expect(isDraftChanged({ ...form, payment: 'cod' }, draft)).toBe(true);
    expect(isDraftChanged({ ...form, cart: createCart([phoneLine(1)]) }, draft)).toBe(true);
    expect(isDraftChanged(moved, draft)).toBe(true);
    expect(isDraftChanged({ ...form, delivery: atStation }, draft)).toBe(true);
  });
});

describe('X12: the limits of the shopper apply before the button is pressed', () => {
  const limits = getLimits({ cashValue: { most: 100_000, open: 0 }, isFirst: true });
  const of = (price: number, change: Partial<PaymentLimits> = {}): CheckoutForm => ({
    ...form,
    payment: 'mpesa',
    cart: createCart([phoneLine(1, price)]),
    limits: { ...limits, ...change },
  });

  test('X12: one text suggests fewer products or contact when both methods reject the total', () => {
    const text = getPaymentRefusal(of(250_001));
    expect(text).toMatch(/order fewer goods, or contact us/);
    expect(getGoodsRefusal(of(250_001))).toBe(text);
    expect(getPaymentMethod(of(250_001))).toBeNull();
  });
  test('X12: the limits of the server override those of the page', () =>
    expect(getPaymentMethod({ ...of(250_000), mpesaMax: 1 })).toBe('mpesa'));
  test('X12: selects cash when too many M-Pesa orders are unpaid', () => {
    const filled = of(3000, { unpaidMpesa: { most: 3, open: 3 } });
    expect(getPaymentMethod(filled)).toBe('cod');
    expect(getPaymentRefusal(filled)).toBeNull();
    expect(getMethodRefusals(filled).mpesa).toMatch(/pay or cancel one of them first/);
  });
  test('X33: joins the two reasons when they differ', () => {
    const filled = of(3000, { unpaidMpesa: { most: 3, open: 3 }, cashOrders: { most: 10, open: 10 } });
    const { mpesa, cod } = getMethodRefusals(filled);
    expect(getPaymentRefusal(filled)).toBe(`${mpesa} ${cod}`);
  });
  test('X12: no common refusal when both methods are available', () => expect(getPaymentRefusal(of(3000))).toBeNull());
});
