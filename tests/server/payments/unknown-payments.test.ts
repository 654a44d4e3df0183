// @engine postgres
import { eq, isNull } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkPayment, openPayment, paymentStatus } from '../../../contract/mpesa.ts';
import { cancelOrder, getOrder } from '../../../contract/orders.ts';
import { jobs, orders, paymentAlarms } from '../../../server/db/schema.ts';
import { EXPIRY_JOB } from '../../../server/modules/orders/expiry.service.ts';
import { DEADLINE_JOB } from '../../../server/modules/settlement/query-schedule.service.ts';
import type { QueryAnswer } from '../../../server/providers/mpesa.ts';
import type { TestApp } from '../../support/server.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { addProduct } from '../catalogue/products.ts';
import type { Shopper } from '../orders/ordering.ts';
import {
  getAttempts,
  callback,
  closeCircuit,
  mpesaOrder,
  orderRow,
  pass,
  payingShop,
  push,
  stopTime,
} from './mpesa-steps.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let shop: TestApp;
let shopper: Shopper;
beforeEach(async () => {
  shop = await payingShop({ env: UNBOUND });
  stopTime(shop);
  shopper = await shop.signIn();
});
afterEach(() => shop.close());

const PAID: QueryAnswer = { outcome: 'result', code: '0', text: '' };
const AWAY: QueryAnswer = { outcome: 'noResult', text: 'no answer', isAnswered: false, retryAfterMs: null };
const NOT_YET: QueryAnswer = { outcome: 'noResult', text: 'being processed', isAnswered: true, retryAfterMs: null };
const prompt = async (who = shopper) => {
  const made = await mpesaOrder(shop, who, await addProduct(shop, { price: 1500 }));
  await push(shop, who, made);
  return made;
};
const readId = () => shop.mpesa.prompts.at(-1)!.checkoutRequestId;
const status = async (id = readId(), who = shopper) =>
  (await shop.call(paymentStatus, { checkoutRequestId: id }, { token: who.token })).body.data;

const open = async () => (await shop.call(openPayment, {}, { token: shopper.token })).body.data.payment;

describe('X4, D12: a payment that M-Pesa gives no answer about', () => {
  test('X4: unanswered queries use up no scheduled time: Daraja away for 10 min, result within 90 s', async () => {
    shop.mpesa.answerQueries(AWAY);
    const { id } = await prompt();
    await pass(shop, 10 * MINUTE, 5 * SECOND);
    expect((await status()).status).toBe('pending');
    shop.mpesa.answerQueries(PAID);
    await pass(shop, 90 * SECOND, 5 * SECOND);
    expect((await orderRow(shop, id)).isPaid).toBe(true);
  });

  test('X4, Q17: neither it nor its order expires; an attempt without an id does at its deadline', async () => {
    shop.mpesa.answerQueries(AWAY);
    const { id } = await prompt();
    const other = await shop.signIn();
    shop.mpesa.answerPush({ outcome: 'unknown', text: '' });
    const unknown = await prompt(other);
    await pass(shop, 45 * MINUTE, 15 * SECOND);
    expect([(await getAttempts(shop, id))[0]?.state, (await orderRow(shop, id)).status]).toEqual([
      'pending',
      'pending',
    ]);
    expect((await getAttempts(shop, unknown.id))[0]?.state).toBe('expired');
    expect((await orderRow(shop, unknown.id)).status).toBe('cancelled');
    shop.mpesa.answerQueries(PAID);
    await pass(shop, 2 * MINUTE, 5 * SECOND);
    expect(await orderRow(shop, id)).toMatchObject({ isPaid: true, status: 'processing' });
  });

  test('X4: the hourly sweep starts no second chain of checks for the same payment or order', async () => {
    shop.mpesa.answerQueries(AWAY);
    await prompt();
    await pass(shop, 3 * 60 * MINUTE, 60 * SECOND);
    const waiting = await shop.db.sql.select().from(jobs).where(isNull(jobs.doneAt));
    const getCount = (kind: string) => waiting.filter((job) => job.kind === kind).length;
    expect([getCount(DEADLINE_JOB), getCount(EXPIRY_JOB)]).toEqual([1, 1]);
    expect(shop.lines().filter(({ msg }) => /was lost|were lost/.test(String(msg)))).toEqual([]);
  });

  test('X4: a prompt that a second one replaced keeps its order open too', async () => {
    shop.mpesa.answerQueries(AWAY);
    const made = await prompt();
    const first = readId();
    await pass(shop, 2 * MINUTE, 5 * SECOND);
    await closeCircuit(shop);
    await push(shop, shopper, made);
    await callback(shop, { code: 1032 });
    await pass(shop, 45 * MINUTE, 15 * SECOND);
    expect((await orderRow(shop, made.id)).status).toBe('pending');
    shop.mpesa.answerQueries((id) => (id === first ? PAID : AWAY));
    await pass(shop, 2 * MINUTE, 5 * SECOND);
    expect((await orderRow(shop, made.id)).isPaid).toBe(true);
  });
});

describe('X7, U4: a shopper who saw no prompt', () => {
  test('X7: is queried before all others, and sees when M-Pesa has answered', async () => {
    shop.mpesa.answerQueries(NOT_YET);
    for (let count = 0; count < 8; count += 1) await prompt(await shop.signIn());
    await prompt();
    const own = readId();
    await pass(shop, 26 * SECOND);
    expect(await status(own)).toMatchObject({ checkedAt: '', isAskable: true });
    const before = shop.mpesa.queries.length;
    await shop.call(checkPayment, { checkoutRequestId: own }, { token: shopper.token });
    await pass(shop, 13 * SECOND);
    expect(shop.mpesa.queries.slice(before)[0]).toBe(own);
    expect((await status(own)).checkedAt).not.toBe('');
  });

  test('X7, D17: can request one query at a time, not right after an answer, only for own payments', async () => {
    shop.mpesa.answerQueries(NOT_YET);
    await prompt();
    const ask = (token: string) => shop.call(checkPayment, { checkoutRequestId: readId() }, { token });
    expect((await ask((await shop.signIn()).token)).status).toBe(404);
    for (let count = 0; count < 3; count += 1) expect((await ask(shopper.token)).status).toBe(200);
    await pass(shop, 5 * SECOND);
    await ask(shopper.token);
    await pass(shop, 5 * SECOND);
    expect(shop.mpesa.queries).toHaveLength(1);
  });
});

describe('X11, D7: a failed callback that may hide a payment', () => {
  test.each([1037, 1019, 9999])('X11: cross-checks %i with one query, and money wins', async (code) => {
    shop.mpesa.answerQueries(PAID);
    const { id } = await prompt();
    await callback(shop, { code });
    await pass(shop, 15 * SECOND);
    expect((await status()).status).toBe('completed');
    expect(shop.mpesa.queries).toHaveLength(1);
    expect(await orderRow(shop, id)).toMatchObject({ isPaid: true, status: 'processing' });
  });

  test.each([1037, 1019, 9999])('X11: offers no other prompt after %i until M-Pesa has answered', async (code) => {
    shop.mpesa.answerQueries(AWAY);
    const { id } = await prompt();
    await callback(shop, { code });
    const shown = async () => [(await status()).status, (await open())?.orderId];
    expect(await shown()).toEqual(['pending', id]);
    await pass(shop, 9 * MINUTE, 15 * SECOND);
    expect(await shown()).toEqual(['pending', id]);
    shop.mpesa.answerQueries({ outcome: 'result', code: '1037', text: '' });
    await pass(shop, 2 * MINUTE, 15 * SECOND);
    expect(await shown()).toEqual(['failed', undefined]);
  });

  test('X11, U4: a shopper who saw no prompt gets the cross-check before all others', async () => {
    shop.mpesa.answerQueries(AWAY);
    await prompt();
    await callback(shop, { code: 1037 });
    await pass(shop, 15 * SECOND);
    const before = shop.mpesa.queries.length;
    await shop.call(checkPayment, { checkoutRequestId: readId() }, { token: shopper.token });
    const wanted = (await getAttempts(shop, (await status()).orderId))[0]?.wantedAt;
    expect([wanted === null, before]).toEqual([false, 1]);
  });

  test('X11, D12: the cross-check of a cancelled order does not block the shopper', async () => {
    shop.mpesa.answerQueries(AWAY);
    const { id } = await prompt();
    await callback(shop, { code: 1037 });
    await shop.call(cancelOrder, { id }, { token: shopper.token });
    expect(await status()).toMatchObject({ status: 'failed', orderStatus: 'cancelled' });
    expect(await open()).toBeNull();
  });

  test('X4, X11: does not cancel the order before the cross-check has an answer', async () => {
    shop.mpesa.answerQueries(AWAY);
    const { id } = await prompt();
    await callback(shop, { code: 1037 });
    await pass(shop, 45 * MINUTE, 15 * SECOND);
    expect([(await status()).status, (await orderRow(shop, id)).status]).toEqual(['pending', 'pending']);
    shop.mpesa.answerQueries({ outcome: 'result', code: '1037', text: '' });
    await pass(shop, 2 * MINUTE, 15 * SECOND);
    expect(await status()).toMatchObject({ status: 'failed', failureReason: 'Your phone could not be reached.' });
    expect((await orderRow(shop, id)).status).toBe('cancelled');
  });

  test('X11: ends with a query that agrees; 1032 is not cross-checked', async () => {
    shop.mpesa.answerQueries({ outcome: 'result', code: '1037', text: '' });
    const { id } = await prompt();
    await callback(shop, { code: 1037 });
    await pass(shop, 10 * MINUTE, 15 * SECOND);
    expect(shop.mpesa.queries).toHaveLength(1);
    expect(await getAttempts(shop, id)).toMatchObject([{ state: 'failed', crossCheck: 'agreed' }]);
    await prompt(await shop.signIn());
    await callback(shop, { code: 1032 });
    await pass(shop, 10 * MINUTE, 15 * SECOND);
    expect(shop.mpesa.queries).toHaveLength(1);
  });
});

test('X2, Q16: the order shows its receipt, and none while only a query has reported the payment', async () => {
  shop.mpesa.answerQueries(PAID);
  const made = await prompt();
  await pass(shop, 26 * SECOND);
  const order = async () => (await shop.call(getOrder, { id: made.id }, { token: shopper.token })).body.data.order;
  expect(await order()).toMatchObject({ isPaid: true, receipt: null });
  await callback(shop, { receipt: 'SFF6XYZ123' });
  expect((await order()).receipt).toBe('SFF6XYZ123');
});

test('X59: an unsent order, an undelivered parcel and an unknown outcome raise one alarm each', async () => {
  shop.mpesa.answerQueries(NOT_YET);
  const silent = await prompt();
  await pass(shop, 26 * 60 * MINUTE, 20 * MINUTE);
  const sent = await prompt(await shop.signIn());
  await callback(shop);
  await shop.db.sql.update(orders).set({ status: 'shipped' }).where(eq(orders.id, sent.id));
  const kept = await prompt(await shop.signIn());
  await callback(shop);
  const kinds = async () =>
    (await shop.db.sql.select().from(paymentAlarms)).map(({ kind, orderId }) => [kind, orderId]);
  await pass(shop, 71 * 60 * MINUTE, 60 * MINUTE);
  expect(await kinds()).toEqual([['payment.unlearnt', silent.id]]);
  await pass(shop, 2 * 60 * MINUTE, 30 * MINUTE);
  expect(await kinds()).toContainEqual(['order.unsent', kept.id]);
  await pass(shop, 14 * 24 * 60 * MINUTE, 12 * 60 * MINUTE);
  expect((await kinds()).sort()).toEqual([
    ['order.undelivered', sent.id],
    ['order.unsent', kept.id],
    ['payment.unlearnt', silent.id],
  ]);
});
