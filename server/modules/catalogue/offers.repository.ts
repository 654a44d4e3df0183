import { eq, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import { productStock, products } from '../../db/schema.ts';

/** Products as a cart or an order looks at them: price, name and what can be sold. */
export function createOffersRepository({ sql: db }: Database) {
  const byIds = db
    .select({
      id: products.id,
      name: products.name,
      price: products.price,
      originalPrice: products.originalPrice,
      flashPrice: products.flashPrice,
      flashEndsAt: products.flashEndsAt,
      images: products.images,
      /** Pieces that can be ordered now; none of a product that is no longer sold. */
      stock:
        sql<number>`case when ${products.isActive} then coalesce(${productStock.onHand} - ${productStock.reserved}, 0) else 0 end`.mapWith(
          Number,
        ),
    })
    .from(products)
    .leftJoin(productStock, eq(productStock.productId, products.id))
    .where(sql`${products.id} = any(${sql.placeholder('ids')})`)
    .prepare('offers_by_ids');

  return {
    /** By lower-case id; unknown products are missing. */
    async find(ids: readonly string[]) {
      const rows = await byIds.execute({ ids: [...new Set(ids)] });
      return new Map(rows.map((row) => [row.id, row]));
    },
  };
}

export type Offers = Awaited<ReturnType<ReturnType<typeof createOffersRepository>['find']>>;
