// @vitest-environment happy-dom
import { act, cleanup, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { jane, phoneLine, stored } from '../flows/support/shop.samples.ts';
import { openPage } from '../support/open-page.tsx';
import { ok, refused, type Answer, type Sent } from '../support/tab.ts';
import { until } from '../support/until.ts';
import { A, isOpen, ORDER, payment, record, shop } from '../support/waiting-bar.ts';

/** The screen that shows a payment: the checkout (in its dialog or beside its form) or the bar. */

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const CONFIRM = 'Please confirm this phone number with a code first.';

/** Opens a page for a customer with a pending payment. `special` overrides single responses. */
const open = (at: string, status: () => Answer, special: (request: Sent) => Answer | undefined = isOpen) =>
  openPage(at, {
    user: jane,
    stored: { cart: stored({ ...phoneLine(2), id: A }), payment: JSON.stringify(record()) },
    server: shop(status, special),
  });
/** Waits until the page polls the payment, which takes three seconds. */
const later = () => act(async () => void (await vi.advanceTimersByTimeAsync(3_000)));
const waiting = () => ok(payment('pending'));

describe('U5: only one screen of a tab shows a payment', () => {
  test('U5: the checkout claims and releases it, then the bar of the next page claims it', async () => {
    const page = await open('/checkout', waiting);
    expect(page.received('paymentScreen')).toEqual([{ type: 'checkout.took' }]);
    expect(page.getByRole('dialog').textContent).toContain('enter your M-Pesa PIN');
    await page.goTo('/contact');
    await until(() =>
      expect(page.received('paymentScreen').slice(1)).toEqual([
        { type: 'checkout.left' },
        { type: 'bar.waits', orderId: ORDER },
        { type: 'bar.took' },
      ]),
    );
  });

  test('U5, D8: the bar waits for its order, then stops and leaves it to the checkout', async () => {
    const page = await open('/contact', waiting);
    expect(page.received('paymentScreen')).toEqual([{ type: 'bar.waits', orderId: ORDER }, { type: 'bar.took' }]);
    await page.goTo('/checkout');
    expect(page.received('paymentScreen').slice(2)).toEqual([
      { type: 'checkout.took' },
      { type: 'bar.rests' },
      { type: 'bar.left' },
    ]);
  });
});

describe('U3: a payment that failed', () => {
  const failed = () => ok(payment('failed', { failureReason: 'Wrong PIN entered' }));

  test('U3: the checkout shows the reason beside its form, with a Try again button', async () => {
    const page = await open('/checkout', failed);
    await later();
    const button = page.getByRole('button', { name: 'Try again' });
    expect(button.closest('dialog')).toBeNull();
    expect(button.closest('form, main')?.textContent).toContain('Wrong PIN entered');
  });

  test('D25: a repeated push that needs a code asks for it in the dialog', async () => {
    const page = await open('/checkout', failed, (request) => {
      if (request.path === '/mpesa/stkpush') return refused(409, CONFIRM, { proof: true });
      return request.path === '/auth/send-otp' ? ok({ expiresIn: 60 }) : isOpen(request);
    });
    await later();
    fireEvent.click(page.getByRole('button', { name: 'Try again' }));
    const text = await until(() => page.getByText(CONFIRM));
    expect(text.closest('dialog')).not.toBeNull();
  });
});
