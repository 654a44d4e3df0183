// @engine postgres
import { afterAll, beforeAll, expect, test } from 'vitest';
import { changePaymentMethod, paymentLimits } from '../../../contract/orders.ts';
import { createBackground } from '../../../server/background.ts';
import { buildApp } from '../../../server/app.ts';
import { createServices } from '../../../server/composition.ts';
import { createHandlers } from '../../../server/handlers.ts';
import { registerWorkers } from '../../../server/workers.ts';
import { paymentAlarms, paymentAttempts } from '../../../server/db/schema.ts';
import { createJobs } from '../../../server/jobs/jobs.ts';
import type { MpesaProvider } from '../../../server/providers/mpesa.ts';
import { createCall, createTestApp, type TestApp } from '../../support/server.ts';
import { size } from '../../support/size.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { addProduct } from '../catalogue/products.ts';
import type { Shopper } from '../orders/ordering.ts';
import { HOUR, MINUTE, readCircuit, SECOND } from './circuit-steps.ts';
import { mpesaOrder, push, stopTime } from './mpesa-steps.ts';

/** Longest time that a shopper waits for another way. */
const AT_ONCE_MS = 3 * SECOND;
const OUTAGE_MS = size(2, 6) * HOUR;
const EVERY_MS = 2 * MINUTE;

let shop: TestApp;
let processes: readonly TestApp[];
let isAway = false;
/** Calls of M-Pesa during the outage, each of which waited for its time-out. */
let unanswered = 0;

/** M-Pesa, which answers nothing during the outage: every call waits for its time-out on the shop's clock. */
function createMpesa(): MpesaProvider {
  const timeOut = () => {
    unanswered += 1;
    shop.clock.advance(shop.env.mpesa.timeoutMs);
  };
  let ids = 0;
  return {
    async push() {
      if (isAway) {
        timeOut();
        return { outcome: 'unknown', code: 'no-answer', text: 'no answer: TimeoutError' };
      }
      ids += 1;
      return { outcome: 'accepted', merchantRequestId: `m-${ids}`, checkoutRequestId: `ws_CO_${ids}` };
    },
    async query() {
      if (!isAway) return { outcome: 'noResult', text: '', isAnswered: true, retryAfterMs: null };
      timeOut();
      return { outcome: 'noResult', code: 'no-answer', text: 'no answer', isAnswered: false, retryAfterMs: null };
    },
    async token() {
      if (!isAway) return { outcome: 'granted' };
      timeOut();
      return { outcome: 'refused', code: 'token.timeout', text: 'no access token in time', retryAfterMs: null };
    },
  };
}

beforeAll(async () => {
  shop = await createTestApp({ env: UNBOUND });
  stopTime(shop);
  const mpesa = createMpesa();
  // Two processes on one database, each with its own jobs and services.
  processes = await Promise.all(
    [0, 1].map(async () => {
      const { log, db, clock } = shop.deps;
      const deps = { ...shop.deps, mpesa, jobs: createJobs({ db, clock, log }), background: createBackground(log) };
      const services = createServices(deps);
      registerWorkers({ ...deps, db: { ...db, run: async () => undefined } }, services);
      const app = await buildApp(deps, services.authenticate, createHandlers(deps, services));
      return { ...shop, deps, services, app, call: createCall(app) };
    }),
  );
});
afterAll(async () => {
  for (const { app } of processes) await app.close();
  await shop.close();
});

/** Lets time pass, with the jobs of both processes. */
async function pass(ms: number): Promise<void> {
  const end = shop.clock.now().getTime() + ms;
  while (shop.clock.now().getTime() < end) {
    shop.clock.advance(10 * SECOND);
    for (const { deps } of processes) await deps.jobs.runDue();
  }
}

const alarms = () => shop.db.sql.select().from(paymentAlarms).orderBy(paymentAlarms.at);

test(`R42: an outage of ${OUTAGE_MS / HOUR} hours: each shopper after the opening gets another way immediately, one alarm an hour at most, and prompts work again by themselves`, async () => {
  const product = await addProduct(shop, { price: 900, stock: 1_000_000 });
  let turn = 0;
  /** Presses "Pay with M-Pesa" in one of the processes, and returns the reply with the time that it took. */
  const press = async () => {
    const life = processes[turn++ % 2]!;
    const who: Shopper = await shop.signIn();
    const made = await mpesaOrder(life, who, product);
    const from = shop.clock.now().getTime();
    const reply = await push(life, who, made);
    return { life, who, made, reply, ms: shop.clock.now().getTime() - from };
  };

  // Ordinary prompts, some of which are still open when the outage begins.
  for (let count = 0; count < 5; count += 1) expect((await press()).reply.status).toBe(200);
  isAway = true;
  const began = shop.clock.now().getTime();
  let waited = 0;
  while ((await readCircuit(shop))?.state !== 'open') {
    await press();
    waited += 1;
    await pass(20 * SECOND);
    expect(waited, 'shoppers before the opening').toBeLessThanOrEqual(3);
  }
  const before = (await shop.db.sql.select().from(paymentAttempts)).length;

  let served = 0;
  const openedAt = shop.clock.now().getTime();
  while (shop.clock.now().getTime() - openedAt < OUTAGE_MS) {
    const asked = unanswered;
    const { life, who, made, reply, ms } = await press();
    expect([reply.status, (reply.body.data as { ways?: unknown }).ways]).toEqual([409, ['hand', 'cod']]);
    const limits = (await life.call(paymentLimits, {}, { token: who.token })).body.data;
    expect(limits.prompt).toBe('closed');
    const cash = await life.call(changePaymentMethod, { id: made.id, paymentMethod: 'cod' }, { token: who.token });
    expect([cash.status, ms, unanswered]).toEqual([200, 0, asked]);
    expect(ms).toBeLessThan(AT_ONCE_MS);
    served += 1;
    await pass(EVERY_MS);
  }
  expect(served).toBeGreaterThan(OUTAGE_MS / EVERY_MS / 2);
  expect((await shop.db.sql.select().from(paymentAttempts)).length, 'attempts during the opening').toBe(before);
  // One probe a minute over both processes, and the calls before the opening.
  expect(unanswered).toBeLessThanOrEqual((shop.clock.now().getTime() - began) / MINUTE + 10);
  const times = (await alarms()).map(({ at }) => at.getTime());
  expect(times).toHaveLength(1);

  isAway = false;
  await pass(80 * SECOND);
  expect((await readCircuit(shop))?.state).toBe('closed');
  const after = await press();
  expect(after.reply.status).toBe(200);
  expect((await after.life.call(paymentLimits, {}, { token: after.who.token })).body.data.prompt).toBe('open');

  // A second outage right after the first one counts on an alarm of the same hour, or raises the next one.
  isAway = true;
  for (let count = 0; count < 3; count += 1) await press();
  await pass(MINUTE);
  const all = (await alarms()).map(({ at }) => at.getTime());
  all.slice(1).forEach((at, index) => expect(at - (all[index] ?? 0)).toBeGreaterThanOrEqual(HOUR));
});
