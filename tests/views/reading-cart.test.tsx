// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { cartMachine } from '../../src/machines/cart/cart.machine.ts';
import { sessionMachine } from '../../src/machines/account/session.machine.ts';
import { cartOf } from '../../src/rules/cart/cart.ts';
import { CartView } from '../../src/views/cart/cart.view.tsx';
import { ChangesList } from '../../src/views/cart/changes-list.tsx';
import { ProceedView } from '../../src/views/cart/proceed.view.tsx';
import { cableLine, cableNow, jane, phoneLine, phoneNow } from '../flows/support/shop.samples.ts';
import { renderPage } from '../../model-testing/view/page.ts';
import { at, expectReading, ignore } from './reads.tsx';

const cart = (value: object, context: object = {}) => (
  <CartView snapshot={at(cartMachine, undefined, value, context)} send={ignore} proceed={<b>Proceed</b>} />
);

describe('§2 Cart', () => {
  test('is being read', () =>
    expectReading(
      cart({ items: 'starting' }),
      `
        status
          Loading your cart
      `,
    ));

  test('empty, in a browser that keeps nothing (H10)', () =>
    expectReading(
      cart({ items: 'empty', storage: 'memoryOnly' }),
      `
        status
          Your browser does not let us save the cart. It is kept until you close this page.
        heading 1 "Your cart is empty"
        link "Continue Shopping" -> /
      `,
    ));

  test('two lines in a browser that keeps nothing, one changed and one at its end (A4, U17)', () =>
    expectReading(
      cart(
        { items: 'filled', storage: 'memoryOnly', check: 'noticed' },
        {
          cart: cartOf([phoneLine(3), cableLine(1)]),
          stock: { a: 3 },
          changes: [phoneNow({ was: 1400, now: 1500 })],
        },
      ),
      `
        heading 1 "Your Cart"
        status
          Your browser does not let us save the cart. It is kept until you close this page.
        status
          Prices or stock have changed since you added these items.
          list
            Phone A: was Ksh 1,400, now Ksh 1,500; only 3 left
          button "Dismiss"
        list "Items in your cart"
          img "" of /a.jpg
          heading 2 "Phone A"
            link "Phone A" -> /product/a
          PhonesKsh 1,500
          group "Quantity of Phone A"
            button "Decrease quantity"
            textbox "Quantity" = '3'
            button "Increase quantity" (off)
          status
            Only 3 left
          button "Remove Phone A"
          img "" of /b.jpg
          heading 2 "Cable B"
            link "Cable B" -> /product/b
          AccessoriesKsh 200
          group "Quantity of Cable B"
            button "Decrease quantity" (off)
            textbox "Quantity" = '1'
            button "Increase quantity"
          status
          button "Remove Cable B"
        region "Order Summary"
          heading 2 "Order Summary"
          Items
          4
          Delivery
          Free
          Total
          Ksh 4,700
          Proceed
      `,
    ));

  test('X82: too much for one order is said in the place of the way to the checkout', () => {
    const items = [{ ...phoneLine(1_000), price: 20_001 }];
    const page = renderPage(cart({ items: 'filled' }, { cart: cartOf(items) }));
    expect(page.text).toContain('One order comes to at most Ksh 20,000,000. Please remove items worth Ksh 1,000');
    expect(page.text).not.toContain('Proceed');
  });

  test('a line that is sold out cannot be changed, and one without a category says none', () =>
    expectReading(
      cart(
        { items: 'filled' },
        { cart: cartOf([phoneLine(2), { ...cableLine(2), category: '' }]), stock: { a: 0, b: 9 } },
      ),
      `
        heading 1 "Your Cart"
        list "Items in your cart"
          img "" of /a.jpg
          heading 2 "Phone A"
            link "Phone A" -> /product/a
          PhonesKsh 1,500SOLD OUTQuantity 2
          button "Remove Phone A"
          img "" of /b.jpg
          heading 2 "Cable B"
            link "Cable B" -> /product/b
          Ksh 200
          group "Quantity of Cable B"
            button "Decrease quantity"
            textbox "Quantity" = '2'
            button "Increase quantity"
          status
          button "Remove Cable B"
        region "Order Summary"
          heading 2 "Order Summary"
          Items
          2
          Delivery
          Free
          Total
          Ksh 400
          Proceed
      `,
    ));
});

test('A4, D5: each changed line in words', () =>
  expectReading(
    <ChangesList
      lines={[phoneLine(3)]}
      changes={[
        phoneNow({ was: 1400, now: 1500, stock: 3 }),
        phoneNow({ product: 'a', name: 'Phone A again', stock: 2 }),
        cableNow({ was: 100, now: 200, stock: 0 }),
        cableNow({ product: 'c', name: 'Cable C', was: 100, now: 200, stock: 1 }),
        phoneNow({ product: 'a', name: 'Both', was: 1400, now: 1500, stock: 1 }),
      ]}
    />,
    `
      list
        Phone A: was Ksh 1,400, now Ksh 1,500; only 3 left
        Phone A again: only 2 left
        Cable B: sold out
        Cable C: was Ksh 100, now Ksh 200
        Both: was Ksh 1,400, now Ksh 1,500; only 1 left
    `,
  ));

describe('the way on from the cart', () => {
  test('of a guest', () =>
    expectReading(
      <ProceedView snapshot={at(sessionMachine, undefined, { customer: 'guest' })} />,
      `link "Login to Checkout" -> /auth/login`,
    ));

  test('of a customer', () =>
    expectReading(
      <ProceedView
        snapshot={at(
          sessionMachine,
          undefined,
          { customer: { authenticated: 'confirmed' } },
          { token: 'T', user: jane },
        )}
      />,
      `link "Proceed to Checkout" -> /checkout`,
    ));
});
