// @engine postgres
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerExpiry } from '../../../server/modules/orders/expiry.worker.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { size } from '../../support/size.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { getDraft, order } from '../orders/ordering.ts';

const MINUTE = 60_000;
const HOURS = size(2, 24);
/** Allows for a slow machine. */
const PATIENCE_MS = size(120_000, 900_000);
const STOCK = 100;

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
  registerExpiry(shop.deps, shop.services);
});
afterAll(() => shop.close());

describe('R37: hostile budgets', () => {
  test(
    'R37, F1: one verified phone orders as much as possible all day; all others still find stock',
    async () => {
      const products: Awaited<ReturnType<typeof addProduct>>[] = [];
      for (const price of [900, 1_500, 3_000, 40_000]) products.push(await addProduct(shop, { price, stock: STOCK }));
      const attacker = await shop.signIn();
      for (let hour = 0; hour < HOURS; hour += 1) {
        for (let step = 0; step < 6; step += 1) {
          // Orders the maximum of all products together and of each one, in cash and by M-Pesa.
          for (const paymentMethod of ['cod', 'mpesa'] as const)
            for (const lines of [products, ...products.map((product) => [product])])
              for (const quantity of [50, 5])
                await order(
                  shop,
                  attacker,
                  getDraft(
                    lines.map((line) => ({ ...line, quantity })),
                    { paymentMethod },
                  ),
                );
          const left = await Promise.all(products.map(({ id }) => readStock(shop, id)));
          expect(Math.min(...left.map(({ onHand, reserved }) => onHand - reserved))).toBeGreaterThanOrEqual(
            STOCK - 50 - HOURS,
          );
          shop.clock.advance(10 * MINUTE);
          await shop.deps.jobs.runDue();
        }
        const honest = await shop.signIn();
        for (const paymentMethod of ['cod', 'mpesa'] as const) {
          const { status, body } = await order(
            shop,
            honest,
            getDraft(products.slice(hour % 3, (hour % 3) + 1), { paymentMethod }),
          );
          expect([status, body.message]).toEqual([200, undefined]);
        }
      }
    },
    PATIENCE_MS,
  );
});
