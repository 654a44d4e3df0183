import { afterEach, describe, expect, test, vi } from 'vitest';
import type { User } from '../../../contract/user.ts';
import { handReport } from '../support/by-hand.samples.ts';
import { CONFIRM_FIRST, ORDER } from '../support/payment.samples.ts';
import { getLimits, jane, phoneLine, stored } from '../support/shop.samples.ts';
import { A, isPlacing, getKeys, shop } from '../../support/checkout-shop.ts';
import { ok, openTab, refused, SharedStorage } from '../../support/tab.ts';
import type { Answer, Sent, Server } from '../../support/tab.ts';
import { until } from '../../support/until.ts';

afterEach(() => vi.unstubAllGlobals());

describe('D9, D21, U3: M-Pesa in the checkout', () => {
  const isPush = ({ path }: Sent) => path === '/mpesa/stkpush';
  const isAddress = ({ path }: Sent) => path.startsWith('/auth/addresses');
  const isSwitch = ({ method, path }: Sent) => method === 'PUT' && path === `/orders/${ORDER}/payment-method`;
  const proof = () => refused(409, CONFIRM_FIRST, { proof: true });
  const refusing = shop((request) => (isPush(request) ? refused(400, 'No prompt could be sent.') : undefined));

  /**
   * Opens the checkout. `press` presses 'Pay with M-Pesa' and confirms the phone; `toldInline` waits until the form
   * shows the refusal.
   */
  async function payInVain(server: Server, storage = new SharedStorage()) {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    if (!storage.values.has('cart')) storage.values.set('cart', stored({ ...phoneLine(2), id: A }));
    const tab = openTab({ storage, server, user: jane });
    const checkout = tab.checkout(['mpesa', 'cod']);
    await until(() => expect(checkout.getSnapshot().matches('form')).toBe(true));
    const purchase = () => checkout.getSnapshot().children.purchase;
    const payment = () => purchase()?.getSnapshot().children.mpesaPayment;
    const press = () => {
      checkout.send({ type: 'order.place' });
      purchase()?.send({ type: 'phone.confirm' });
    };
    const toldInline = () =>
      until(async () => {
        await vi.advanceTimersByTimeAsync(500);
        expect(checkout.getSnapshot().matches({ form: { purchasing: 'inline' } })).toBe(true);
      });
    return { ...tab, checkout, payment, press, toldInline };
  }
  afterEach(() => vi.useRealTimers());

  test('U3, D9: shows the reason next to the form; Try again and another submit pay the same order', async () => {
    const { sent, payment, press, toldInline } = await payInVain(refusing);
    press();
    await toldInline();
    payment()?.send({ type: 'payment.retry' });
    await toldInline();
    press();
    await toldInline();
    expect(getKeys(sent)).toHaveLength(1);
    expect(sent.filter(isPush).map(({ body }) => body)).toEqual(
      Array.from({ length: 3 }, () => ({
        phoneNumber: '254712345678',
        amount: 3000,
        orderId: ORDER,
        accountReference: 'A1B2C3D4',
      })),
    );
  });

  test('U3: any change of the form hides the reason and keeps the order', async () => {
    const { checkout, storage, press, toldInline } = await payInVain(refusing);
    press();
    await toldInline();
    checkout.send({ type: 'field.change', field: 'address', value: 'Ngong Rd 5' });
    expect(checkout.getSnapshot().matches({ form: 'editing' })).toBe(true);
    expect(JSON.parse(storage.values.get('payment') ?? '')).toMatchObject({ orderId: ORDER });
  });

  test('D9, D21: cash on delivery for the stored order changes its payment and places no second order', async () => {
    const { checkout, sent, visits, storage, lines, press, toldInline } = await payInVain(refusing);
    press();
    await toldInline();
    checkout.send({ type: 'payment.change', method: 'cod' });
    checkout.send({ type: 'order.place' });
    await until(() => expect(checkout.getSnapshot().matches('ordered')).toBe(true));
    expect(getKeys(sent)).toHaveLength(1);
    expect(sent.find(isSwitch)?.body).toEqual({ paymentMethod: 'cod' });
    expect(visits.at(-1)).toMatchObject({ path: `/order-success?order=${ORDER}` });
    await until(() => expect([lines(), storage.values.has('payment')]).toEqual([[], false]));
  });

  test.each([
    ['cod', 'ordered'],
    ['mpesa', 'form'],
  ] as const)('D10, D21: looks up the order after a lost payment change; found with %s', async (now, state) => {
    const server: Server = (request) => {
      if (isSwitch(request)) return 'lost';
      if (!request.path.startsWith('/orders/by-key')) return refusing(request);
      return JSON.parse(
        JSON.stringify(shop()(request)).replace('"paymentMethod":"cod"', `"paymentMethod":"${now}"`),
      ) as Answer;
    };
    const { checkout, sent, press, toldInline } = await payInVain(server);
    press();
    await toldInline();
    checkout.send({ type: 'payment.change', method: 'cod' });
    checkout.send({ type: 'order.place' });
    await until(() => expect(checkout.getSnapshot().matches({ form: 'purchasing' })).toBe(false));
    expect(sent.at(-1)?.path === `/orders/by-key/${getKeys(sent)[0]}` || now === 'cod').toBe(true);
    expect([checkout.getSnapshot().matches(state), getKeys(sent)]).toEqual([true, [expect.any(String)]]);
    expect(checkout.getSnapshot().context.problem?.text).toBe(now === 'cod' ? undefined : 'Failed to place order');
  });

  test('D21: a changed cart makes a new order that replaces the stored one', async () => {
    const { cart, sent, press, toldInline } = await payInVain(refusing);
    press();
    await toldInline();
    cart.send({ type: 'quantity.increase', id: A });
    press();
    await until(() => expect(getKeys(sent)).toHaveLength(2));
    expect(new Set(getKeys(sent)).size).toBe(2);
    expect(sent.findLast(isPlacing)?.body).toMatchObject({ replaces: ORDER, totalPrice: 4500, paymentMethod: 'mpesa' });
  });

  test('A27: saves the address when the order is placed, whether or not the payment succeeds', async () => {
    const { checkout, sent, press, toldInline } = await payInVain(refusing);
    checkout.send({ type: 'field.change', field: 'address', value: 'Ngong Rd 5' });
    press();
    await toldInline();
    expect(sent.filter(isAddress)).toMatchObject([
      { method: 'POST', body: { address: 'Ngong Rd 5', isDefault: true } },
    ]);
    expect(sent.findIndex(isAddress)).toBeGreaterThan(sent.findIndex(isPlacing));
  });

  test('A27: does not save the address again with the next try, and hides the notice', async () => {
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
    await until(() => expect(app.session.getSnapshot().context.user?.addresses).toHaveLength(2));
    checkout.send({ type: 'payment.change', method: 'cod' });
    expect(checkout.getSnapshot().matches({ form: { editing: 'unchangedAddress' } })).toBe(true);
    checkout.send({ type: 'order.place' });
    await until(() => expect(checkout.getSnapshot().matches('ordered')).toBe(true));
    await vi.dynamicImportSettled();
    expect(sent.filter(isAddress)).toHaveLength(1);
  });

  test('U6: a reload resumes the stored payment, also with an empty cart', async () => {
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
    await until(() => expect(storage.values.get('payment')).toContain('ws_1'));
    first.checkout.stop();
    storage.values.set('cart', stored());
    const reloaded = openTab({ storage, server: waiting, user: jane });
    const checkout = reloaded.checkout(['mpesa', 'cod']);
    expect(checkout.getSnapshot().matches({ form: { purchasing: 'underWay' } })).toBe(true);
    await until(() => expect(reloaded.sent.map(({ path }) => path)).toContain('/mpesa/payment-status/ws_1'));
    expect(getKeys(reloaded.sent)).toEqual([]);
  });

  test('PAY-C1, U6: a reload comes back to paying by hand, and Escape keeps the order', async () => {
    const storage = new SharedStorage();
    const { now: _, ...unpaid } = handReport();
    const byHand = shop(({ path }) => (path === `/orders/${ORDER}/payment` ? ok(unpaid) : undefined));
    const first = await payInVain(byHand, storage);
    first.checkout.send({ type: 'order.place' });
    first.checkout.getSnapshot().children.purchase?.send({ type: 'hand.choose' });
    await until(() => expect(storage.values.get('payment')).toContain('"way":"hand"'));
    first.checkout.stop();
    const reloaded = openTab({ storage, server: byHand, user: jane });
    const checkout = reloaded.checkout(['mpesa', 'cod']);
    const dialog = () => checkout.getSnapshot().children.purchase?.getSnapshot().children.byHand;
    await until(() =>
      expect(
        dialog()
          ?.getSnapshot()
          .matches({ open: { step: 'shown' } }),
      ).toBe(true),
    );
    expect([getKeys(reloaded.sent), reloaded.sent.filter(isPush)]).toEqual([[], []]);
    dialog()?.send({ type: 'hand.close' });
    await until(() => expect(checkout.getSnapshot().matches({ form: 'editing' })).toBe(true));
    expect(JSON.parse(storage.values.get('payment') ?? '')).toMatchObject({ orderId: ORDER, way: 'hand' });
  });

  describe('PAY-M2, PAY-M3: while M-Pesa sends no prompts', () => {
    const isLimits = ({ path }: Sent) => path === '/orders/payment-limits';
    /** The limits, with what each question after the first one learns about prompts. */
    const answering = (...prompts: readonly ('open' | 'slow' | 'closed')[]) => {
      let asked = 0;
      return shop((request) => {
        if (isPush(request)) return refused(400, 'No prompt could be sent.');
        if (request.path === `/orders/${ORDER}/payment`) return ok(handReport());
        if (!isLimits(request)) return undefined;
        const prompt = prompts[asked++] ?? 'open';
        return ok({ ...getLimits({ prompt, byHand: 'second' }), retryAfter: prompt === 'open' ? 0 : 60 });
      });
    };
    const stopped = (checkout: Awaited<ReturnType<typeof payInVain>>['checkout']) =>
      checkout.getSnapshot().children.purchase?.getSnapshot();

    test('the order is placed and paid by hand: no phone is asked for, and no prompt is sent', async () => {
      const { checkout, sent, press } = await payInVain(answering('closed', 'closed'));
      await until(() => expect(checkout.getSnapshot().context.limits?.prompt).toBe('closed'));
      press();
      expect(stopped(checkout)?.matches('stopped')).toBe(true);
      expect(getKeys(sent)).toEqual([]);
      checkout.getSnapshot().children.purchase?.send({ type: 'hand.choose' });
      await until(() => expect(stopped(checkout)?.matches('payingByHand')).toBe(true));
      expect(getKeys(sent)).toHaveLength(1);
      expect(sent.filter(isPush)).toEqual([]);
    });

    test('cash on delivery is chosen in the form, and nothing is ordered before the press', async () => {
      const { checkout, sent, press } = await payInVain(answering('slow', 'slow'));
      await until(() => expect(checkout.getSnapshot().context.limits?.prompt).toBe('slow'));
      press();
      checkout.getSnapshot().children.purchase?.send({ type: 'cash.choose' });
      await until(() => expect(checkout.getSnapshot().matches({ form: 'editing' })).toBe(true));
      expect([checkout.getSnapshot().context.payment, getKeys(sent)]).toEqual(['cod', []]);
      checkout.send({ type: 'order.place' });
      await until(() => expect(checkout.getSnapshot().matches('ordered')).toBe(true));
      expect([getKeys(sent).length, sent.filter(isPush)]).toEqual([1, []]);
    });

    test('the shop is asked again, and the prompt is offered as soon as it works', async () => {
      const { checkout, sent, press } = await payInVain(answering('closed', 'closed', 'open'));
      await until(() => expect(checkout.getSnapshot().context.limits?.prompt).toBe('closed'));
      const asked = sent.filter(isLimits).length;
      await vi.advanceTimersByTimeAsync(59_999);
      expect(sent.filter(isLimits)).toHaveLength(asked);
      await vi.advanceTimersByTimeAsync(60_001);
      await until(() => expect(checkout.getSnapshot().context.limits?.prompt).toBe('open'));
      checkout.send({ type: 'order.place' });
      expect(stopped(checkout)?.matches('confirmingPhone')).toBe(true);
      await vi.advanceTimersByTimeAsync(600_000);
      expect(sent.filter(isLimits)).toHaveLength(asked + 2);
      press();
    });

    test('a reload of the dialog orders nothing', async () => {
      const storage = new SharedStorage();
      const { checkout, press } = await payInVain(answering('closed', 'closed'), storage);
      await until(() => expect(checkout.getSnapshot().context.limits?.prompt).toBe('closed'));
      press();
      expect(stopped(checkout)?.matches('stopped')).toBe(true);
      const reloaded = await payInVain(answering('closed', 'closed'), storage);
      expect(reloaded.checkout.getSnapshot().matches({ form: 'editing' })).toBe(true);
      expect(getKeys(reloaded.sent)).toEqual([]);
    });
  });

  test('D25, D9: a reload on the code screen keeps the order, and the next submit pays it', async () => {
    const storage = new SharedStorage();
    const asking = shop((request) => (isPush(request) ? proof() : undefined));
    const first = await payInVain(asking, storage);
    first.press();
    await until(() => expect(first.payment()?.getSnapshot().matches('proving')).toBe(true));
    first.checkout.stop();
    const reloaded = await payInVain(refusing, storage);
    expect(reloaded.checkout.getSnapshot().matches({ form: 'editing' })).toBe(true);
    reloaded.press();
    await reloaded.toldInline();
    expect(getKeys(reloaded.sent)).toEqual([]);
    expect(reloaded.sent.filter(isPush).map(({ body }) => (body as { orderId: string }).orderId)).toEqual([ORDER]);
  });

  test('D25, U6: a reload on the code screen after a prompt that timed out resumes that prompt', async () => {
    const storage = new SharedStorage();
    let pushes = 0;
    const asking = shop((request) => {
      if (request.path.startsWith('/mpesa/payment-status')) return ok({ status: 'pending', orderId: ORDER });
      if (!isPush(request)) return undefined;
      pushes++;
      return pushes === 1 ? ok({ checkoutRequestId: 'ws_1' }) : proof();
    });
    const first = await payInVain(asking, storage);
    first.press();
    await until(() => expect(storage.values.get('payment')).toContain('ws_1'));
    await vi.advanceTimersByTimeAsync(600_000);
    await first.toldInline();
    first.payment()?.send({ type: 'payment.retry' });
    await until(() => expect(first.payment()?.getSnapshot().matches('proving')).toBe(true));
    first.checkout.stop();
    const reloaded = openTab({ storage, server: asking, user: jane });
    const checkout = reloaded.checkout(['mpesa', 'cod']);
    expect(checkout.getSnapshot().matches({ form: { purchasing: 'underWay' } })).toBe(true);
    await until(() => expect(reloaded.sent.map(({ path }) => path)).toContain('/mpesa/payment-status/ws_1'));
    expect(reloaded.sent.filter(isPush)).toEqual([]);
  });

  test('D9: a reload at the phone orders nothing; a reload while the order is placed sends the same key again', async () => {
    const storage = new SharedStorage();
    const down = shop(({ path }) => (path.startsWith('/orders') ? 'lost' : undefined));
    const first = await payInVain(down, storage);
    first.checkout.send({ type: 'order.place' });
    first.checkout.stop();
    expect([getKeys(first.sent), storage.values.has('payment')]).toEqual([[], false]);
    const second = await payInVain(down, storage);
    second.press();
    await until(() => expect(getKeys(second.sent)).toHaveLength(1));
    second.checkout.stop();
    const third = await payInVain(refusing, storage);
    expect(third.checkout.getSnapshot().matches({ form: 'editing' })).toBe(true);
    third.press();
    await third.toldInline();
    expect(getKeys(third.sent)).toEqual(getKeys(second.sent));
    // A payment whose failure was shown is not resumed. Its order is kept.
    third.checkout.stop();
    const fourth = await payInVain(refusing, storage);
    expect(fourth.checkout.getSnapshot().matches({ form: 'editing' })).toBe(true);
    fourth.press();
    await fourth.toldInline();
    expect(getKeys(fourth.sent)).toEqual([]);
  });

  test('A51, X33: an order above the M-Pesa limit is paid on delivery', async () => {
    const storage = new SharedStorage();
    storage.values.set('cart', stored({ ...phoneLine(1, 250_001), id: A }));
    const { checkout, press } = await payInVain(
      shop((request) => (request.path === '/cart/check' ? 'lost' : undefined)),
      storage,
    );
    press();
    expect(checkout.getSnapshot().context.draft?.paymentMethod).toBe('cod');
  });

  test('Q18: shows the refusal of a pickup in the delivery section', async () => {
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
