// @engine postgres
import { initialTransition, transition, type SnapshotFrom } from 'xstate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { paymentAttemptMachine } from '../../../server/machines/payment-attempt.machine.ts';
import type { AttemptEvent } from '../../../server/machines/payment-attempt.types.ts';
import { toState } from '../../../server/modules/settlement/attempt-state.rules.ts';
import { findAttempt } from '../../../server/modules/settlement/attempts.repository.ts';
import {
  toQueryResult,
  toCrossCheckResult,
  toCallbackResult,
} from '../../../server/modules/payments/result-codes.rules.ts';
import type { TestApp } from '../../support/server.ts';
import { runsInFull } from '../../support/test-database.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { reservedByLines, type Shopper } from '../orders/ordering.ts';
import { mpesaOrder } from './mpesa-steps.ts';
import {
  getBody,
  readBooks,
  callableShop,
  getReceipt,
  settle,
  callBack,
  writtenAttempt,
  type MadeAttempt,
  type MadeOrder,
} from './attempt-steps.ts';

/** Messages about one prompt, which may arrive in any order. */
type Message =
  | 'answer'
  | 'callback'
  | 'query'
  | 'late success'
  | 'late failure'
  | 'other failure'
  | 'query failure'
  | 'deadline';

type Snapshot = SnapshotFrom<typeof paymentAttemptMachine>;

let shop: TestApp;
let shopper: Shopper;
let product: Awaited<ReturnType<typeof addProduct>>;

beforeAll(async () => {
  shop = await callableShop({ env: { ...UNBOUND, LOG_LEVEL: 'silent' } });
  shopper = await shop.signIn();
  product = await addProduct(shop, { stock: 100_000 });
});
afterAll(() => shop.close());

/** Returns each distinct order of the messages once. */
function permutations(all: readonly Message[]): Message[][] {
  if (all.length === 0) return [[]];
  return [...new Set(all)].flatMap((first) =>
    permutations(all.toSpliced(all.indexOf(first), 1)).map((rest) => [first, ...rest]),
  );
}

/** Sends the message to the server. */
async function play(message: Message, attempt: MadeAttempt): Promise<void> {
  switch (message) {
    case 'answer':
      return void (await settle(shop, attempt, { type: 'push.accepted', ids: attempt.ids }));
    case 'callback':
      return expect200(await callBack(shop, attempt, getBody(attempt)));
    case 'late success':
      return expect200(await callBack(shop, attempt, getBody(attempt, { items: { TransactionDate: 'later' } })));
    case 'late failure':
      return expect200(await callBack(shop, attempt, getBody(attempt, { code: 1037 })));
    case 'other failure':
      return expect200(await callBack(shop, attempt, getBody(attempt, { code: 1032 })));
    case 'deadline':
      return void (await settle(shop, attempt, { type: 'deadline.passed' }));
    case 'query':
    case 'query failure': {
      // As the reconciler handles an answer: it only cross-checks a success that a callback reported.
      const code = message === 'query' ? '0' : '1032';
      const isCheck = (await findAttempt(shop.db.sql, attempt.id))?.attempt.crossCheck === 'due';
      const event = isCheck ? toCrossCheckResult(code) : toQueryResult(code);
      if (event !== null) await settle(shop, attempt, event);
    }
  }
}

function expect200({ statusCode }: { readonly statusCode: number }): void {
  expect(statusCode).toBe(200);
}

/** Returns the machine's event for the same message. */
function getEvent(message: Message, { ids, ...attempt }: MadeAttempt, { context }: Snapshot): AttemptEvent | null {
  switch (message) {
    case 'answer':
      return { type: 'push.accepted', ids };
    case 'callback':
    case 'late success':
      return { type: 'money.received', receipt: getReceipt(attempt), ids, isByQuery: false };
    case 'late failure':
      return toCallbackResult('1037', ids);
    case 'other failure':
      return toCallbackResult('1032', ids);
    case 'deadline':
      return { type: 'deadline.passed' };
    case 'query':
      return context.crossCheck === 'due' ? toCrossCheckResult('0') : toQueryResult('0');
    case 'query failure':
      return context.crossCheck === 'due' ? toCrossCheckResult('1032') : toQueryResult('1032');
  }
}

function walk(messages: readonly Message[], attempt: MadeAttempt): Snapshot {
  const [created] = initialTransition(paymentAttemptMachine);
  const [requesting] = transition(paymentAttemptMachine, created, { type: 'push.start', now: 0 });
  return messages.reduce<Snapshot>((snapshot, message) => {
    const event = getEvent(message, attempt, snapshot);
    return event === null || !snapshot.can(event) ? snapshot : transition(paymentAttemptMachine, snapshot, event)[0];
  }, requesting);
}

async function requesting(): Promise<MadeAttempt> {
  // Within 10 s an equal order counts as the same one.
  shop.clock.advance(10_000);
  const order: MadeOrder = {
    ...(await mpesaOrder(shop, shopper, { id: product.id, price: 1500, quantity: 2 })),
    productId: product.id,
    shopper,
  };
  const attempt = await writtenAttempt(shop, order);
  await settle(shop, attempt, { type: 'push.start', now: shop.clock.now().getTime() });
  return attempt;
}

async function expectAgreement(messages: readonly Message[], attempt: MadeAttempt): Promise<void> {
  const books = await readBooks(shop, attempt.orderId);
  const end = walk(messages, attempt);
  const { state, checkoutRequestId, merchantRequestId, failureReason, resultCode, crossCheck } =
    books.attempts[0] ?? {};
  expect(
    { state, checkoutRequestId, merchantRequestId, failureReason, resultCode, crossCheck },
    messages.join(', '),
  ).toEqual({
    state: toState(end),
    checkoutRequestId: end.context.checkoutRequestId,
    merchantRequestId: end.context.merchantRequestId,
    failureReason: end.context.failureReason,
    resultCode: end.context.resultCode,
    crossCheck: end.context.crossCheck,
  });
  const isMoney = messages.some((message) => ['callback', 'late success', 'query'].includes(message));
  const isTold = messages.some((message) => ['callback', 'late success'].includes(message));
  expect(
    [books.order.isPaid, books.order.status, books.payments.length, books.messages, books.refunds.length],
    messages.join(', '),
  ).toEqual(isMoney ? [true, 'processing', 1, ['paid'], 0] : [false, 'pending', 0, [], 0]);
  expect(books.payments[0]?.receipt ?? null).toBe(isTold ? getReceipt(attempt) : null);
}

describe('R8: every order of the messages ends in the same state, in the row and in the machine', () => {
  // The second callback is an exact duplicate of the first.
  const PAID: readonly Message[] = ['answer', 'callback', 'callback', 'query', 'late success', 'late failure'];
  const orders = permutations(PAID);
  // The result depends on the machine and the service, not on the database: PostgreSQL runs all orders, and the
  // embedded database, which takes three times as long, every fourth, which covers every beginning.
  const STEP = runsInFull() ? 1 : 4;

  test.each([...new Set(PAID)].map((first) => [first]))('orders that start with: %s', async (first) => {
    for (const messages of orders.filter((it, index) => it[0] === first && index % STEP === 0)) {
      const attempt = await requesting();
      for (const message of messages) await play(message, attempt);
      await expectAgreement(messages, attempt);
    }
  });

  test('there are 360 orders', () => expect(new Set(orders.map(String)).size).toBe(360));

  test('only failures: keeps the first reason and pays nothing', async () => {
    for (const messages of permutations(['answer', 'late failure', 'other failure', 'deadline'])) {
      const attempt = await requesting();
      for (const message of messages) await play(message, attempt);
      await expectAgreement(messages, attempt);
      const first = messages.find((message) => message.endsWith('failure'));
      expect((await readBooks(shop, attempt.orderId)).attempts[0]?.failureReason).toBe(
        first === 'late failure' ? 'Your phone could not be reached.' : 'You cancelled the payment.',
      );
    }
  });

  test('a query contradicts the callback: the order is paid, and held after a cross-check', async () => {
    for (const messages of permutations(['answer', 'callback', 'query failure', 'deadline'])) {
      const attempt = await requesting();
      for (const message of messages) await play(message, attempt);
      const { order, attempts, payments } = await readBooks(shop, attempt.orderId);
      const isCheck = messages.indexOf('callback') < messages.indexOf('query failure');
      expect([attempts[0]?.state, payments.length, order.money], messages.join(', ')).toEqual([
        'succeeded',
        1,
        isCheck ? 'held' : 'paid',
      ]);
    }
  });

  test('all messages concurrently: pays once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const attempt = await requesting();
      await Promise.all(PAID.toSorted(() => Math.random() - 0.5).map((message) => play(message, attempt)));
      const { order, attempts, payments, messages, refunds } = await readBooks(shop, attempt.orderId);
      expect([order.status, order.money, attempts[0]?.state, payments.length, messages, refunds.length]).toEqual([
        'processing',
        'paid',
        'succeeded',
        1,
        ['paid'],
        0,
      ]);
    }
  });

  test('D11: the reserved stock equals the orders’ lines afterwards', async () => {
    expect((await readStock(shop, product.id)).reserved).toBe(await reservedByLines(shop, product.id));
  });
});
