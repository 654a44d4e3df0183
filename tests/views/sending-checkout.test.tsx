// @vitest-environment happy-dom
import { describe, test } from 'vitest';
import { checkoutMachine } from '../../src/machines/checkout/checkout.machine.ts';
import type { CheckoutInput } from '../../src/machines/checkout/checkout.types.ts';
import { deliveryMachine } from '../../src/machines/checkout/delivery.machine.ts';
import { mpesaPaymentMachine } from '../../src/machines/payment/mpesa-payment.machine.ts';
import { purchaseMachine } from '../../src/machines/checkout/purchase.machine.ts';
import { waitingPaymentMachine } from '../../src/machines/payment/waiting-payment.machine.ts';
import { cartOf } from '../../src/rules/cart/cart.ts';
import { deliveryDetailsOf } from '../../src/rules/checkout/checkout.ts';
import { CheckoutView } from '../../src/views/checkout/checkout.view.tsx';
import { DeliveryView } from '../../src/views/checkout/delivery.view.tsx';
import { PurchaseDialog, PurchaseStatus } from '../../src/views/checkout/purchase.view.tsx';
import { MpesaPaymentAlert, MpesaPaymentBar } from '../../src/views/payment/mpesa-payment.view.tsx';
import { WaitingPaymentView } from '../../src/views/payment/waiting-payment.view.tsx';
import { atStation, cableLine, jane, phoneLine, phoneNow, station } from '../flows/support/shop.samples.ts';
import { at, expectSending } from './reads.tsx';

type Send = (event: unknown) => void;

const problem = { text: 'Something went wrong', requestId: 'req-1' };

describe('checkout', () => {
  const checkout =
    (value: object | string, context: object, change: Partial<CheckoutInput> = {}) =>
    (send: Send) => (
      <CheckoutView
        snapshot={at(
          checkoutMachine,
          {
            user: jane,
            cart: cartOf([phoneLine(2), cableLine(1)]),
            stock: {},
            payments: ['mpesa', 'cod'],
            codMax: null,
            mpesaMax: 250_000,
            kept: null,
            typed: null,
            ...change,
          },
          value,
          context,
        )}
        send={send}
        delivery={null}
        status={null}
        dialog={null}
      />
    );

  test('the form', () =>
    expectSending(
      checkout({ form: { editing: 'changedAddress' } }, { savesAddress: false, changes: [phoneNow({ was: 1 })] }),
      `
        Dismiss: notice.dismiss {}
        Remove Phone A: line.remove {"id":"a"}
        Remove Cable B: line.remove {"id":"b"}
        Cash on DeliveryPay when your order arrives: payment.change {"method":"cod"}
        Full Name: field.change {"field":"name","value":"7"}
        Phone Number: field.change {"field":"phone","value":"7"}
        Street Address: field.change {"field":"address","value":"7"}
        City: field.change {"field":"city","value":"7"}
        Country: field.change {"field":"country","value":"Tanzania"}
        Save as my default address: addressSaving.change {"isOn":true}
        Pay with M-Pesa: order.place {}
      `,
    ));

  test('for a pickup', () =>
    expectSending(
      checkout({ form: { editing: 'unchangedAddress' } }, { delivery: atStation, payment: 'cod' }),
      `
        Remove Phone A: line.remove {"id":"a"}
        Remove Cable B: line.remove {"id":"b"}
        M-Pesa ExpressPay with your phone: payment.change {"method":"mpesa"}
        Full Name: field.change {"field":"name","value":"7"}
        Phone Number: field.change {"field":"phone","value":"7"}
        Confirm Order: order.place {}
      `,
    ));

  test('without the details', () =>
    expectSending(
      checkout({ form: 'userFailed' }, { problem }, { cart: cartOf([phoneLine(2)]) }),
      `
        Try Again: profile.retry {}
        Remove Phone A: line.remove {"id":"a"}
        Cash on DeliveryPay when your order arrives: payment.change {"method":"cod"}
        Full Name: field.change {"field":"name","value":"7"}
        Phone Number: field.change {"field":"phone","value":"7"}
        Street Address: field.change {"field":"address","value":"7"}
        City: field.change {"field":"city","value":"7"}
        Country: field.change {"field":"country","value":"Tanzania"}
        Pay with M-Pesa: order.place {}
      `,
    ));

  test('other prices', () =>
    expectSending(
      checkout('reviewChanges', { review: [phoneNow({ now: 1 })] }),
      `
    Back: review.back {}
    Accept: review.accept {}
    Close: review.back {}
  `,
    ));
});

describe('delivery', () => {
  const delivery =
    (value: object | string, context: object = {}) =>
    (send: Send) => <DeliveryView snapshot={at(deliveryMachine, undefined, value, context)} send={send} />;
  const choice = { ...atStation, station: null };

  test('to the door', () =>
    expectSending(
      delivery('home'),
      `Free pickupFrom a pickup station near you: delivery.choose {"method":"pickup_station"}`,
    ));

  test('pickup', () =>
    expectSending(
      delivery(
        { pickup: { place: 'choosingStation', search: 'idle' } },
        { choice, stations: [station], query: 'nyali' },
      ),
      `
        Free deliveryTo your door: delivery.choose {"method":"home_delivery"}
        Search towns and stations: search.change {"query":"7"}
        Nyali Mombasa: search.pick {"place":{"county":"Mombasa","town":"Nyali","station":null}}
        County: county.choose {"county":"West Pokot"}
        Town: town.choose {"town":"Westlands"}
        Westlands StationWaiyaki Way 3, Westlands: station.choose {"id":"s1"}
      `,
    ));

  test('D9: while it is being ordered', () => {
    expectSending(delivery('home', { isHeld: true }), '');
    expectSending(
      delivery(
        { pickup: { place: 'choosingStation', search: 'idle' } },
        { choice: atStation, stations: [station], query: 'nyali', isHeld: true },
      ),
      '',
    );
  });

  test('no stations came', () =>
    expectSending(
      delivery({ pickup: { place: 'failed', search: 'idle' } }, { choice, problem }),
      `
        Free deliveryTo your door: delivery.choose {"method":"home_delivery"}
        Search towns and stations: search.change {"query":"7"}
        County: county.choose {"county":"West Pokot"}
        Town: town.choose {"town":"Westlands"}
        Try Again: stations.retry {}
      `,
    ));
});

describe('payment', () => {
  const purchase =
    (value: object | string, context: object = {}) =>
    (send: Send) => {
      const input = {
        draft: null,
        phone: '0712345678',
        userName: 'Jane',
        amount: 3_000,
        orderId: null,
        kept: null,
        typed: null,
        saving: null as never,
        details: deliveryDetailsOf(jane),
      };
      const props = { snapshot: at(purchaseMachine, input, value, context), send, placement: null, payment: null };
      return (
        <>
          <PurchaseDialog {...props} />
          <PurchaseStatus {...props} />
        </>
      );
    };
  const payment =
    (value: object | string, context: object = {}) =>
    (send: Send) => {
      const snapshot = at(
        mpesaPaymentMachine,
        { orderId: 'o1', phone: '254712345678', amount: 3_000, prompt: null },
        value,
        context,
      );
      return (
        <>
          <MpesaPaymentAlert snapshot={snapshot} send={send} onAskPhone={() => send({ type: 'asks for the phone' })} />
          <MpesaPaymentBar snapshot={snapshot} send={send} />
        </>
      );
    };

  test('the phone', () =>
    expectSending(
      purchase('confirmingPhone'),
      `
    M-Pesa phone number: phone.change {"phone":"7"}
    Cancel: dialog.cancel {}
    Confirm: phone.confirm {}
    Close: dialog.cancel {}
  `,
    ));
  test('no order', () => expectSending(purchase({ orderless: 'inline' }, { problem }), `Try again: order.retry {}`));
  test('nothing paid', () =>
    expectSending(
      payment({ unpaid: 'failed' }, { problem }),
      `
    Try again: payment.retry {}
    Try again: payment.retry {}
    Dismiss: payment.dismiss {}
  `,
    ));

  test('nothing paid and no phone known', () =>
    expectSending(
      payment({ unpaid: 'failed' }, { problem, phone: '' }),
      `
        Try again: asks for the phone {}
        Dismiss: payment.dismiss {}
      `,
    ));

  test('an expired prompt', () =>
    expectSending(
      payment(
        { pending: { page: 'seen', polling: 'waiting', network: 'online', prompt: 'expired', limit: 'running' } },
        { now: 500_000 },
      ),
      `
        Pay on delivery: payment.payOnDelivery {}
        Send again: payment.sendAgain {}
      `,
    ));

  test('the end, in the bar', () =>
    expectSending(
      (send) => (
        <WaitingPaymentView
          snapshot={at(waitingPaymentMachine, undefined, { signedIn: { ended: 'paid' } })}
          send={send}
          payment={null}
        />
      ),
      `
        View order: notice.dismiss {}
        Dismiss: notice.dismiss {}
      `,
    ));
});
