// @vitest-environment happy-dom
import { describe, test } from 'vitest';
import { checkoutMachine } from '../../src/machines/checkout/checkout.machine.ts';
import { cartOf, EMPTY_CART } from '../../src/rules/cart/cart.ts';
import type { CheckoutInput } from '../../src/machines/checkout/checkout.types.ts';
import { CheckoutView } from '../../src/views/checkout/checkout.view.tsx';
import { cableLine, jane, phoneLine, phoneNow } from '../flows/support/shop.samples.ts';
import { at, expectReading, ignore } from './reads.tsx';

const problem = { text: 'Something went wrong', requestId: 'req-1' };

describe('§2 Checkout, around its form', () => {
  const input: CheckoutInput = {
    user: jane,
    cart: cartOf([phoneLine(2), cableLine(1)]),
    stock: {},
    payments: ['mpesa', 'cod'],
    codMax: null,
    mpesaMax: 250_000,
    kept: null,
    typed: null,
  };
  const checkout = (value: object | string, context: object = {}, change: Partial<CheckoutInput> = {}) => (
    <CheckoutView
      snapshot={at(checkoutMachine, { ...input, ...change }, value, context)}
      send={ignore}
      delivery={<p>The delivery</p>}
      status={<p>The status</p>}
      dialog={<p>The dialog</p>}
    />
  );

  test('a payment that is taken up again needs no cart', () =>
    expectReading(
      checkout({ form: { purchasing: 'inline' } }, {}, { cart: EMPTY_CART }),
      `
        heading 1 "Your cart is empty"
        link "Continue Shopping" -> /
        The status
        The dialog
      `,
    ));

  test('an empty cart', () =>
    expectReading(
      checkout('empty', {}, { cart: EMPTY_CART }),
      `
        heading 1 "Your cart is empty"
        link "Continue Shopping" -> /
        The dialog
      `,
    ));

  test('the details could not be loaded, and nobody is logged in', () =>
    expectReading(
      checkout({ form: 'userFailed' }, { problem }, { user: null, cart: cartOf([]) }),
      `
        heading 1 "Checkout"
        form "Checkout"
          alert
            Something went wrong
            Request req-1
            button "Try Again"
            link "Login" -> /auth/login
          region "Order Items"
            heading 2 "Order Items"
            list "Items in your order"
          group "Payment method"
            radio "M-Pesa Express" [payment] (checked) : Pay with your phone
            radio "Cash on Delivery" [payment] : Pay when your order arrives
          The delivery
          region "Delivery Details"
            heading 2 "Delivery Details"
            textbox "Full Name" = '' [name] (required)
            textbox "Phone Number" = '' [phone] (tel, required)
            textbox "Street Address" = '' [address] (required)
            textbox "City" = '' [city] (required)
            combobox "Country" = 'Kenya' of Kenya, Uganda, Tanzania [country]
          region "Order Summary"
            heading 2 "Order Summary"
            Subtotal
            Ksh 0
            Delivery
            Free
            Tax
            Ksh 0
            Total
            Ksh 0
            VAT included
            By placing your order you agree to our
            link "Terms of Service" -> /terms-of-service
            and
            link "Privacy Policy" -> /privacy-policy
            .
          status
            Everything in your cart is sold out. Please choose something else.
          The status
          button "Pay with M-Pesa" (off, submits) : Everything in your cart is sold out. Please choose something else.
        The dialog
      `,
    ));

  test('the details are being loaded', () =>
    expectReading(
      checkout('loadingUser'),
      `
        status
          Loading your details
        The dialog
      `,
    ));

  test('D5: other prices are to be accepted', () =>
    expectReading(
      checkout('reviewChanges', { review: [phoneNow({ now: 1600 })] }, { cart: cartOf([phoneLine(1)]) }),
      `
        heading 1 "Checkout"
        form "Checkout"
          region "Order Items"
            heading 2 "Order Items"
            list "Items in your order"
              img "" of /a.jpg
              Phone A1 × Ksh 1,500
              button "Remove Phone A" (disabled)
          group "Payment method"
            radio "M-Pesa Express" [payment] (disabled, checked) : Pay with your phone
            radio "Cash on Delivery" [payment] (disabled) : Pay when your order arrives
          The delivery
          region "Delivery Details"
            heading 2 "Delivery Details"
            textbox "Full Name" = 'Jane' [name] (read only, required)
            textbox "Phone Number" = '0712 345 678' [phone] (tel, read only, required)
            textbox "Street Address" = 'Moi Ave 1' [address] (read only, required)
            textbox "City" = 'Nairobi' [city] (read only, required)
            combobox "Country" = 'Kenya' of Kenya, Uganda, Tanzania [country] (disabled)
          region "Order Summary"
            heading 2 "Order Summary"
            Subtotal
            Ksh 1,500
            Delivery
            Free
            Tax
            Ksh 0
            Total
            Ksh 1,500
            VAT included
            By placing your order you agree to our
            link "Terms of Service" -> /terms-of-service
            and
            link "Privacy Policy" -> /privacy-policy
            .
          The status
          button "Pay with M-Pesa" (submits)
        dialog "Review your order"
          heading 2 "Review your order"
          alert
            Some prices or stock have changed. Please review your order.
          list
            Phone A: was Ksh 1,500, now Ksh 1,600
          button "Back"
          button "Accept"
          button "Close"
        The dialog
      `,
    ));

  test('the next page comes', () =>
    expectReading(
      checkout('ordered'),
      `
        status
          One moment
        The dialog
      `,
    ));
});
