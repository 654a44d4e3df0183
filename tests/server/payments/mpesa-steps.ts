import { randomUUID } from 'node:crypto';
import { asc, eq, isNull, sql } from 'drizzle-orm';
import { vi } from 'vitest';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import { stkPush } from '../../../contract/mpesa.ts';
import { circuits, jobs, orders, paymentAttempts } from '../../../server/db/schema.ts';
import { mountCallback } from '../../../server/modules/payments/callback.routes.ts';
import { registerWorkers } from '../../../server/workers.ts';
import { createTestApp, type TestApp, type TestOptions, withServices } from '../../support/server.ts';
import { getDraft, order, type DraftLine, type Shopper } from '../orders/ordering.ts';

export const PHONE = '254712345678';

/**
 * Creates a shop that accepts callbacks and runs its jobs on each `jobs.runDue`. Its maintenance does nothing on the
 * database: vacuuming each hour of a simulated day would take most of the test on PGlite, and
 * tests/server/core/jobs.test.ts covers it.
 */
export async function payingShop(options: TestOptions = {}): Promise<TestApp> {
  const shop = await createTestApp({
    extras: (deps, services) => [(app) => mountCallback(app, deps, services)],
    ...options,
  });
  registerWorkers(...withServices({ ...shop.deps, db: { ...shop.db, run: async () => undefined } }));
  return shop;
}

/** Creates an M-Pesa order as the checkout does. */
export async function mpesaOrder(
  shop: TestApp,
  shopper: Shopper,
  line: DraftLine,
): Promise<{ id: OrderId; total: number }> {
  const { body } = await order(shop, shopper, getDraft([line], { paymentMethod: 'mpesa' }), randomUUID());
  return { id: toOrderId(body.data.order._id), total: body.data.order.totalPrice };
}

/** Closes the circuit, so that a test's faults do not stop the prompts of the next one (PAY-M2). */
export async function closeCircuit({ db }: TestApp): Promise<void> {
  await db.sql.delete(circuits);
}

/** Pushes to the shopper's own phone; other phones have their own limits (D25). */
export function push(
  shop: TestApp,
  { token, user }: Shopper,
  { id, total }: { id: string; total: number },
  phone = user.phone,
) {
  return shop.call(stkPush, { phoneNumber: phone, amount: total, orderId: id, accountReference: '' }, { token });
}

export interface CallbackWords {
  readonly code?: number | string;
  readonly amount?: number;
  readonly receipt?: string;
}

/** Posts Daraja's callback for the newest prompt or the given one. Returns the status. */
export async function callback(
  shop: TestApp,
  { code = 0, amount, receipt = randomUUID().slice(0, 10) }: CallbackWords = {},
  prompt = shop.mpesa.prompts.at(-1),
) {
  if (prompt === undefined) throw new Error('nothing was pushed');
  const { merchantRequestId, checkoutRequestId, callbackUrl } = prompt;
  const items = [
    { Name: 'Amount', Value: amount ?? prompt.amount },
    { Name: 'MpesaReceiptNumber', Value: receipt },
  ];
  const stkCallback = {
    MerchantRequestID: merchantRequestId,
    CheckoutRequestID: checkoutRequestId,
    ResultCode: code,
    ResultDesc: 'told',
    ...(code === 0 && { CallbackMetadata: { Item: items } }),
  };
  const reply = await shop.app.inject({
    method: 'POST',
    url: new URL(callbackUrl).pathname,
    payload: { Body: { stkCallback } },
  });
  return reply.statusCode;
}

export function getAttempts(shop: TestApp, orderId: string) {
  return shop.db.sql
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(asc(paymentAttempts.createdAt));
}

export async function orderRow(shop: TestApp, id: string) {
  const [row] = await shop.db.sql.select().from(orders).where(eq(orders.id, id));
  if (row === undefined) throw new Error('no such order');
  return row;
}

/**
 * Stops the shop's clock until mocks are restored: only `pass` and `advance` move it, so a slow machine makes nothing
 * late.
 */
export function stopTime({ clock }: TestApp): void {
  let now = clock.now().getTime();
  vi.spyOn(clock, 'now').mockImplementation(() => new Date(now));
  vi.spyOn(clock, 'advance').mockImplementation((ms) => void (now += ms));
}

/** Advances the time in steps and runs due jobs, as a running server's job loop does. Skips steps without a due job. */
export async function pass(shop: TestApp, ms: number, stepMs = 1_000): Promise<void> {
  // The first run creates the periodic jobs.
  let isKnown = false;
  for (let passed = 0; passed < ms;) {
    const idle = isKnown ? Math.ceil(((await nextDue(shop)) - shop.clock.now().getTime()) / stepMs) - 1 : 0;
    const steps = Math.max(1, Math.min(idle + 1, Math.ceil((ms - passed) / stepMs)));
    const by = Math.min(steps * stepMs, ms - passed);
    shop.clock.advance(by);
    passed += by;
    await shop.deps.jobs.runDue();
    isKnown = true;
  }
}

/** The time of the next job in milliseconds, or Infinity. */
async function nextDue({ db }: TestApp): Promise<number> {
  const [row] = await db.sql
    .select({
      at: sql<Date | string | null>`min(greatest(${jobs.runAt}, coalesce(${jobs.lockedUntil}, ${jobs.runAt})))`,
    })
    .from(jobs)
    .where(isNull(jobs.doneAt));
  return row?.at == null ? Number.POSITIVE_INFINITY : new Date(row.at).getTime();
}
