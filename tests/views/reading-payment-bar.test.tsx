// @vitest-environment happy-dom
import { describe, test } from 'vitest';
import { paymentRecordMachine } from '../../src/machines/payment/payment-record.machine.ts';
import { waitingPaymentMachine } from '../../src/machines/payment/waiting-payment.machine.ts';
import { PaymentRecordView } from '../../src/views/payment/payment-record.view.tsx';
import { WaitingPaymentView } from '../../src/views/payment/waiting-payment.view.tsx';
import { at, expectReading, ignore } from './reads.tsx';

const problem = { text: 'The payment was cancelled', requestId: 'req-1' };

describe('the bar under the header', () => {
  const bar = (signedIn: object | string, context: object = {}) => (
    <WaitingPaymentView
      snapshot={at(waitingPaymentMachine, undefined, { signedIn }, context)}
      send={ignore}
      payment={<p>The payment</p>}
    />
  );

  test('a payment that is under way', () =>
    expectReading(
      bar('paying'),
      `
    status
    The payment
  `,
    ));
  test('none', () => expectReading(bar('none'), `status`));

  test('a payment that came through', () =>
    expectReading(
      bar({ ended: 'paid' }, { payment: { orderId: 'o1' } as never, problem }),
      `
        status
          Payment received. Thank you!
        region "Your M-Pesa payment"
          ~ Payment received. Thank you!
          link "View order" -> /track-order/o1
          button "Dismiss"
      `,
    ));

  test('an order that is paid on delivery', () =>
    expectReading(
      bar({ ended: 'onDelivery' }),
      `
        status
          Your order is placed. You pay on delivery.
        region "Your M-Pesa payment"
          ~ Your order is placed. You pay on delivery.
          link "View order" -> /track-order
          button "Dismiss"
      `,
    ));

  test('an order that was cancelled', () =>
    expectReading(
      bar('cancelled', { problem }),
      `
        status
          The payment was cancelled
        region "Your M-Pesa payment"
          ~ The payment was cancelled
          Request req-1
          link "View order" -> /track-order
          button "Dismiss"
      `,
    ));

  test('D25: a phone that a code has to prove first', () =>
    expectReading(
      bar('proofAsked', { payment: { orderId: 'o1' } as never, problem }),
      `
        status
          The payment was cancelled
        region "Your M-Pesa payment"
          ~ The payment was cancelled
          Request req-1
          link "Pay on the order’s page" -> /track-order/o1
          button "Dismiss"
      `,
    ));
});

test('H10: a browser that keeps no payment', () =>
  expectReading(
    <PaymentRecordView snapshot={at(paymentRecordMachine, undefined, { keeping: 'memoryOnly' })} send={ignore} />,
    `
      status
        Your browser does not let us save this payment. Keep this page open until it is done.
    `,
  ));
