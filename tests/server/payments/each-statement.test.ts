// @engine postgres
import { afterAll, afterEach, beforeAll, vi } from 'vitest';
import { toShillings } from '../../../contract/rules/money.ts';
import { cancelOrder } from '../../../contract/orders.ts';
import type { AttemptEvent } from '../../../server/machines/payment-attempt.types.ts';
import type { Services } from '../../../server/services.ts';
import { toCallbackResult, toQueryResult } from '../../../server/modules/payments/result-codes.rules.ts';
import { testEachStatement, type Call } from '../../support/each-statement.ts';
import type { TestApp } from '../../support/server.ts';
import {
  attemptIn,
  getBody,
  callableShop,
  callBack,
  settle,
  unpaidOrder,
  type CallbackWords,
  type MadeAttempt,
} from './attempt-steps.ts';
import { NO_IDS } from './attempt-walk.ts';
import { push } from './mpesa-steps.ts';

let shop: TestApp;
beforeAll(async () => {
  shop = await callableShop({ env: { LOG_LEVEL: 'silent' } });
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => shop.close());

const called =
  (attempt: MadeAttempt, words: CallbackWords = {}) =>
  async () =>
    (await callBack(shop, attempt, getBody(attempt, words))).statusCode === 200;
const settled = (attempt: MadeAttempt, event: AttemptEvent) => async () =>
  (await settle(shop, attempt, event)).outcome === 'changed';
/** Runs a decision of the back office. */
const decided = (decide: (desk: Services['refundsBackOffice']) => Parameters<TestApp['db']['tx']>[0]) => () =>
  shop.db.tx(decide(shop.services.refundsBackOffice)).then(() => true);

const SCENES: Readonly<Record<string, () => Promise<Call>>> = {
  async 'a prompt that is asked for while one is live'() {
    const made = await unpaidOrder(shop);
    await attemptIn(shop, made, 'pending');
    return async () => (await push(shop, made.shopper, made)).status === 200;
  },
  async 'money that a callback tells of'() {
    return called(await attemptIn(shop, await unpaidOrder(shop), 'pending'));
  },
  async 'money of an order that was cancelled'() {
    const made = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, made, 'pending');
    await shop.call(cancelOrder, { id: made.id }, { token: made.shopper.token });
    return called(attempt);
  },
  async 'money that was paid twice'() {
    const made = await unpaidOrder(shop);
    const expired = await attemptIn(shop, made, 'expired');
    await attemptIn(shop, made, 'succeeded');
    return called(expired);
  },
  async 'another amount'() {
    return called(await attemptIn(shop, await unpaidOrder(shop), 'pending'), { items: { Amount: 2999 } });
  },
  async 'a refusal behind which money may hide'() {
    return called(await attemptIn(shop, await unpaidOrder(shop), 'pending'), { code: 1037 });
  },
  async 'a refusal by the settings of the shop'() {
    const attempt = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    return settled(attempt, toCallbackResult('21', NO_IDS));
  },
  async 'the third money in a row that only a query tells of'() {
    for (let count = 0; count < 2; count += 1)
      await settle(shop, await attemptIn(shop, await unpaidOrder(shop), 'pending'), toQueryResult('0'));
    return settled(await attemptIn(shop, await unpaidOrder(shop), 'pending'), toQueryResult('0'));
  },
  async 'a receipt that comes after the query'() {
    const attempt = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    await settle(shop, attempt, toQueryResult('0'));
    return called(attempt);
  },
  async 'a callback that M-Pesa contradicts'() {
    const attempt = await attemptIn(shop, await unpaidOrder(shop), 'succeeded');
    return settled(attempt, { type: 'crosscheck.mismatched' });
  },
  async 'a prompt that M-Pesa takes'() {
    const attempt = await attemptIn(shop, await unpaidOrder(shop), 'requesting');
    return settled(attempt, { type: 'push.accepted', ids: attempt.ids });
  },
  async 'money in doubt'() {
    const attempt = await attemptIn(shop, await unpaidOrder(shop), 'pending');
    await settle(shop, attempt, { type: 'amount.differs', amount: toShillings(2999) });
    return settled(attempt, { type: 'money.received', receipt: null, ids: NO_IDS, isByQuery: true });
  },
  async 'money in doubt that the desk takes'() {
    const made = await unpaidOrder(shop);
    await attemptIn(shop, made, 'held');
    return decided((desk) => (tx) => desk.take(tx, made.id));
  },
  async 'money in doubt that the desk gives back'() {
    const made = await unpaidOrder(shop);
    await attemptIn(shop, made, 'held');
    return decided((desk) => (tx) => desk.giveBack(tx, made.id));
  },
  async 'money that never came, as the desk finds'() {
    const made = await unpaidOrder(shop);
    await settle(shop, await attemptIn(shop, made, 'succeeded'), { type: 'crosscheck.mismatched' });
    return decided((desk) => (tx) => desk.deny(tx, made.id));
  },
  async 'money that went back'() {
    const made = await unpaidOrder(shop);
    const attempt = await attemptIn(shop, made, 'held');
    await shop.db.tx((tx) => shop.services.refundsBackOffice.giveBack(tx, made.id));
    return settled(attempt, { type: 'refund.confirmed' });
  },
};

/** Row changes that each operation writes. */
const WRITES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'a prompt that is asked for while one is live': {},
  'money that a callback tells of': {
    'jobs: made': 2,
    'order_events: made': 1,
    'order_lines: changed': 1,
    'orders: changed': 1,
    'payment_attempts: changed': 1,
    'payment_messages: made': 1,
    'payments: made': 1,
    'receipts: made': 1,
    'stock_ledger: made': 1,
  },
  'money of an order that was cancelled': {
    'jobs: made': 2,
    'order_events: made': 1,
    'orders: changed': 1,
    'payment_attempts: changed': 1,
    'payment_messages: made': 1,
    'payments: made': 1,
    'receipts: made': 1,
    'refunds: made': 1,
  },
  'money that was paid twice': {
    'jobs: made': 2,
    'order_events: made': 1,
    'orders: changed': 1,
    'payment_attempts: changed': 1,
    'payment_messages: made': 1,
    'payments: made': 1,
    'receipts: made': 1,
    'refunds: made': 1,
  },
  'another amount': {
    'payment_alarms: made': 1,
    'payment_attempts: changed': 1,
    'payment_messages: made': 1,
    'told_amounts: made': 1,
  },
  'a refusal behind which money may hide': {
    'jobs: made': 1,
    'payment_attempts: changed': 1,
    'payment_messages: made': 1,
  },
  'a refusal by the settings of the shop': {
    'jobs: made': 1,
    'payment_alarms: made': 1,
    'payment_attempts: changed': 1,
  },
  'the third money in a row that only a query tells of': {
    'jobs: made': 2,
    'order_events: made': 1,
    'order_lines: changed': 1,
    'orders: changed': 1,
    'payment_alarms: made': 1,
    'payment_attempts: changed': 1,
    'payments: made': 1,
    'stock_ledger: made': 1,
  },
  'a receipt that comes after the query': {
    'payment_attempts: changed': 1,
    'payment_messages: made': 1,
    'payments: changed': 1,
    'receipts: made': 1,
  },
  'a callback that M-Pesa contradicts': {
    'order_events: made': 1,
    'orders: changed': 1,
    'payment_alarms: made': 1,
    'payment_attempts: changed': 1,
  },
  'a prompt that M-Pesa takes': { 'jobs: made': 1, 'payment_attempts: changed': 1 },
  'money in doubt': {
    'order_events: made': 1,
    'orders: changed': 1,
    'payment_alarms: made': 1,
    'payment_attempts: changed': 1,
    'payments: made': 1,
  },
  'money in doubt that the desk takes': {
    'jobs: made': 2,
    'order_events: made': 1,
    'order_lines: changed': 1,
    'orders: changed': 1,
    'payment_attempts: changed': 1,
    'stock_ledger: made': 1,
  },
  'money in doubt that the desk gives back': {
    'jobs: made': 2,
    'order_events: made': 1,
    'order_lines: changed': 1,
    'orders: changed': 1,
    'payment_attempts: changed': 1,
    'payments: changed': 1,
    'product_stock: changed': 1,
    'refunds: made': 1,
  },
  'money that never came, as the desk finds': {
    'order_events: made': 2,
    'order_lines: changed': 1,
    'orders: changed': 1,
    'product_stock: changed': 1,
    'stock_ledger: made': 1,
  },
  'money that went back': {
    'order_events: made': 1,
    'orders: changed': 1,
    'payment_attempts: changed': 1,
    'refunds: changed': 1,
  },
};

testEachStatement(() => shop, SCENES, WRITES);
