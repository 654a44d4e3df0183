// @engine postgres
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { paymentAttempts } from '../../../server/db/schema.ts';
import { createJobs } from '../../../server/jobs/jobs.ts';
import type { QueryAnswer } from '../../../server/providers/mpesa.ts';
import { registerWorkers } from '../../../server/workers.ts';
import { withServices, type TestApp } from '../../support/server.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { addProduct } from '../catalogue/products.ts';
import type { Shopper } from '../orders/ordering.ts';
import { getAttempts, callback, mpesaOrder, orderRow, pass, payingShop, push, stopTime } from './mpesa-steps.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let shop: TestApp;
let shopper: Shopper;
/** Time of each query, in ms of the shop's clock. */
let asked: number[];

beforeEach(async () => {
  shop = await payingShop({ env: UNBOUND });
  stopTime(shop);
  shopper = await shop.signIn();
  asked = [];
});
afterEach(() => shop.close());

const result = (code: string): QueryAnswer => ({ outcome: 'result', code, text: '' });
const noResult = (retryAfterMs: number | null = null): QueryAnswer => ({
  outcome: 'noResult',
  text: '',
  isAnswered: retryAfterMs === null,
  retryAfterMs,
});
/** Answers every query and records its time. */
const answerAll = (answer: (checkoutRequestId: string) => QueryAnswer) =>
  shop.mpesa.answerQueries((id) => {
    asked.push(shop.clock.now().getTime());
    return answer(id);
  });
const prompt = async (price = 1500, who = shopper) => {
  const made = await mpesaOrder(shop, who, await addProduct(shop, { price }));
  expect((await push(shop, who, made)).status).toBe(200);
  return made;
};
const readState = async (orderId: string) =>
  (await getAttempts(shop, orderId)).map(({ state, crossCheck }) => [state, crossCheck]);
const mostInAMinute = () =>
  Math.max(0, ...asked.map((start) => asked.filter((it) => it >= start && it < start + MINUTE).length));

describe('D7: the query times of an open payment', () => {
  test('are 25 s, 70 s, 130 s, 5, 10 and 30 min, 2, 6 and 24 h after the push, also after it expired', async () => {
    answerAll(() => noResult());
    const { id } = await prompt();
    const pushed = (await getAttempts(shop, id))[0]?.pushedAt?.getTime() ?? 0;
    await pass(shop, 11 * MINUTE, 5 * SECOND);
    await pass(shop, 26 * HOUR, 5 * MINUTE);
    const after = asked.map((at) => (at - pushed) / SECOND);
    const schedule = [25, 70, 130, 300, 600, 1_800, 7_200, 21_600, 86_400];
    expect(after).toHaveLength(schedule.length);
    schedule.forEach((due, index) => {
      expect(after[index]).toBeGreaterThanOrEqual(due);
      expect(after[index]).toBeLessThan(due + (index < 5 ? 8 : 303));
    });
    expect(await readState(id)).toEqual([['expired', null]]);
  });

  test('end with the callback, even when the next query was scheduled', async () => {
    answerAll(() => noResult());
    await prompt();
    await callback(shop, { code: 1032 });
    await pass(shop, 11 * MINUTE, 5 * SECOND);
    expect(asked).toEqual([]);
  });

  test('Q17: there are none without a CheckoutRequestID; the attempt expires', async () => {
    answerAll(() => noResult());
    shop.mpesa.answerPush({ outcome: 'unknown', text: '' });
    const { id } = await prompt();
    expect(await readState(id)).toEqual([['unknown', null]]);
    await pass(shop, 11 * MINUTE, 5 * SECOND);
    expect([asked, await readState(id)]).toEqual([[], [['expired', null]]]);
  });

  test('D7, Q16: a success pays the order, a listed failure ends the attempt, other codes do neither', async () => {
    const codes = ['4999', '9999', '1036', '77777', '0'];
    answerAll(() => result(codes.shift() ?? '4999'));
    const { id } = await prompt();
    await pass(shop, 310 * SECOND, 5 * SECOND);
    expect((await orderRow(shop, id)).isPaid).toBe(false);
    await pass(shop, 300 * SECOND, 5 * SECOND);
    expect(await orderRow(shop, id)).toMatchObject({ isPaid: true, status: 'processing' });
    expect(await readState(id)).toEqual([['succeeded', 'agreed']]);
    answerAll(() => result('1032'));
    const other = await prompt(900);
    await pass(shop, 26 * SECOND);
    expect((await getAttempts(shop, other.id)).map(({ state, failureReason }) => [state, failureReason])).toEqual([
      ['failed', 'You cancelled the payment.'],
    ]);
  });
});

describe('D7: the query budget', () => {
  test('F29: unanswered prompts do not delay the query of a shopper who paid', async () => {
    const ids: string[] = [];
    shop.mpesa.answerQueries((id) => {
      ids.push(id);
      return noResult();
    });
    const paid = await prompt();
    const honest = shop.mpesa.prompts.at(-1)!.checkoutRequestId;
    await pass(shop, 11 * MINUTE, 15 * SECOND);
    // Its callback is lost, and two shoppers who never answer their live prompts compete for the turns.
    const ignoring: string[][] = [];
    for (const who of [await shop.signIn(), await shop.signIn()]) {
      const own: string[] = [];
      for (let count = 0; count < 6; count += 1) {
        shop.clock.advance(25 * SECOND);
        await prompt(1000 + count, who);
        own.push(shop.mpesa.prompts.at(-1)!.checkoutRequestId);
      }
      ignoring.push(own);
    }
    const due = new Date(shop.clock.now().getTime() + MINUTE);
    await shop.db.sql.update(paymentAttempts).set({ nextQueryAt: due });
    shop.clock.advance(MINUTE);
    ids.length = 0;
    await pass(shop, 3 * MINUTE, 5 * SECOND);
    expect(ids).toContain(honest);
    const before = ids.slice(0, ids.indexOf(honest));
    expect(before.length).toBeLessThanOrEqual(6);
    for (const own of ignoring) expect(before.filter((id) => own.slice(3).includes(id))).toEqual([]);
    expect((await getAttempts(shop, paid.id))[0]?.state).toBe('expired');
  });

  test('R10: without callbacks, queries settle every attempt with at most 5 a minute', async () => {
    // Paid, cancelled or unreachable, as the phone's owner decides.
    const truths = ['0', '1032', '1037'];
    const truthOf = new Map<string, string>();
    answerAll((id) => result(truthOf.get(id) ?? '4999'));
    const made: { id: string; truth: string }[] = [];
    for (let index = 0; index < 24; index += 1) {
      const who = await shop.signIn();
      const { id } = await prompt(1000 + index, who);
      const truth = truths[index % truths.length]!;
      truthOf.set(shop.mpesa.prompts.at(-1)!.checkoutRequestId, truth);
      made.push({ id, truth });
    }
    await pass(shop, 8 * MINUTE, 2 * SECOND);
    for (const { id, truth } of made) {
      expect((await readState(id))[0]?.[0]).toBe(truth === '0' ? 'succeeded' : 'failed');
      expect((await orderRow(shop, id)).isPaid).toBe(truth === '0');
    }
    expect(mostInAMinute()).toBeLessThanOrEqual(5);
    expect(asked).toHaveLength(24);
  });

  test('R10: queries a waiting shopper before thirty expired prompts', async () => {
    answerAll(() => noResult());
    for (let index = 0; index < 30; index += 1) await prompt(1000 + index, await shop.signIn());
    await pass(shop, 30 * MINUTE - 20 * SECOND, 10 * SECOND);
    answerAll((id) => (id === shop.mpesa.prompts.at(-1)?.checkoutRequestId ? result('0') : noResult()));
    const { id } = await prompt(5000);
    await pass(shop, 40 * SECOND);
    expect((await orderRow(shop, id)).isPaid).toBe(true);
  });

  test('R10: a payment is known within 30 s when the budget allows', async () => {
    answerAll(() => result('0'));
    const { id } = await prompt();
    await pass(shop, 30 * SECOND);
    expect((await orderRow(shop, id)).isPaid).toBe(true);
  });

  test('two processes share the budget and never query the same attempt', async () => {
    answerAll(() => noResult());
    const other = { ...shop.deps, jobs: createJobs({ db: shop.db, clock: shop.clock, log: shop.deps.log }) };
    registerWorkers(...withServices(other));
    for (let index = 0; index < 6; index += 1) await prompt(1000 + index, await shop.signIn());
    for (let seconds = 0; seconds < 66; seconds += 1) {
      shop.clock.advance(SECOND);
      await Promise.all([shop.deps.jobs.runDue(), other.jobs.runDue()]);
    }
    expect(mostInAMinute()).toBeLessThanOrEqual(5);
    expect(new Set(shop.mpesa.queries).size).toBe(shop.mpesa.queries.length);
    expect(shop.lines().filter(({ msg }) => msg === 'job failed')).toEqual([]);
  });

  test('providers 1.4: retries a rate-limited query after Daraja’s wait', async () => {
    const answers = [noResult(40 * SECOND), result('0')];
    answerAll(() => answers.shift() ?? noResult());
    const { id } = await prompt();
    await pass(shop, 64 * SECOND);
    expect(asked).toHaveLength(1);
    await pass(shop, 6 * SECOND);
    expect([asked.length, (await orderRow(shop, id)).isPaid]).toEqual([2, true]);
  });

  test('the next process queries an attempt again after a crash during its query', async () => {
    shop.mpesa.answerQuery(() => {
      throw new Error('killed');
    });
    answerAll(() => result('0'));
    const { id } = await prompt();
    await pass(shop, 65 * SECOND);
    expect((await orderRow(shop, id)).isPaid).toBe(true);
  });
});

test('D28: retries a query after twenty failures', async () => {
  let faults = 20;
  answerAll(() => {
    if (faults-- > 0) throw new Error('a fault of the shop');
    return result('0');
  });
  const { id } = await prompt();
  await pass(shop, 15 * MINUTE, 20 * SECOND);
  expect([faults < 0, await readState(id)]).toEqual([true, [['succeeded', 'agreed']]]);
});

describe('D7: the cross-check of a callback', () => {
  test('sends one query; when it agrees nothing changes and no more queries follow', async () => {
    answerAll(() => result('0'));
    const { id } = await prompt();
    await callback(shop);
    await pass(shop, 3 * MINUTE);
    expect([asked.length, await readState(id)]).toEqual([1, [['succeeded', 'agreed']]]);
    expect(await orderRow(shop, id)).toMatchObject({ money: 'paid', status: 'processing' });
  });

  test('a mismatch holds the order for the back office', async () => {
    answerAll(() => result('1032'));
    const { id } = await prompt();
    await callback(shop);
    await pass(shop, 30 * SECOND);
    expect(await readState(id)).toEqual([['succeeded', 'mismatched']]);
    expect((await orderRow(shop, id)).money).toBe('held');
  });

  test('retries without a result, holds nothing, and drops the check after 24 h', async () => {
    answerAll(() => noResult());
    const { id } = await prompt();
    await callback(shop);
    await pass(shop, 3 * MINUTE, 5 * SECOND);
    expect([asked.length, await readState(id)]).toEqual([3, [['succeeded', 'due']]]);
    await pass(shop, 8 * MINUTE, 30 * SECOND);
    await pass(shop, 26 * HOUR, 10 * MINUTE);
    expect([asked.length, await readState(id), (await orderRow(shop, id)).money]).toEqual([
      9,
      [['succeeded', 'dropped']],
      'paid',
    ]);
  });

  test('checks money after the end of the schedule once, immediately', async () => {
    const made = await prompt();
    shop.clock.advance(25 * HOUR);
    expect(await callback(shop)).toBe(200);
    answerAll(() => noResult());
    await shop.deps.jobs.runDue();
    expect([asked.length, await readState(made.id)]).toEqual([1, [['succeeded', 'dropped']]]);
  });

  test('queries open payments first', async () => {
    const order: string[] = [];
    shop.mpesa.answerQueries((id) => {
      order.push(id);
      return result('0');
    });
    const prompts: string[] = [];
    for (let index = 0; index < 4; index += 1) {
      await prompt(1000 + index, await shop.signIn());
      prompts.push(shop.mpesa.prompts.at(-1)!.checkoutRequestId);
      if (index < 2) await callback(shop);
      shop.clock.advance(100);
    }
    await pass(shop, 75 * SECOND);
    expect(order.slice(0, 2).sort()).toEqual(prompts.slice(2).sort());
    expect(new Set(order)).toEqual(new Set(prompts));
  });
});
