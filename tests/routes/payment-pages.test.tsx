// @vitest-environment happy-dom
import { act, cleanup, fireEvent } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { jane, phoneLine, stored } from '../flows/support/shop.samples.ts';
import { isPlacing, shop as checkout } from '../support/checkout-shop.ts';
import { openPage } from '../support/open-page.tsx';
import { order } from '../support/samples/orders.ts';
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

  test('D8: the bar shows the reason and is no longer under way', async () => {
    const page = await open('/contact', failed);
    await until(() => expect(page.received('paymentScreen').map(({ type }) => type)).toContain('bar.rests'));
    expect(page.received('paymentScreen').map(({ type }) => type)).toEqual(['bar.waits', 'bar.took', 'bar.rests']);
    expect(page.container.textContent).toContain('Wrong PIN entered');
  });

  test('U3: the checkout shows the reason beside its form, with a Try again button', async () => {
    const page = await open('/checkout', failed);
    await later();
    const button = page.getByRole('button', { name: 'Try again' });
    expect(button.closest('dialog')).toBeNull();
    expect(button.closest('form, main')?.textContent).toContain('Wrong PIN entered');
    // The checkout still shows the payment, so the bar must not.
    expect(page.received('paymentScreen')).toEqual([{ type: 'checkout.took' }]);
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

  test('U3: a payment without a known phone asks for the phone in the dialog', async () => {
    const page = await open('/checkout', () => ok({ ...payment('failed'), phoneNumber: '' }));
    await later();
    fireEvent.click(page.getByRole('button', { name: 'Try again' }));
    const dialog = await until(() => page.getByRole('dialog', { name: 'Confirm Phone Number' }));
    expect(dialog.querySelector('[name="mpesaPhone"]')).not.toBeNull();
  });
});

describe('the page of an unpaid order', () => {
  const unpaid = order({ _id: ORDER, user: { ...jane }, expiresAt: new Date(1_800_000).toISOString() });
  /** Confirms the phone of a payment that the page starts. `push` answers the prompt. */
  const pay = async (push: () => Answer | Promise<Answer>) => {
    const page = await openPage(`/track-order/${ORDER}`, {
      user: jane,
      server: (request) => {
        if (request.path === '/mpesa/stkpush') return push();
        if (request.path === `/orders/${ORDER}`) return ok({ order: unpaid });
        if (request.path === '/auth/send-otp') return ok({ expiresIn: 60 });
        return shop(waiting)(request);
      },
    });
    fireEvent.click(await until(() => page.getByRole('button', { name: 'Pay with M-Pesa' })));
    fireEvent.click(page.getByRole('button', { name: 'Confirm' }));
    return page;
  };

  test('U5: it claims the payment while the prompt is sent, and leaves it to the bar', async () => {
    let answer: (reply: Answer) => void = () => undefined;
    const page = await pay(() => new Promise<Answer>((resolve) => (answer = resolve)));
    await until(() => expect(page.tab.sent.map(({ path }) => path)).toContain('/mpesa/stkpush'));
    expect(page.received('paymentScreen')).toEqual([{ type: 'checkout.took' }]);
    answer(ok({ checkoutRequestId: 'ws_1' }));
    await until(() =>
      expect(page.received('paymentScreen')).toEqual([
        { type: 'checkout.took' },
        { type: 'checkout.left' },
        { type: 'bar.waits', orderId: ORDER },
        { type: 'bar.took' },
      ]),
    );
  });

  test('D25: it asks for the code of another phone in a dialog', async () => {
    const page = await pay(() => refused(409, CONFIRM, { proof: true }));
    const text = await until(() => page.getByText(CONFIRM));
    expect(text.closest('dialog')).not.toBeNull();
  });
});

describe('D10: an order whose reply was lost', () => {
  const CHECKING = 'Checking whether your order went through…';
  const place = async (method: string, press: string) => {
    const page = await openPage('/checkout', {
      user: jane,
      stored: { cart: stored({ ...phoneLine(2), id: A }) },
      server: (request) => {
        if (isPlacing(request)) return 'lost';
        if (request.path.startsWith('/orders/')) return new Promise<never>(() => undefined);
        return checkout()(request);
      },
    });
    fireEvent.click(await until(() => page.getByRole('radio', { name: new RegExp(method) })));
    fireEvent.click(page.getByRole('button', { name: press }));
    return page;
  };

  test('D10: an order to be paid on delivery is looked up beside the form', async () => {
    const page = await place('Cash on Delivery', 'Confirm Order');
    const text = await until(() => page.getByText(CHECKING));
    expect(text.closest('dialog')).toBeNull();
  });

  test('D10: an order to be paid with M-Pesa is looked up in the dialog', async () => {
    const page = await place('M-Pesa', 'Pay with M-Pesa');
    fireEvent.click(await until(() => page.getByRole('button', { name: 'Confirm' })));
    const text = await until(() => page.getByText(CHECKING));
    expect(text.closest('dialog')).not.toBeNull();
  });
});
