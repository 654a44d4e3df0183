import { eq, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { productStock, products } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';

const statements = perHandle((db) => ({
  byIds: db
    .select({
      id: products.id,
      name: products.name,
      price: products.price,
      originalPrice: products.originalPrice,
      flashPrice: products.flashPrice,
      flashStartsAt: products.flashStartsAt,
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
    .where(sql`${products.id} = any(${placeholder('ids')})`)
    .prepare('offers_by_ids'),
}));

/**
 * Products as a cart or an order looks at them (price, name, what can be sold), by lower-case id; unknown ones are
 * missing.
 */
export async function findOffers(db: Sql, ids: readonly string[]) {
  const rows = await statements(db).byIds.execute({ ids: [...new Set(ids)] });
  return new Map(rows.map((row) => [row.id, row]));
}

export type Offers = Awaited<ReturnType<typeof findOffers>>;
