import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { catalogueCounts, products } from '../../db/schema.ts';

/** Returns the number of active products from the precomputed counts, because counting 100,000 rows takes long. */
export async function countProducts(db: Sql): Promise<number> {
  const sum = sql<number>`coalesce(sum(${catalogueCounts.products}), 0)`.mapWith(Number);
  return (await db.select({ sum }).from(catalogueCounts))[0]?.sum ?? 0;
}

export interface SlugRange {
  readonly behind: string | null;
  readonly skipped: number;
  readonly limit: number;
}

/** Returns products ordered by id, after the product `behind` or from the offset `skipped`. */
export function findSlugsAfter(
  db: Sql,
  { behind, skipped, limit }: SlugRange,
): Promise<{ id: string; slug: string }[]> {
  return db
    .select({ id: products.id, slug: products.slug })
    .from(products)
    .where(and(eq(products.isActive, true), behind === null ? undefined : gt(products.id, behind)))
    .orderBy(asc(products.id))
    .limit(limit)
    .offset(behind === null ? skipped : 0);
}
