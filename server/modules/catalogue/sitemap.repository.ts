import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { catalogueCounts, products } from '../../db/schema.ts';

/** How many products are sold: the counts that are kept, because counting 100,000 of them takes long. */
export async function countProducts(db: Sql): Promise<number> {
  const sum = sql<number>`coalesce(sum(${catalogueCounts.products}), 0)`.mapWith(Number);
  return (await db.select({ sum }).from(catalogueCounts))[0]?.sum ?? 0;
}

export interface Portion {
  readonly behind: string | null;
  readonly skipped: number;
  readonly limit: number;
}

/** Products in the order of their ids, from behind one of them, or from the place `skipped`. */
export function slugsBehind(db: Sql, { behind, skipped, limit }: Portion): Promise<{ id: string; slug: string }[]> {
  return db
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(and(eq(products.isActive, true), behind === null ? undefined : gt(products.id, behind)))
    .orderBy(asc(products.id))
    .limit(limit)
    .offset(behind === null ? skipped : 0);
}
