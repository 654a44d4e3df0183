// @engine postgres
import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toOrderId } from '../../../contract/fields.ts';
import { cancelOrder, changePaymentMethod } from '../../../contract/orders.ts';
import { orderLines, stockLedger } from '../../../server/db/schema.ts';
import { bookOrder, findDrift, findLedger, SYSTEM } from '../../../server/modules/stock/stock.repository.ts';
import { duringChange } from '../../support/during-change.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { attemptIn } from '../payments/attempt-steps.ts';
import { byStaff, getDraft, order } from '../orders/ordering.ts';
import { changeOrder, ledgerTexts, orderTwo, readLedger } from './stock-ledger.ts';

let shop: TestApp;
let staff: { readonly id: string; readonly email: string };
beforeAll(async () => {
  shop = await createTestApp();
  ({ staff } = await shop.signInStaff());
});
afterAll(() => shop.close());

const both = async ({ a, b }: { a: string; b: string }) => [await ledgerTexts(shop, a), await ledgerTexts(shop, b)];
const isOverdue = { type: 'expiry.due', now: Number.MAX_SAFE_INTEGER, hasLiveAttempt: false } as const;
const isPaid = () => ({ type: 'payment.succeeded', payment: randomUUID(), isNew: true }) as const;
/** Passes the time, so that rows have an order. */
const later = () => shop.clock.advance(1_000);

describe('the ledger of an order', () => {
  test('has a sale for each line when the stock is committed, by the shopper for cash on delivery', async () => {
    const made = await orderTwo(shop, 'cod');
    expect(await both(made)).toEqual([['sale -2 by shopper'], ['sale -1 by shopper']]);
    const [row] = await readLedger(shop, made.a);
    expect(row).toMatchObject({ orderId: made.id, staffId: null, source: null, counted: null, expected: null });
    expect(await findDrift(shop.db.sql)).toEqual([]);
  });

  test('has no row while an M-Pesa order holds its stock, expires or is cancelled', async () => {
    const [expired, cancelled, doubted] = [
      await orderTwo(shop, 'mpesa'),
      await orderTwo(shop, 'mpesa'),
      await orderTwo(shop, 'mpesa'),
    ];
    expect(await both(expired)).toEqual([[], []]);
    expect(await changeOrder(shop, expired.id, isOverdue)).toBe('changed');
    await shop.call(cancelOrder, { id: cancelled.id }, { token: cancelled.shopper.token });
    await changeOrder(shop, doubted.id, { type: 'payment.doubted', payment: randomUUID(), isNew: true });
    expect(await changeOrder(shop, doubted.id, { type: 'payment.giveBack' })).toBe('changed');
    for (const made of [expired, cancelled, doubted]) {
      expect(await both(made)).toEqual([[], []]);
      expect(await readStock(shop, made.a)).toMatchObject({ onHand: 5, reserved: 0 });
    }
    expect(await findDrift(shop.db.sql)).toEqual([]);
  });

  test('has a sale when an M-Pesa order is paid, accepted by the back office, or turned into cash', async () => {
    const [paid, taken, cash] = [
      await orderTwo(shop, 'mpesa'),
      await orderTwo(shop, 'mpesa'),
      await orderTwo(shop, 'mpesa'),
    ];
    await changeOrder(shop, paid.id, isPaid());
    await changeOrder(shop, taken.id, { type: 'payment.doubted', payment: randomUUID(), isNew: true });
    await changeOrder(shop, taken.id, { type: 'payment.clear' });
    await shop.call(changePaymentMethod, { id: cash.id, paymentMethod: 'cod' }, { token: cash.shopper.token });
    expect(await both(paid)).toEqual([['sale -2 by system'], ['sale -1 by system']]);
    expect(await both(taken)).toEqual([['sale -2 by system'], ['sale -1 by system']]);
    expect(await both(cash)).toEqual([['sale -2 by shopper'], ['sale -1 by shopper']]);
    expect(await findDrift(shop.db.sql)).toEqual([]);
  });

  test('has the opposite when staff or the shopper cancel an order with committed stock', async () => {
    const [byOwner, byShopper] = [await orderTwo(shop, 'cod'), await orderTwo(shop, 'cod')];
    later();
    await shop.services.staffOrders.move(
      { ...staff, name: 'Ann', role: 'owner' },
      { id: byOwner.id, status: 'cancelled', trackingNumber: undefined },
    );
    await shop.call(cancelOrder, { id: byShopper.id }, { token: byShopper.shopper.token });
    expect(await both(byOwner)).toEqual([
      ['sale -2 by shopper', `cancelled 2 by ${staff.email}`],
      ['sale -1 by shopper', `cancelled 1 by ${staff.email}`],
    ]);
    expect((await readLedger(shop, byOwner.a)).at(-1)?.staffId).toBe(staff.id);
    expect(await ledgerTexts(shop, byShopper.a)).toEqual(['sale -2 by shopper', 'cancelled 2 by shopper']);
    expect(await findDrift(shop.db.sql)).toEqual([]);
  });

  test('has a sale when late money revives an expired order, and none without stock', async () => {
    const [revived, refunded] = [await orderTwo(shop, 'mpesa'), await orderTwo(shop, 'mpesa')];
    for (const { id } of [revived, refunded]) await changeOrder(shop, id, isOverdue);
    const other = await shop.signIn();
    await order(shop, other, getDraft([{ id: refunded.a, price: 1400, quantity: 4 }]));
    later();
    await changeOrder(shop, revived.id, isPaid());
    const { id: payment } = await attemptIn(shop, { ...refunded, total: 3000, productId: refunded.a }, 'pending');
    await changeOrder(shop, refunded.id, { type: 'payment.succeeded', payment, isNew: true });
    expect(await both(revived)).toEqual([['sale -2 by system'], ['sale -1 by system']]);
    expect(await both(refunded)).toEqual([['sale -4 by shopper'], []]);
    expect(await findDrift(shop.db.sql)).toEqual([]);
  });

  test('has no row for the shipping, which moves pieces that are sold already', async () => {
    const made = await orderTwo(shop, 'cod');
    await byStaff(shop, made.id, 'processing');
    await byStaff(shop, made.id, 'shipped', 'T1');
    await byStaff(shop, made.id, 'delivered');
    expect(await both(made)).toEqual([['sale -2 by shopper'], ['sale -1 by shopper']]);
    expect(await readStock(shop, made.a)).toMatchObject({ onHand: 3, reserved: 0 });
    expect(await findDrift(shop.db.sql)).toEqual([]);
  });

  test('refuses a second sale, cancellation or return of a product by the same order', async () => {
    const made = await orderTwo(shop, 'cod');
    const again = () =>
      shop.db.tx((tx) => bookOrder(tx, 'sale', { orderId: made.id, at: shop.clock.now(), ...SYSTEM }));
    await expect(again()).rejects.toThrow();
    expect(await ledgerTexts(shop, made.a)).toEqual(['sale -2 by shopper']);
  });
});

describe('a parcel that comes back', () => {
  const shipped = async () => {
    const made = await orderTwo(shop, 'cod');
    await byStaff(shop, made.id, 'processing');
    await byStaff(shop, made.id, 'shipped', 'T1');
    later();
    return made;
  };
  const inspect = (
    made: { id: string },
    ...lines: readonly { product: string; sellable: number; damaged: number; missing: number }[]
  ) =>
    shop.db.tx((tx) =>
      shop.services.stock.inspectReturned(tx, {
        order: toOrderId(made.id),
        lines,
        staff,
        now: shop.clock.now(),
      }),
    );

  test('brings sellable pieces back to stock; damaged and missing ones are rows without a difference', async () => {
    const made = await shipped();
    const mixed = await shipped();
    await inspect(
      made,
      { product: made.b, sellable: 0, damaged: 1, missing: 0 },
      { product: made.a, sellable: 2, damaged: 0, missing: 0 },
    );
    expect(await both(made)).toEqual([
      ['sale -2 by shopper', `returned 2 by ${staff.email}`],
      ['sale -1 by shopper', `damaged 0 (1) by ${staff.email}`],
    ]);
    expect((await readLedger(shop, made.a)).at(-1)).toMatchObject({ orderId: made.id, staffId: staff.id });
    await inspect(mixed, { product: mixed.a, sellable: 1, damaged: 0, missing: 1 });
    expect((await ledgerTexts(shop, mixed.a)).slice(1).sort()).toEqual([
      `lost 0 (1) by ${staff.email}`,
      `returned 1 by ${staff.email}`,
    ]);
    expect([(await readStock(shop, made.a)).onHand, (await readStock(shop, made.b)).onHand]).toEqual([5, 4]);
    expect((await readStock(shop, mixed.a)).onHand).toBe(4);
    expect(await findDrift(shop.db.sql)).toEqual([]);
  });

  test.each([
    ['a line of another order', { product: randomUUID(), sellable: 1, damaged: 0, missing: 0 }],
    ['too many pieces', { sellable: 3, damaged: 0, missing: 0 }],
    ['too few', { sellable: 1, damaged: 0, missing: 0 }],
    ['a negative number', { sellable: 3, damaged: -1, missing: 0 }],
    ['half a piece', { sellable: 1.5, damaged: 0.5, missing: 0 }],
  ])('refuses %s', async (_, line) => {
    const made = await shipped();
    await expect(inspect(made, { product: made.a, ...line })).rejects.toMatchObject({ kind: 'invalid' });
    const other = { product: (await orderTwo(shop, 'cod')).a, sellable: 2, damaged: 0, missing: 0 };
    await expect(inspect(made, other)).rejects.toMatchObject({ kind: 'invalid' });
    expect(await ledgerTexts(shop, made.a)).toEqual(['sale -2 by shopper']);
    expect((await readStock(shop, made.a)).onHand).toBe(3);
  });

  test('returns pieces once, also when two of the staff inspect at the same moment', async () => {
    const made = await shipped();
    const line = { product: made.a, sellable: 2, damaged: 0, missing: 0 };
    const outcomes = await Promise.allSettled([inspect(made, line), inspect(made, line)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await readStock(shop, made.a)).toMatchObject({ onHand: 5, reserved: 0 });
    expect(await findDrift(shop.db.sql)).toEqual([]);
  });

  test('that is lost has a row for each line, and a correction takes the rows back', async () => {
    const made = await shipped();
    const entry = () => ({ order: made.id, staff, now: shop.clock.now() });
    await shop.db.tx((tx) => shop.services.stock.recordLost(tx, entry()));
    later();
    await shop.db.tx((tx) => shop.services.stock.correctLost(tx, entry()));
    later();
    await shop.db.tx((tx) => shop.services.stock.recordLost(tx, entry()));
    const by = `by ${staff.email}`;
    expect(await both(made)).toEqual([
      ['sale -2 by shopper', `lost 0 (2) ${by}`, `correction 0 (-2) ${by}`, `lost 0 (2) ${by}`],
      ['sale -1 by shopper', `lost 0 (1) ${by}`, `correction 0 (-1) ${by}`, `lost 0 (1) ${by}`],
    ]);
    expect((await readStock(shop, made.a)).onHand).toBe(3);
    await inspect(made, { product: made.a, sellable: 2, damaged: 0, missing: 0 });
    expect((await readStock(shop, made.a)).onHand).toBe(5);
    expect(await findDrift(shop.db.sql)).toEqual([]);
  });
});

describe('goods that are received and counted', () => {
  const receive = (product: string, pieces: number) =>
    shop.db.tx((tx) => shop.services.stock.receive(tx, { lines: [{ product, pieces }], staff, now: shop.clock.now() }));
  const count = (
    lines: readonly { product: string; counted: number; expected?: number }[],
    source: string | null = null,
  ) =>
    shop.db.tx(async (tx) => {
      const { booked, short } = await shop.services.stock.count(tx, { lines, staff, now: shop.clock.now(), source });
      return { booked: booked.map(({ productId }) => productId), short };
    });

  test('adds received pieces, also to a product whose stock row is missing', async () => {
    const { id } = await addProduct(shop);
    await receive(id, 7);
    await receive(id, 0);
    expect(await readStock(shop, id)).toMatchObject({ onHand: 12 });
    expect(await ledgerTexts(shop, id)).toEqual([`received 7 by ${staff.email}`, `received 0 by ${staff.email}`]);
    await expect(receive(id, -1)).rejects.toMatchObject({ kind: 'invalid' });
    const none = await addProduct(shop, { stock: 0 });
    await shop.db.sql.execute(sql`delete from product_stock where product_id = ${none.id}`);
    await receive(none.id, 3);
    expect(await readStock(shop, none.id)).toMatchObject({ onHand: 3 });
    const uncounted = await addProduct(shop, { stock: 0 });
    await shop.db.sql.execute(sql`delete from product_stock where product_id = ${uncounted.id}`);
    expect((await count([{ product: uncounted.id, counted: 4 }])).booked).toEqual([uncounted.id]);
    expect(await readStock(shop, uncounted.id)).toMatchObject({ onHand: 4 });
    expect(await findDrift(shop.db.sql)).toEqual([]);
  });

  test('records what was counted and expected, and books the difference', async () => {
    const [more, less, same] = [await addProduct(shop), await addProduct(shop), await addProduct(shop)];
    const counted = await count([
      { product: more.id, counted: 12 },
      { product: less.id, counted: 1 },
      { product: same.id, counted: 5 },
    ]);
    expect([...counted.booked].sort()).toEqual([more.id, less.id, same.id].sort());
    expect(await readLedger(shop, more.id)).toMatchObject([{ difference: 7, counted: 12, expected: 5 }]);
    expect(await readLedger(shop, less.id)).toMatchObject([{ difference: -4, counted: 1, expected: 5 }]);
    expect(await readLedger(shop, same.id)).toMatchObject([{ difference: 0, counted: 5, expected: 5 }]);
    expect((await readStock(shop, more.id)).onHand).toBe(12);
    await expect(count([1, 2].map((one) => ({ product: more.id, counted: one })))).rejects.toMatchObject({
      kind: 'invalid',
    });
    for (const wrong of [-1, 0.5])
      await expect(count([{ product: more.id, counted: wrong }])).rejects.toMatchObject({ kind: 'invalid' });
    expect(await findDrift(shop.db.sql)).toEqual([]);
  });

  test('keeps a parcel that left between the look at the stock and the booking of the count', async () => {
    const made = await orderTwo(shop, 'cod');
    const { onHand: expected } = await readStock(shop, made.a);
    await byStaff(shop, made.id, 'processing');
    await byStaff(shop, made.id, 'shipped', 'T1');
    await count([{ product: made.a, counted: 6, expected }]);
    expect((await readStock(shop, made.a)).onHand).toBe(4);
    expect(await findDrift(shop.db.sql)).toEqual([]);
  });

  test('keeps a sale that waits for the same product', async () => {
    const product = await addProduct(shop);
    const shopper = await shop.signIn();
    const placed = await duringChange(
      shop.db,
      (tx) =>
        shop.services.stock.count(tx, {
          lines: [{ product: product.id, counted: 8 }],
          staff,
          now: shop.clock.now(),
        }),
      () => order(shop, shopper, getDraft([{ ...product, quantity: 2 }])),
    );
    expect(placed.status).toBe(200);
    expect(await readStock(shop, product.id)).toMatchObject({ onHand: 8, reserved: 2 });
    expect(await findDrift(shop.db.sql)).toEqual([]);
  });

  test('does not book a count below the pieces that orders have reserved', async () => {
    const made = await orderTwo(shop, 'mpesa');
    expect(await count([{ product: made.a, counted: 1 }])).toEqual({ booked: [], short: [made.a] });
    expect(await ledgerTexts(shop, made.a)).toEqual([]);
    expect(await count([{ product: made.a, counted: 2 }])).toEqual({ booked: [made.a], short: [] });
    expect(await readStock(shop, made.a)).toMatchObject({ onHand: 2, reserved: 2 });
  });

  test('counts a product once per source', async () => {
    const [one, other] = [await addProduct(shop), await addProduct(shop)];
    expect((await count([{ product: one.id, counted: 9 }], 'a.csv 1')).booked).toEqual([one.id]);
    expect([...(await shop.services.stock.look([one.id], 'a.csv 1'))]).toEqual([
      [one.id, { onHand: 9, reserved: 0, isCounted: true }],
    ]);
    expect(await count([])).toEqual({ booked: [], short: [] });
    const again = await count(
      [
        { product: one.id, counted: 7 },
        { product: other.id, counted: 7 },
      ],
      'a.csv 1',
    );
    expect(again.booked).toEqual([other.id]);
    expect((await readStock(shop, one.id)).onHand).toBe(9);
    expect((await count([{ product: one.id, counted: 7 }], 'a.csv 2')).booked).toEqual([one.id]);
    expect(await findDrift(shop.db.sql)).toEqual([]);
  });
});

test('finds and corrects stock that changed without a row, once a day', async () => {
  const made = await orderTwo(shop, 'cod');
  const { slug } = await addProduct(shop, { slug: 'by-hand' });
  await shop.db.sql.execute(sql`update product_stock set on_hand = on_hand + 3
    where product_id = (select id from products where slug = ${slug})`);
  await shop.db.sql.delete(stockLedger).where(and(eq(stockLedger.productId, made.a), eq(stockLedger.reason, 'sale')));
  const drift = await findDrift(shop.db.sql);
  expect(drift).toHaveLength(2);
  expect(drift).toContainEqual({ slug, difference: 3 });
  expect(await shop.services.stock.repair()).toEqual(drift);
  expect(await findDrift(shop.db.sql)).toEqual([]);
  expect(await ledgerTexts(shop, made.a)).toEqual(['correction -2 by system']);
  const day = shop.clock.now().toISOString().slice(0, 10);
  expect((await readLedger(shop, made.a)).map(({ source }) => source)).toEqual([`comparison ${day}`]);
  expect(await shop.services.stock.repair()).toEqual([]);
  await shop.db.sql
    .update(orderLines)
    .set({ reservation: 'released' })
    .where(and(eq(orderLines.orderId, made.id), eq(orderLines.productId, made.b)));
  expect(await findDrift(shop.db.sql)).toMatchObject([{ difference: 1 }]);
});

test('shows the stock and the ledger of a product with the running total, newest first', async () => {
  await orderTwo(shop, 'cod');
  const product = await addProduct(shop, { slug: 'shown', name: 'Shown' });
  later();
  const shopper = await shop.signIn();
  await order(shop, shopper, getDraft([{ ...product, quantity: 2 }]));
  later();
  await shop.db.tx((tx) =>
    shop.services.stock.receive(tx, {
      lines: [{ product: product.id, pieces: 4 }],
      staff,
      now: shop.clock.now(),
    }),
  );
  const shown = await shop.services.stock.show('shown');
  expect(shown).toMatchObject({ name: 'Shown', onHand: 9, reserved: 2, isCut: false });
  expect(shown.rows.map(({ reason, difference, total }) => [reason, difference, total])).toEqual([
    ['received', 4, 7],
    ['sale', -2, 3],
    ['counted', 5, 5],
  ]);
  expect(shown.rows.map(({ at }) => at)).toEqual(shown.rows.map(({ at }) => new Date(at).toISOString()));
  await expect(shop.services.stock.show('none')).rejects.toMatchObject({ kind: 'not-found' });
  expect(await findLedger(shop.db.sql, product.id, 2)).toHaveLength(2);
  await shop.db.sql.execute(sql`insert into stock_ledger (id, product_id, difference, reason, actor, at)
    select gen_random_uuid(), ${product.id}, 0, 'received', 'x', now() from generate_series(1, 97)`);
  expect(await shop.services.stock.show('shown')).toMatchObject({ rows: { length: 100 }, isCut: false });
  await shop.db.sql.execute(sql`insert into stock_ledger (id, product_id, difference, reason, actor, at)
    select gen_random_uuid(), ${product.id}, 0, 'received', 'x', now()`);
  expect(await shop.services.stock.show('shown')).toMatchObject({ rows: { length: 100 }, isCut: true });
});

test('lists rows of the same moment in the order of their totals', async () => {
  const { id, slug } = await addProduct(shop, { slug: 'at-once', stock: 0 });
  for (const [start, difference] of [
    ['2', 20],
    ['1', 10],
    ['3', 30],
  ] as const)
    await shop.db.sql.execute(sql`insert into stock_ledger (id, product_id, difference, reason, actor, at)
      values (${`${start}${id.slice(1)}`}, ${id}, ${difference}, 'received', 'x', '2026-11-29T08:00:00Z')`);
  const { rows } = await shop.services.stock.show(slug);
  expect(rows.slice(0, 3).map(({ difference, total }) => [difference, total])).toEqual([
    [30, 60],
    [20, 30],
    [10, 10],
  ]);
});
