// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { mpesaPaymentMachine } from '../../src/machines/payment/mpesa-payment.machine.ts';
import { MpesaPaymentAlert, MpesaPaymentBar } from '../../src/views/payment/mpesa-payment.view.tsx';
import { renderPage } from 'model-testing/view/page';
import { at, ignore } from './reads.tsx';

const problem = { text: 'The payment was cancelled', requestId: 'req-1' };

/** Returns the distinct texts of the buttons Try again and Send again. */
function buttons(value: object | string, context: object): (string | null)[] {
  const input = { orderId: 'o1', phone: '254712345678', amount: 3_000, prompt: null };
  const snapshot = at(mpesaPaymentMachine, input, value, context);
  const page = renderPage(
    <>
      <MpesaPaymentAlert snapshot={snapshot} send={ignore} onAskPhone={ignore} />
      <MpesaPaymentBar snapshot={snapshot} send={ignore} />
    </>,
  );
  const found: HTMLElement[] = page.getAllByRole('button', { name: /again/ });
  return [...new Set(found.map(({ textContent }) => textContent))];
}

test('D8: shows no countdown while it sends or when the wait is unknown', () => {
  const wait = { problem, blockedUntil: 91_000, now: 1_000 };
  expect(buttons('requestingPush', { ...wait, isTimeKnown: true })).toEqual(['Try again']);
  expect(buttons({ unpaid: 'failed' }, { ...wait, isTimeKnown: false })).toEqual(['Try again']);
});

test('counts down to the last second', () => {
  const unpaid = (now: number) =>
    buttons({ unpaid: 'failed' }, { problem, blockedUntil: 91_000, now, isTimeKnown: true });
  expect([unpaid(90_000), unpaid(91_000)]).toEqual([['Try againin 0:01'], ['Try again']]);
  const pending = { page: 'seen', polling: 'waiting', network: 'online', prompt: 'expired', limit: 'running' };
  const expired = (now: number) => buttons({ pending }, { now });
  expect([expired(119_000), expired(120_000)]).toEqual([['Send againin 0:01'], ['Send again']]);
});
