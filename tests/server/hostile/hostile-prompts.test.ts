// @engine postgres
// @all
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { sendOtp, verifyOtp } from '../../../contract/auth.ts';
import { stkPush } from '../../../contract/mpesa.ts';
import { cancelOrder } from '../../../contract/orders.ts';
import type { TestApp } from '../../support/server.ts';
import { size } from '../../support/size.ts';
import { addProduct } from '../catalogue/products.ts';
import type { Shopper } from '../orders/ordering.ts';
import { callback, mpesaOrder, pass, payingShop, push, stopTime } from '../payments/mpesa-steps.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A day by the test's clock in `npm run test:hard`. */
const HOURS = size(2, 24);
const STEPS = 6;
/** Allows for a slow machine. */
const PATIENCE_MS = size(120_000, 900_000);
const REFUSED_BY_HOLDER = 1032;

let shop: TestApp;
let product: Awaited<ReturnType<typeof addProduct>>;
beforeAll(async () => {
  shop = await payingShop({ env: { RATE_LIMIT_FACTOR: '1' } });
  product = await addProduct(shop, { stock: 100_000 });
});
beforeEach(() => stopTime(shop));
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => shop.close());

const newOrder = (shopper: Shopper) => mpesaOrder(shop, shopper, product);

/**
 * Places an order, sends a prompt to the phone and cancels the order, so that none of the attacker's own limits is
 * reached.
 */
async function attack(attacker: Shopper, phone: string): Promise<void> {
  const order = await newOrder(attacker);
  const { status } = await push(shop, attacker, order, phone);
  await shop.deps.background.idle();
  if (status === 200 && phone === STRANGERS.refuses) await callback(shop, { code: REFUSED_BY_HOLDER });
  await shop.call(cancelOrder, { id: order.id }, { token: attacker.token });
}

/** Pays an order with a phone, or fails the test. */
async function pay(shopper: Shopper, phone = shopper.user.phone): Promise<void> {
  expect((await push(shop, shopper, await newOrder(shopper), phone)).status).toBe(200);
  await shop.deps.background.idle();
  expect(await callback(shop)).toBe(200);
}

/** Pays with the code sent to a phone whose owner refused before. */
async function payByProof(shopper: Shopper, phone: string): Promise<void> {
  const order = await newOrder(shopper);
  const request = { phoneNumber: phone, amount: order.total, orderId: order.id, accountReference: '' };
  const asked = await shop.call(stkPush, request, { token: shopper.token });
  expect([asked.status, asked.body.data]).toEqual([409, { proof: true }]);
  const cookies = Object.fromEntries(asked.cookies.map(({ name, value }) => [name, value]));
  const { body } = await shop.call(sendOtp, { phone }, { cookies });
  const pin = shop.sms.codes.at(-1)?.code ?? '';
  const { data: verificationData } = (await shop.call(verifyOtp, { pinId: body.data.pinId, pin }, { cookies })).body;
  const { verified, msisdn, verificationToken } = verificationData;
  const proof = { verified: verified === true, msisdn, verificationToken };
  const paid = await shop.call(stkPush, { ...request, verificationData: proof }, { token: shopper.token, cookies });
  expect(paid.status).toBe(200);
  await shop.deps.background.idle();
  expect(await callback(shop)).toBe(200);
}

const STRANGERS = { ignores: '254733000001', refuses: '254733000002', isCustomer: '254733000003' } as const;

describe('R37: hostile budgets', () => {
  test(
    'R37, F5: accounts prompt strangers’ phones all day; each phone gets few prompts, and all others pay',
    async () => {
      const attackers = await Promise.all([1, 2].map(() => shop.signIn()));
      const customer = await shop.signIn({ phone: STRANGERS.isCustomer });
      const friend = await shop.signIn();
      const relative = await shop.signIn();
      const sent: { phone: string; at: number }[] = [];
      for (let step = 0; step < HOURS * STEPS; step += 1) {
        const before = shop.mpesa.prompts.length;
        for (const attacker of attackers) for (const phone of Object.values(STRANGERS)) await attack(attacker, phone);
        const at = shop.clock.now().getTime();
        sent.push(...shop.mpesa.prompts.slice(before).map(({ phone }) => ({ phone, at })));
        await pass(shop, HOUR / STEPS, 5 * MINUTE);
        if (step % STEPS !== 0) continue;
        await pay(customer);
        await pay(friend);
        // One of the ten prompts a day that D25 allows without a proof.
        if (step % (4 * STEPS) === 0) await pay(friend, '254733000009');
        if (step === STEPS) await payByProof(relative, STRANGERS.refuses);
        if (step > STEPS) await pay(relative, STRANGERS.refuses);
        // The clock is stopped, so this separates the next prompts from the same millisecond.
        await pass(shop, MINUTE, MINUTE);
      }
      const within = (phone: string, ms: number) =>
        sent.map(({ at }) => sent.filter((it) => it.phone === phone && it.at > at - ms && it.at <= at).length);
      for (const phone of [STRANGERS.ignores, STRANGERS.isCustomer]) {
        expect(Math.max(...within(phone, HOUR))).toBe(3);
        expect(Math.max(...within(phone, 24 * HOUR))).toBeLessThanOrEqual(10);
      }
      // Two refusals in a row block the phone until a payment with it, which happens each hour.
      expect(Math.max(...within(STRANGERS.refuses, HOUR))).toBeLessThanOrEqual(2);
      expect(Math.max(...within(STRANGERS.refuses, 24 * HOUR))).toBeLessThanOrEqual(10);
    },
    PATIENCE_MS,
  );
});
