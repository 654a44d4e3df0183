import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { productStock } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';

/** Pieces of one product that an order takes (above 0) or gives back (below 0). */
export interface StockChange {
  readonly product: string;
  readonly quantity: number;
}

/** A product of which fewer pieces can be sold than an order needs; rolls the transaction back. */
export class StockShort extends Error {
  readonly product: string;

  constructor(product: string) {
    super('Not enough stock');
    this.name = 'StockShort';
    this.product = product;
  }
}

const reserved = sql`${productStock.reserved} + ${placeholder('quantity')}`;
const statements = perHandle((db) => {
  const ofProduct = eq(productStock.productId, placeholder('product'));
  const isEnough = sql`${productStock.onHand} - ${productStock.reserved} >= ${placeholder('quantity')}`;
  const change = () => db.update(productStock).set({ reserved });
  return {
    take: change().where(and(ofProduct, isEnough)).returning({ id: productStock.productId }).prepare('stock_take'),
    giveBack: change().where(ofProduct).returning({ id: productStock.productId }).prepare('stock_give_back'),
  };
});

/**
 * Reserves and gives back, one guarded update a product, always in id order so that two orders never wait
 * for each other (D11, R4). Throws StockShort.
 */
export async function changeReserved(db: Sql, changes: readonly StockChange[]): Promise<void> {
  const { take, giveBack } = statements(db);
  for (const { product, quantity } of netChanges(changes)) {
    const changed = await (quantity > 0 ? take : giveBack).execute({ product, quantity });
    if (changed.length === 0) throw new StockShort(product);
  }
}

/** Whether all of it can be taken; the rows stay locked, so that it still can be until the transaction ends (D12). */
export async function canReserve(db: Sql, changes: readonly StockChange[]): Promise<boolean> {
  const wanted = netChanges(changes);
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

/** The parcel leaves the shop: its pieces are neither on hand nor reserved any more. */
export async function takeFromShelf(db: Sql, changes: readonly StockChange[]): Promise<void> {
  for (const { product, quantity } of netChanges(changes)) {
    await db
      .update(productStock)
      .set({ onHand: sql`${productStock.onHand} - ${quantity}`, reserved: sql`${productStock.reserved} - ${quantity}` })
      .where(eq(productStock.productId, product));
  }
}

function netChanges(changes: readonly StockChange[]): StockChange[] {
  const net = new Map<string, number>();
  for (const { product, quantity } of changes) net.set(product, (net.get(product) ?? 0) + quantity);
  return [...net]
    .map(([product, quantity]) => ({ product, quantity }))
    .filter(({ quantity }) => quantity !== 0)
    .sort((one, other) => (one.product < other.product ? -1 : 1));
}
