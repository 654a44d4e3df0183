import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, inArray, like, or } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';
import type { OrderId } from '../../../contract/fields.ts';
import { paymentStatus } from '../../../contract/mpesa.ts';
import { toShillings } from '../../../contract/rules/money.ts';
import { parseStoredMsisdn } from '../../../contract/rules/phone.ts';
import {
  jobs,
  orders,
  paymentAlarms,
  paymentAttempts,
  paymentMessages,
  payments,
  refunds,
} from '../../../server/db/schema.ts';
import type { AttemptEvent, ProviderIds } from '../../../server/machines/payment-attempt.types.ts';
import { secretHash } from '../../../server/secrets.ts';
import { insertAttempt } from '../../../server/modules/payments/push.repository.ts';
import type { AttemptState } from '../../../server/modules/settlement/attempts.repository.ts';
import { mountCallback } from '../../../server/modules/payments/callback.routes.ts';
import { MESSAGE_JOB } from '../../../server/modules/messages/messages.service.ts';
import { createTestApp, type TestApp, type TestOptions } from '../../support/server.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import type { Shopper } from '../orders/ordering.ts';
import { NO_IDS } from './attempt-walk.ts';
import { mpesaOrder } from './mpesa-steps.ts';

/** Creates a shop that accepts Daraja's callbacks. */
export function callableShop(options: TestOptions = {}): Promise<TestApp> {
  return createTestApp({ ...options, extras: (deps, services) => [(app) => mountCallback(app, deps, services)] });
}

/** Opens such a shop before a file's tests and closes it after them; restores every mock between tests. */
export function useCallableShop(take: (shop: TestApp) => void): void {
  let shop: TestApp;
  beforeAll(async () => {
    shop = await callableShop();
    take(shop);
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  afterAll(() => shop.close());
}

export interface MadeOrder {
  readonly id: OrderId;
  readonly total: number;
  readonly productId: string;
  readonly shopper: Shopper;
}

/** Creates an unpaid M-Pesa order of a new shopper: 2 of 5 pieces at 1500, Ksh 3,000 as in the tables. */
export async function unpaidOrder(shop: TestApp, { quantity = 2, stock = 5, price = 1500 } = {}): Promise<MadeOrder> {
  const shopper = await shop.signIn();
  const product = await addProduct(shop, { stock, price });
  return { ...(await mpesaOrder(shop, shopper, { id: product.id, price, quantity })), productId: product.id, shopper };
}

export interface MadeAttempt {
  readonly id: string;
  readonly orderId: OrderId;
  readonly amount: number;
  readonly token: string;
  /** Daraja's ids of the prompt, whether the shop knows them or not. */
  readonly ids: { readonly merchantRequestId: string; readonly checkoutRequestId: string };
}

/** Creates an attempt for the order, as T2 does. Nothing has been sent yet. */
export async function writtenAttempt(shop: TestApp, order: MadeOrder): Promise<MadeAttempt> {
  const id = randomUUID();
  const token = randomBytes(16).toString('base64url');
  const now = shop.clock.now();
  const isWritten = await insertAttempt(shop.db.sql, {
    id,
    orderId: order.id,
    userId: order.shopper.user.id,
    phone: parseStoredMsisdn(order.shopper.user.phone),
    amount: toShillings(order.total),
    accountReference: `DUKA${order.id.slice(0, 8).toUpperCase()}`,
    state: 'created',
    tokenHash: secretHash(token),
    runStartedAt: now,
    createdAt: now,
    updatedAt: now,
  });
  if (!isWritten) throw new Error('another attempt is open');
  const ids = { merchantRequestId: randomUUID(), checkoutRequestId: `ws_CO_${randomUUID()}` };
  return { id, orderId: order.id, amount: order.total, token, ids };
}

export function settle(shop: TestApp, { id }: Pick<MadeAttempt, 'id'>, event: AttemptEvent) {
  const { settleAttempt } = shop.services.settlement;
  return shop.db.tx((tx) => settleAttempt(tx, id, event, shop.clock.now()));
}

/** The events that lead from a created attempt to each state. */
export function wayTo(state: AttemptState, { id, ids }: MadeAttempt, now: number): AttemptEvent[] {
  const start: AttemptEvent = { type: 'push.start', now };
  const pending: AttemptEvent[] = [start, { type: 'push.accepted', ids }];
  const paid: AttemptEvent[] = [
    ...pending,
    { type: 'money.received', receipt: getReceipt({ id }), ids, isByQuery: false },
  ];
  switch (state) {
    case 'created':
      return [];
    case 'requesting':
      return [start];
    case 'pending':
      return pending;
    case 'unknown':
      return [start, { type: 'push.unanswered' }];
    case 'failed':
      return [
        ...pending,
        {
          type: 'result.failed',
          code: '1032',
          reason: 'You cancelled the payment.',
          ids: NO_IDS,
          alarm: null,
          mayHidePayment: false,
        },
      ];
    case 'expired':
      return [...pending, { type: 'deadline.passed' }];
    case 'held':
      return [
        ...pending,
        { type: 'amount.differs', amount: toShillings(2999) },
        { type: 'money.received', receipt: null, ids: NO_IDS, isByQuery: true },
      ];
    case 'succeeded':
      return paid;
    case 'refund_pending':
      return [...paid, { type: 'refund.due' }];
    case 'refunded':
      return [...paid, { type: 'refund.due' }, { type: 'refund.confirmed' }];
  }
}

export async function attemptIn(shop: TestApp, order: MadeOrder, state: AttemptState): Promise<MadeAttempt> {
  const attempt = await writtenAttempt(shop, order);
  for (const event of wayTo(state, attempt, shop.clock.now().getTime())) await settle(shop, attempt, event);
  return attempt;
}

export interface CallbackWords {
  readonly code?: number | string;
  readonly ids?: ProviderIds;
  /** Items in Daraja's format; missing ones have the values of a good callback. */
  readonly items?: Readonly<Record<string, unknown>>;
}

/** Builds a callback body in Daraja's format (providers 1.3). */
export function getBody(attempt: MadeAttempt, { code = 0, ids = attempt.ids, items = {} }: CallbackWords = {}): string {
  const metadata = {
    Amount: attempt.amount,
    MpesaReceiptNumber: getReceipt(attempt),
    Balance: undefined,
    TransactionDate: 20261121102115,
    PhoneNumber: 254712345678,
    ...items,
  };
  return JSON.stringify({
    Body: {
      stkCallback: {
        MerchantRequestID: ids.merchantRequestId ?? undefined,
        CheckoutRequestID: ids.checkoutRequestId ?? undefined,
        ResultCode: code,
        ResultDesc: code === 0 ? 'The service request is processed successfully.' : '[STK_CB - ]Request failed',
        ...(String(code) === '0' && {
          CallbackMetadata: { Item: Object.entries(metadata).map(([Name, Value]) => ({ Name, Value })) },
        }),
      },
    },
  });
}

/** The receipt of a good callback for this attempt. */
export function getReceipt({ id }: Pick<MadeAttempt, 'id'>): string {
  return id.replaceAll('-', '').slice(0, 10).toUpperCase();
}

/** Posts a body to an attempt's callback address. */
export function callBack(
  shop: TestApp,
  { id, token }: Pick<MadeAttempt, 'id' | 'token'>,
  payload: string,
  headers: Record<string, string> = {},
  ip = '196.201.214.200',
) {
  return shop.app.inject({
    method: 'POST',
    url: `/api/mpesa/callback/${id}/${token}`,
    payload,
    remoteAddress: ip,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

/** Reads every row about an order's payments. */
export async function readBooks({ db: { sql } }: TestApp, orderId: string) {
  const attempts = await sql
    .select()
    .from(paymentAttempts)
    .where(eq(paymentAttempts.orderId, orderId))
    .orderBy(paymentAttempts.createdAt);
  const [order] = await sql.select().from(orders).where(eq(orders.id, orderId));
  if (order === undefined) throw new Error('no such order');
  const callbacks = [];
  for (const { id } of attempts)
    callbacks.push(...(await sql.select().from(paymentMessages).where(eq(paymentMessages.attemptId, id))));
  const queued = await sql
    .select({ key: jobs.dedupeKey })
    .from(jobs)
    .where(and(eq(jobs.kind, MESSAGE_JOB), like(jobs.dedupeKey, `${orderId} %`)));
  return {
    order,
    attempts,
    payments: await sql.select().from(payments).where(eq(payments.orderId, orderId)),
    refunds: await sql.select().from(refunds).where(eq(refunds.orderId, orderId)),
    /** Alarms of the order and shared alarms about a code, each repeated for its count. */
    alarms: (
      await sql
        .select()
        .from(paymentAlarms)
        .where(or(eq(paymentAlarms.orderId, orderId), inArray(paymentAlarms.kind, ['badSettings', 'strangeResult'])))
    ).flatMap(({ kind, count }) => Array.from({ length: count }, () => kind)),
    callbacks,
    /** The subjects of the messages to the shopper, in alphabetical order. */
    messages: queued.map(({ key }) => key.split(' ')[1] ?? '').sort(),
  };
}

/** Reads the payment status that the shopper sees. */
export function getStatus(shop: TestApp, { shopper }: Pick<MadeOrder, 'shopper'>, id: string) {
  return shop.call(paymentStatus, { checkoutRequestId: id }, { token: shopper.token });
}

/** Expects the order of `unpaidOrder` to have its money, its stock and one text, and no alarms or refunds. */
export async function expectPaidOnce(shop: TestApp, order: MadeOrder, attempt: MadeAttempt): Promise<void> {
  const books = await readBooks(shop, order.id);
  expect(books.order).toMatchObject({ isPaid: true, money: 'paid', status: 'processing' });
  expect(books.payments).toMatchObject([{ attemptId: attempt.id, receipt: getReceipt(attempt), amount: 3000 }]);
  expect([books.refunds, books.alarms, books.messages]).toEqual([[], [], ['paid']]);
  expect((await readStock(shop, order.productId)).reserved).toBe(2);
}
