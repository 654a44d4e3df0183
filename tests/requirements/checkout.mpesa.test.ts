import { afterEach, describe, expect, test, vi } from 'vitest';
import type { User } from '../../contract/user.ts';
import { jane, phoneLine, stored } from '../models/shop.samples.ts';
import { ok, openTab, refused, SharedStorage } from '../support/tab.ts';
import type { Sent, Server } from '../support/tab.ts';
import { A, isPlacing, keysOf, ORDER, shop } from '../support/checkout-shop.ts';

afterEach(() => vi.unstubAllGlobals());

describe('D9, D21, U3: M-Pesa in the checkout', () => {
  const isPush = ({ path }: Sent) => path === '/mpesa/stkpush';
  const isAddress = ({ path }: Sent) => path.startsWith('/auth/addresses');
  const isSwitch = ({ method, path }: Sent) => method === 'PUT' && path === `/orders/${ORDER}/payment-method`;
  const refusing = shop((request) => (isPush(request) ? refused(400, 'No prompt could be sent.') : undefined));

  /** Presses 'Pay with M-Pesa', confirms the phone and waits for the refused prompt to be told beside the form. */
  async function payInVain(server: Server, storage = new SharedStorage()) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    if (!storage.values.has('cart')) storage.values.set('cart', stored({ ...phoneLine(2), id: A }));
    const tab = openTab({ storage, server, user: jane });
    const checkout = tab.checkout(['mpesa', 'cod']);
    await vi.waitFor(() => expect(checkout.getSnapshot().hasTag('form')).toBe(true));
    const purchase = () => checkout.getSnapshot().children.purchase;
    const payment = () => purchase()?.getSnapshot().children.mpesaPayment;
    const press = () => {
      checkout.send({ type: 'order.place' });
      purchase()?.send({ type: 'phone.confirm' });
    };
    const toldInline = () =>
      vi.waitFor(async () => {
        await vi.advanceTimersByTimeAsync(500);
        expect(checkout.getSnapshot().matches({ form: { purchasing: 'inline' } })).toBe(true);
      });
    return { ...tab, checkout, payment, press, toldInline };
  }
  afterEach(() => vi.useRealTimers());

  test('U3, D9: the reason stands beside the form; Try again and another press pay the same order', async () => {
    const { sent, payment, press, toldInline } = await payInVain(refusing);
    press();
    await toldInline();
    payment()?.send({ type: 'payment.retry' });
    await toldInline();
    press();
    await toldInline();
    expect(keysOf(sent)).toHaveLength(1);
    expect(sent.filter(isPush).map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => ({
        phoneNumber: '254712345678',
        amount: 3000,
        orderId: ORDER,
        accountReference: 'A1B2C3D4',
      })),
    );
  });

  test('U3: any change of the form dismisses the reason; the order is kept', async () => {
    const { checkout, storage, press, toldInline } = await payInVain(refusing);
    press();
    await toldInline();
    checkout.send({ type: 'field.change', field: 'address', value: 'Ngong Rd 5' });
    expect(checkout.getSnapshot().matches({ form: 'editing' })).toBe(true);
    expect(JSON.parse(storage.values.get('payment') ?? '')).toMatchObject({ orderId: ORDER });
  });

  test('D9, D21: cash on delivery of the kept order is a change of its payment, and no second order', async () => {
    const { checkout, sent, visits, storage, lines, press, toldInline } = await payInVain(refusing);
    press();
    await toldInline();
    checkout.send({ type: 'payment.change', method: 'cod' });
    checkout.send({ type: 'order.place' });
    await vi.waitFor(() => expect(checkout.getSnapshot().matches('ordered')).toBe(true));
    expect(keysOf(sent)).toHaveLength(1);
    expect(sent.find(isSwitch)?.body).toEqual({ paymentMethod: 'cod' });
    expect(visits.at(-1)).toMatchObject({ path: `/order-success?order=${ORDER}` });
    await vi.waitFor(() => expect([lines(), storage.values.has('payment')]).toEqual([[], false]));
  });

  test('D21: a changed cart makes another order that replaces the kept one', async () => {
    const { cart, sent, press, toldInline } = await payInVain(refusing);
    press();
    await toldInline();
    cart.send({ type: 'quantity.increase', id: A });
    press();
    await vi.waitFor(() => expect(keysOf(sent)).toHaveLength(2));
    expect(new Set(keysOf(sent)).size).toBe(2);
    expect(sent.findLast(isPlacing)?.body).toMatchObject({ replaces: ORDER, totalPrice: 4500, paymentMethod: 'mpesa' });
  });

  test('A27: the address is saved once the order is made, whatever becomes of the payment', async () => {
    const { checkout, sent, press, toldInline } = await payInVain(refusing);
    checkout.send({ type: 'field.change', field: 'address', value: 'Ngong Rd 5' });
    press();
    await toldInline();
    expect(sent.filter(isAddress)).toMatchObject([
      { method: 'POST', body: { address: 'Ngong Rd 5', isDefault: true } },
    ]);
    expect(sent.findIndex(isAddress)).toBeGreaterThan(sent.findIndex(isPlacing));
  });

  test('A27: what was saved with the first try is not saved again with the next, and the notice goes', async () => {
    const home = jane.addresses[0] as User['addresses'][number];
    const saved = {
      ...jane,
      addresses: [
        { ...home, isDefault: false },
        { ...home, _id: A, address: 'Ngong Rd 5' },
      ],
    };
    const { app, checkout, sent, press, toldInline } = await payInVain((request) =>
      isAddress(request) ? ok({ user: saved }) : refusing(request),
    );
    checkout.send({ type: 'field.change', field: 'address', value: 'Ngong Rd 5' });
    press();
    await toldInline();
    await vi.waitFor(() => expect(app.session.getSnapshot().context.user?.addresses).toHaveLength(2));
    checkout.send({ type: 'payment.change', method: 'cod' });
    expect(checkout.getSnapshot().matches({ form: { editing: 'unchangedAddress' } })).toBe(true);
    checkout.send({ type: 'order.place' });
    await vi.waitFor(() => expect(checkout.getSnapshot().matches('ordered')).toBe(true));
    await vi.dynamicImportSettled();
    expect(sent.filter(isAddress)).toHaveLength(1);
  });

  test('U6: a reload takes the kept payment up again, also when the cart is empty', async () => {
    const storage = new SharedStorage();
    const waiting = shop((request) =>
      request.path.startsWith('/mpesa/payment-status')
        ? ok({ status: 'pending', orderId: ORDER })
        : isPush(request)
          ? ok({ checkoutRequestId: 'ws_1' })
          : undefined,
    );
    const first = await payInVain(waiting, storage);
    first.press();
    await vi.waitFor(() => expect(storage.values.get('payment')).toContain('ws_1'));
    first.checkout.stop();
    storage.values.set('cart', stored());
    const reloaded = openTab({ storage, server: waiting, user: jane });
    const checkout = reloaded.checkout(['mpesa', 'cod']);
    expect(checkout.getSnapshot().matches({ form: { purchasing: 'underWay' } })).toBe(true);
    await vi.waitFor(() => expect(reloaded.sent.map(({ path }) => path)).toContain('/mpesa/payment-status/ws_1'));
    expect(keysOf(reloaded.sent)).toEqual([]);
  });

  test('A51: above the limit nothing is sent, and the reason is said', async () => {
    const storage = new SharedStorage();
    storage.values.set('cart', stored({ ...phoneLine(1, 250_001), id: A }));
    const { checkout, sent, press } = await payInVain(
      shop((request) => (request.path === '/cart/check' ? 'lost' : undefined)),
      storage,
    );
    press();
    expect(checkout.getSnapshot().context.problem?.text).toBe('M-Pesa takes at most Ksh\u00a0250,000 per payment.');
    expect(sent.some(isPlacing)).toBe(false);
  });

  test('Q18: a refused pickup is told where it is chosen', async () => {
    const { checkout, press } = await payInVain(shop());
    const delivery = () => checkout.getSnapshot().children.delivery;
    delivery()?.send({ type: 'delivery.choose', method: 'pickup_station' });
    press();
    expect(delivery()?.getSnapshot().context.refusal).toBe('Please select a pickup station');
    delivery()?.send({ type: 'county.choose', county: 'Nairobi' });
    expect(checkout.getSnapshot().context.problem).toBeNull();
    press();
    expect(delivery()?.getSnapshot().context.refusal).toBe('Please select your pickup location');
  });
});
