import { afterEach, describe, expect, test, vi } from 'vitest';
import type { User } from '../../../contract/user.ts';
import { jane, phone, phoneLine, stored } from '../support/shop.samples.ts';
import { ok, openTab, refused, SharedStorage } from '../../support/tab.ts';
import { A, isPlacing, getKeys, ORDER, shop } from '../../support/checkout-shop.ts';
import type { Answer, Sent, Server } from '../../support/tab.ts';
import { savedAddress } from '../../support/samples/account.ts';
import { until } from '../../support/until.ts';

afterEach(() => vi.unstubAllGlobals());

/** Opens the checkout with a filled-in form and A x 2 in the cart. */
async function open(server: Server, { storage = new SharedStorage(), user = jane } = {}) {
  if (!storage.values.has('cart')) storage.values.set('cart', stored({ ...phoneLine(2), id: A }));
  const tab = openTab({ storage, server, user });
  const checkout = tab.checkout();
  await until(() => expect(checkout.getSnapshot().matches('form')).toBe(true));
  const place = async () => {
    checkout.send({ type: 'order.place' });
    await until(() => expect(checkout.getSnapshot().hasTag('busy')).toBe(false));
  };
  return { ...tab, checkout, place };
}

describe('§2, §6: opening the checkout', () => {
  test('§7, A4: a filled cart loads the shopper and checks prices', async () => {
    const { sent } = await open(shop());
    await until(() => expect(sent.map(({ method, path }) => `${method} ${path}`)).toContain('POST /cart/check'));
    expect(sent.map(({ path }) => path)).toContain('/auth/profile');
  });

  test('§6, U22: a guest is redirected to the login, which remembers /checkout and keeps the cart', () => {
    const tab = openTab();
    tab.cart.send({ type: 'product.add', product: { ...phone, _id: A } });
    const checkout = tab.checkout();
    expect(checkout.getSnapshot().matches('signedOut')).toBe(true);
    expect(tab.visits).toMatchObject([{ path: '/auth/login', options: { state: { origin: '/checkout' } } }]);
    expect(tab.lines()).toHaveLength(1);
  });
});

describe('D19: limits of open orders', () => {
  test('D19: shows the limit; cart and form do not change, and the next try sends the same key', async () => {
    const text = 'You can have at most 3 unpaid M-Pesa orders. Please pay or cancel one of them first.';
    const { checkout, cart, sent, place } = await open(
      shop((one) => (isPlacing(one) ? refused(409, text) : undefined)),
    );
    checkout.send({ type: 'field.change', field: 'address', value: 'Ngong Rd 5' });
    const form = () => {
      const { details, delivery, payment } = checkout.getSnapshot().context;
      return { details, delivery, payment, cart: cart.getSnapshot().context.cart };
    };
    const before = form();
    await place();
    await place();
    expect(checkout.getSnapshot().context.problem?.text).toBe(text);
    expect(form()).toEqual(before);
    expect([getKeys(sent).length, new Set(getKeys(sent)).size]).toEqual([2, 1]);
  });
});

describe('D9: one key per order', () => {
  const failing = shop(({ path }) => (path.startsWith('/orders') ? refused(503) : undefined));

  test('D9: a double press sends one order', async () => {
    const { checkout, sent, place } = await open(shop());
    checkout.send({ type: 'order.place' });
    await place();
    expect(getKeys(sent)).toHaveLength(1);
  });

  test('D9: the delivery cannot be changed while an order is being placed; it can after a refusal', async () => {
    let answer: (it: Answer) => void = () => undefined;
    const { checkout, sent } = await open((request) =>
      isPlacing(request) ? new Promise<Answer>((resolve) => (answer = resolve)) : shop()(request),
    );
    const { delivery } = checkout.getSnapshot().children;
    const choose = () => delivery?.send({ type: 'delivery.choose', method: 'pickup_station' });
    const method = () => checkout.getSnapshot().context.delivery.method;
    checkout.send({ type: 'order.place' });
    await until(() => expect(sent.some(isPlacing)).toBe(true));
    choose();
    expect([delivery?.getSnapshot().value, method()]).toEqual(['home', 'home_delivery']);
    answer(refused(400, 'No more today.'));
    await until(() => expect(checkout.getSnapshot().context.problem?.text).toBe('No more today.'));
    choose();
    expect(method()).toBe('pickup_station');
  });

  test('D9: a retry after a failure sends the same key, also after a reload and in another tab', async () => {
    const storage = new SharedStorage();
    const first = await open(failing, { storage });
    await first.place();
    await first.place();
    expect(new Set(getKeys(first.sent)).size).toBe(1);
    const reloaded = await open(shop(), { storage });
    await reloaded.place();
    expect(getKeys(reloaded.sent)).toEqual([getKeys(first.sent)[0]]);
  });

  test('D9: a changed delivery, quantity or price gets a new key', async () => {
    let number = 0;
    const { checkout, cart, sent, place } = await open(failing);
    const keys = () => new Set(getKeys(sent)).size;
    await place();
    expect(keys()).toBe(++number);
    checkout.send({ type: 'field.change', field: 'address', value: 'Ngong Rd 5' });
    await place();
    expect(keys()).toBe(++number);
    cart.send({ type: 'quantity.increase', id: A });
    await place();
    expect(keys()).toBe(++number);
  });

  test('D9: the next order after a placed order has a new key', async () => {
    const storage = new SharedStorage();
    const first = await open(shop(), { storage });
    await first.place();
    expect(storage.values.has('payment')).toBe(false);
    storage.values.set('cart', stored({ ...phoneLine(2), id: A }));
    const second = await open(shop(), { storage });
    await second.place();
    expect(getKeys(second.sent)).not.toEqual(getKeys(first.sent));
    expect(second.checkout.getSnapshot().matches('ordered')).toBe(true);
  });

  test('D9: the stored record contains no readable part of the address', async () => {
    const { storage, place } = await open(failing);
    await place();
    expect(storage.values.get('payment')).not.toMatch(/Moi|Nairobi|0712345678|Jane/);
  });
});

describe('D10: a lost response', () => {
  test.each(['lost', refused(502)] as const)('D10: looks the order up by its key and finds it: %o', async (answer) => {
    const { checkout, sent, visits, lines, place } = await open(
      shop((request) => (isPlacing(request) ? answer : undefined)),
    );
    await place();
    expect(sent.at(-1)).toMatchObject({ method: 'GET', path: `/orders/by-key/${getKeys(sent)[0]}` });
    expect(checkout.getSnapshot().matches('ordered')).toBe(true);
    expect(visits).toMatchObject([{ path: `/order-success?order=${ORDER}`, options: { state: { orderId: ORDER } } }]);
    expect(lines()).toEqual([]);
  });

  test('D10, §8: shows Failed to place order when the lookup finds no order or fails; the next try sends the same key', async () => {
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
      expect(new Set(getKeys(sent)).size).toBe(1);
    }
  });

  test('D9, D10: the next press makes a new order when the lookup finds a cancelled one', async () => {
    const server = shop((request) => (isPlacing(request) ? 'lost' : undefined));
    const { checkout, sent, storage, place } = await open((request) => {
      const answer = server(request);
      if (!request.path.startsWith('/orders/by-key')) return answer;
      return JSON.parse(JSON.stringify(answer).replace('"pending"', '"cancelled"')) as Answer;
    });
    await place();
    expect(checkout.getSnapshot().context.problem?.text).toBe('Failed to place order');
    await until(() => expect(storage.values.has('payment')).toBe(false));
    await place();
    expect(new Set(getKeys(sent)).size).toBe(2);
    expect(sent.findLast(isPlacing)?.body).not.toHaveProperty('replaces');
  });

  test('D10: an unreadable response is not a refusal: the server may have placed the order', async () => {
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
    expect(getKeys(sent)).toHaveLength(1);
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

  test('D5: accepting empties the cart when its only line is sold out', async () => {
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

  test('A27, X39: saves a new address as the default after the order, with every field', async () => {
    const { checkout, sent, place } = await open(shop());
    checkout.send({ type: 'field.change', field: 'address', value: ' Ngong Rd 5 ' });
    await place();
    await until(() => expect(sent.some(isAddress)).toBe(true));
    expect(sent.findIndex(isAddress)).toBeGreaterThan(sent.findIndex(isPlacing));
    const { _id: _, ...address } = savedAddress({ address: 'Ngong Rd 5', postalCode: '' });
    expect(sent.find(isAddress)).toMatchObject({
      method: 'POST',
      body: address,
    });
  });

  test('A27: a saved address that matches, trimmed and case-folded, becomes the default', async () => {
    const { checkout, sent, place } = await open(shop(undefined, withWork), { user: withWork });
    checkout.send({ type: 'field.change', field: 'address', value: ' ngong RD 5' });
    await place();
    await until(() =>
      expect(sent.find(isAddress)).toMatchObject({ method: 'PUT', path: `/auth/addresses/${A}/default` }),
    );
  });

  test('U23: sends no call when the box is unticked or the address is unchanged', async () => {
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
});

describe('§4 Cash on delivery', () => {
  test('U6, Q22: only the ordered lines leave the cart', async () => {
    const storage = new SharedStorage();
    const tab = await open(shop(), { storage });
    await tab.place();
    expect(tab.cart.getSnapshot().context.cart).toMatchObject({ totalQuantity: 0 });
    expect(JSON.parse(storage.values.get('cart') ?? '').items).toEqual([]);
  });

  test("A55, H14: shows the server's message of a 4xx instead of the listed text, with its request id", async () => {
    const server = (status: number) =>
      shop((request) =>
        isPlacing(request)
          ? { status, body: { success: false, message: 'You have too many open orders.', requestId: 'r-7' } }
          : request.path.startsWith('/orders/by-key')
            ? refused(404)
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

  test('§6: a rejected token redirects to the login and keeps the cart', async () => {
    const { checkout, visits, lines, place } = await open(
      shop((request) => (isPlacing(request) ? refused(401) : undefined)),
    );
    await place();
    expect(checkout.getSnapshot().matches('signedOut')).toBe(true);
    expect(visits.at(-1)).toMatchObject({ path: '/auth/login', options: { state: { origin: '/checkout' } } });
    expect(lines()).toHaveLength(1);
  });
});
