// @engine postgres
import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { toOrderId } from '../../../contract/fields.ts';
import { cancelOrder, changePaymentMethod } from '../../../contract/orders.ts';
import type { CurrentStaff } from '../../../server/people.ts';
import type { Work } from '../../../server/jobs/jobs.ts';
import { registerExpiry } from '../../../server/modules/orders/expiry.worker.ts';
import { testEachStatement, type Call } from '../../support/each-statement.ts';
import { withServices, type TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { attemptIn, callableShop, unpaidOrder } from '../payments/attempt-steps.ts';
import { orderRow } from '../payments/mpesa-steps.ts';
import { getDraft, order } from './ordering.ts';

let shop: TestApp;
let staff: CurrentStaff;
/** Runs the expiry check of an order. */
let look: Work;
beforeAll(async () => {
  shop = await callableShop({ env: { LOG_LEVEL: 'silent' } });
  ({ staff } = await shop.signInStaff());
  const register = (_: string, work: Work) => void (look = work);
  registerExpiry(...withServices({ ...shop.deps, jobs: { ...shop.deps.jobs, register, schedule: () => undefined } }));
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => shop.close());

const isDone = async (reply: Promise<{ status: number }>) => (await reply).status === 200;
const moved = async (id: string, status: 'cancelled' | 'shipped') => {
  await shop.services.staffOrders.move(staff, { id: toOrderId(id), status, trackingNumber: undefined });
  return true;
};

/** Moves the clock to the end of the order's payment period. */
async function overdue(orderId: string): Promise<() => Promise<boolean>> {
  const { expiresAt } = await orderRow(shop, orderId);
  vi.spyOn(shop.clock, 'now').mockReturnValue(expiresAt ?? new Date(0));
  return () => look({ id: randomUUID(), payload: { orderId }, attempt: 1 }).then(() => true);
}

/** The operations, each of which writes in one transaction. */
const SCENES: Readonly<Record<string, () => Promise<Call>>> = {
  async 'an M-Pesa order'() {
    const shopper = await shop.signIn();
    const lines = [await addProduct(shop, { price: 1500 }), await addProduct(shop, { price: 500 })];
    return () => isDone(order(shop, shopper, getDraft(lines, { paymentMethod: 'mpesa' }), randomUUID()));
  },
  async 'a cash order without a key'() {
    const shopper = await shop.signIn();
    const lines = [await addProduct(shop, { price: 1500 })];
    return () => isDone(order(shop, shopper, getDraft(lines)));
  },
  async 'an order that takes the place of another'() {
    const { shopper, id, productId } = await unpaidOrder(shop);
    const lines = [{ id: productId, price: 1500, quantity: 3 }];
    return () => isDone(order(shop, shopper, getDraft(lines, { paymentMethod: 'mpesa', replaces: id }), randomUUID()));
  },
  async 'an order that is cancelled while its prompt is open'() {
    const made = await unpaidOrder(shop);
    await attemptIn(shop, made, 'pending');
    return () => isDone(shop.call(cancelOrder, { id: made.id }, { token: made.shopper.token }));
  },
  async 'pay on delivery instead'() {
    const { id, shopper } = await unpaidOrder(shop);
    return () => isDone(shop.call(changePaymentMethod, { id, paymentMethod: 'cod' }, { token: shopper.token }));
  },
  async 'an order that was not paid in time'() {
    return overdue((await unpaidOrder(shop)).id);
  },
  async 'an order whose prompt is asked about before it is cancelled'() {
    const made = await unpaidOrder(shop);
    await attemptIn(shop, made, 'pending');
    return overdue(made.id);
  },
  async 'a paid order that the staff cancels'() {
    const made = await unpaidOrder(shop);
    await attemptIn(shop, made, 'succeeded');
    return () => moved(made.id, 'cancelled');
  },
  async 'a parcel that leaves the shop'() {
    const made = await unpaidOrder(shop);
    await attemptIn(shop, made, 'succeeded');
    return () => moved(made.id, 'shipped');
  },
};

/** Row changes that each operation writes. */
const WRITES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'an M-Pesa order': {
    'idempotency_keys: made': 2,
    'jobs: made': 1,
    'order_events: made': 1,
    'order_lines: made': 2,
    'orders: made': 1,
    'product_stock: changed': 2,
  },
  'a cash order without a key': {
    'order_events: made': 1,
    'order_lines: made': 1,
    'orders: made': 1,
    'product_stock: changed': 1,
    'stock_ledger: made': 1,
  },
  'an order that takes the place of another': {
    'idempotency_keys: made': 2,
    'jobs: made': 1,
    'order_events: made': 2,
    'order_lines: made': 1,
    'order_lines: changed': 1,
    'orders: made': 1,
    'orders: changed': 1,
    'product_stock: changed': 1,
  },
  'an order that is cancelled while its prompt is open': {
    'order_events: made': 1,
    'order_lines: changed': 1,
    'orders: changed': 1,
    'payment_attempts: changed': 1,
    'product_stock: changed': 1,
  },
  'pay on delivery instead': {
    'order_events: made': 1,
    'order_lines: changed': 1,
    'orders: changed': 1,
    'stock_ledger: made': 1,
  },
  'an order that was not paid in time': {
    'jobs: made': 2,
    'order_events: made': 1,
    'order_lines: changed': 1,
    'orders: changed': 1,
    'product_stock: changed': 1,
  },
  'an order whose prompt is asked about before it is cancelled': { 'jobs: made': 2, 'payment_attempts: changed': 1 },
  'a paid order that the staff cancels': {
    'audit: made': 1,
    'jobs: made': 2,
    'order_events: made': 1,
    'order_lines: changed': 1,
    'orders: changed': 1,
    'payment_attempts: changed': 1,
    'payments: changed': 1,
    'product_stock: changed': 1,
    'refunds: made': 1,
    'stock_ledger: made': 1,
  },
  'a parcel that leaves the shop': {
    'audit: made': 1,
    'jobs: made': 2,
    'order_events: made': 1,
    'orders: changed': 1,
    'product_stock: changed': 1,
  },
};

testEachStatement(() => shop, SCENES, WRITES);
