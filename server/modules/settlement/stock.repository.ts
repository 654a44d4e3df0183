import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { productStock } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';

/** Number of items of a product that an order takes (positive) or returns (negative). */
export interface StockChange {
  readonly product: string;
  readonly quantity: number;
}

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
  const rows = await db
    .select()
    .from(productStock)
    .where(
      inArray(
        productStock.productId,
        wanted.map(({ product }) => product),
      ),
    )
    .orderBy(asc(productStock.productId))
    .for('no key update');
  const free = new Map(rows.map(({ productId, onHand, reserved }) => [productId, onHand - reserved]));
  return wanted.every(({ product, quantity }) => (free.get(product) ?? 0) >= quantity);
}

/** The parcel leaves the shop, so the on-hand and reserved counts both go down. */
export async function reduceStock(db: Sql, changes: readonly StockChange[]): Promise<void> {
  for (const { product, quantity } of sumChanges(changes)) {
    await db
      .update(productStock)
      .set({ onHand: sql`${productStock.onHand} - ${quantity}`, reserved: sql`${productStock.reserved} - ${quantity}` })
      .where(eq(productStock.productId, product));
  }
}

function sumChanges(changes: readonly StockChange[]): StockChange[] {
  const net = new Map<string, number>();
  for (const { product, quantity } of changes) net.set(product, (net.get(product) ?? 0) + quantity);
  return [...net]
    .map(([product, quantity]) => ({ product, quantity }))
    .filter(({ quantity }) => quantity !== 0)
    .sort((one, other) => (one.product < other.product ? -1 : 1));
}
