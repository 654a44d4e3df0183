// @engine postgres
import { createHash, randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getFacets, listProducts } from '../../../contract/catalogue.ts';
import { limits } from '../../../server/db/migrations/0017-limits.ts';
import { oneSpelling } from '../../../server/db/migrations/0022-one-spelling.ts';
import { stockLedger as openingSteps } from '../../../server/db/migrations/0032-stock-ledger.ts';
import { refunds as refundSteps } from '../../../server/db/migrations/0034-refunds.ts';
import { parcels as parcelSteps } from '../../../server/db/migrations/0037-parcels.ts';
import { migrations } from '../../../server/db/migrations/index.ts';
import {
  addresses,
  cashEntries,
  orders,
  paymentAttempts,
  payments,
  pendingRegistrations,
  products,
  receipts,
  refunds,
  reviews,
  stockLedger,
  users,
} from '../../../server/db/schema.ts';
import { findDrift } from '../../../server/modules/stock/stock.repository.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { byStaff, getDraft, order } from '../orders/ordering.ts';
import { attemptIn, unpaidOrder } from '../payments/attempt-steps.ts';

/** Tests what migrations do to existing rows, and the bounds of the data derived from products. */

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp();
});
afterAll(() => shop.close());

const total = async (search: string) =>
  (await shop.call(listProducts, { search, limit: 48 })).body.data.pagination.total;

test('a released migration never changes', async () => {
  const lines = migrations.map(
    ({ name, steps }) => `${name} ${createHash('sha256').update(steps.join('\n;\n')).digest('hex').slice(0, 16)}\n`,
  );
  await expect(lines.join('')).toMatchFileSnapshot('migrations.txt');
});

test('0017-limits: keeps every field of a pending sign-up', async () => {
  const row = {
    id: randomUUID(),
    email: 'jane@example.com',
    name: 'Jane Wanjiku',
    phone: '254712345678',
    passwordHash: 'hash of the password',
    flowHash: 'hash of the flow',
    createdAt: new Date('2026-11-01T08:00:00Z'),
    expiresAt: new Date('2026-11-01T08:15:00Z'),
  };
  await shop.db.sql.execute(sql`insert into pending_registrations
    (id, email, name, phone, password_hash, flow_hash, created_at, expires_at) values (${row.id}, ${row.email},
    ${row.name}, ${row.phone}, ${row.passwordHash}, ${row.flowHash}, ${row.createdAt.toISOString()}, ${row.expiresAt.toISOString()})`);
  for (const step of limits) await shop.db.run(step);
  expect(await shop.db.sql.select().from(pendingRegistrations)).toEqual([{ ...row, origin: row.id }]);
});

test('0022-one-spelling: a single address becomes the default, one of two does not', async () => {
  const [alone, withTwo] = [await shop.signIn(), await shop.signIn()];
  const address = (userId: string) => ({
    id: randomUUID(),
    userId,
    name: 'Home',
    phone: '254712345678',
    type: 'home',
    address: 'Moi Avenue 1',
    city: 'Nairobi',
    country: 'Kenya',
    isDefault: false,
    createdAt: shop.clock.now(),
  });
  await shop.db.sql
    .insert(addresses)
    .values([address(alone.user.id), address(withTwo.user.id), address(withTwo.user.id)]);
  for (const step of oneSpelling) await shop.db.run(step);
  const found = await shop.db.sql.select().from(addresses);
  expect(found.filter(({ isDefault }) => isDefault).map(({ userId }) => userId)).toEqual([alone.user.id]);
});

test('0022-one-spelling: an e-mail becomes NFC, unless another account has that spelling', async () => {
  const people = [await shop.signIn(), await shop.signIn(), await shop.signIn()];
  const emails = ['rene\u0301@shop.com', 'zoe\u0308@shop.com', 'zo\u00eb@shop.com'];
  for (const [at, email] of emails.entries())
    await shop.db.sql
      .update(users)
      .set({ email })
      .where(sql`${users.id} = ${people[at]?.user.id}`);
  for (const step of oneSpelling) await shop.db.run(step);
  const kept = await shop.db.sql.select({ email: users.email }).from(users);
  expect(kept.map(({ email }) => email)).toEqual(
    expect.arrayContaining(['ren\u00e9@shop.com', 'zoe\u0308@shop.com', 'zo\u00eb@shop.com']),
  );
});

test('0032-stock-ledger: existing stock gets one opening row, without the pieces that orders have committed', async () => {
  const [sold, held, gone] = [await addProduct(shop), await addProduct(shop), await addProduct(shop)];
  const lines = [sold, held, gone].map((product) => ({ ...product, quantity: 2 }));
  const shopper = await shop.signIn();
  await order(shop, shopper, getDraft(lines.slice(0, 1)));
  await order(shop, shopper, getDraft(lines.slice(1, 2), { paymentMethod: 'mpesa' }), randomUUID());
  const { body } = await order(shop, shopper, getDraft(lines.slice(2)));
  for (const status of ['processing', 'shipped'] as const) await byStaff(shop, body.data.order._id, status);
  await shop.db.sql.delete(stockLedger);
  for (const _ of [1, 2]) for (const step of openingSteps) await shop.db.run(step);
  const rows = await shop.db.sql.select().from(stockLedger);
  const getRows = (id: string) => rows.filter(({ productId }) => productId === id);
  const opening = { reason: 'counted', actor: 'system', source: 'opening', orderId: null, pieces: null };
  for (const [{ id }, difference] of [
    [sold, 3],
    [held, 5],
    [gone, 3],
  ] as const)
    expect(getRows(id)).toMatchObject([{ ...opening, difference }]);
  expect(await findDrift(shop.db.sql)).toEqual([]);
});

test('0010-reviews: deleting a product deletes its reviews', async () => {
  const { id } = await addProduct(shop);
  const { user } = await shop.signIn();
  await shop.db.sql.insert(reviews).values({
    id: randomUUID(),
    productId: id,
    userId: user.id,
    rating: 5,
    comment: 'Works well.',
    isVerified: true,
    createdAt: shop.clock.now(),
  });
  await shop.db.sql.execute(sql`delete from product_stock where product_id = ${id}`);
  await shop.db.sql.delete(products).where(sql`${products.id} = ${id}`);
  expect(await shop.db.sql.select().from(reviews)).toEqual([]);
});

test('0025-search-words: finds sixty specifications and 200 words of a name, and nothing after them', async () => {
  const numbers = (from: number, count: number) => Array.from({ length: count }, (_, at) => String(from + at));
  await addProduct(shop, {
    name: numbers(1001, 201).join(' '),
    specifications: numbers(2001, 61).map((value) => ({ name: 'Port', value })),
  });
  const found = [];
  for (const search of ['1001', '1200', '1201', '2001', '2060', '2061']) found.push(await total(search));
  expect(found).toEqual([1, 1, 0, 1, 1, 0]);
});

test('0009-search: counts names and values of up to 100 characters, and no longer ones', async () => {
  const [long, longer] = ['x'.repeat(100), 'x'.repeat(101)];
  await addProduct(shop, {
    specifications: [
      { name: 'Short', value: long },
      { name: 'Long', value: longer },
      { name: long, value: 'short' },
      { name: longer, value: 'short' },
    ],
  });
  const { body } = await shop.call(getFacets, {});
  const names = body.data.specifications.map(({ name }) => name).filter((name) => name !== 'Port');
  expect(names.sort()).toEqual(['Short', long]);
});

test('0034-refunds: payments and refunds of the previous version keep their meaning', async () => {
  const made = await unpaidOrder(shop);
  const [one, other, third] = [
    await attemptIn(shop, made, 'expired'),
    await attemptIn(shop, made, 'expired'),
    await attemptIn(shop, made, 'expired'),
  ];
  const at = shop.clock.now().toISOString();
  // As the previous version writes them, also while processes of both versions run.
  for (const [id, receipt] of [
    [one.id, 'OLD1'],
    [other.id, 'OLD2'],
    [third.id, null],
  ] as const)
    await shop.db.sql.execute(sql`insert into payments (attempt_id, order_id, receipt, amount, paid_at)
      values (${id}, ${made.id}, ${receipt}, 3000, ${at}) on conflict do nothing`);
  for (const [id, confirmed] of [
    [one.id, at],
    [other.id, null],
  ] as const)
    await shop.db.sql.execute(sql`insert into refunds (attempt_id, order_id, amount, reason, created_at, confirmed_at)
      values (${id}, ${made.id}, 3000, 'cancelled', ${at}, ${confirmed}) on conflict do nothing`);
  const phone = '254712345678';
  await shop.db.sql.update(paymentAttempts).set({ phone });
  for (const step of refundSteps) await shop.db.run(step);
  const paid = await shop.db.sql.select().from(payments);
  expect(new Set(paid.map(({ id, source, phone, refunded }) => [id, source, phone, refunded].join(' ')))).toEqual(
    new Set([
      [one.id, 'prompt', phone, 3000].join(' '),
      [other.id, 'prompt', phone, 3000].join(' '),
      [third.id, 'prompt', phone, 0].join(' '),
    ]),
  );
  const back = await shop.db.sql.select().from(refunds);
  expect(new Set(back.map((it) => [it.id, it.paymentId, it.state, it.way ?? '-'].join(' ')))).toEqual(
    new Set([[one.id, one.id, 'done', 'hand'].join(' '), [other.id, other.id, 'due', '-'].join(' ')]),
  );
  const used = await shop.db.sql.select().from(receipts);
  expect(used.map(({ receipt, use, paymentId }) => [receipt, use, paymentId]).sort()).toEqual([
    ['OLD1', 'payment', one.id],
    ['OLD2', 'payment', other.id],
  ]);
});

test('OWN-P1: orders of an older version have their parcel where their status says, and no old cash is owed', async () => {
  const shopper = await shop.signIn();
  const product = await addProduct(shop, { stock: 20 });
  const place = async (...steps: readonly ('processing' | 'shipped' | 'delivered' | 'cancelled')[]) => {
    const { _id } = (await order(shop, shopper, getDraft([product]))).body.data.order;
    for (const step of steps) await byStaff(shop, _id, step);
    return _id;
  };
  const placed = [
    await place(),
    await place('processing'),
    await place('processing', 'shipped'),
    await place('processing', 'shipped', 'delivered'),
    await place('cancelled'),
  ];
  // As an older version leaves them.
  await shop.db.sql.delete(cashEntries);
  await shop.db.sql.update(orders).set({ parcel: 'none', parcelAt: null, undo: null, cash: 'none' });
  const read = async () =>
    new Map((await shop.db.sql.select().from(orders)).map(({ updatedAt: _updatedAt, ...row }) => [row.id, row]));
  const before = await read();
  for (const step of parcelSteps) await shop.db.run(step);
  for (const step of parcelSteps) await shop.db.run(step);
  const after = await read();
  const wanted = ['none', 'none', 'onTheWay', 'delivered', 'none'] as const;
  for (const [index, id] of placed.entries()) {
    const row = after.get(id);
    expect(row).toEqual({ ...before.get(id), parcel: wanted[index], parcelAt: row?.parcelAt });
    expect(row?.parcelAt === null).toBe(wanted[index] === 'none');
  }
  const delivered = after.get(placed[3] ?? '');
  expect(delivered?.parcelAt).toEqual(delivered?.deliveredAt);
  expect([delivered?.isPaid, delivered?.cash]).toEqual([true, 'none']);
});
