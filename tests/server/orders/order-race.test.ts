// @engine postgres
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cancelOrder } from '../../../contract/orders.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { size } from '../../support/size.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { getDraft, order, reservedByLines, type Shopper } from './ordering.ts';

let shop: TestApp;
let shoppers: Shopper[];

const BUYERS = 200;
const ROUNDS = size(3, 50);
/** Concurrent orders per wave, each with its own 20 products. */
const WAVE = 250;
const WAVES = size(1, 20);
/** Allows for a slow machine. */
const PATIENCE_MS = size(120_000, 900_000);

const getMethod = (index: number) => ({ paymentMethod: index % 2 === 0 ? 'mpesa' : 'cod' }) as const;

/**
 * Attempts per call. Each rejected attempt has waited 5 s for a connection, so a shop that is busy for longer is stuck.
 */
const TRIES = 4;

/**
 * Returns the response of a call. Retries with the same key after a 503, as the page does: on a loaded machine some
 * calls of a wave wait for a connection longer than the 5 s that the shop allows. Returns the last response, even a
 * 503.
 */
async function unlessBusy<Answer extends { readonly status: number }>(
  ask: () => Promise<Answer>,
  tries = TRIES,
): Promise<Answer> {
  const answer = await ask();
  return answer.status === 503 && tries > 1 ? unlessBusy(ask, tries - 1) : answer;
}

beforeAll(async () => {
  shop = await createTestApp({ env: UNBOUND });
  shoppers = [];
  for (let count = 0; count < BUYERS; count += 1) shoppers.push(await shop.signIn());
});
afterAll(() => shop.close());

test(
  `R3: ${BUYERS} buyers, half by M-Pesa, 10 units, ${ROUNDS} rounds: exactly 10 are sold and no call fails`,
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const product = await addProduct(shop, { stock: 10 });
      const answers = await Promise.all(
        shoppers.map((shopper, index) =>
          order(shop, shopper, getDraft([product], getMethod(index)), `r3-${round}-${index}`),
        ),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(10);
      expect(statuses.filter((status) => status === 409)).toHaveLength(BUYERS - 10);
      for (const { status, body } of answers)
        if (status === 409) expect(body).toMatchObject({ data: { lines: [{ product: product.id }] } });
      expect(await readStock(shop, product.id)).toMatchObject({ onHand: 10, reserved: 10 });
      expect(await reservedByLines(shop, product.id)).toBe(10);
    }
  },
  PATIENCE_MS,
);

test('D11: two shoppers order the last piece: one gets it, the other sees stock 0', async () => {
  const product = await addProduct(shop, { stock: 1 });
  const answers = await Promise.all(shoppers.slice(0, 2).map((shopper) => order(shop, shopper, getDraft([product]))));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = answers.find(({ status }) => status === 409);
  expect(refused?.body).toMatchObject({ data: { lines: [{ product: product.id, stock: 0 }] } });
});

test(
  `R4: ${WAVES * WAVE} carts of 1 to 5 lines in any order on 20 hot products: no deadlock, the sums match`,
  async () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % below;
    };
    for (let wave = 0; wave < WAVES; wave += 1) {
      const hot: Awaited<ReturnType<typeof addProduct>>[] = [];
      for (let count = 0; count < 20; count += 1) hot.push(await addProduct(shop, { stock: 30, price: 100 + count }));
      const carts = Array.from({ length: WAVE }, () =>
        Array.from({ length: 1 + random(5) }, () => ({ ...hot[random(hot.length)]!, quantity: 1 + random(3) })),
      );
      const answers = await Promise.all(
        carts.map(async (lines, index) => {
          const shopper = shoppers[index % BUYERS]!;
          const key = `r4-${wave}-${index}`;
          const made = await unlessBusy(() => order(shop, shopper, getDraft(lines, getMethod(index % 5)), key));
          if (made.status === 200 && index % 3 === 0) {
            const id = made.body.data.order._id;
            const { status } = await unlessBusy(() => shop.call(cancelOrder, { id }, { token: shopper.token }));
            expect(status).toBe(200);
          }
          return made.status;
        }),
      );
      expect(new Set(answers)).toEqual(new Set([200, 409]));
      for (const { id } of hot) {
        const { onHand, reserved } = await readStock(shop, id);
        expect(reserved).toBe(await reservedByLines(shop, id));
        expect(reserved).toBeLessThanOrEqual(onHand);
        expect(reserved).toBeGreaterThanOrEqual(0);
      }
    }
  },
  PATIENCE_MS,
);
