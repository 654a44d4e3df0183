import { afterEach, describe, expect, test, vi } from 'vitest';
import type { User } from '../../contract/user.ts';
import { jane, phone, phoneLine, stored } from '../models/shop.samples.ts';
import { ok, openTab, refused, SharedStorage } from '../support/tab.ts';
import type { Answer, Sent, Server } from '../support/tab.ts';

afterEach(() => vi.unstubAllGlobals());

const A = '11111111-1111-4111-8111-111111111111';
const ORDER = 'a1b2c3d4-0000-4000-8000-000000000001';

const order = (id = ORDER) => ({
  order: {
    _id: id,
    user: { _id: 'u1', name: 'Jane', email: 'jane@example.com' },
    orderItems: [],
    shippingAddress: { address: 'Moi Ave 1', city: 'Nairobi', postalCode: '00000', country: 'Kenya' },
    paymentMethod: 'cod',
    itemsPrice: 3000,
    shippingPrice: 0,
    taxPrice: 0,
    totalPrice: 3000,
    isPaid: false,
    paidAt: null,
    isDelivered: false,
    deliveredAt: null,
    status: 'pending',
    trackingNumber: null,
    createdAt: '2026-01-01T08:00:00.000Z',
    updatedAt: '2026-01-01T08:00:00.000Z',
  },
});

/** A shop that answers everything well, but for what a test says. */
const shop =
  (special: (request: Sent) => Answer | undefined = () => undefined, user: User = jane): Server =>
  (request) => {
    const answer = special(request);
    if (answer !== undefined) return answer;
    if (request.path === '/auth/profile' || request.path.startsWith('/auth/addresses')) return ok({ user });
    if (request.path === '/cart/check')
      return ok({ lines: [{ product: A, name: 'Phone A', was: 1500, now: 1500, stock: 9 }] });
    return request.path.startsWith('/orders') ? ok(order()) : refused(404);
  };

const isPlacing = ({ method, path }: Sent) => method === 'POST' && path === '/orders';
const keysOf = (sent: readonly Sent[]) => sent.filter(isPlacing).map(({ headers }) => headers.get('idempotency-key'));

/** A shopper on the filled-in checkout with A x 2. */
async function open(server: Server, { storage = new SharedStorage(), user = jane } = {}) {
  if (!storage.values.has('cart')) storage.values.set('cart', stored({ ...phoneLine(2), id: A }));
  const tab = openTab({ storage, server, user });
  const checkout = tab.checkout();
  await vi.waitFor(() => expect(checkout.getSnapshot().hasTag('form')).toBe(true));
  const place = async () => {
    checkout.send({ type: 'order.place' });
    await vi.waitFor(() => expect(checkout.getSnapshot().hasTag('busy')).toBe(false), { timeout: 3000 });
  };
  return { ...tab, checkout, place };
}

describe('§2, §6: opening the checkout', () => {
  test('§7, A4: a filled cart loads the shopper and checks prices', async () => {
    const { sent } = await open(shop());
    await vi.waitFor(() => expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain('POST /cart/check'));
    expect(sent.map(({ path }) => path)).toContain('/auth/profile');
  });

  test('§6, U22: a guest goes to the login, which remembers /checkout and keeps the cart', () => {
    const tab = openTab();
    tab.cart.send({ type: 'product.add', product: { ...phone, _id: A } });
    const checkout = tab.checkout();
    expect(checkout.getSnapshot().matches('signedOut')).toBe(true);
    expect(tab.visits).toMatchObject([{ path: '/auth/login', options: { state: { origin: '/checkout' } } }]);
    expect(tab.lines()).toHaveLength(1);
  });
});

describe('D9: one key an order', () => {
  test("§3, A28, A30: the payload is the specification's, with recipient, 00000 and an Idempotency-Key", async () => {
    const { sent, place } = await open(shop());
    await place();
    const placing = sent.find(isPlacing);
    expect(placing?.headers.get('idempotency-key')).toMatch(/^[\da-f]{8}-[\da-f]{4}-4/);
    expect(placing?.headers.get('authorization')).toBe('Bearer T');
    expect(placing?.body).toEqual({
      orderItems: [{ product: A, name: 'Phone A', quantity: 2, price: 1500, image: '/a.jpg' }],
      shippingAddress: {
        address: 'Moi Ave 1',
        city: 'Nairobi',
        postalCode: '00000',
        country: 'Kenya',
        deliveryMethod: 'home_delivery',
        name: 'Jane',
        phone: '0712345678',
      },
      paymentMethod: 'cod',
      itemsPrice: 3000,
      taxPrice: 0,
      shippingPrice: 0,
      totalPrice: 3000,
      deliveryMethod: 'home_delivery',
    });
  });

  test('D9: a double press sends one order', async () => {
    const { checkout, sent, place } = await open(shop());
    checkout.send({ type: 'order.place' });
    await place();
    expect(keysOf(sent)).toHaveLength(1);
  });

  test('D9: trying again after a failure sends the same key, also after a reload and in another tab', async () => {
    const storage = new SharedStorage();
    const failing = shop((request) => (isPlacing(request) ? refused(503) : undefined));
    const first = await open(failing, { storage });
    await first.place();
    await first.place();
    expect(new Set(keysOf(first.sent)).size).toBe(1);
    const reloaded = await open(shop(), { storage });
    await reloaded.place();
    expect(keysOf(reloaded.sent)).toEqual([keysOf(first.sent)[0]]);
  });

  test('D9: another delivery, other lines or another price make another key', async () => {
    let number = 0;
    const { checkout, cart, sent, place } = await open(
      shop((request) => (isPlacing(request) ? refused(503) : undefined)),
    );
    const keys = () => new Set(keysOf(sent)).size;
    await place();
    expect(keys()).toBe(++number);
    checkout.send({ type: 'field.change', field: 'address', value: 'Ngong Rd 5' });
    await place();
    expect(keys()).toBe(++number);
    cart.send({ type: 'quantity.increase', id: A });
    await place();
    expect(keys()).toBe(++number);
  });

  test('D9: once the order is placed for good the next one has a key of its own', async () => {
    const storage = new SharedStorage();
    const first = await open(shop(), { storage });
    await first.place();
    expect(storage.values.has('payment')).toBe(false);
    storage.values.set('cart', stored({ ...phoneLine(2), id: A }));
    const second = await open(shop(), { storage });
    await second.place();
    expect(keysOf(second.sent)).not.toEqual(keysOf(first.sent));
    expect(second.checkout.getSnapshot().matches('ordered')).toBe(true);
  });

  test('D9: nothing of the address stays readable in the storage', async () => {
    const { storage, place } = await open(shop((request) => (isPlacing(request) ? refused(503) : undefined)));
    await place();
    expect(storage.values.get('payment')).not.toMatch(/Moi|Nairobi|0712345678|Jane/);
  });
});

describe('D10: an answer that got lost', () => {
  test('D10: the order is looked up by its key and found', async () => {
    const { checkout, sent, visits, lines, place } = await open(
      shop((request) => (isPlacing(request) ? 'lost' : undefined)),
    );
    await place();
    expect(sent.at(-1)).toMatchObject({ method: 'GET', path: `/orders/by-key/${keysOf(sent)[0]}` });
    expect(checkout.getSnapshot().matches('ordered')).toBe(true);
    expect(visits).toMatchObject([{ path: `/order-success?order=${ORDER}`, options: { state: { orderId: ORDER } } }]);
    expect(lines()).toEqual([]);
  });

  test('D10, §8: no such order, or no answer again: Failed to place order, and the next try sends the same key', async () => {
    for (const answer of [refused(404, 'Order not found'), refused(500), 'lost'] as const) {
      const { checkout, sent, lines, place } = await open(
        shop((request) => {
          if (isPlacing(request)) return 'lost';
          return request.path.startsWith('/orders/by-key') ? answer : undefined;
        }),
      );
      await place();
      expect(checkout.getSnapshot().context.problem?.text).toBe('Failed to place order');
      expect(lines()).toHaveLength(1);
      await place();
      expect(new Set(keysOf(sent)).size).toBe(1);
    }
  });

  test('D10: an answer that cannot be read is no refusal: the server may have placed the order', async () => {
    const { checkout, place } = await open(
      shop((request) => (isPlacing(request) ? ok({ nonsense: true }) : undefined)),
    );
    await place();
    expect(checkout.getSnapshot().matches('ordered')).toBe(true);
  });
});

describe('D5, Q23: changed prices and stock', () => {
  const changed = (now: number, stock: number) =>
    refused(409, 'Prices have changed.', { lines: [{ product: A, name: 'Phone A', was: 1500, now, stock }] });

  test('D5, Q23: the shopper sees the changed lines, accepts, and has to press the button again', async () => {
    let answer: Answer | undefined = changed(1600, 1);
    const { checkout, sent, storage, place } = await open(shop((request) => (isPlacing(request) ? answer : undefined)));
    await place();
    expect(checkout.getSnapshot().matches('reviewChanges')).toBe(true);
    expect(checkout.getSnapshot().context.review).toEqual([
      { product: A, name: 'Phone A', was: 1500, now: 1600, stock: 1 },
    ]);
    checkout.send({ type: 'review.accept' });
    expect(checkout.getSnapshot().matches('form')).toBe(true);
    expect(checkout.getSnapshot().context.cart).toMatchObject({ totalQuantity: 1, totalAmount: 1600 });
    expect(JSON.parse(storage.values.get('cart') ?? '')).toMatchObject({ totalAmount: 1600 });
    expect(keysOf(sent)).toHaveLength(1);
    answer = undefined;
    await place();
    expect(sent.findLast(isPlacing)?.body).toMatchObject({ totalPrice: 1600 });
    expect(checkout.getSnapshot().matches('ordered')).toBe(true);
  });

  test('D5: going back changes nothing', async () => {
    const { checkout, place } = await open(shop((request) => (isPlacing(request) ? changed(1600, 1) : undefined)));
    await place();
    checkout.send({ type: 'review.back' });
    expect(checkout.getSnapshot().context.cart).toMatchObject({ totalQuantity: 2, totalAmount: 3000 });
  });

  test('D5: the only line is sold out: accepting empties the cart', async () => {
    const { checkout, place } = await open(shop((request) => (isPlacing(request) ? changed(1500, 0) : undefined)));
    await place();
    checkout.send({ type: 'review.accept' });
    expect(checkout.getSnapshot().matches('empty')).toBe(true);
  });
});

describe('A27, U23: the address after the order', () => {
  const isAddress = ({ path }: Sent) => path.startsWith('/auth/addresses');
  const home = jane.addresses[0] as User['addresses'][number];
  const withWork: User = { ...jane, addresses: [home, { ...home, _id: A, address: 'Ngong Rd 5', isDefault: false }] };
  const settled = () => vi.dynamicImportSettled();

  test('A27: a new one becomes the default, after the order', async () => {
    const { checkout, sent, place } = await open(shop());
    checkout.send({ type: 'field.change', field: 'address', value: ' Ngong Rd 5 ' });
    await place();
    await vi.waitFor(() => expect(sent.some(isAddress)).toBe(true));
    expect(sent.findIndex(isAddress)).toBeGreaterThan(sent.findIndex(isPlacing));
    expect(sent.find(isAddress)).toMatchObject({
      method: 'POST',
      body: {
        name: 'Jane',
        address: 'Ngong Rd 5',
        city: 'Nairobi',
        country: 'Kenya',
        phone: '0712345678',
        isDefault: true,
      },
    });
  });

  test('A27: a saved one that matches, trimmed and case-folded, is made the default', async () => {
    const { checkout, sent, place } = await open(shop(undefined, withWork), { user: withWork });
    checkout.send({ type: 'field.change', field: 'address', value: ' ngong RD 5' });
    await place();
    await vi.waitFor(() =>
      expect(sent.find(isAddress)).toMatchObject({ method: 'PUT', path: `/auth/addresses/${A}/default` }),
    );
  });

  test('U23: unticked, unchanged: no call', async () => {
    const unticked = await open(shop());
    unticked.checkout.send({ type: 'field.change', field: 'address', value: 'Ngong Rd 5' });
    unticked.checkout.send({ type: 'addressSaving.change', isOn: false });
    await unticked.place();
    await settled();
    expect(unticked.sent.some(isAddress)).toBe(false);
    const unchanged = await open(shop());
    await unchanged.place();
    await settled();
    expect(unchanged.sent.some(isAddress)).toBe(false);
  });

  test('A27: an address that cannot be saved neither blocks nor hides the order', async () => {
    for (const answer of [refused(400, 'No.'), refused(500), 'lost'] as const) {
      const { checkout, visits, place } = await open(shop((request) => (isAddress(request) ? answer : undefined)));
      checkout.send({ type: 'field.change', field: 'address', value: 'Ngong Rd 5' });
      await place();
      await settled();
      expect(checkout.getSnapshot().matches('ordered')).toBe(true);
      expect(visits).toMatchObject([{ path: `/order-success?order=${ORDER}` }]);
    }
  });

  test('A27: the session learns the new addresses', async () => {
    const { app, checkout, place } = await open(
      shop((request) => (isAddress(request) ? ok({ user: withWork }) : undefined)),
    );
    checkout.send({ type: 'field.change', field: 'address', value: 'Ngong Rd 5' });
    await place();
    await vi.waitFor(() => expect(app.session.getSnapshot().context.user?.addresses).toHaveLength(2));
  });
});

describe('§4 Cash on delivery', () => {
  test('U6, Q22: only the ordered lines leave the cart', async () => {
    const storage = new SharedStorage();
    const tab = await open(shop(), { storage });
    await tab.place();
    expect(tab.cart.getSnapshot().context.cart).toMatchObject({ totalQuantity: 0 });
    expect(JSON.parse(storage.values.get('cart') ?? '').items).toEqual([]);
  });

  test("A55, H14: the server's words for a 4xx win over the listed text and carry its request id", async () => {
    const server = (status: number) =>
      shop((request) =>
        isPlacing(request)
          ? { status, body: { success: false, message: 'You have too many open orders.', requestId: 'r-7' } }
          : undefined,
      );
    const worded = await open(server(409));
    await worded.place();
    expect(worded.checkout.getSnapshot().context.problem).toEqual({
      text: 'You have too many open orders.',
      requestId: 'r-7',
    });
    const broken = await open(server(500));
    await broken.place();
    expect(broken.checkout.getSnapshot().context.problem).toEqual({ text: 'Failed to place order', requestId: 'r-7' });
  });

  test('§6: a refused token leads to the login and keeps the cart', async () => {
    const { checkout, visits, lines, place } = await open(
      shop((request) => (isPlacing(request) ? refused(401) : undefined)),
    );
    await place();
    expect(checkout.getSnapshot().matches('signedOut')).toBe(true);
    expect(visits.at(-1)).toMatchObject({ path: '/auth/login', options: { state: { origin: '/checkout' } } });
    expect(lines()).toHaveLength(1);
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
    await vi.waitFor(() => expect(checkout.getSnapshot().hasTag('form')).toBe(true));
    const payment = () => checkout.getSnapshot().children.ordering?.getSnapshot().children.mpesaPayment;
    const press = () => {
      checkout.send({ type: 'order.place' });
      payment()?.send({ type: 'phone.confirm' });
    };
    const toldInline = () =>
      vi.waitFor(async () => {
        await vi.advanceTimersByTimeAsync(500);
        expect(checkout.getSnapshot().matches({ form: { ordering: 'inline' } })).toBe(true);
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
    expect(checkout.getSnapshot().matches({ form: { ordering: 'underWay' } })).toBe(true);
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
