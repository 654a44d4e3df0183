// @engine postgres
import { eq } from 'drizzle-orm';
import { afterEach, expect, test } from 'vitest';
import { paymentStatus } from '../../../contract/mpesa.ts';
import { isOutcomeChecked, PROMPT_LIFETIME_MS } from '../../../contract/rules/payment-times.ts';
import { orders } from '../../../server/db/schema.ts';
import type { QueryAnswer } from '../../../server/providers/mpesa.ts';
import type { TestApp } from '../../support/server.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { addProduct } from '../catalogue/products.ts';
import { mpesaOrder, pass, payingShop, push, stopTime } from './mpesa-steps.ts';

/** All callbacks are lost: only queries, within one budget, report the payments (X2, X7). */

const PAYERS = 60;
const SECOND = 1_000;
/** Time from the prompt to the PIN. */
const PIN_MS = 10 * SECOND;
const PAID: QueryAnswer = { outcome: 'result', code: '0', text: '' };
const NOT_YET: QueryAnswer = { outcome: 'noResult', text: 'being processed', isAnswered: true, retryAfterMs: null };

let shop: TestApp;
afterEach(() => shop.close());

/**
 * Sends 60 prompts at the same time. `look` gets the waiting payers after each step. Returns how long each payer
 * waited.
 */
async function payWithoutCallbacks(
  queriesPerMinute: string | null,
  { untilMs, stepMs }: { readonly untilMs: number; readonly stepMs: number },
  look: (waiting: readonly { token: string; checkoutRequestId: string }[], passedMs: number) => Promise<void>,
): Promise<number[]> {
  shop = await payingShop({
    env: { ...UNBOUND, ...(queriesPerMinute !== null && { MPESA_QUERIES_PER_MINUTE: queriesPerMinute }) },
  });
  stopTime(shop);
  const product = await addProduct(shop, { price: 1500, stock: PAYERS });
  const made = [];
  for (let n = 0; n < PAYERS; n += 1) {
    const shopper = await shop.signIn();
    made.push({ shopper, order: await mpesaOrder(shop, shopper, product) });
  }
  let waiting: { token: string; id: string; checkoutRequestId: string }[] = [];
  for (const { shopper, order } of made) {
    await push(shop, shopper, order);
    const { checkoutRequestId } = shop.mpesa.prompts.at(-1) ?? never();
    waiting.push({ token: shopper.token, id: order.id, checkoutRequestId });
  }
  const start = shop.clock.now().getTime();
  const passed = () => shop.clock.now().getTime() - start;
  shop.mpesa.answerQueries(() => (passed() >= PIN_MS ? PAID : NOT_YET));
  const told: number[] = [];
  while (passed() < untilMs && waiting.length > 0) {
    await pass(shop, stepMs, stepMs);
    const unpaid = await shop.db.sql.select({ id: orders.id }).from(orders).where(eq(orders.isPaid, false));
    const left = waiting.filter((payer) => unpaid.some(({ id }) => id === payer.id));
    told.push(...waiting.slice(left.length).map(() => passed() - PIN_MS));
    waiting = left;
    await look(waiting, passed());
  }
  return told;
}

function never(): never {
  throw new Error('nothing was pushed');
}

test('X2, X7: at 30 queries a minute, 60 payers without callbacks wait 90 s (median), 180 s (most)', async () => {
  const told = await payWithoutCallbacks('30', { untilMs: 300 * SECOND, stepMs: SECOND }, async () => undefined);
  expect(told).toHaveLength(PAYERS);
  expect(told[PAYERS / 2 - 1]).toBeLessThanOrEqual(90 * SECOND);
  expect(told.at(-1)).toBeLessThanOrEqual(180 * SECOND);
}, 120_000);

test('X2, X7: with 5 queries a minute, no payer is offered a second payment before M-Pesa answers', async () => {
  let looks = 0;
  const told = await payWithoutCallbacks(
    null,
    { untilMs: 1_200 * SECOND, stepMs: 4 * SECOND },
    async (waiting, passedMs) => {
      if (passedMs < PROMPT_LIFETIME_MS || passedMs % (60 * SECOND) !== 0) return;
      looks += waiting.length;
      for (const { token, checkoutRequestId } of waiting) {
        const { status, pushedAt, checkedAt, isAskable } = (
          await shop.call(paymentStatus, { checkoutRequestId }, { token })
        ).body.data;
        // The page shows "We are still checking" by the rule that it shares with the server (U4).
        const isOffered = !isAskable || isOutcomeChecked(Date.parse(pushedAt), Date.parse(checkedAt));
        expect([status, isOffered]).toEqual(['pending', false]);
      }
    },
  );
  expect(looks).toBeGreaterThan(PAYERS);
  expect(told).toHaveLength(PAYERS);
}, 120_000);
