import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { findStoredPrompt } from '../../../src/rules/payment/stored-payment.ts';
import { paymentScreen } from '../../../src/compose/payment/payment-screen.ts';
import { waitingPaymentMachines } from '../../../src/compose/payment/waiting-payment.ts';
import { cableLine, jane, phoneLine, stored } from '../support/shop.samples.ts';
import { ok, openTab, refused, SharedStorage } from '../../support/tab.ts';
import type { Answer } from '../../support/tab.ts';
import { A, B, ORDER, record, payment, shop, isOpen, open, keeping, quantities } from '../../support/waiting-bar.ts';
import { until } from '../../support/until.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("U6: the payment of this browser's record", () => {
  test('U6: checks the payment immediately and, when it is paid, removes only its own lines from the cart', async () => {
    const tab = open(
      shop(() => ok(payment('completed'))),
      keeping(record()),
    );
    await tab.reaches('ended.paid');
    expect(tab.paths().filter((path) => !path.endsWith('/auth/profile'))).toEqual(['GET /mpesa/payment-status/ws_1']);
    expect(quantities(tab)).toEqual({ [A]: 1, [B]: 1 });
    expect(tab.kept()).toBeNull();
    expect(tab.visits).toEqual([]);
    tab.bar.stop();
  });

  test('U6: removes the lines once across two tabs that both see the payment, and a reload', async () => {
    const storage = keeping(record());
    let answer = ok(payment('pending'));
    const server = shop(() => answer);
    const [one, other] = [open(server, storage), open(server, storage)];
    await Promise.all([one.reaches('waiting'), other.reaches('waiting')]);
    answer = ok(payment('completed'));
    await one.reaches('ended.paid');
    await other.reaches('ended.paid', 'none');
    const reloaded = open(server, storage);
    await reloaded.reaches('none');
    for (const tab of [one, other, reloaded]) {
      expect(quantities(tab)).toEqual({ [A]: 1, [B]: 1 });
      tab.bar.stop();
    }
  });

  test('U6, Q22: keeps lines that another tab has added before the storage event arrives', async () => {
    let answer = ok(payment('pending'));
    const tab = open(
      shop(() => answer),
      keeping(record()),
    );
    await tab.reaches('waiting');
    tab.storage.values.set('cart', stored({ ...phoneLine(3), id: A }, { ...cableLine(2), id: B }));
    answer = ok(payment('completed'));
    await tab.reaches('ended.paid');
    expect(quantities(tab)).toEqual({ [A]: 1, [B]: 2 });
    tab.bar.stop();
  });

  test('U6: removes no more lines when the page was closed right after it removed them', async () => {
    const tab = open(
      shop(() => ok(payment('completed'))),
      keeping(record({ lines: [] })),
    );
    await tab.reaches('ended.paid');
    expect(quantities(tab)).toEqual({ [A]: 3, [B]: 1 });
    tab.bar.stop();
  });

  test('Q22: pay on delivery from the bar removes only the ordered lines', async () => {
    const tab = open(
      shop(() => ok(payment('pending', { secondsAgo: 130, isChecked: true }))),
      keeping(record()),
    );
    await until(() => expect(tab.shown()?.getSnapshot().can({ type: 'payment.payOnDelivery' })).toBe(true));
    tab.shown()?.send({ type: 'payment.payOnDelivery' });
    await tab.reaches('ended.onDelivery');
    expect(tab.sent.findLast(({ method }) => method === 'PUT')).toMatchObject({
      path: `/orders/${ORDER}/payment-method`,
      body: { paymentMethod: 'cod' },
    });
    expect(quantities(tab)).toEqual({ [A]: 1, [B]: 1 });
    expect(tab.kept()).toBeNull();
    tab.bar.stop();
  });

  test('D21: the payment of the order to be replaced counts until the new order is placed', async () => {
    const replaces = {
      orderId: ORDER,
      checkoutRequestId: 'ws_1',
      startedAt: 1,
      way: null,
      lines: [{ id: A, quantity: 2 }],
    };
    const storage = keeping(
      record({ orderId: null, checkoutRequestId: null, startedAt: null, lines: [{ id: A, quantity: 3 }], replaces }),
    );
    const tab = open(
      shop(() => ok(payment('completed'))),
      storage,
    );
    await tab.reaches('ended.paid');
    expect(quantities(tab)).toEqual({ [A]: 1, [B]: 1 });
    expect(tab.kept()).toMatchObject({ key: 'K', orderId: null, replaces: null });
    tab.bar.stop();
  });
});

describe('D9: trying again', () => {
  test('D9: pushes the stored order, places no second one and stores the new prompt', async () => {
    const tab = open(
      shop(() => ok(payment('failed', { failureReason: 'Wrong M-Pesa PIN.' }))),
      keeping(record()),
    );
    await tab.reaches('unpaid.failed');
    expect(tab.shown()?.getSnapshot().context.problem?.text).toBe('Wrong M-Pesa PIN.');
    tab.shown()?.send({ type: 'payment.retry' });
    await until(() => expect(findStoredPrompt(tab.kept())?.checkoutRequestId).toBe('ws_2'));
    expect(tab.sent.find(({ path }) => path === '/mpesa/stkpush')?.body).toEqual({
      phoneNumber: '254712345678',
      amount: 3000,
      orderId: ORDER,
      accountReference: 'A1B2C3D4',
    });
    expect(tab.paths()).not.toContain('POST /orders');
    tab.bar.stop();
  });

  test('D9: does not show a dismissed failure again and keeps its order', async () => {
    const storage = keeping(record());
    const server = shop(() => ok(payment('failed')));
    const tab = open(server, storage);
    await tab.reaches('unpaid.failed');
    tab.shown()?.send({ type: 'payment.dismiss' });
    tab.bar.send({ type: 'path.changed', path: '/cart' });
    await tab.reaches('none');
    const reloaded = open(server, storage);
    await reloaded.reaches('none');
    expect(reloaded.kept()).toMatchObject({ key: 'K', orderId: ORDER, checkoutRequestId: null });
    expect(quantities(reloaded)).toEqual({ [A]: 3, [B]: 1 });
    tab.bar.stop();
    reloaded.bar.stop();
  });

  test('D12: forgets an order that was cancelled in the meantime, so the next order gets another key', async () => {
    const server = shop(
      () => ok(payment('failed')),
      ({ path }) =>
        path === '/mpesa/stkpush'
          ? refused(409, 'This order has been cancelled.', { orderStatus: 'cancelled' })
          : undefined,
    );
    const tab = open(server, keeping(record()));
    await tab.reaches('unpaid.failed');
    tab.shown()?.send({ type: 'payment.retry' });
    await tab.reaches('cancelled');
    expect(tab.kept()).toBeNull();
    tab.bar.stop();
  });
});

describe('H10: no usable record', () => {
  test.each([
    ['no record', undefined],
    ['a broken record', '{"v":3,'],
    ['an older record', { v: 1, key: 'K', of: 'M' }],
    ['a record with invalid fields', { v: 4, user: 7 }],
  ])('H10: %s: shows and stores the payment of the server and removes its lines once', async (_, kept) => {
    let answer = ok(payment('pending'));
    const storage = kept === undefined ? new SharedStorage() : keeping(kept);
    const tab = open(
      shop(() => answer, isOpen),
      storage,
    );
    await tab.reaches('waiting');
    expect(tab.kept()).toMatchObject({
      user: jane._id,
      orderId: ORDER,
      checkoutRequestId: 'ws_1',
      lines: [{ id: A, quantity: 2 }],
    });
    tab.bar.stop();
    answer = ok(payment('completed'));
    const reloaded = open(
      shop(() => answer),
      storage,
    );
    await reloaded.reaches('ended.paid');
    expect(quantities(reloaded)).toEqual({ [A]: 1, [B]: 1 });
    reloaded.bar.stop();
  });

  test("H10: neither shows nor loses another shopper's record", async () => {
    const foreign = record({ user: 'somebody else' });
    const tab = open(
      shop(() => ok(payment('pending')), isOpen),
      keeping(foreign),
    );
    await tab.reaches('waiting');
    expect(tab.kept()).toEqual(foreign);
    tab.bar.stop();
  });

  test('U6: stores the prompt after the page was closed before the response, and keeps its own lines', async () => {
    const tab = open(
      shop(() => ok(payment('pending')), isOpen),
      keeping(record({ checkoutRequestId: null, startedAt: null, lines: [{ id: A, quantity: 1 }] })),
    );
    await tab.reaches('waiting');
    expect(tab.kept()).toMatchObject({ key: 'K', checkoutRequestId: 'ws_1', lines: [{ id: A, quantity: 1 }] });
    expect(tab.paths()).not.toContain(`GET /orders/${ORDER}`);
    tab.bar.stop();
  });

  test('U6: shows the payment even when its order cannot be loaded', async () => {
    const tab = open(
      shop(
        () => ok(payment('pending')),
        (request) => (request.path.startsWith('/orders/') ? refused(500) : isOpen(request)),
      ),
    );
    await tab.reaches('waiting');
    expect(tab.kept()).toBeNull();
    tab.bar.stop();
  });

  test('shows no bar when the server does not answer, and asks again on the next page', async () => {
    let answer: Answer = refused(500);
    const tab = open(
      shop(
        () => ok(payment('pending')),
        ({ path }) => (path === '/mpesa/open-payment' ? answer : undefined),
      ),
    );
    await tab.reaches('unreached.seen');
    answer = ok({ payment: payment('pending') });
    tab.bar.send({ type: 'path.changed', path: '/cart' });
    await tab.reaches('waiting');
    tab.bar.stop();
  });

  test('shows no bar when no payment is open, and asks no more on other pages', async () => {
    const tab = open(shop(() => refused(404)));
    await tab.reaches('none');
    tab.bar.send({ type: 'path.changed', path: '/cart' });
    tab.fire('focus');
    await tab.reaches('none');
    expect(tab.asked()).toEqual(['/mpesa/open-payment']);
    tab.bar.stop();
  });

  test('D17: forgets a payment that the server does not know', async () => {
    const tab = open(
      shop(() => refused(404, 'Payment not found')),
      keeping(record()),
    );
    await tab.reaches('none');
    expect(tab.kept()).toBeNull();
    expect(quantities(tab)).toEqual({ [A]: 3, [B]: 1 });
    tab.bar.stop();
  });
});

describe('one place at a time', () => {
  test('hides the bar while the checkout shows the payment, and shows it when the checkout is left', async () => {
    const tab = open(
      shop(() => ok(payment('pending'))),
      keeping(record()),
    );
    await tab.reaches('waiting');
    paymentScreen(tab.app.env).send({ type: 'checkout.took' });
    await tab.reaches('atCheckout');
    expect(tab.shown()).toBeUndefined();
    paymentScreen(tab.app.env).send({ type: 'checkout.left' });
    await tab.reaches('waiting');
    tab.bar.stop();
  });

  test('H10: shows a payment that another tab has started, and hides it when that tab has finished it', async () => {
    const storage = new SharedStorage();
    const tab = open(
      shop(() => ok(payment('pending'))),
      storage,
    );
    await tab.reaches('none');
    const other = storage.open({}, () => undefined);
    other.setItem('payment', JSON.stringify(record()));
    await tab.reaches('waiting');
    other.removeItem('payment');
    await tab.reaches('none');
    tab.bar.stop();
  });

  test('§6: sends no request for a guest; a logout hides the bar and keeps the record', async () => {
    const guest = openTab({ server: () => refused(404) });
    const bar = createActor(guest.app.compose(waitingPaymentMachines).waitingPayment).start();
    bar.send({ type: 'path.changed', path: '/cart' });
    expect(bar.getSnapshot().matches('absent')).toBe(true);
    expect(guest.sent).toEqual([]);
    bar.stop();

    const tab = open(
      shop(() => refused(401)),
      keeping(record()),
    );
    await tab.reaches('absent');
    expect(tab.kept()).toEqual(record());
    expect(tab.visits).toEqual([]);
    tab.bar.stop();
  });
});
