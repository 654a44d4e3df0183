// @vitest-environment happy-dom
import { describe, test } from 'vitest';
import { orderPlacementMachine } from '../../src/machines/checkout/order-placement.machine.ts';
import { purchaseMachine } from '../../src/machines/checkout/purchase.machine.ts';
import { cartOf } from '../../src/rules/cart/cart.ts';
import { deliveryDetailsOf, homeDeliveryDraft } from '../../src/rules/checkout/checkout.ts';
import { OrderPlacementView } from '../../src/views/checkout/order-placement.view.tsx';
import { PurchaseDialog, PurchaseStatus } from '../../src/views/checkout/purchase.view.tsx';
import { jane, phoneLine } from '../flows/support/shop.samples.ts';
import { at, expectReading, ignore } from './reads.tsx';

const problem = { text: 'Something went wrong', requestId: 'req-1' };
const draft = homeDeliveryDraft(cartOf([phoneLine(2)]), deliveryDetailsOf(jane), 'mpesa');

describe('the dialog of a purchase by M-Pesa', () => {
  const input = {
    draft,
    phone: '0712345678',
    userName: 'Jane',
    amount: 3_000,
    orderId: null,
    kept: null,
    saving: null as never,
    details: deliveryDetailsOf(jane),
  };
  const purchase = (value: object | string, context: object = {}) => {
    const props = {
      snapshot: at(purchaseMachine, input, value, context),
      send: ignore,
      placement: <p>The placement</p>,
      payment: <p>The payment</p>,
    };
    return (
      <>
        <PurchaseDialog {...props} />
        <aside>
          <PurchaseStatus {...props} />
        </aside>
      </>
    );
  };

  test('asks for the phone', () =>
    expectReading(
      purchase('confirmingPhone'),
      `
        dialog "Confirm Phone Number"
          heading 2 "Confirm Phone Number"
          form "Confirm Phone Number"
            A prompt to pay Ksh 3,000 goes to this phone. You enter your M-Pesa PIN there.
            textbox "M-Pesa phone number" = '0712 345 678' [mpesaPhone] (tel, required)
            button "Cancel"
            button "Confirm" (submits)
          button "Close"
      `,
    ));

  test('refuses a phone', () =>
    expectReading(
      purchase('confirmingPhone', { phone: '12', phoneError: 'Wrong phone' }),
      `
        dialog "Confirm Phone Number"
          heading 2 "Confirm Phone Number"
          form "Confirm Phone Number"
            A prompt to pay Ksh 3,000 goes to this phone. You enter your M-Pesa PIN there.
            textbox "M-Pesa phone number" = '12' [mpesaPhone] (tel, required, invalid) : Wrong phone
            Wrong phone
            button "Cancel"
            button "Confirm" (submits)
          button "Close"
      `,
    ));

  test('places the order', () =>
    expectReading(
      purchase('placingMpesa'),
      `
        dialog "Pay with M-Pesa"
          heading 2 "Pay with M-Pesa"
          status
            Placing your order
          The placement
      `,
    ));

  test('tells how the payment goes', () =>
    expectReading(
      purchase({ paying: 'underWay' }),
      `
        dialog "Pay with M-Pesa"
          heading 2 "Pay with M-Pesa"
          The payment
      `,
    ));

  test('X31: tells how the payment goes and can be closed while the prompt waits', () =>
    expectReading(
      purchase({ paying: 'waiting' }),
      `
        dialog "Pay with M-Pesa"
          heading 2 "Pay with M-Pesa"
          The payment
          button "Close"
      `,
    ));

  test('is over, and the payment is told beside the form', () =>
    expectReading(purchase({ paying: 'inline' }), `The payment`));

  test('has its money', () =>
    expectReading(
      purchase('paid'),
      `
        dialog "Pay with M-Pesa"
          heading 2 "Pay with M-Pesa"
          status
            Payment received. Thank you!
      `,
    ));

  test('says why nothing was ordered, first', () =>
    expectReading(
      purchase({ orderless: 'dialog' }, { problem }),
      `
        dialog "Pay with M-Pesa"
          heading 2 "Pay with M-Pesa"
          alert
            Something went wrong
          Request req-1
          button "Close"
      `,
    ));

  test('says it beside the form afterwards', () =>
    expectReading(
      purchase({ orderless: 'inline' }, { problem }),
      `
        alert
          Something went wrong
          Request req-1
          button "Try again"
      `,
    ));

  test('is none for cash', () => expectReading(purchase('placingCod'), `The placement`));
});

test('D10: an order whose answer got lost is being looked for', () =>
  expectReading(
    <OrderPlacementView snapshot={at(orderPlacementMachine, { draft }, 'checking')} send={ignore} />,
    `
      status
        Checking whether your order went through…
    `,
  ));
