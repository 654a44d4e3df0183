// @engine postgres
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { toOrderId } from '../../../contract/fields.ts';
import { toShillings } from '../../../contract/rules/money.ts';
import { buildApp } from '../../../server/app.ts';
import { createBackground } from '../../../server/background.ts';
import { paymentAttempts, payments } from '../../../server/db/schema.ts';
import { createServices } from '../../../server/composition.ts';
import { createHandlers } from '../../../server/handlers.ts';
import { registerWorkers } from '../../../server/workers.ts';
import { createJobs } from '../../../server/jobs/jobs.ts';
import { mountCallback } from '../../../server/modules/payments/callback.routes.ts';
import type { PushAnswer, QueryAnswer } from '../../../server/providers/mpesa.ts';
import { createFakeMpesa } from '../../support/fake-mpesa.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import type { Shopper } from '../orders/ordering.ts';
import { getAttempts, callback, mpesaOrder, orderRow, pass, payingShop, PHONE, push } from './mpesa-steps.ts';

const SECOND = 1_000;

let shop: TestApp;
let shopper: Shopper;
let product: Awaited<ReturnType<typeof addProduct>>;
/** Releases everything that a killed process waits for, so that the test can end. */
let ends: (() => void)[];

beforeEach(async () => {
  shop = await payingShop({ env: { MPESA_ANSWER_SECONDS: '1' } });
  shopper = await shop.signIn();
  product = await addProduct(shop, { stock: 20 });
  ends = [];
});
afterEach(async () => {
  for (const end of ends) end();
  await shop.close();
});

/** An answer that arrives after the process is killed. */
function never<Answer extends PushAnswer | QueryAnswer>(last: Answer): () => Promise<Answer> {
  return () => new Promise((resolve) => void ends.push(() => resolve(last)));
}
const NO_FLOW = { flow: null, setFlow: () => undefined };
const UNHEARD: PushAnswer = { outcome: 'unknown', text: 'killed' };
const NO_NEWS: QueryAnswer = { outcome: 'noResult', text: 'killed', isAnswered: false, retryAfterMs: null };

/** Starts another process on the same database; the first one is no longer used. */
async function nextProcess() {
  const { log, db, clock } = shop.deps;
  const mpesa = createFakeMpesa();
  const deps = { ...shop.deps, mpesa, jobs: createJobs({ db, clock, log }), background: createBackground(log) };
  const services = createServices(deps);
  registerWorkers(deps, services);
  const app = await buildApp(deps, services.authenticate, createHandlers(deps, services), {
    extras: [(it) => mountCallback(it, deps, services)],
  });
  ends.push(() => void app.close());
  const { push: pushAgain } = services.push;
  const life: TestApp = { ...shop, deps, services, app, mpesa };
  return {
    life,
    push: ({ id, total }: { id: string; total: number }) =>
      pushAgain(
        { ...shopper.user, tokenHash: '' },
        { phoneNumber: PHONE, amount: toShillings(total), orderId: toOrderId(id) },
        NO_FLOW,
      ),
  };
}

const readStates = async (id: string) => (await getAttempts(shop, id)).map(({ state }) => state);
const readMoney = (id: string) => shop.db.sql.select().from(payments).where(eq(payments.orderId, id));

describe('R2: the server is killed', () => {
  test('before the prompt is sent: it becomes unknown, and a new prompt is sent after 120 s', async () => {
    const made = await mpesaOrder(shop, shopper, product);
    shop.mpesa.answerPush(never(UNHEARD));
    await push(shop, shopper, made);
    await shop.db.sql
      .update(paymentAttempts)
      .set({ state: 'created', pushedAt: null })
      .where(eq(paymentAttempts.orderId, made.id));
    const { life, push: pushAgain } = await nextProcess();
    await pass(life, 30 * SECOND, 5 * SECOND);
    expect(await readStates(made.id)).toEqual(['unknown']);
    const [first] = await getAttempts(shop, made.id);
    expect([await pushAgain(made), life.mpesa.prompts.length]).toEqual([first?.id, 0]);
    shop.clock.advance(95 * SECOND);
    const id = await pushAgain(made);
    expect([life.mpesa.prompts.length, id]).toEqual([1, life.mpesa.prompts[0]?.checkoutRequestId]);
    await callback(life);
    expect(await orderRow(shop, made.id)).toMatchObject({ isPaid: true, money: 'paid' });
    expect(await readMoney(made.id)).toHaveLength(1);
  });

  test('before Daraja’s response: the callback pays the order in the next process', async () => {
    const made = await mpesaOrder(shop, shopper, product);
    shop.mpesa.answerPush(never(UNHEARD));
    await push(shop, shopper, made);
    expect(await readStates(made.id)).toEqual(['requesting']);
    const { life } = await nextProcess();
    await pass(life, 30 * SECOND, 5 * SECOND);
    expect(await readStates(made.id)).toEqual(['unknown']);
    expect(await callback(life, {}, shop.mpesa.prompts[0])).toBe(200);
    expect(await orderRow(shop, made.id)).toMatchObject({ isPaid: true, status: 'processing' });
    expect(life.mpesa.prompts).toEqual([]);
  });

  test('with a lost callback: the next process queries and finds every result', async () => {
    const paid = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, paid);
    const refused = await mpesaOrder(shop, shopper, { ...product, quantity: 2 });
    await push(shop, shopper, refused);
    const [first] = shop.mpesa.prompts;
    const { life } = await nextProcess();
    life.mpesa.answerQueries((id) => ({
      outcome: 'result',
      code: id === first?.checkoutRequestId ? '0' : '2001',
      text: '',
    }));
    await pass(life, 60 * SECOND, 2 * SECOND);
    expect([await readStates(paid.id), await readStates(refused.id)]).toEqual([['succeeded'], ['failed']]);
    expect([(await orderRow(shop, paid.id)).isPaid, (await orderRow(shop, refused.id)).isPaid]).toEqual([true, false]);
  });

  test('during a query: the next process queries again when it is due', async () => {
    const made = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, made);
    shop.mpesa.answerQuery(never(NO_NEWS));
    shop.clock.advance(26 * SECOND);
    const dying = shop.deps.jobs.runDue();
    await expect.poll(() => shop.mpesa.queries.length).toBe(1);
    const { life } = await nextProcess();
    life.mpesa.answerQueries({ outcome: 'result', code: '0', text: '' });
    await pass(life, 40 * SECOND, 2 * SECOND);
    expect([life.mpesa.queries.length, (await orderRow(shop, made.id)).isPaid]).toEqual([1, true]);
    for (const end of ends.splice(0, 1)) end();
    await dying;
  });

  test('after the payment is stored: the shopper is notified once', async () => {
    const made = await mpesaOrder(shop, shopper, product);
    await push(shop, shopper, made);
    await callback(shop);
    const { life } = await nextProcess();
    await Promise.all([life.deps.jobs.runDue(), life.deps.jobs.runDue()]);
    await pass(life, 60 * SECOND, 10 * SECOND);
    expect(shop.sms.texts.filter(({ text }) => text.includes('we received'))).toHaveLength(1);
  });

  test('twelve orders, killed at every point: within 3 minutes each is paid exactly if the phone paid it', async () => {
    const made: { order: { id: string; total: number }; isPaid: boolean }[] = [];
    for (let index = 0; index < 12; index += 1) {
      const who = await shop.signIn();
      const order = await mpesaOrder(shop, who, { ...product, quantity: 1 });
      const isPaid = index % 2 === 0;
      const isHeard = index % 3 !== 0;
      if (!isHeard) shop.mpesa.answerPush(never(UNHEARD));
      await push(shop, who, order, `2547000000${String(index).padStart(2, '0')}`);
      // Reports some results before the kill. Every other prompt with a known id gets no callback, so that only a query
      // can find its result.
      if (isHeard && index % 4 === 1) await callback(shop, isPaid ? {} : { code: 1032 });
      made.push({ order, isPaid });
    }
    const prompts = [...shop.mpesa.prompts];
    const { life } = await nextProcess();
    const truth = new Map(
      prompts.map(({ checkoutRequestId }, index) => [checkoutRequestId, made[index]?.isPaid === true ? '0' : '1032']),
    );
    life.mpesa.answerQueries((id) => ({ outcome: 'result', code: truth.get(id) ?? '4999', text: '' }));
    for (const [index, prompt] of prompts.entries()) {
      if (index % 3 === 0) await callback(life, made[index]?.isPaid === true ? {} : { code: 1032 }, prompt);
    }
    await pass(life, 180 * SECOND, 3 * SECOND);
    for (const { order, isPaid } of made) {
      const row = await orderRow(shop, order.id);
      expect([row.isPaid, (await readMoney(order.id)).length]).toEqual([isPaid, isPaid ? 1 : 0]);
    }
    expect(life.mpesa.prompts).toEqual([]);
    expect((await readStock(shop, product.id)).reserved).toBe(12);
    expect(shop.lines().filter(({ msg }) => msg === 'job failed')).toEqual([]);
  });
});
