import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { CART_LIMITS } from '../../../contract/rules/cart-limits.ts';
import type { CartProduct, CartLine } from '../../../src/rules/cart/cart.ts';
import { parseStoredCart } from '../../../src/rules/cart/stored-cart.ts';
import { cartMachine } from '../../../src/machines/cart/cart.machine.ts';
import type { CartEvent } from '../../../src/machines/cart/cart.machine.ts';
import { cable, cableLine, phone, phoneLine, stored } from '../support/shop.samples.ts';
import { LiveActor } from 'model-testing/model/live';
import { ok, openTab, SharedStorage } from '../../support/tab.ts';
import type { Answer } from '../../support/tab.ts';
import { until } from '../../support/until.ts';

afterEach(() => vi.unstubAllGlobals());

const A = '11111111-1111-4111-8111-111111111111';
const B = '22222222-2222-4222-8222-222222222222';
const productA = { ...phone, _id: A };
const productB = { ...cable, _id: B };
const lineA = (quantity: number): CartLine => ({ ...phoneLine(quantity), id: A });
const lineB = (quantity: number): CartLine => ({ ...cableLine(quantity), id: B });

/** Returns the cart after these events, starting from an empty storage. */
async function after(events: readonly CartEvent[]) {
  const live = new LiveActor(cartMachine);
  await live.start(undefined);
  await live.emit('watchStorage', { type: 'storage.read', text: null });
  for (const event of events) await live.send(event);
  const { context } = live.snapshot;
  live.stop();
  return context;
}

const product = fc.record<CartProduct>({
  _id: fc.constantFrom('a', 'b', 'c'),
  name: fc.string(),
  price: fc.integer({ min: 0, max: 500_000 }),
  finalPrice: fc.option(fc.integer({ min: 0, max: 500_000 })),
  originalPrice: fc.option(fc.integer({ min: 0, max: 500_000 })),
  discount: fc.option(fc.integer({ min: 0, max: 100 })),
  images: fc.array(fc.string(), { maxLength: 2 }),
  category: fc.constantFrom(null, 'Phones', { _id: 'c', name: 'TVs', slug: 'tvs', logo: null }),
  stock: fc.option(fc.integer({ min: 0, max: 5 })),
});
const id = fc.constantFrom('a', 'b', 'c', 'z');
const quantity = fc.integer({ min: -5, max: 12 });
const event: fc.Arbitrary<CartEvent> = fc.oneof(
  fc.record({ type: fc.constant('product.add' as const), product, quantity: fc.integer({ min: 1, max: 9 }) }),
  fc.record({
    type: fc.constantFrom('quantity.increase' as const, 'quantity.decrease' as const, 'line.remove' as const),
    id,
  }),
  fc.record({ type: fc.constant('quantity.change' as const), id, quantity }),
  fc.record({
    type: fc.constant('order.placed' as const),
    lines: fc.array(fc.record({ id, quantity: fc.integer({ min: 1, max: 4 }) })),
  }),
  fc.record({
    type: fc.constant('changes.accept' as const),
    changes: fc.array(
      fc.record({ product: id, name: fc.string(), was: fc.nat(9_000), now: fc.nat(9_000), stock: fc.nat(4) }),
    ),
  }),
);

/** The events above, and the storage event of another tab. */
const anyEvent: fc.Arbitrary<CartEvent> = fc.oneof(
  event,
  fc.record({
    type: fc.constant('storage.changed' as const),
    text: fc
      .record({ a: fc.integer({ min: 1, max: 2_000 }), b: fc.integer({ min: 1, max: 9 }) })
      .map(({ a, b }) => stored({ ...phoneLine(a) }, { ...cableLine(b) })),
  }),
);

describe('invariants of the cart', () => {
  test('U18: adding n pieces equals adding one piece n times', () =>
    fc.assert(
      fc.asyncProperty(
        product,
        fc.integer({ min: 1, max: 8 }),
        fc.array(event, { maxLength: 4 }),
        async (one, n, before) => {
          const once = await after([...before, { type: 'product.add', product: one, quantity: n }]);
          const often = await after([
            ...before,
            ...Array.from({ length: n }, () => ({ type: 'product.add' as const, product: one })),
          ]);
          expect(often.cart).toEqual(once.cart);
        },
      ),
      { numRuns: 60 },
    ));

  test('U19: the totals are the sums of the lines after any sequence of events', () =>
    fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 12 }), async (events) => {
        const { items, totalQuantity, totalAmount } = (await after(events)).cart;
        expect(totalQuantity).toBe(items.reduce((sum, line) => sum + line.quantity, 0));
        expect(totalAmount).toBe(items.reduce((sum, line) => sum + line.price * line.quantity, 0));
        expect(items.every((line) => line.quantity >= 1)).toBe(true);
        expect(new Set(items.map((line) => line.id)).size).toBe(items.length);
      }),
      { numRuns: 150 },
    ));

  test('U17: the stepper never passes a known stock, and has no limit without one', () =>
    fc.assert(
      fc.asyncProperty(
        fc.option(fc.integer({ min: 1, max: 6 })),
        fc.integer({ min: 1, max: 12 }),
        async (stock, clicks) => {
          const { cart } = await after([
            { type: 'product.add', product: { ...phone, stock } },
            ...Array.from({ length: clicks }, () => ({ type: 'quantity.increase' as const, id: 'a' })),
          ]);
          expect(cart.totalQuantity).toBe(Math.min(1 + clicks, stock ?? Number.POSITIVE_INFINITY));
        },
      ),
      { numRuns: 60 },
    ));

  test('X23: no line ever passes its known stock, after any sequence of events', () =>
    fc.assert(
      fc.asyncProperty(fc.array(anyEvent, { maxLength: 12 }), async (events) => {
        const { cart, stock } = await after(events);
        for (const line of cart.items) {
          const known = stock[line.id] ?? 0;
          expect(line.quantity).toBeLessThanOrEqual(
            known > 0 ? Math.min(known, CART_LIMITS.pieces) : CART_LIMITS.pieces,
          );
        }
      }),
      { numRuns: 150 },
    ));

  test('H10: any text under the storage key gives valid lines or no lines', () =>
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.json().map((value) => `{"items":${value}}`),
        ),
        (text) => {
          const lines = parseStoredCart(text);
          expect(
            lines.every(
              (line) => line.id !== '' && Number.isSafeInteger(line.price) && line.price >= 0 && line.quantity >= 1,
            ),
          ).toBe(true);
        },
      ),
    ));

  test('H10: reads back the cart that it has written', () =>
    fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 8 }), async (events) => {
        const { cart } = await after(events);
        expect(parseStoredCart(JSON.stringify(cart))).toEqual(cart.items);
      }),
      { numRuns: 60 },
    ));
});

describe('§4 cart: stored in the browser', () => {
  test('§4: stores every change under the key cart; a reload shows the same lines and totals', () => {
    const storage = new SharedStorage();
    const { cart } = openTab({ storage });
    cart.send({ type: 'product.add', product: productA, quantity: 2 });
    cart.send({ type: 'product.add', product: productB });
    cart.send({ type: 'quantity.increase', id: B });
    const kept = JSON.parse(storage.values.get('cart') ?? '');
    expect(kept).toMatchObject({ totalQuantity: 4, totalAmount: 3400 });
    const reloaded = openTab({ storage });
    expect(reloaded.cart.getSnapshot().context.cart).toEqual(kept);
  });

  test('H10: another tab shows every change, and ignores changes of other keys', () => {
    const storage = new SharedStorage();
    const [one, other] = [openTab({ storage }), openTab({ storage })];
    one.cart.send({ type: 'product.add', product: productA });
    expect(other.lines()).toEqual([lineA(1)]);
    other.cart.send({ type: 'line.remove', id: A });
    expect(one.lines()).toEqual([]);
    one.cart.send({ type: 'product.add', product: productB });
    const before = other.cart.getSnapshot().context.cart;
    storage.values.set('wishlist', '[]');
    other.fire('storage', { key: 'wishlist' });
    expect(other.cart.getSnapshot().context.cart).toBe(before);
  });

  test.each<[string, CartEvent, CartLine[]]>([
    ['adding a product', { type: 'product.add', product: productA }, [lineA(3), lineB(1)]],
    ['increasing a quantity', { type: 'quantity.increase', id: A }, [lineA(3), lineB(1)]],
    ['decreasing a quantity', { type: 'quantity.decrease', id: A }, [lineA(1), lineB(1)]],
    ['setting a quantity', { type: 'quantity.change', id: A, quantity: 5 }, [lineA(5), lineB(1)]],
    ['removing a line', { type: 'line.remove', id: A }, [lineB(1)]],
    [
      'accepting changes',
      { type: 'changes.accept', changes: [{ product: A, name: 'Phone A', was: 1500, now: 1500, stock: 1 }] },
      [lineA(1), lineB(1)],
    ],
    ['an order', { type: 'order.placed', lines: [{ id: A, quantity: 1 }] }, [lineA(1), lineB(1)]],
  ])('H10: %s keeps a line that another tab has just added, before the storage event arrives', (_, change, kept) => {
    const storage = new SharedStorage();
    storage.values.set('cart', stored(lineA(2)));
    const tab = openTab({ storage });
    storage.values.set('cart', stored(lineA(2), lineB(1)));
    tab.cart.send(change);
    expect(tab.lines()).toEqual(kept);
    expect(parseStoredCart(storage.values.get('cart') ?? null)).toEqual(kept);
  });

  test('H10: a new price keeps a line that another tab has just added', async () => {
    const storage = new SharedStorage();
    storage.values.set('cart', stored(lineA(2)));
    const tab = openTab({
      storage,
      server: () => ok({ lines: [{ product: A, name: 'Phone A', was: 1500, now: 1400, stock: 3 }] }),
    });
    tab.cart.send({ type: 'page.open' });
    storage.values.set('cart', stored(lineA(2), lineB(1)));
    await until(() => expect(tab.cart.getSnapshot().matches({ check: 'noticed' })).toBe(true));
    expect(parseStoredCart(storage.values.get('cart') ?? null)).toEqual([{ ...lineA(2), price: 1400 }, lineB(1)]);
  });

  test('H10: a tab that returns from the back/forward cache reads the storage again', () => {
    const storage = new SharedStorage();
    const tab = openTab({ storage });
    storage.values.set('cart', stored(lineA(3)));
    expect(tab.lines()).toEqual([]);
    tab.fire('pageshow', { persisted: true });
    expect(tab.lines()).toEqual([lineA(3)]);
  });

  test('H10: keeps the cart in memory and shows a notice when the storage is refused; clears the notice when it works', () => {
    const storage = new SharedStorage();
    storage.isRefused = true;
    const { cart } = openTab({ storage });
    expect(cart.getSnapshot().matches({ items: 'empty', storage: 'memoryOnly' })).toBe(true);
    cart.send({ type: 'product.add', product: productA });
    expect(cart.getSnapshot().context.cart.totalQuantity).toBe(1);
    storage.isRefused = false;
    cart.send({ type: 'quantity.increase', id: A });
    expect(cart.getSnapshot().matches({ storage: 'ok' })).toBe(true);
    expect(JSON.parse(storage.values.get('cart') ?? '').items).toEqual([lineA(2)]);
  });

  test('H10: reports a full storage at the first change that does not fit', () => {
    const storage = new SharedStorage();
    const { cart } = openTab({ storage });
    storage.isFull = true;
    cart.send({ type: 'product.add', product: productA });
    expect(cart.getSnapshot().matches({ storage: 'memoryOnly' })).toBe(true);
    expect(cart.getSnapshot().context.cart.totalQuantity).toBe(1);
  });

  test('H11: an actor that has not started shows neither lines nor the empty cart, as the server renders it', () => {
    expect(createActor(cartMachine).getSnapshot().matches({ items: 'starting' })).toBe(true);
  });
});

describe('A4, Q25: prices and stock are checked again', () => {
  const checked = (now: number, stock = 3) => ok({ lines: [{ product: A, name: 'Phone A', was: 1500, now, stock }] });

  test('A4, Q25: sends POST /cart/check with the lines when the cart opens and gets focus again, one call at a time', async () => {
    const { cart, sent, fire } = openTab({ server: () => checked(1500) });
    cart.send({ type: 'product.add', product: productA, quantity: 2 });
    cart.send({ type: 'page.open' });
    fire('focus');
    await until(() => expect(cart.getSnapshot().matches({ check: 'idle' })).toBe(true));
    expect(sent).toMatchObject([
      { method: 'POST', path: '/cart/check', body: { items: [{ product: A, quantity: 2, price: 1500 }] } },
    ]);
    fire('focus');
    await until(() => expect(sent).toHaveLength(2));
    cart.send({ type: 'page.close' });
    fire('focus');
    expect(sent).toHaveLength(2);
  });

  test('A4: checks the stored lines after a reload on the cart page', async () => {
    const storage = new SharedStorage();
    storage.values.set('cart', stored(lineA(1)));
    const { cart, sent } = openTab({ storage, server: () => checked(1500) });
    cart.send({ type: 'page.open' });
    await until(() => expect(sent).toHaveLength(1));
  });

  test('A4: a product that was added during the check does not count as sold out', async () => {
    const answers: ((answer: Answer) => void)[] = [];
    const { cart } = openTab({ server: () => new Promise<Answer>((resolve) => void answers.push(resolve)) });
    cart.send({ type: 'product.add', product: productA });
    cart.send({ type: 'page.open' });
    await until(() => expect(answers).toHaveLength(1));
    cart.send({ type: 'product.add', product: productB });
    answers[0]?.(checked(1500));
    await until(() => expect(cart.getSnapshot().matches({ check: 'idle' })).toBe(true));
    expect(cart.getSnapshot().context).toMatchObject({ changes: [], stock: { [A]: 3 } });
    expect(cart.getSnapshot().can({ type: 'quantity.increase', id: B })).toBe(true);
  });

  test('H10: checks the other lines when one has an invalid id; that line counts as no longer sold', async () => {
    const storage = new SharedStorage();
    storage.values.set('cart', stored(lineA(1), cableLine(1)));
    const { cart, sent } = openTab({ storage, server: () => checked(1500) });
    cart.send({ type: 'page.open' });
    await until(() => expect(cart.getSnapshot().matches({ check: 'noticed' })).toBe(true));
    expect(sent[0]?.body).toEqual({ items: [{ product: A, quantity: 1, price: 1500 }] });
    expect(cart.getSnapshot().context.changes.map(({ product: one, stock }) => [one, stock])).toEqual([['b', 0]]);
  });
});

test('§4, Q22: an order of all lines leaves an empty cart with zero totals', async () => {
  const { cart } = await after([
    { type: 'product.add', product: phone, quantity: 2 },
    { type: 'order.placed', lines: [{ id: 'a', quantity: 2 }] },
  ]);
  expect(cart).toEqual({ items: [], totalQuantity: 0, totalAmount: 0 });
});

test('U6, Q22: an order removes only its own lines; lines that were added later stay', async () => {
  const { cart } = await after([
    { type: 'product.add', product: phone, quantity: 3 },
    { type: 'product.add', product: cable },
    { type: 'order.placed', lines: [{ id: 'a', quantity: 2 }] },
  ]);
  expect(cart.items).toEqual([phoneLine(1), cableLine(1)]);
});
