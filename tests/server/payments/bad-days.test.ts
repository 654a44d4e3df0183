// @engine postgres
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDarajaToken } from '../../../server/providers/daraja-token.ts';
import { createDaraja } from '../../../server/providers/daraja.ts';
import type { MpesaProvider } from '../../../server/providers/mpesa.ts';
import { findFreePort } from '../../../scripts/free-ports.ts';
import type { TestApp } from '../../support/server.ts';
import { addProduct } from '../catalogue/products.ts';
import { startSimulators, type RunningSimulators } from '../simulators/running.ts';
import { getAttempts, mpesaOrder, orderRow, payingShop, push } from './mpesa-steps.ts';

let simulators: RunningSimulators;
let shop: TestApp;
let next = 0;

beforeAll(async () => void (simulators = await startSimulators()));
afterAll(() => simulators.close());

beforeEach(async () => {
  await simulators.reset();
  const port = await findFreePort();
  let daraja: MpesaProvider | undefined;
  const real = (): MpesaProvider => {
    const {
      env,
      db,
      clock,
      deps: { log },
    } = shop;
    return (daraja ??= createDaraja({
      settings: env.mpesa,
      clock,
      log,
      tokens: createDarajaToken({ settings: env.mpesa, db, clock }),
    }));
  };
  shop = await payingShop({
    env: {
      MPESA_BASE_URL: `${simulators.url}/daraja`,
      MPESA_CALLBACK_ORIGIN: `http://127.0.0.1:${port}`,
      MPESA_TIMEOUT_SECONDS: '3',
      MPESA_ANSWER_SECONDS: '1',
    },
    mpesa: { push: (prompt) => real().push(prompt), query: (id) => real().query(id), token: () => real().token() },
  });
  await shop.app.listen({ host: '127.0.0.1', port });
});
afterEach(() => shop.close());

/** Advances the clocks of the shop and of Safaricom. */
async function bothPass(seconds: number, stepSeconds = 2): Promise<void> {
  for (let passed = 0; passed < seconds; passed += stepSeconds) {
    shop.clock.advance(stepSeconds * 1000);
    await simulators.advance(stepSeconds * 1000);
    await shop.deps.jobs.runDue();
  }
}

/** Creates an order of a new shopper, with a phone and a sum that no other test uses. */
async function buyer() {
  next += 1;
  const phone = `2547${String(10_000_000 + next)}`;
  const shopper = await shop.signIn();
  const order = await mpesaOrder(shop, shopper, await addProduct(shop, { price: 1000 + next }));
  const pay = async () => {
    const started = performance.now();
    const { status } = await push(shop, shopper, order, phone);
    expect(performance.now() - started).toBeLessThan(10_000);
    return status;
  };
  return { order, phone, pay };
}

/** Callbacks arrive over the network in real time. */
const PATIENCE = { timeout: 10_000 };
const isPaid = async (orderId: string) => (await orderRow(shop, orderId)).isPaid;
const readCharges = async (phone: string) => (await simulators.mpesa(phone)).charges.length;
const readPrompts = async (phone: string) => (await simulators.mpesa(phone)).prompts;
const queries = async () => (await simulators.requests()).filter(({ path }) => path.includes('stkpushquery'));

describe('R10: lost callbacks', () => {
  test('every order ends as the phone’s owner decided, within Daraja’s query limit', async () => {
    const actions = ['pay', 'cancel', 'no-funds', 'pay', 'wrong-pin', 'unreachable', 'pay', 'ignore'];
    const buyers: (Awaited<ReturnType<typeof buyer>> & { action: string })[] = [];
    for (const action of actions) {
      const one = await buyer();
      await simulators.planPrompt({ action, phone: one.phone, drop: true });
      expect(await one.pay()).toBe(200);
      buyers.push({ ...one, action });
    }
    await bothPass(200);
    for (const { order, phone, action } of buyers) {
      expect([action, await isPaid(order.id), await readCharges(phone)]).toEqual([
        action,
        action === 'pay',
        action === 'pay' ? 1 : 0,
      ]);
      expect((await getAttempts(shop, order.id)).map(({ state }) => state)).toEqual([
        action === 'pay' ? 'succeeded' : 'failed',
      ]);
    }
    const asked = await queries();
    expect(asked.filter(({ status }) => status === 429)).toEqual([]);
    expect(asked.length).toBeLessThanOrEqual((200 / 60) * 5 + 1);
  });

  test('D7: "still processing" before a success that only a query reports is never read as a failure', async () => {
    const { order, phone, pay } = await buyer();
    await pay();
    const [prompt] = await readPrompts(phone);
    await bothPass(30);
    expect(await isPaid(order.id)).toBe(false);
    await simulators.answerPrompt(prompt?.checkoutRequestId ?? '', 'pay', { drop: true });
    await bothPass(60);
    expect(await isPaid(order.id)).toBe(true);
  });
});

describe('R11: failures of Daraja', () => {
  test.each(['503', '429', 'html', 'reset', 'hang', 'lose-answer'])(
    'a push with %s charges once at most, never blocks the order and responds in time',
    async (mode) => {
      const { order, phone, pay } = await buyer();
      await simulators.planPrompt({ action: 'pay', phone, stays: true });
      await simulators.fault('daraja', mode, 1, 'stkpush/');
      expect([200, 400, 409]).toContain(await pay());
      await bothPass(130, 5);
      if (!(await isPaid(order.id))) {
        expect(await pay()).toBe(200);
      }
      await expect.poll(() => isPaid(order.id), PATIENCE).toBe(true);
      expect([
        (await orderRow(shop, order.id)).money,
        await readCharges(phone),
        (await readPrompts(phone)).length,
      ]).toEqual(['paid', 1, 1]);
    },
  );

  test.each(['503', '429', 'html', 'reset', 'hang', 'lose-answer'])(
    'three queries with %s only delay the result',
    async (mode) => {
      const { order, phone, pay } = await buyer();
      await simulators.planPrompt({ action: 'pay', phone, drop: true });
      expect(await pay()).toBe(200);
      await simulators.fault('daraja', mode, 3, 'stkpushquery/');
      await bothPass(330, 5);
      expect([(await orderRow(shop, order.id)).money, await readCharges(phone)]).toEqual(['paid', 1]);
    },
  );

  test('a token revoked between push and query is renewed, and both succeed', async () => {
    const { order, phone, pay } = await buyer();
    await simulators.planPrompt({ action: 'pay', phone, drop: true });
    expect(await pay()).toBe(200);
    await simulators.revokeToken();
    await bothPass(30);
    expect(await isPaid(order.id)).toBe(true);
  });

  test('without tokens the shopper gets an error and may retry', async () => {
    const { order, phone, pay } = await buyer();
    await simulators.planPrompt({ action: 'pay', phone, stays: true });
    await simulators.fault('daraja', '503', 5, 'oauth');
    // X1: the error of a token outage states a wait.
    expect(await pay()).toBe(409);
    expect(await readPrompts(phone)).toEqual([]);
    await simulators.fault('daraja', 'none');
    await bothPass(125, 5);
    expect(await pay()).toBe(200);
    await expect.poll(() => isPaid(order.id), PATIENCE).toBe(true);
    expect([(await orderRow(shop, order.id)).money, await readCharges(phone)]).toEqual(['paid', 1]);
  });
});
