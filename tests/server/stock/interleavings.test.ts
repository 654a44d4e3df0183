// @engine postgres
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import type { OrderEvent } from '../../../server/modules/settlement/order-events.rules.ts';
import { findDrift, StockShortError } from '../../../server/modules/stock/stock.repository.ts';
import { stockLedger } from '../../../server/db/schema.ts';
import { databaseCode } from '../../../server/db/errors.ts';
import { Refusal } from '../../../server/refusal.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { size } from '../../support/size.ts';
import { UNBOUND } from '../../support/unbound.ts';
import { addProduct, readStock } from '../catalogue/products.ts';
import { getDraft, readDraft, reservedByLines, type Shopper } from '../orders/ordering.ts';
import { attemptIn, settle } from '../payments/attempt-steps.ts';
import { changeOrder, readLedger } from './stock-ledger.ts';

/** Random steps of shoppers, staff, the clock, M-Pesa and files, several at the same moment. */

const RUNS = size(15, 150);
const PATIENCE_MS = size(120_000, 1_500_000);
const PRODUCTS = 4;
const STOCK = 6;
const PRICE = 100;
/** Steps at the same moment, and such moments one after the other. */
const AT_ONCE = { minLength: 1, maxLength: 8, size: 'max' } as const;
const WAVES = { minLength: 10, maxLength: 20, size: 'max' } as const;

let shop: TestApp;
let shoppers: (Shopper & { readonly user: { readonly tokenHash?: string } })[];
let staff: Awaited<ReturnType<TestApp['signInStaff']>>['staff'];
beforeAll(async () => {
  shop = await createTestApp({ env: UNBOUND });
  shoppers = [await shop.signIn(), await shop.signIn(), await shop.signIn()];
  ({ staff } = await shop.signInStaff());
});
afterAll(() => shop.close());

const which = fc.nat({ max: 11 });
const product = fc.nat({ max: PRODUCTS - 1 });
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('order' as const),
      method: fc.constantFrom('mpesa' as const, 'cod' as const),
      lines: fc.uniqueArray(fc.record({ at: product, quantity: fc.integer({ min: 1, max: 3 }) }), {
        minLength: 1,
        maxLength: 3,
        selector: ({ at }) => at,
      }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('pay', 'expire', 'cancel', 'cancelByStaff', 'turnIntoCash', 'ship', 'ship', 'ship'),
      which,
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('inspect' as const),
      which,
      sellable: fc.nat({ max: 2 }),
      damaged: fc.nat({ max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('lose' as const), which }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('receive' as const), at: product, pieces: fc.nat({ max: 4 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('count' as const),
      isFile: fc.boolean(),
      lines: fc.uniqueArray(
        fc.record({
          at: product,
          counted: fc.nat({ max: 9 }),
          expected: fc.option(fc.nat({ max: 9 }), { nil: undefined }),
        }),
        { minLength: 1, maxLength: PRODUCTS, selector: ({ at }) => at },
      ),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

interface Placed {
  readonly id: OrderId;
  readonly shopper: Shopper;
  readonly total: number;
  readonly lines: readonly { readonly product: string; readonly quantity: number }[];
  isPaid: boolean;
  isShipped: boolean;
  isInspected: boolean;
}

/** Events so far. `pieces` is kept apart from the shop: the pieces that lie in it, by product. */
interface World {
  readonly products: readonly { readonly id: string; readonly price: number }[];
  readonly orders: Placed[];
  readonly pieces: Map<string, number>;
}

/** Reasons for which a step may not happen now. Every other error fails the test. */
const isRefusal = (error: unknown) => error instanceof Refusal || error instanceof StockShortError;

async function make(world: World, change: Step): Promise<void> {
  const { stock, newOrders, orders, staffOrders } = shop.services;
  const now = shop.clock.now();
  const add = (id: string, pieces: number) => world.pieces.set(id, (world.pieces.get(id) ?? 0) + pieces);
  const getProduct = (at: number) => world.products[at] ?? { id: randomUUID(), price: PRICE };
  if (change.do === 'order') {
    const shopper = shoppers[world.orders.length % shoppers.length] ?? (await shop.signIn());
    const lines = change.lines.map(({ at, quantity }) => ({ ...getProduct(at), quantity }));
    const draft = readDraft(getDraft(lines, { paymentMethod: change.method }));
    const { _id, totalPrice } = await newOrders.create({ tokenHash: '', ...shopper.user }, draft, randomUUID());
    const bought = lines.map(({ id, quantity }) => ({ product: id, quantity }));
    const placed = { id: toOrderId(_id), shopper, total: totalPrice, lines: bought };
    world.orders.push({ ...placed, isPaid: false, isShipped: false, isInspected: false });
    return;
  }
  if (change.do === 'receive') {
    const { id } = getProduct(change.at);
    await shop.db.tx((tx) => stock.receive(tx, { lines: [{ product: id, pieces: change.pieces }], staff, now }));
    add(id, change.pieces);
    return;
  }
  if (change.do === 'count') {
    const lines = change.lines.map(({ at, ...line }) => ({ product: getProduct(at).id, ...line }));
    const given = lines.map(({ expected, ...line }) => ({ ...line, ...(expected !== undefined && { expected }) }));
    await (change.isFile ? importCounts(given) : shop.db.tx((tx) => stock.count(tx, { lines: given, staff, now })));
    const rows = await Promise.all(given.map(({ product: id }) => readLedger(shop, id)));
    for (const row of rows.flat())
      if (row.reason === 'counted' && !counted.has(row.id)) {
        counted.add(row.id);
        add(row.productId, row.difference);
      }
    return;
  }
  const placed = world.orders[change.which % Math.max(1, world.orders.length)];
  if (placed === undefined) return;
  const { id, shopper } = placed;
  const move = (status: 'processing' | 'shipped' | 'cancelled') =>
    staffOrders.move(staff, { id, status, trackingNumber: undefined });
  const changed = (event: OrderEvent) => changeOrder(shop, id, event);
  switch (change.do) {
    case 'pay': {
      if (placed.isPaid) return;
      placed.isPaid = true;
      const made = { id, shopper, total: placed.total, productId: '' };
      const attempt = await attemptIn(shop, made, 'pending');
      await settle(shop, attempt, {
        type: 'money.received',
        receipt: randomUUID().slice(0, 10),
        ids: attempt.ids,
        isByQuery: false,
      });
      return;
    }
    case 'expire':
      await changed({ type: 'expiry.due', now: Number.MAX_SAFE_INTEGER, hasLiveAttempt: false });
      return;
    case 'cancel':
      await orders.cancel(shopper.user.id, id);
      return;
    case 'cancelByStaff':
      await move('cancelled');
      return;
    case 'turnIntoCash':
      await orders.payOnDelivery(shopper.user.id, id);
      return;
    case 'ship': {
      await changed({ type: 'staff.process' });
      const shipped = await changed({ type: 'staff.ship', trackingNumber: 'T1' });
      if (shipped !== 'changed') return;
      placed.isShipped = true;
      for (const line of placed.lines) add(line.product, -line.quantity);
      return;
    }
    case 'lose':
      if (placed.isShipped) await shop.db.tx((tx) => stock.recordLost(tx, { order: id, staff, now }));
      return;
    case 'inspect': {
      if (!placed.isShipped || placed.isInspected) return;
      placed.isInspected = true;
      const lines = placed.lines.map(({ product: one, quantity }) => {
        const sellable = Math.min(change.sellable, quantity);
        const damaged = Math.min(change.damaged, quantity - sellable);
        return { product: one, sellable, damaged, missing: quantity - sellable - damaged };
      });
      await shop.db.tx((tx) => stock.inspectReturned(tx, { order: id, lines, staff, now }));
      for (const line of lines) add(line.product, line.sellable);
    }
  }
}

/** Counts the stock by a file, as `npm run import -- --update stock` does: a preview, then the change. */
async function importCounts(lines: readonly { readonly product: string; readonly counted: number }[]): Promise<void> {
  const source = randomUUID();
  const changes = lines.map(({ product: id, counted: pieces }) => ({
    id,
    slug: null,
    named: null,
    patch: { stock: { counted: pieces, source } },
  }));
  const shown = await shop.services.change.preview(changes);
  const meant = changes.map((one, index) => {
    const found = shown[index];
    const expected = found?.found === true ? found.stock?.onHand : undefined;
    return expected === undefined ? one : { ...one, patch: { stock: { ...one.patch.stock, expected } } };
  });
  await shop.services.change.apply({ id: randomUUID(), kind: 'update', source: 'a.csv', actor: 'console ann' }, meant);
}

/** Counts whose difference is in `pieces`. */
const counted = new Set<string>();

test(
  `R43: ${RUNS} random interleavings of orders, cancellations, expiries, returns, counts and imports leave stock and ledger equal`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, AT_ONCE), WAVES), async (waves) => {
        const products = [];
        for (let at = 0; at < PRODUCTS; at += 1) products.push(await addProduct(shop, { stock: STOCK, price: PRICE }));
        const world: World = { products, orders: [], pieces: new Map(products.map(({ id }) => [id, STOCK])) };
        for (const wave of waves) {
          const outcomes = await Promise.allSettled(wave.map((one) => make(world, one)));
          const faults = outcomes.flatMap((it) =>
            it.status === 'rejected' && !isRefusal(it.reason) ? [it.reason as unknown] : [],
          );
          expect(faults.map((fault) => [databaseCode(fault), String(fault)])).toEqual([]);
          expect(await findDrift(shop.db.sql)).toEqual([]);
          for (const { id } of products) {
            const { onHand, reserved } = await readStock(shop, id);
            expect({ onHand, reserved }).toEqual({
              onHand: world.pieces.get(id),
              reserved: await reservedByLines(shop, id),
            });
          }
        }
      }),
      // A shorter example would start with the rows of the failed one.
      { numRuns: RUNS, seed: 43, endOnFailure: true },
    );
    const reasons = await shop.db.sql.selectDistinct({ reason: stockLedger.reason }).from(stockLedger);
    expect(reasons.map(({ reason }) => reason).sort()).toEqual([
      'cancelled',
      'counted',
      'damaged',
      'lost',
      'received',
      'returned',
      'sale',
    ]);
  },
  PATIENCE_MS,
);
