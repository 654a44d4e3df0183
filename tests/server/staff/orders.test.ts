// @engine pglite
import { randomUUID } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { listOrders, setOrderStatus } from '../../../contract/admin.ts';
import { cancelOrder, getOrder } from '../../../contract/orders.ts';
import { audit, orderEvents, paymentAttempts, refunds } from '../../../server/db/schema.ts';
import { createSmtp } from '../../../server/providers/smtp.ts';
import { createTermii } from '../../../server/providers/termii.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { getDraft, order, type Shopper } from '../orders/ordering.ts';
import { callback, mpesaOrder, payingShop, push } from '../payments/mpesa-steps.ts';
import { startSimulators, type RunningSimulators } from '../simulators/running.ts';

let shop: TestApp;
let shopper: Shopper;
let admin: Awaited<ReturnType<TestApp['signInStaff']>>;
let product: Awaited<ReturnType<typeof addProduct>>;

beforeAll(async () => {
  shop = await payingShop();
});
beforeEach(async () => {
  shopper = await shop.signIn({ name: 'Wanjiku' });
  admin = await shop.signInStaff({ role: 'orders' });
  product = await addProduct(shop, { stock: 5, price: 1500 });
});
afterAll(() => shop.close());

const place = async () =>
  (await order(shop, shopper, getDraft([{ ...product, quantity: 2 }]), randomUUID())).body.data.order._id;
const move = (id: string, status: 'processing' | 'shipped' | 'delivered' | 'cancelled', more: object = {}) =>
  shop.call(setOrderStatus, { id, status, ...more }, { token: admin.token });
const notes = async (id: string) =>
  (
    await shop.db.sql
      .select()
      .from(audit)
      .where(eq(audit.subject, `order ${id}`))
      .orderBy(asc(audit.at))
  ).map(({ actor, staffId, action, before, after, at }) => ({ actor, staffId, action, before, after, at }));

/** Text messages that the shopper received about the order. */
const readTold = (id: string) =>
  shop.sms.texts.map(({ text }) => text).filter((text) => text.includes(id.slice(0, 8).toUpperCase()));

describe('H1: every order change by the staff', () => {
  test('writes one audit row: who, what, when, before and after', async () => {
    const id = await place();
    const moments: Date[] = [];
    for (const [status, more] of [
      ['processing', {}],
      ['shipped', { trackingNumber: ' T1 ' }],
      ['delivered', {}],
    ] as const) {
      shop.clock.advance(1000);
      moments.push(shop.clock.now());
      expect((await move(id, status, more)).status).toBe(200);
      expect((await move(id, status)).status).toBe(200);
    }
    const kept = await notes(id);
    const who = { actor: admin.staff.email, staffId: admin.staff.id, action: 'order.status' };
    const of = (status: string, money = 'unpaid', trackingNumber: string | null = null) => ({
      status,
      money,
      trackingNumber,
      parcel: { shipped: 'onTheWay', delivered: 'delivered' }[status] ?? 'none',
      cash: status === 'delivered' ? 'owed' : 'none',
    });
    expect(kept).toEqual([
      { ...who, before: of('pending'), after: of('processing'), at: expect.any(Date) as Date },
      { ...who, before: of('processing'), after: of('shipped', 'unpaid', 'T1'), at: expect.any(Date) as Date },
      {
        ...who,
        before: of('shipped', 'unpaid', 'T1'),
        after: of('delivered', 'paid', 'T1'),
        at: expect.any(Date) as Date,
      },
    ]);
    for (const [index, { at }] of kept.entries())
      expect(at.getTime() - (moments[index]?.getTime() ?? 0)).toBeGreaterThanOrEqual(0);
  });

  test('writes the audit row exactly if the change is stored', async () => {
    const id = await place();
    expect((await move(id, 'delivered')).status).toBe(409);
    expect(await notes(id)).toEqual([]);
  });

  test('A36: of concurrent changes one succeeds, and the others are repeats or rejected', async () => {
    const id = await place();
    await move(id, 'processing');
    const answers = await Promise.all([
      move(id, 'shipped', { trackingNumber: 'T1' }),
      move(id, 'cancelled'),
      move(id, 'shipped', { trackingNumber: 'T1' }),
      move(id, 'cancelled'),
      shop.call(cancelOrder, { id }, { token: shopper.token }),
    ]);
    const { order: now } = (await shop.call(getOrder, { id }, { token: shopper.token })).body.data;
    const isShipped = now.status === 'shipped';
    expect(now.status).toBe(isShipped ? 'shipped' : 'cancelled');
    const told = isShipped ? [200, 409, 200, 409, 409] : [409, 200, 409, 200, 200];
    expect(answers.map(({ status }) => status)).toEqual(told);
    const events = await shop.db.sql.select().from(orderEvents).where(eq(orderEvents.orderId, id));
    expect(events).toHaveLength(3);
    expect((await readStock(shop, product.id)).reserved).toBe(0);
    expect((await notes(id)).length).toBeLessThanOrEqual(2);
  });
});

test('U25: sends the messages of a change immediately', async () => {
  const id = await place();
  const wake = vi.spyOn(shop.deps.jobs, 'wake');
  await move(id, 'processing');
  expect(wake).toHaveBeenCalled();
  wake.mockRestore();
});

test('D7: leaves a prompt alone that is still on the phone when a paid order is shipped', async () => {
  const made = await mpesaOrder(shop, shopper, product);
  await push(shop, shopper, made);
  const paid = shop.mpesa.prompts.at(-1);
  shop.clock.advance(121_000);
  await push(shop, shopper, made);
  await callback(shop, {}, paid);
  const attempts = () =>
    shop.db.sql
      .select()
      .from(paymentAttempts)
      .where(eq(paymentAttempts.orderId, made.id))
      .orderBy(asc(paymentAttempts.createdAt));
  const before = await attempts();
  expect(before.map(({ state }) => state)).toEqual(['succeeded', 'pending']);
  expect((await move(made.id, 'shipped')).status).toBe(200);
  expect(await attempts()).toEqual(before);
});

describe('cancelled by the staff', () => {
  test('H4: a paid order: its pieces are for sale again and its money is due', async () => {
    const made = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, made);
    await callback(shop);
    expect((await move(made.id, 'cancelled')).body.data.order).toMatchObject({ cancelReason: 'staff' });
    expect(await shop.db.sql.select().from(refunds).where(eq(refunds.orderId, made.id))).toMatchObject([
      { amount: 1500, reason: 'cancelled', confirmedAt: null },
    ]);
    expect((await readStock(shop, product.id)).reserved).toBe(0);
    await shop.deps.jobs.runDue();
    expect(readTold(made.id)).toContainEqual(expect.stringContaining('It is cancelled. Ksh 1,500 goes back to you.'));
  });

  test('Q15: with a live prompt, Daraja is queried immediately and arriving money is refunded', async () => {
    const made = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, made);
    await move(made.id, 'cancelled');
    const [attempt] = await shop.db.sql.select().from(paymentAttempts).where(eq(paymentAttempts.orderId, made.id));
    expect(attempt?.nextQueryAt?.getTime()).toBeLessThanOrEqual(shop.clock.now().getTime());
    await callback(shop);
    await shop.deps.jobs.runDue();
    expect(readTold(made.id)).toEqual([
      expect.stringContaining('Your payment came after the order had been cancelled. Ksh 1,500 goes back to you.'),
    ]);
  });
});

describe('GET /admin/orders', () => {
  test('returns the orders of all shoppers, newest first, in pages of 20, optionally by status', async () => {
    const fresh = await createTestApp({ env: UNBOUND });
    const { token } = await fresh.signInStaff();
    const [one, other] = [await fresh.signIn(), await fresh.signIn()];
    const goods = await addProduct(fresh, { stock: 100 });
    const ids: string[] = [];
    for (let count = 0; count < 21; count += 1) {
      fresh.clock.advance(1000);
      const { body } = await order(fresh, count % 2 === 0 ? one : other, getDraft([goods]), randomUUID());
      ids.unshift(body.data.order._id);
    }
    const list = async (query: object) => (await fresh.call(listOrders, query, { token })).body.data;
    const first = await list({});
    expect(first.orders.map(({ _id }) => _id)).toEqual(ids.slice(0, 20));
    expect(first.pagination).toEqual({ page: 1, limit: 20, total: 21, pages: 2 });
    expect(first.orders[0]).toMatchObject({ user: { email: one.user.email }, shippingAddress: { name: 'Njeri' } });
    expect((await list({ page: 2 })).orders.map(({ _id }) => _id)).toEqual(ids.slice(20));
    expect(await list({ page: 3 })).toMatchObject({ orders: [], pagination: { page: 3, total: 21 } });
    await fresh.call(setOrderStatus, { id: ids[3] ?? '', status: 'processing' }, { token });
    expect(await list({ status: 'processing' })).toMatchObject({ orders: [{ _id: ids[3] }], pagination: { total: 1 } });
    expect((await list({ status: 'pending' })).pagination.total).toBe(20);
    await fresh.close();
  });

  test.each(['status=paid', 'status=', 'page=0', 'page=x', 'page=1e9', 'page=1&page=2', 'x=1'])(
    '?%s returns 400',
    async (query) => {
      const { statusCode } = await shop.app.inject({
        url: `/api/admin/orders?${query}`,
        headers: { authorization: `Bearer ${admin.token}` },
      });
      expect(statusCode).toBe(400);
    },
  );
});

describe('U25: in the simulated mailbox and on the simulated phone', () => {
  let simulators: RunningSimulators;
  beforeAll(async () => {
    simulators = await startSimulators();
  });
  afterAll(() => simulators.close());

  test('sends one mail and one SMS each when paid, shipped with a tracking number, and delivered', async () => {
    const mail = createSmtp({
      host: '127.0.0.1',
      port: await simulators.mailPort(),
      login: null,
      from: { name: 'Duka', address: 'shop@duka.test' },
      timeoutMs: 5_000,
    });
    const { apiKey } = shop.env.termii;
    const sms = createTermii({
      baseUrl: `${simulators.url}/termii`,
      apiKey,
      senderId: 'Duka',
      channel: 'dnd',
      timeoutMs: 5_000,
    });
    const real = await payingShop({ mail, sms });
    const buyer = await real.signIn({ phone: '254711222444' });
    const { token } = await real.signInStaff();
    const made = await mpesaOrder(real, buyer, await addProduct(real, { price: 3000 }));
    await push(real, buyer, made);
    await callback(real, { receipt: 'SFF6XYZ123' });
    for (const [status, more] of [
      ['shipped', { trackingNumber: 'KE-77' }],
      ['delivered', {}],
    ] as const) {
      real.clock.advance(30_000);
      await real.deps.jobs.runDue();
      await real.call(setOrderStatus, { id: made.id, status, ...more }, { token });
    }
    real.clock.advance(30_000);
    await real.deps.jobs.runDue();
    const name = made.id.slice(0, 8).toUpperCase();
    const texts = (await simulators.messages('254711222444')).map(({ text }) => text);
    expect(texts.toSorted()).toEqual([
      expect.stringMatching(new RegExp(`^Duka: order ${name} is on its way to you. Tracking number KE-77.$`)),
      expect.stringMatching(new RegExp(`^Duka: order ${name} was delivered.`)),
      expect.stringMatching(/^Duka: we received Ksh 3,000 for order .* M-Pesa receipt SFF6XYZ123\./),
    ]);
    const mails = await simulators.mails(buyer.user.email);
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      `Your order ${name} is on its way`,
      `Your order ${name} is paid`,
      `Your order ${name} was delivered`,
    ]);
    const [shipped] = mails.filter(({ subject }) => subject.endsWith('on its way'));
    expect(shipped?.text).toContain('Tracking number KE-77.');
    expect(shipped?.html).toContain('Tracking number KE-77.');
    await real.close();
  });
});
