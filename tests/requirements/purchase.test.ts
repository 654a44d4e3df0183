import { afterEach, describe, expect, test, vi } from 'vitest';
import type { User } from '../../contract/user.ts';
import { mpesaPaymentMachine } from '../../src/machines/mpesa-payment.machine.ts';
import { orderPlacementMachine } from '../../src/machines/order-placement.machine.ts';
import { purchaseMachine } from '../../src/machines/purchase.machine.ts';
import type { PurchaseInput } from '../../src/machines/purchase.machine.ts';
import { ORDER, PAYER, START } from '../models/payment.samples.ts';
import { mpesa, paying, payment, placement } from '../models/purchase.model.ts';
import { jane, phoneLine, stored } from '../models/shop.samples.ts';
import { A, isPlacing, keysOf, shop } from '../support/checkout-shop.ts';
import { ok, openTab, refused, SharedStorage } from '../support/tab.ts';
import type { Answer, Sent, Server } from '../support/tab.ts';
import { LiveActor } from '../../model-testing/model/live.ts';

afterEach(() => vi.unstubAllGlobals());

async function buying(change: Partial<PurchaseInput> = {}) {
  const live = new LiveActor(
    purchaseMachine.provide({ actors: { orderPlacement: orderPlacementMachine, mpesaPayment: mpesaPaymentMachine } }),
  );
  await live.start({ ...mpesa, ...change });
  return live;
}
type Purchase = Awaited<ReturnType<typeof buying>>;

const kept = { draft: null, kept: { orderId: ORDER, checkoutRequestId: 'ws_1', startedAt: START } };
const count = (live: Purchase, slot: string) => live.calls.filter((call) => call.slot === slot).length;
const effects = (live: Purchase) => live.effects.map(({ type }) => type);

/** From the phone to the prompt. */
async function toPrompt(live: Purchase) {
  await live.send({ type: 'phone.confirm' });
  if (live.snapshot.matches('placingMpesa')) await live.answer('orderPlacement', placement());
}

describe('the phone', () => {
  test('A19: a number that is not Kenyan is refused with its text, and nothing is called', async () => {
    const live = await buying();
    await live.send({ type: 'phone.change', phone: '255712345678' });
    await live.send({ type: 'phone.confirm' });
    expect(live.snapshot.context.phoneError).toBe('Please enter a valid Kenyan phone number (e.g., 0712345678)');
    expect(live.calls).toEqual([]);
  });

  test("§2: after Cancel, 'Pay with M-Pesa' asks for the phone anew", async () => {
    const first = await buying();
    await first.send({ type: 'dialog.cancel' });
    expect(first.snapshot.output).toEqual({ outcome: 'dismissed', lines: [], problem: null });
    expect((await buying()).snapshot.matches('confirmingPhone')).toBe(true);
  });

  test('D8: another phone number may be tried at once: the same order, with a prompt of its own', async () => {
    const live = await buying({ orderId: ORDER });
    await live.send({ type: 'phone.change', phone: '0112345678' });
    await live.send({ type: 'phone.confirm' });
    const rest = { orderId: ORDER, amount: 3000, userName: 'Jane', prompt: null };
    expect(live.open('mpesaPayment').input).toEqual({ ...rest, phone: '254112345678' });
  });
});

describe('one order', () => {
  test('D9: however often the payment fails and is tried again, there is one POST /orders', async () => {
    const live = await buying();
    await toPrompt(live);
    for (let retry = 0; retry < 5; retry++) {
      await live.tell('mpesaPayment', paying('failed'));
      await live.advance(3_000);
      await live.tell('mpesaPayment', paying('underWay'));
    }
    expect([count(live, 'orderPlacement'), count(live, 'mpesaPayment')]).toEqual([1, 1]);
  });

  test('D9: a double click on Confirm places one order and begins one payment', async () => {
    const live = await buying();
    for (let click = 0; click < 3; click++) await live.send({ type: 'phone.confirm' });
    await live.answer('orderPlacement', placement());
    for (let click = 0; click < 3; click++) await live.send({ type: 'phone.confirm' });
    expect([count(live, 'orderPlacement'), count(live, 'mpesaPayment')]).toEqual([1, 1]);
  });

  test('D12: after an order that was cancelled meanwhile, the next try makes another one', async () => {
    const live = await buying({ orderId: ORDER });
    await toPrompt(live);
    await live.answer('mpesaPayment', payment('cancelled', 'This order has been cancelled.'));
    expect(live.snapshot.context.problem?.text).toBe('This order has been cancelled.');
    await live.advance(3_000);
    await live.send({ type: 'order.retry' });
    expect([live.snapshot.value, count(live, 'orderPlacement')]).toEqual(['placingMpesa', 1]);
  });

  test('D12: where a resumed order is cancelled, there is nothing to try again', async () => {
    const live = await buying(kept);
    await live.answer('mpesaPayment', payment('cancelled', 'This order has been cancelled.'));
    await live.advance(3_000);
    await live.send({ type: 'order.retry' });
    expect(live.snapshot.output?.outcome).toBe('dismissed');
  });

  test.each([
    [2999.5, 3000],
    [3000, 3000],
    [0.01, 1],
    [249_999.999, 250_000],
  ])('§5: %d is asked for as %d whole shillings', async (total, sent) => {
    const live = await buying({ amount: total });
    await toPrompt(live);
    expect(live.open('mpesaPayment').input).toMatchObject({ amount: sent });
  });
});

describe('the payment', () => {
  test('D9: the record is forgotten with the money; the page follows two seconds later', async () => {
    const live = await buying();
    await toPrompt(live);
    await live.answer('mpesaPayment', payment('paid'));
    expect(effects(live)).toEqual(['saveAddress', 'forgetOrder']);
    await live.advance(2_000);
    expect(effects(live)).toEqual(['saveAddress', 'forgetOrder', 'goToOrderSuccess']);
    expect(live.snapshot.output).toEqual({ outcome: 'ordered', lines: [], problem: null });
  });

  test('U6: after a reload the kept prompt is waited for, and no other is sent', async () => {
    const live = await buying({ ...kept, phone: '', amount: 0 });
    expect(live.open('mpesaPayment').input).toEqual({
      orderId: ORDER,
      phone: '',
      amount: 0,
      userName: 'Jane',
      prompt: { checkoutRequestId: 'ws_1', times: null, startedAt: kept.kept.startedAt },
    });
  });

  test('D17: a payment that is not known here ends without a word', async () => {
    const live = await buying(kept);
    await live.answer('mpesaPayment', payment('gone'));
    expect(live.snapshot.output).toEqual({ outcome: 'dismissed', lines: [], problem: null });
  });

  test('D9: a resumed payment whose phone nobody knows asks for it', async () => {
    const live = await buying({ ...kept, phone: '', amount: 77 });
    await live.tell('mpesaPayment', paying('failed'));
    await live.advance(3_000);
    await live.send({ type: 'phone.ask' });
    expect(live.snapshot.value).toBe('confirmingPhone');
    await live.send({ type: 'phone.change', phone: '0712345678' });
    await live.send({ type: 'phone.confirm' });
    expect(live.open('mpesaPayment').input).toEqual({
      orderId: ORDER,
      phone: PAYER,
      amount: 3000,
      userName: 'Jane',
      prompt: null,
    });
  });

  test('U3: the reason stays beside the form until the next action', async () => {
    const live = await buying();
    await toPrompt(live);
    await live.tell('mpesaPayment', paying('failed'));
    await live.advance(2_999);
    expect(live.snapshot.hasTag('inline')).toBe(false);
    await live.advance(1);
    // It has been seen: neither the bar nor a reload tells it again.
    expect(effects(live)).toContain('forgetPrompt');
    await live.tell('mpesaPayment', paying('failed'));
    await live.advance(3_600_000);
    expect(live.snapshot.hasTag('inline')).toBe(true);
  });

  test('U3: a payment that tells the same each second does not keep its dialog open', async () => {
    const live = await buying();
    await toPrompt(live);
    await live.tell('mpesaPayment', paying('failed'));
    for (let second = 0; second < 3; second++) {
      await live.advance(1_000);
      await live.tell('mpesaPayment', paying('failed'));
    }
    expect(live.snapshot.hasTag('inline')).toBe(true);
  });

  test('U6: the prompt of a payment that timed out stays kept: its money may still come', async () => {
    const live = await buying();
    await toPrompt(live);
    await live.tell('mpesaPayment', paying('timedOut'));
    await live.advance(3_000);
    expect(live.snapshot.hasTag('inline')).toBe(true);
    expect(effects(live)).not.toContain('forgetPrompt');
  });
});

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
    await vi.waitFor(() => expect(checkout.getSnapshot().matches('form')).toBe(true));
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

  test.each([
    ['cod', 'ordered'],
    ['mpesa', 'form'],
  ] as const)('D10, D21: a change of payment whose answer is lost is looked for; found for %s', async (now, state) => {
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
    await vi.waitFor(() => expect(checkout.getSnapshot().matches({ form: 'purchasing' })).toBe(false));
    expect(sent.at(-1)?.path === `/orders/by-key/${keysOf(sent)[0]}` || now === 'cod').toBe(true);
    expect([checkout.getSnapshot().matches(state), keysOf(sent)]).toEqual([true, [expect.any(String)]]);
    expect(checkout.getSnapshot().context.problem?.text).toBe(now === 'cod' ? undefined : 'Failed to place order');
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

  test('D9: a reload at the phone orders nothing; one while the order is placed sends the same key again', async () => {
    const storage = new SharedStorage();
    const down = shop(({ path }) => (path.startsWith('/orders') ? 'lost' : undefined));
    const first = await payInVain(down, storage);
    first.checkout.send({ type: 'order.place' });
    first.checkout.stop();
    expect([keysOf(first.sent), storage.values.has('payment')]).toEqual([[], false]);
    const second = await payInVain(down, storage);
    second.press();
    await vi.waitFor(() => expect(keysOf(second.sent)).toHaveLength(1));
    second.checkout.stop();
    const third = await payInVain(refusing, storage);
    expect(third.checkout.getSnapshot().matches({ form: 'editing' })).toBe(true);
    third.press();
    await third.toldInline();
    expect(keysOf(third.sent)).toEqual(keysOf(second.sent));
    // What was seen to fail is not taken up again; the order is.
    third.checkout.stop();
    const fourth = await payInVain(refusing, storage);
    expect(fourth.checkout.getSnapshot().matches({ form: 'editing' })).toBe(true);
    fourth.press();
    await fourth.toldInline();
    expect(keysOf(fourth.sent)).toEqual([]);
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
