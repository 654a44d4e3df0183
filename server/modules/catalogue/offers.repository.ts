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
      /** Items that can be ordered now. 0 for an inactive product. */
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
 * Returns price, name and available stock of products for a cart or order, by lower-case id. Unknown products are
 * missing.
 */
export async function findOffers(db: Sql, ids: readonly string[]) {
  const rows = await statements(db).byIds.execute({ ids: [...new Set(ids)] });
  return new Map(rows.map((row) => [row.id, row]));
}

export type Offers = Awaited<ReturnType<typeof findOffers>>;
