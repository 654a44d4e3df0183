// @vitest-environment happy-dom
import { describe, test } from 'vitest';
import { checkoutMachine } from '../../src/machines/checkout/checkout.machine.ts';
import { cartOf, EMPTY_CART } from '../../src/rules/cart/cart.ts';
import { deliveryDetailsOf, homeDeliveryDraft } from '../../src/rules/checkout/checkout.ts';
import type { CheckoutInput } from '../../src/machines/checkout/checkout.types.ts';
import { CheckoutView } from '../../src/views/checkout/checkout.view.tsx';
import { atStation, cableLine, jane, phoneLine, phoneNow } from '../flows/support/shop.samples.ts';
import { at, expectReading, ignore } from './reads.tsx';

const problem = { text: 'Something went wrong', requestId: 'req-1' };
const draft = homeDeliveryDraft(cartOf([phoneLine(2)]), deliveryDetailsOf(jane), 'mpesa');

describe('§2 Checkout', () => {
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

  test('a form to pay by M-Pesa, whose address may be saved', () =>
    expectReading(
      checkout({ form: { editing: 'changedAddress' } }, { savesAddress: true }),
      `
        heading 1 "Checkout"
        form "Checkout"
          region "Order Items"
            heading 2 "Order Items"
            list "Items in your order"
              img "" of /a.jpg
              Phone A2 × Ksh 1,500
              button "Remove Phone A"
              img "" of /b.jpg
              Cable B1 × Ksh 200
              button "Remove Cable B"
          group "Payment method"
            radio "M-Pesa Express" [payment] (checked) : Pay with your phone
            radio "Cash on Delivery" [payment] : Pay when your order arrives
          The delivery
          region "Delivery Details"
            heading 2 "Delivery Details"
            textbox "Full Name" = 'Jane' [name] (required)
            textbox "Phone Number" = '0712 345 678' [phone] (tel, required)
            textbox "Street Address" = 'Moi Ave 1' [address] (required)
            textbox "City" = 'Nairobi' [city] (required)
            combobox "Country" = 'Kenya' of Kenya, Uganda, Tanzania [country]
            status
              This address will be saved as your new default address.
            checkbox "Save as my default address" [saveAddress] (checked)
          region "Order Summary"
            heading 2 "Order Summary"
            Subtotal
            Ksh 3,200
            Delivery
            Free
            Tax
            Ksh 0
            Total
            Ksh 3,200
            VAT included
            By placing your order you agree to our
            link "Terms of Service" -> /terms-of-service
            and
            link "Privacy Policy" -> /privacy-policy
            .
          The status
          button "Pay with M-Pesa" (submits)
        The dialog
      `,
    ));

  test('everything is refused, and the cart has changed', () =>
    expectReading(
      checkout(
        { form: { editing: 'changedAddress' } },
        {
          payment: 'cod',
          savesAddress: false,
          details: { ...deliveryDetailsOf(jane), city: 'Kampala', country: 'Uganda' },
          problem,
          badFields: ['name', 'phone', 'address', 'city', 'country'],
          changes: [phoneNow({ was: 1400 })],
        },
      ),
      `
        heading 1 "Checkout"
        form "Checkout"
          status
            Prices or stock have changed since you added these items.
            list
              Phone A: was Ksh 1,400, now Ksh 1,500
            button "Dismiss"
          region "Order Items"
            heading 2 "Order Items"
            list "Items in your order"
              img "" of /a.jpg
              Phone A2 × Ksh 1,500
              button "Remove Phone A"
              img "" of /b.jpg
              Cable B1 × Ksh 200
              button "Remove Cable B"
          group "Payment method"
            radio "M-Pesa Express" [payment] : Pay with your phone
            radio "Cash on Delivery" [payment] (checked) : Pay when your order arrives
          The delivery
          region "Delivery Details"
            heading 2 "Delivery Details"
            textbox "Full Name" = 'Jane' [name] (required, invalid) : Something went wrong
            Something went wrong
            textbox "Phone Number" = '0712 345 678' [phone] (tel, required, invalid) : Something went wrong
            Something went wrong
            textbox "Street Address" = 'Moi Ave 1' [address] (required, invalid) : Something went wrong
            Something went wrong
            textbox "City" = 'Kampala' [city] (required, invalid) : Something went wrong
            Something went wrong
            combobox "Country" = 'Uganda' of Kenya, Uganda, Tanzania [country] (invalid) : We deliver within Kenya only.; Something went wrong
            We deliver within Kenya only.
            Something went wrong
            checkbox "Save as my default address" [saveAddress]
          region "Order Summary"
            heading 2 "Order Summary"
            Subtotal
            Ksh 3,200
            Delivery
            Free
            Tax
            Ksh 0
            Total
            Ksh 3,200
            VAT included
            By placing your order you agree to our
            link "Terms of Service" -> /terms-of-service
            and
            link "Privacy Policy" -> /privacy-policy
            .
          The status
          button "Confirm Order" (submits)
        The dialog
      `,
    ));

  test('a pickup of so much that neither way of paying takes it', () =>
    expectReading(
      checkout(
        { form: { editing: 'unchangedAddress' } },
        { payment: 'cod', delivery: atStation, problem },
        { cart: cartOf([phoneLine(1, 300_000)]), codMax: 50_000 },
      ),
      `
        heading 1 "Checkout"
        form "Checkout"
          alert
            Something went wrong
            Request req-1
          region "Order Items"
            heading 2 "Order Items"
            list "Items in your order"
              img "" of /a.jpg
              Phone A1 × Ksh 300,000
              button "Remove Phone A"
          group "Payment method"
            radio "M-Pesa Express" [payment] (disabled) : Pay with your phone
            radio "Cash on Delivery" [payment] (disabled) : Pay when your order arrives
          status
            M-Pesa takes at most Ksh 250,000 per payment, and cash on delivery at most Ksh 50,000. Please order fewer goods, or contact us: 0700 123 456.
          Need help? Please
          link "contact us" -> /contact
          .
          The delivery
          region "Who picks it up"
            heading 2 "Who picks it up"
            textbox "Full Name" = 'Jane' [name] (required)
            textbox "Phone Number" = '0712 345 678' [phone] (tel, required)
          region "Order Summary"
            heading 2 "Order Summary"
            Subtotal
            Ksh 300,000
            Delivery
            Free
            Tax
            Ksh 0
            Total
            Ksh 300,000
            VAT included
            By placing your order you agree to our
            link "Terms of Service" -> /terms-of-service
            and
            link "Privacy Policy" -> /privacy-policy
            .
          The status
          button "Confirm Order" (off, submits) : M-Pesa takes at most Ksh 250,000 per payment, and cash on delivery at most Ksh 50,000. Please order fewer goods, or contact us: 0700 123 456.
        The dialog
      `,
    ));

  test('so much that only cash takes it', () =>
    expectReading(
      checkout(
        { form: { editing: 'unchangedAddress' } },
        {},
        { cart: cartOf([phoneLine(1, 300_000)]), payments: ['mpesa'] },
      ),
      `
        heading 1 "Checkout"
        form "Checkout"
          region "Order Items"
            heading 2 "Order Items"
            list "Items in your order"
              img "" of /a.jpg
              Phone A1 × Ksh 300,000
              button "Remove Phone A"
          group "Payment method"
            radio "M-Pesa Express" [payment] (disabled) : Pay with your phone
          status
            M-Pesa takes at most Ksh 250,000 per payment.
          Need help? Please
          link "contact us" -> /contact
          .
          The delivery
          region "Delivery Details"
            heading 2 "Delivery Details"
            textbox "Full Name" = 'Jane' [name] (required)
            textbox "Phone Number" = '0712 345 678' [phone] (tel, required)
            textbox "Street Address" = 'Moi Ave 1' [address] (required)
            textbox "City" = 'Nairobi' [city] (required)
            combobox "Country" = 'Kenya' of Kenya, Uganda, Tanzania [country]
          region "Order Summary"
            heading 2 "Order Summary"
            Subtotal
            Ksh 300,000
            Delivery
            Free
            Tax
            Ksh 0
            Total
            Ksh 300,000
            VAT included
            By placing your order you agree to our
            link "Terms of Service" -> /terms-of-service
            and
            link "Privacy Policy" -> /privacy-policy
            .
          The status
          button "Confirm Order" (off, submits) : M-Pesa takes at most Ksh 250,000 per payment.
        The dialog
      `,
    ));

  test('an order under way stands still, whatever becomes of the cart (U6)', () =>
    expectReading(
      checkout({ form: { purchasing: 'underWay' } }, { draft, cart: EMPTY_CART }),
      `
        heading 1 "Checkout"
        form "Checkout"
          region "Order Items"
            heading 2 "Order Items"
            list "Items in your order"
              img "" of /a.jpg
              Phone A2 × Ksh 1,500
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
            Ksh 3,000
            Delivery
            Free
            Tax
            Ksh 0
            Total
            Ksh 3,000
            VAT included
            By placing your order you agree to our
            link "Terms of Service" -> /terms-of-service
            and
            link "Privacy Policy" -> /privacy-policy
            .
          The status
          button "Pay with M-Pesa" (off, busy, submits)
        The dialog
      `,
    ));
});
