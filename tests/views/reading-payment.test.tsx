// @vitest-environment happy-dom
import { describe, expect, test } from 'vitest';
import { mpesaPaymentMachine } from '../../src/machines/payment/mpesa-payment.machine.ts';
import { MpesaPaymentAlert, MpesaPaymentBar, MpesaPaymentStep } from '../../src/views/payment/mpesa-payment.view.tsx';
import { renderPage } from '../../model-testing/view/page.ts';
import { at, expectReading, ignore } from './reads.tsx';

const problem = { text: 'The payment was cancelled', requestId: 'req-1' };

describe('a payment by M-Pesa: dialog, form and bar', () => {
  const payment = (value: object | string, context: object = {}) => {
    const snapshot = at(
      mpesaPaymentMachine,
      { orderId: 'o1', phone: '254712345678', amount: 3_000, prompt: null },
      value,
      context,
    );
    return (
      <>
        <main>
          <MpesaPaymentStep proof={null} snapshot={snapshot} send={ignore} />
        </main>
        <aside>
          <MpesaPaymentAlert snapshot={snapshot} send={ignore} onAskPhone={ignore} />
        </aside>
        <MpesaPaymentBar snapshot={snapshot} send={ignore} />
      </>
    );
  };
  const pending = (value: object, context: object = {}) =>
    payment(
      {
        pending: {
          page: 'seen',
          polling: 'waiting',
          network: 'online',
          prompt: 'onPhone',
          limit: 'running',
          ...value,
        },
      },
      context,
    );

  test('the prompt is being sent', () =>
    expectReading(
      payment('requestingPush'),
      `
        main
          status
            Sending the prompt to your phone
        status
        region "Your M-Pesa payment"
          Sending the prompt to your phone…
          button "Try again" (off, busy)
      `,
    ));

  test('while it is sent nothing is counted down, and neither is a time that nobody knows (D8)', () => {
    const wait = { problem, blockedUntil: 91_000, now: 1_000 };
    for (const drawing of [
      payment('requestingPush', { ...wait, isTimeKnown: true }),
      payment({ unpaid: 'failed' }, { ...wait, isTimeKnown: false }),
    ]) {
      const buttons = renderPage(drawing).getAllByRole('button', { name: /^Try again/ });
      expect(new Set(buttons.map(({ textContent }: HTMLElement) => textContent))).toEqual(new Set(['Try again']));
    }
  });

  test('the last second is counted too, and no second after it', () => {
    const said = (drawing: React.ReactElement) =>
      renderPage(drawing).getAllByRole('button', { name: /again/ })[0]?.textContent;
    const unpaid = (now: number) =>
      said(payment({ unpaid: 'failed' }, { problem, blockedUntil: 91_000, now, isTimeKnown: true }));
    expect([unpaid(90_000), unpaid(91_000)]).toEqual(['Try againin 0:01', 'Try again']);
    const expired = (now: number) => said(pending({ prompt: 'expired' }, { now }));
    expect([expired(119_000), expired(120_000)]).toEqual(['Send againin 0:01', 'Send again']);
  });

  test('the prompt is on the phone', () =>
    expectReading(
      pending({}),
      `
        main
          Check your phone and enter your M-Pesa PIN.
          Amount
          Ksh 3,000
          Phone
          0712 345 678
          list
            Unlock your phone: the M-Pesa prompt shows the amount.
            Enter your PIN and press OK.
            Come back here. This page tells you as soon as the money is there.
        status
        region "Your M-Pesa payment"
          M-Pesa payment of Ksh 3,000
          Check your phone and enter your M-Pesa PIN.
      `,
    ));

  test('a payment from before a reload is being looked for', () =>
    expectReading(
      pending({ polling: 'checking' }, { isResuming: true, amount: 0, phone: '' }),
      `
        main
          status
            Looking for your payment
        status
        region "Your M-Pesa payment"
          M-Pesa payment
          Check your phone and enter your M-Pesa PIN.
      `,
    ));

  test('it was found and not answered for yet', () =>
    expectReading(
      pending({ polling: 'resting' }, { isResuming: true, amount: 0, phone: '' }),
      `
        main
          Check your phone and enter your M-Pesa PIN.
          list
            Unlock your phone: the M-Pesa prompt shows the amount.
            Enter your PIN and press OK.
            Come back here. This page tells you as soon as the money is there.
        status
        region "Your M-Pesa payment"
          M-Pesa payment
          Check your phone and enter your M-Pesa PIN.
      `,
    ));

  test('the network is lost', () =>
    expectReading(
      pending({ network: 'offline' }),
      `
        main
          Check your phone and enter your M-Pesa PIN.
          Amount
          Ksh 3,000
          Phone
          0712 345 678
          status
            You are offline. We will check again when you are back.
          list
            Unlock your phone: the M-Pesa prompt shows the amount.
            Enter your PIN and press OK.
            Come back here. This page tells you as soon as the money is there.
        status
        region "Your M-Pesa payment"
          M-Pesa payment of Ksh 3,000
          Check your phone and enter your M-Pesa PIN.
          status
            You are offline. We will check again when you are back.
      `,
    ));

  test('the prompt has expired', () =>
    expectReading(
      pending({ prompt: 'expired' }, { problem }),
      `
        main
          No answer from your phone yet
          Amount
          Ksh 3,000
          Phone
          0712 345 678
          status
            The prompt on your phone has probably expired.
          alert
            The payment was cancelled
            Request req-1
          button "Pay on delivery in 2:00" (disabled)
          button "Send again in 2:00" (disabled)
        status
        region "Your M-Pesa payment"
          M-Pesa payment of Ksh 3,000
          status
            The prompt on your phone has probably expired.
          alert
            The payment was cancelled
            Request req-1
          button "Pay on delivery in 2:00" (disabled)
          button "Send again in 2:00" (disabled)
      `,
    ));

  test('another prompt may be sent', () =>
    expectReading(
      pending({ prompt: 'expired', page: 'hidden' }, { now: 500_000, isResuming: true }),
      `
        main
          No answer from your phone yet
          button "Pay on delivery"
          button "Send again"
        status
        region "Your M-Pesa payment"
          M-Pesa payment
          button "Pay on delivery"
          button "Send again"
      `,
    ));

  test('the prompt has expired while nobody looks', () =>
    expectReading(
      pending({ prompt: 'expired', page: 'hidden' }, { problem }),
      `
        main
          No answer from your phone yet
          Amount
          Ksh 3,000
          Phone
          0712 345 678
          button "Pay on delivery in 2:00" (disabled)
          button "Send again in 2:00" (disabled)
        status
        region "Your M-Pesa payment"
          M-Pesa payment of Ksh 3,000
          button "Pay on delivery in 2:00" (disabled)
          button "Send again in 2:00" (disabled)
      `,
    ));

  test('another prompt is being sent', () =>
    expectReading(
      pending({ prompt: 'sendingAgain' }),
      `
        main
          No answer from your phone yet
          Amount
          Ksh 3,000
          Phone
          0712 345 678
          status
            The prompt on your phone has probably expired.
          button "Pay on delivery in 2:00" (disabled)
          button "Send again in 2:00" (off, busy)
        status
        region "Your M-Pesa payment"
          M-Pesa payment of Ksh 3,000
          status
            The prompt on your phone has probably expired.
          button "Pay on delivery in 2:00" (disabled)
          button "Send again in 2:00" (off, busy)
      `,
    ));

  test('the order is being changed to pay on delivery', () =>
    expectReading(
      pending({ prompt: 'switching' }),
      `
        main
          No answer from your phone yet
          Amount
          Ksh 3,000
          Phone
          0712 345 678
          status
            The prompt on your phone has probably expired.
          button "Pay on delivery in 2:00" (off, busy)
          button "Send again in 2:00" (disabled)
        status
        region "Your M-Pesa payment"
          M-Pesa payment of Ksh 3,000
          status
            The prompt on your phone has probably expired.
          button "Pay on delivery in 2:00" (off, busy)
          button "Send again in 2:00" (disabled)
      `,
    ));

  test('the time is over', () =>
    expectReading(
      pending({ limit: 'over' }),
      `
        main
          Checking one last time…
          Amount
          Ksh 3,000
          Phone
          0712 345 678
          status
            Payment confirmation timed out. Please check your M-Pesa messages.
        status
        region "Your M-Pesa payment"
          M-Pesa payment of Ksh 3,000
          status
            Payment confirmation timed out. Please check your M-Pesa messages.
      `,
    ));

  test('the shop is asked once more', () =>
    expectReading(
      pending({ limit: 'lastQuestion', prompt: 'expired' }),
      `
        main
          Checking one last time…
          Amount
          Ksh 3,000
          Phone
          0712 345 678
        status
        region "Your M-Pesa payment"
          M-Pesa payment of Ksh 3,000
      `,
    ));

  test('nothing was paid, and it can be tried again', () =>
    expectReading(
      payment({ unpaid: 'failed' }, { problem }),
      `
        main
          alert
            The payment was cancelled
          Request req-1
        alert
          The payment was cancelled
          Request req-1
          button "Try again"
        status
          The payment was cancelled
        region "Your M-Pesa payment"
          ~ The payment was cancelled
          Request req-1
          button "Try again"
          button "Dismiss"
      `,
    ));

  test('nothing was paid, and the server wants more time (D8)', () =>
    expectReading(
      payment(
        { unpaid: 'failed' },
        { problem: { ...problem, requestId: null }, blockedUntil: 91_000, now: 1_000, isTimeKnown: true },
      ),
      `
        main
          alert
            The payment was cancelled
        alert
          The payment was cancelled
          button "Try again in 1:30" (disabled)
        status
          The payment was cancelled
        region "Your M-Pesa payment"
          ~ The payment was cancelled
          button "Try again in 1:30" (disabled)
          button "Dismiss"
      `,
    ));

  test('nothing was paid, and nobody knows the phone', () =>
    expectReading(
      payment({ unpaid: { timedOut: 'said' } }, { problem, phone: '' }),
      `
        main
          alert
            The payment was cancelled
          Request req-1
        alert
          The payment was cancelled
          Request req-1
          button "Try again"
        status
          The payment was cancelled
        region "Your M-Pesa payment"
          ~ The payment was cancelled
          Request req-1
          button "Try again" (disabled)
          button "Dismiss"
      `,
    ));

  test('paid', () => expectReading(payment('paid'), `main`));
});
