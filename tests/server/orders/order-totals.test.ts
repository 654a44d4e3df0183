// @engine postgres
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getIncludedVat } from '../../../contract/rules/money.ts';
import { priceOrder, type PricedOrder } from '../../../server/modules/orders/priced-order.rules.ts';
import type { Offers } from '../../../server/modules/catalogue/offers.repository.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { size } from '../../support/size.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { getDraft, order } from './ordering.ts';

const CARTS = size(2_000, 100_000);
const NOW = new Date('2026-01-01T12:00:00Z');
const ids = Array.from({ length: 6 }, (_, index) => `0000000${index}-0000-4000-8000-000000000000`);

const price = fc.integer({ min: 1, max: 300_000 });
const moment = fc.option(
  fc.date({ min: new Date(NOW.getTime() - 1000), max: new Date(NOW.getTime() + 1000), noInvalidDate: true }),
);
const offer = fc.record({ price, flashPrice: fc.option(price), flashStartsAt: moment, flashEndsAt: moment });
interface Drawn {
  readonly price: number;
  readonly flashPrice: number | null;
  readonly flashStartsAt: Date | null;
  readonly flashEndsAt: Date | null;
}
const getOffers = (drawn: readonly Drawn[]): Offers =>
  new Map(
    drawn.map((it, index) => [
      ids[index]!,
      { id: ids[index]!, name: 'A', originalPrice: null, images: [], stock: 1_000_000, ...it },
    ]),
  );
const cart = fc.array(fc.record({ index: fc.nat(ids.length - 1), quantity: fc.integer({ min: 1, max: 20 }) }), {
  minLength: 1,
  maxLength: 20,
});

const charged = (offers: Offers, id: string) => {
  const { price: plain, flashPrice, flashStartsAt: start, flashEndsAt: end } = offers.get(id)!;
  const isDeal = flashPrice !== null && (start !== null || end !== null);
  const isOn = (start === null || start <= NOW) && (end === null || end > NOW);
  return isDeal && isOn ? flashPrice : plain;
};

test('R30: the server’s total is the sum of its lines at the current prices, VAT included', () => {
  fc.assert(
    fc.property(fc.array(offer, { minLength: 6, maxLength: 6 }), cart, (drawn, lines) => {
      const offers = getOffers(drawn);
      const sent = lines.map(({ index, quantity }) => ({
        id: ids[index]!,
        quantity,
        price: charged(offers, ids[index]!),
      }));
      const priced = priceOrder(getDraft(sent), offers, NOW) as PricedOrder;
      const total = sent.reduce((sum, line) => sum + line.price * line.quantity, 0);
      expect(priced.itemsPrice).toBe(total);
      expect(priced.lines.reduce((sum, line) => sum + line.price * line.quantity, 0)).toBe(total);
      expect(new Set(priced.lines.map(({ product }) => product)).size).toBe(priced.lines.length);
      for (const line of priced.lines) expect(line.vatIncluded).toBe(getIncludedVat(line.price * line.quantity));
      expect(priced.vatIncluded).toBe(priced.lines.reduce((sum, line) => sum + line.vatIncluded, 0));
    }),
    { numRuns: CARTS },
  );
});

test('D5: a price or sum from the client never creates an order', () => {
  fc.assert(
    fc.property(
      fc.array(offer, { minLength: 6, maxLength: 6 }),
      cart,
      fc.array(fc.nat(400_000), { minLength: 20, maxLength: 20 }),
      fc.nat(5_000_000),
      (drawn, lines, prices, total) => {
        const offers = getOffers(drawn);
        const sent = lines.map(({ index, quantity }, at) => ({ id: ids[index]!, quantity, price: prices[at]! }));
        const priced = priceOrder({ ...getDraft(sent), itemsPrice: total, totalPrice: total }, offers, NOW);
        if ('message' in priced) return;
        expect(sent.every((line) => line.price === charged(offers, line.id))).toBe(true);
        expect(priced.itemsPrice).toBe(total);
      },
    ),
    { numRuns: CARTS },
  );
});

let shop: TestApp;
beforeAll(async () => {
  shop = await createTestApp({ env: UNBOUND });
});
afterAll(() => shop.close());

test('D11: every created order reserves exactly its quantities', async () => {
  const shopper = await shop.signIn();
  const products = [
    await addProduct(shop, { price: 999, stock: 300 }),
    await addProduct(shop, { price: 12_345, stock: 300 }),
  ];
  const taken = new Map(products.map(({ id }) => [id, 0]));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ index: fc.nat(1), quantity: fc.integer({ min: 1, max: 9 }) }), {
        minLength: 1,
        maxLength: 4,
      }),
      async (lines) => {
        const { status, body } = await order(
          shop,
          shopper,
          getDraft(lines.map(({ index, quantity }) => ({ ...products[index]!, quantity }))),
        );
        if (status === 200)
          for (const it of body.data.order.orderItems)
            taken.set(it.product, (taken.get(it.product) ?? 0) + it.quantity);
        for (const { id } of products) expect((await readStock(shop, id)).reserved).toBe(taken.get(id));
      },
    ),
    { numRuns: 40 },
  );
});
