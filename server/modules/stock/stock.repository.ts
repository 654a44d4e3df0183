import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import { orderLines, products, productStock, stockLedger } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';

/**
 * The only writer of stock and of its ledger (tests/architecture/stock.test.ts). Each change of the stock that the
 * ledger follows adds its row in the same transaction (OWN-P1).
 */

/** Number of items of a product that an order takes (positive) or returns (negative). */
export interface StockChange {
  readonly product: string;
  readonly quantity: number;
}

/** The person or program that changes stock. `staffId` is `null` for shoppers, the system and people on the shop's server. */
export interface StockActor {
  readonly staffId: string | null;
  readonly actor: string;
}
export const SYSTEM: StockActor = { staffId: null, actor: 'system' };
export const SHOPPER: StockActor = { staffId: null, actor: 'shopper' };

/** Origin of the stock of new products. */
export interface StockOrigin extends StockActor {
  /** The file or step that brought it. */
  readonly source: string;
  readonly at: Date;
}

type LedgerRow = typeof stockLedger.$inferInsert;
/** A new row of the ledger. */
export type LedgerEntry = StockActor &
  Pick<
    LedgerRow,
    'productId' | 'difference' | 'reason' | 'pieces' | 'orderId' | 'source' | 'counted' | 'expected' | 'at'
  >;

/** A product with less stock than an order needs. Rolls the transaction back. */
export class StockShortError extends Error {
  readonly product: string;

  constructor(product: string) {
    super('Not enough stock');
    this.name = 'StockShortError';
    this.product = product;
  }
}

const reserved = sql`${productStock.reserved} + ${placeholder('quantity')}`;
const statements = perHandle((db) => {
  const byProduct = eq(productStock.productId, placeholder('product'));
  const isEnough = sql`${productStock.onHand} - ${productStock.reserved} >= ${placeholder('quantity')}`;
  const change = () => db.update(productStock).set({ reserved });
  return {
    take: change().where(and(byProduct, isEnough)).returning({ id: productStock.productId }).prepare('stock_take'),
    giveBack: change().where(byProduct).returning({ id: productStock.productId }).prepare('stock_give_back'),
  };
});

/**
 * Reserves and releases stock with one guarded update per product. Always in id order, so that two orders cannot
 * deadlock (D11, R4). Throws `StockShortError`.
 */
export async function changeReserved(db: Sql, changes: readonly StockChange[]): Promise<void> {
  const { take, giveBack } = statements(db);
  for (const { product, quantity } of sumChanges(changes)) {
    const changed = await (quantity > 0 ? take : giveBack).execute({ product, quantity });
    if (changed.length === 0) throw new StockShortError(product);
  }
}

/**
 * Returns whether everything can be reserved. Keeps the rows locked until the transaction ends, so that the answer
 * stays valid (D12).
 */
export async function canReserve(db: Sql, changes: readonly StockChange[]): Promise<boolean> {
  const wanted = sumChanges(changes);
  const free = await lockFree(
    db,
    wanted.map(({ product }) => product),
  );
  return wanted.every(({ product, quantity }) => (free.get(product) ?? 0) >= quantity);
}

/** Locks the stock of products as `lockStock` does, and returns the pieces that are not reserved, by product. */
async function lockFree(db: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const stock = await lockStock(db, ids);
  return new Map([...stock].map(([id, { onHand, reserved: taken }]) => [id, onHand - taken]));
}

/** Stock of a product. */
export interface Stock {
  readonly onHand: number;
  readonly reserved: number;
}

/** Locks the stock of products in id order until the transaction ends, and returns it by product. */
export async function lockStock(db: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Stock>> {
  const rows = await db
    .select()
    .from(productStock)
    .where(inArray(productStock.productId, [...ids]))
    .orderBy(asc(productStock.productId))
    .for('no key update');
  return new Map(rows.map(({ productId, ...stock }) => [productId, stock]));
}

/** The parcel leaves the shop, so the on-hand and reserved counts both go down. The ledger booked it as sold before. */
export async function reduceStock(db: Sql, changes: readonly StockChange[]): Promise<void> {
  for (const { product, quantity } of sumChanges(changes)) {
    await db
      .update(productStock)
      .set({ onHand: sql`${productStock.onHand} - ${quantity}`, reserved: sql`${productStock.reserved} - ${quantity}` })
      .where(eq(productStock.productId, product));
  }
}

/** The parcel is back on the shelf, because its shipping was corrected (OWN-P4). */
export function returnStock(db: Sql, changes: readonly StockChange[]): Promise<void> {
  const back = changes.map(({ product, quantity }) => ({ product, quantity: -quantity }));
  return reduceStock(db, back);
}

/** Adds the stock of new products, which are counted for the first time. Keeps existing stock. */
export async function addStock(
  db: Sql,
  rows: readonly { readonly product: string; readonly pieces: number }[],
  { at, source, staffId, actor }: StockOrigin,
): Promise<void> {
  if (rows.length === 0) return;
  const added = await db
    .insert(productStock)
    .values(rows.map(({ product, pieces }) => ({ productId: product, onHand: pieces })))
    .onConflictDoNothing()
    .returning({ productId: productStock.productId, onHand: productStock.onHand });
  await addToLedger(
    db,
    added.map(({ productId, onHand }) => {
      const count = { counted: onHand, expected: 0, difference: onHand };
      return { productId, ...count, reason: 'counted' as const, source, at, staffId, actor };
    }),
  );
}

/**
 * Changes the pieces on hand together with their ledger rows. Skips entries whose source has booked their product, and
 * entries that would leave less on hand than orders have reserved. Returns the rows that were added, and the products
 * that have too little. All entries have the same source. Call it in a transaction.
 */
export async function bookOnHand(db: Sql, entries: readonly LedgerEntry[]) {
  const ids = [...new Set(entries.map(({ productId }) => productId))].sort();
  if (ids.length === 0) return { booked: [], short: [] };
  const none = ids.map((productId) => ({ productId, onHand: 0 }));
  await db.insert(productStock).values(none).onConflictDoNothing();
  const free = await lockFree(db, ids);
  const isShort = ({ productId, difference }: LedgerEntry) => (free.get(productId) ?? 0) + difference < 0;
  const booked = await addToLedger(
    db,
    entries.filter((entry) => !isShort(entry)),
  );
  for (const { product, quantity } of sumChanges(booked.map(toChange)))
    await db
      .update(productStock)
      .set({ onHand: sql`${productStock.onHand} + ${quantity}` })
      .where(eq(productStock.productId, product));
  return { booked, short: await findUnbooked(db, entries.filter(isShort)) };
}

/** Returns the products of entries whose source has not booked them. */
async function findUnbooked(db: Sql, entries: readonly LedgerEntry[]): Promise<string[]> {
  const ids = entries.map(({ productId }) => productId);
  const source = entries[0]?.source ?? null;
  if (source === null) return ids;
  const known = await findCountable(db, ids, source);
  return ids.filter((id) => known.get(id)?.isCounted !== true);
}

/** Adds rows to the ledger, except those that their source has booked. Returns the added rows. */
async function addToLedger(db: Sql, entries: readonly LedgerEntry[]) {
  if (entries.length === 0) return [];
  return db
    .insert(stockLedger)
    .values(entries.map((entry) => ({ id: randomUUID(), ...entry })))
    .onConflictDoNothing({
      target: [stockLedger.productId, stockLedger.source],
      where: sql`${stockLedger.source} is not null`,
    })
    .returning({
      productId: stockLedger.productId,
      difference: stockLedger.difference,
      counted: stockLedger.counted,
      expected: stockLedger.expected,
    });
}

/** Reason for which an order books the pieces of all its lines. */
const ORDER_BOOKINGS = {
  sale: { difference: sql`-${orderLines.quantity}`, pieces: sql`null::integer` },
  cancelled: { difference: sql`${orderLines.quantity}`, pieces: sql`null::integer` },
  lost: { difference: sql`0`, pieces: sql`${orderLines.quantity}` },
  /** Takes `lost` back. */
  correction: { difference: sql`0`, pieces: sql`-${orderLines.quantity}` },
} as const;
export type OrderBooking = keyof typeof ORDER_BOOKINGS;

const bookLines = perHandle((db) => {
  const prepare = (reason: OrderBooking) =>
    db
      .insert(stockLedger)
      .select(
        db
          .select({
            id: sql`gen_random_uuid()`.as('id'),
            productId: orderLines.productId,
            difference: ORDER_BOOKINGS[reason].difference.as('difference'),
            pieces: ORDER_BOOKINGS[reason].pieces.as('pieces'),
            reason: sql`${reason}::text`.as('reason'),
            orderId: orderLines.orderId,
            staffId: sql`${placeholder('staffId')}::uuid`.as('staff_id'),
            actor: sql`${placeholder('actor')}::text`.as('actor'),
            source: sql`null::text`.as('source'),
            counted: sql`null::integer`.as('counted'),
            expected: sql`null::integer`.as('expected'),
            at: sql`${placeholder('at')}::timestamptz`.as('at'),
          })
          .from(orderLines)
          .where(eq(orderLines.orderId, placeholder('orderId'))),
      )
      .prepare(`stock_book_${reason}`);
  return {
    sale: prepare('sale'),
    cancelled: prepare('cancelled'),
    lost: prepare('lost'),
    correction: prepare('correction'),
  };
});

/** Books the pieces of all lines of an order, which exist already, in one statement. */
export async function bookOrder(
  db: Sql,
  reason: OrderBooking,
  { orderId, staffId, actor, at }: StockActor & { readonly orderId: OrderId; readonly at: Date },
): Promise<void> {
  await bookLines(db)[reason].execute({ orderId, staffId, actor, at: at.toISOString() });
}

/** Pieces that unshipped orders have committed, by product. */
const COMMITTED = sql`select product_id, sum(quantity)::integer as pieces
  from order_lines join orders on orders.id = order_lines.order_id
  where reservation = 'committed' and status in ('pending', 'processing') group by product_id`;

/** Products whose ledger does not add up, with the difference that it lacks. One statement, so one moment. */
const DRIFT = sql`select product_id, on_hand - coalesce(committed.pieces, 0) - coalesce(ledger.pieces, 0) as difference
  from product_stock left join (${COMMITTED}) as committed using (product_id)
  left join (select product_id, sum(difference)::integer as pieces from stock_ledger group by product_id) as ledger
    using (product_id)
  where on_hand - coalesce(committed.pieces, 0) <> coalesce(ledger.pieces, 0)`;

/** A product whose ledger does not add up, and the difference that the ledger lacks. */
export interface Drifted {
  readonly slug: string;
  readonly difference: number;
}

/** Returns the products whose ledger does not add up to their stock (OWN-P1). */
export async function findDrift(db: Sql): Promise<Drifted[]> {
  const found = await db.execute(
    sql`select slug, difference from (${DRIFT}) as drift join products on id = product_id order by slug`,
  );
  return (found as unknown as { rows: Drifted[] }).rows;
}

/** Books what ledgers lack as `correction`, and returns it. A source corrects a product once. */
export async function correctDrift(db: Sql, source: string, at: Date): Promise<Drifted[]> {
  const found = await db.execute(
    sql`with booked as (
        insert into stock_ledger (id, product_id, difference, reason, actor, source, at)
        select gen_random_uuid(), product_id, difference, 'correction', ${SYSTEM.actor}, ${source}, ${at.toISOString()}::timestamptz
        from (${DRIFT}) as drift
        on conflict (product_id, source) where source is not null do nothing
        returning product_id, difference
      ) select slug, difference from booked join products on id = product_id order by slug`,
  );
  return (found as unknown as { rows: Drifted[] }).rows;
}

/** Returns the number of pieces of each product in an order. */
export async function findOrderPieces(db: Sql, orderId: OrderId): Promise<ReadonlyMap<string, number>> {
  const lines = await db
    .select({ productId: orderLines.productId, quantity: orderLines.quantity })
    .from(orderLines)
    .where(eq(orderLines.orderId, orderId));
  return new Map(lines.map(({ productId, quantity }) => [productId, quantity]));
}

/** Returns the stock of products by product, with whether `source` has counted them. */
export async function findCountable(db: Sql, ids: readonly string[], source: string) {
  const rows = await db
    .select({
      id: productStock.productId,
      onHand: productStock.onHand,
      reserved: productStock.reserved,
      isCounted: sql`${stockLedger.id} is not null`.mapWith(Boolean),
    })
    .from(productStock)
    .leftJoin(stockLedger, and(eq(stockLedger.productId, productStock.productId), eq(stockLedger.source, source)))
    .where(inArray(productStock.productId, [...ids]));
  return new Map(rows.map(({ id, ...stock }) => [id, stock]));
}

/** Returns the product with this slug and its stock. `null` when unknown. */
export async function findStock(db: Sql, slug: string) {
  const [found] = await db
    .select({
      id: products.id,
      name: products.name,
      onHand: sql`coalesce(${productStock.onHand}, 0)`.mapWith(Number),
      reserved: sql`coalesce(${productStock.reserved}, 0)`.mapWith(Number),
    })
    .from(products)
    .leftJoin(productStock, eq(productStock.productId, products.id))
    .where(eq(products.slug, slug));
  return found ?? null;
}

/** Returns the newest rows of a product's ledger, newest first, each with the sum up to it. */
export async function findLedger(db: Sql, productId: string, limit: number) {
  const total = sql`sum(${stockLedger.difference}) over (order by ${stockLedger.at}, ${stockLedger.id})`;
  return db
    .select({
      at: stockLedger.at,
      difference: stockLedger.difference,
      pieces: stockLedger.pieces,
      reason: stockLedger.reason,
      orderId: stockLedger.orderId,
      actor: stockLedger.actor,
      source: stockLedger.source,
      counted: stockLedger.counted,
      expected: stockLedger.expected,
      total: total.mapWith(Number),
    })
    .from(stockLedger)
    .where(eq(stockLedger.productId, productId))
    .orderBy(desc(stockLedger.at), desc(stockLedger.id))
    .limit(limit);
}

function toChange({ productId, difference }: { readonly productId: string; readonly difference: number }): StockChange {
  return { product: productId, quantity: difference };
}

function sumChanges(changes: readonly StockChange[]): StockChange[] {
  const net = new Map<string, number>();
  for (const { product, quantity } of changes) net.set(product, (net.get(product) ?? 0) + quantity);
  return [...net]
    .map(([product, quantity]) => ({ product, quantity }))
    .filter(({ quantity }) => quantity !== 0)
    .sort((one, other) => (one.product < other.product ? -1 : 1));
}
