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
import { atStation, cableLine, jane, limitsOf, phoneLine } from '../flows/support/shop.samples.ts';

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
  v: 3,
  user: 'u1',
  key: 'k1',
  of: fingerprintOrder('u1', draft),
  orderId: 'o1',
  checkoutRequestId: 'c1',
  startedAt: 7,
  lines: [],
  replaces: null,
  ...change,
});

describe('what the form is filled with', () => {
  test('the profile', () => expect(prefillDetails(jane, null)).toEqual({ loaded: details, details }));
  test('nothing for a guest', () =>
    expect(prefillDetails(null, null)).toEqual({ loaded: NO_DETAILS, details: NO_DETAILS }));
});

describe('what was typed before the session ended', () => {
  const typed: TypedForm = { owner: jane._id, details: moved.details, savesAddress: false, payment: 'cod' };
  const other = { ...jane, _id: 'u2' };
  test('is there again for the same shopper, beside what the profile says', () => {
    expect(prefillDetails(jane, typed)).toEqual({ loaded: details, details: moved.details });
    expect(getOwnForm(jane, typed)).toBe(typed);
  });
  test.each([other, null])('nobody else is shown it', (user) => {
    expect(prefillDetails(user, typed)).toEqual(prefillDetails(user, null));
    expect(getOwnForm(user, typed)).toBeNull();
  });
  test('the form as it stands, whoever is logged in by now', () => {
    const kept = { owner: jane._id, details: moved.details, savesAddress: true, payment: 'mpesa' };
    expect(getFormToKeep({ ...moved, owner: jane._id, typed: null })).toEqual(kept);
    expect(getFormToKeep({ ...moved, user: null, owner: jane._id, typed: null })).toEqual(kept);
    expect(getFormToKeep({ ...moved, user: null, owner: null, typed: null })).toBeNull();
  });
  test('nothing where nothing was typed, and then what was kept stays', () => {
    expect(getFormToKeep({ ...form, owner: jane._id, typed: null })).toBeNull();
    expect(getFormToKeep({ ...form, user: null, owner: null, typed })).toBe(typed);
  });
});

describe('§5: the first check that fails', () => {
  test('none', () => expect(getFormRefusal(form)).toBeNull());
  test('nobody is logged in', () =>
    expect(getFormRefusal({ ...form, user: null })?.text).toBe('Please login to complete your order'));
  test('A51: the cart’s total is what M-Pesa may refuse', () => {
    expect(getGoodsRefusal({ ...form, mpesaMax: 3000, payments: ['mpesa'] })).toBeNull();
    expect(getGoodsRefusal({ ...form, mpesaMax: 2999, payments: ['mpesa'] })).not.toBeNull();
  });
});

describe('X33: what is sold out is not ordered', () => {
  const cart = createCart([phoneLine(2), cableLine(1)]);
  const soldOut = { ...form, cart, stock: { a: 0 } };
  test('X33: leaves the line out of the order, its total and the limits of M-Pesa', () => {
    expect(toFormDraft(soldOut)).toMatchObject({ orderItems: [{ product: 'b', quantity: 1 }], totalPrice: 200 });
    expect(getOrderTotal(soldOut)).toBe(200);
    expect(getPaymentMethod({ ...soldOut, mpesaMax: 200 })).toBe('mpesa');
    expect(getPaymentMethod({ ...soldOut, stock: { a: 1 }, mpesaMax: 200 })).toBe('cod');
  });
  test('X33: refuses an order of which nothing is left', () =>
    expect(getGoodsRefusal({ ...soldOut, stock: { a: 0, b: 0 } })).toBe(
      'Everything in your cart is sold out. Please choose something else.',
    ));
});

describe('X33: the order is paid by a method that can be chosen', () => {
  test.each<[string, Partial<CheckoutForm>, ReturnType<typeof getPaymentMethod>]>([
    ['as chosen', { payment: 'cod' }, 'cod'],
    ['by the other one where the sum is too high for M-Pesa', { mpesaMax: 2999 }, 'cod'],
    ['by the other one where the sum is too high for cash', { payment: 'cod', codMax: 2999 }, 'mpesa'],
    ['by none where both refuse', { mpesaMax: 2999, codMax: 2999 }, null],
    ['not by one that the shop does not take', { mpesaMax: 2999, payments: ['mpesa'] }, null],
  ])('X33: %s', (_, change, method) => {
    const filled = { ...form, ...change };
    expect(getPaymentMethod(filled)).toBe(method);
    if (method !== null) expect(toFormDraft(filled).paymentMethod).toBe(method);
    expect(getGoodsRefusal(filled) === null).toBe(method !== null);
  });
});

test.each<[string, Partial<CheckoutForm>, string | null]>([
  ['nothing where a way takes it', { details: moved.details }, null],
  ['sold-out goods', { stock: { a: 0 } }, 'Everything in your cart is sold out. Please choose something else.'],
  [
    'a sum that no way takes',
    { mpesaMax: 2999, codMax: 2999 },
    getPaymentRefusal({ ...form, mpesaMax: 2999, codMax: 2999 }),
  ],
])('X33: what disables the button, whatever is filled in: %s', (_, change, reason) => {
  const filled: CheckoutForm = { ...form, ...change, details: NO_DETAILS };
  expect(getGoodsRefusal(filled)).toBe(reason);
});

describe('U23, A27: whether the address is kept', () => {
  const unsaved = { ...jane, addresses: [] };
  test.each<[string, CheckoutForm, boolean, ReturnType<typeof getFormAddressSaving>]>([
    ['unchanged', form, false, { kind: 'none' }],
    ['changed', moved, true, { kind: 'create' }],
    ['changed and not wanted', { ...moved, savesAddress: false }, true, { kind: 'none' }],
    ['changed for a pickup', { ...moved, delivery: atStation }, false, { kind: 'none' }],
    ['changed by a guest', { ...moved, user: null }, true, { kind: 'none' }],
    ['changed without any saved one', { ...moved, user: unsaved }, true, { kind: 'create' }],
    ['changed back to the default', { ...form, loaded: moved.details }, false, { kind: 'none' }],
  ])('%s', (_, filled, isChanged, saving) => {
    expect(isAddressChanged(filled)).toBe(isChanged);
    expect(getFormAddressSaving(filled)).toEqual(saving);
  });
});

describe('what the button sets going', () => {
  const purchase = {
    draft,
    phone: '0712345678',
    userName: jane.name,
    amount: 3000,
    orderId: null,
    kept: null,
    saving: { kind: 'none' },
    details,
  };
  test('the order as it would be sent now', () => expect(toFormDraft(form)).toEqual(draft));
  test('a new order', () => expect(getPurchase(form, draft)).toEqual(purchase));
  test('D9: the order that was made of the same draft', () =>
    expect(getPurchase({ ...form, kept: kept() }, draft)).toEqual({ ...purchase, orderId: 'o1' }));
  test('D9: the same draft that is no order yet', () =>
    expect(
      getPurchase({ ...form, kept: kept({ orderId: null, checkoutRequestId: null, startedAt: null }) }, draft),
    ).toEqual(purchase));
  test('D21: an order of another draft, or of another shopper, is none', () => {
    expect(getPurchase({ ...form, kept: kept({ of: 'x' }) }, draft).orderId).toBeNull();
    expect(getPurchase({ ...form, kept: kept({ of: fingerprintOrder('u2', draft) }) }, draft).orderId).toBeNull();
  });
  test('without a draft the payment that waits', () =>
    expect(getPurchase({ ...form, kept: kept() }, null)).toEqual({
      ...purchase,
      draft: null,
      amount: 0,
      orderId: 'o1',
      kept: { orderId: 'o1', checkoutRequestId: 'c1', startedAt: 7 },
    }));
  test('without a draft and without a payment nothing', () =>
    expect(getPurchase(form, null)).toEqual({ ...purchase, draft: null, amount: 0 }));
  test('a guest, and a shopper without a phone', () => {
    expect(getPurchase({ ...form, user: null, kept: kept() }, draft)).toEqual({ ...purchase, phone: '', userName: '' });
    expect(getPurchase({ ...form, user: { ...jane, phone: null } }, draft).phone).toBe('');
  });
  test('what is to be saved goes with it', () => expect(getPurchase(moved, draft).saving).toEqual({ kind: 'create' }));
});

describe('whether something else would be sent now', () => {
  test('not for the same form', () => expect(isDraftChanged(form, draft)).toBe(false));
  test('for another way to pay, pieces or place', () => {
    expect(isDraftChanged({ ...form, payment: 'cod' }, draft)).toBe(true);
    expect(isDraftChanged({ ...form, cart: createCart([phoneLine(1)]) }, draft)).toBe(true);
    expect(isDraftChanged(moved, draft)).toBe(true);
    expect(isDraftChanged({ ...form, delivery: atStation }, draft)).toBe(true);
  });
});

describe('X12: the limits of the shopper are known before the button is pressed', () => {
  const limits = limitsOf({ cashValue: { most: 100_000, open: 0 }, isFirst: true });
  const of = (price: number, change: Partial<PaymentLimits> = {}): CheckoutForm => ({
    ...form,
    payment: 'mpesa',
    cart: createCart([phoneLine(1, price)]),
    limits: { ...limits, ...change },
  });

  test('X12: one text names fewer goods and contact where neither way takes the sum', () => {
    const text = getPaymentRefusal(of(250_001));
    expect(text).toMatch(/order fewer goods, or contact us/);
    expect(getGoodsRefusal(of(250_001))).toBe(text);
    expect(getPaymentMethod(of(250_001))).toBeNull();
  });
  test('X12: the limits of the server count, and not those that the page came with', () =>
    expect(getPaymentMethod({ ...of(250_000), mpesaMax: 1 })).toBe('mpesa'));
  test('X12: pays by cash where too many M-Pesa orders are unpaid', () => {
    const filled = of(3000, { unpaidMpesa: { most: 3, open: 3 } });
    expect(getPaymentMethod(filled)).toBe('cod');
    expect(getPaymentRefusal(filled)).toBeNull();
    expect(getMethodRefusals(filled).mpesa).toMatch(/pay or cancel one of them first/);
  });
  test('X33: names each reason once where the two differ', () => {
    const filled = of(3000, { unpaidMpesa: { most: 3, open: 3 }, cashOrders: { most: 10, open: 10 } });
    const { mpesa, cod } = getMethodRefusals(filled);
    expect(getPaymentRefusal(filled)).toBe(`${mpesa} ${cod}`);
  });
  test('X12: nothing is refused in common where both ways work', () => expect(getPaymentRefusal(of(3000))).toBeNull());
});
