import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { brands, catalogueChangeRows, catalogueChanges, categories, products } from '../../db/schema.ts';
import type { FieldValues } from './change.rules.ts';
import { changeProducts } from './writer.repository.ts';

const columns = {
  id: products.id,
  slug: products.slug,
  name: products.name,
  description: products.description,
  price: products.price,
  originalPrice: products.originalPrice,
  flashPrice: products.flashPrice,
  flashStartsAt: products.flashStartsAt,
  flashEndsAt: products.flashEndsAt,
  brandId: products.brandId,
  categoryId: products.categoryId,
  specifications: products.specifications,
  isActive: products.isActive,
  isFeatured: products.isFeatured,
  isNewArrival: products.isNewArrival,
};

/** Finds products by id, slug or exact name, active or not. `lock` locks the rows against other writers. */
export async function findChangeable(
  db: Sql,
  wanted: { readonly ids: readonly string[]; readonly slugs: readonly string[]; readonly names: readonly string[] },
  { lock }: { readonly lock: boolean },
) {
  const names = wanted.names.map((name) => name.toLowerCase());
  const query = db
    .select(columns)
    .from(products)
    .where(
      sql`${products.id} = any(${sql.param([...wanted.ids])}::uuid[])
        or ${products.slug} = any(${sql.param([...wanted.slugs])}::text[])
        ${names.length === 0 ? sql`` : sql`or lower(${products.name}) = any(${sql.param(names)}::text[])`}`,
    )
    .orderBy(asc(products.id));
  // An order that has locked the stock refers to the products, so their keys stay free for it.
  const rows = await (lock ? query.for('no key update') : query);
  return rows.map(({ flashStartsAt, flashEndsAt, ...row }) => ({
    ...row,
    flashStartsAt: flashStartsAt?.toISOString() ?? null,
    flashEndsAt: flashEndsAt?.toISOString() ?? null,
  }));
}
export type ChangeableProduct = Awaited<ReturnType<typeof findChangeable>>[number];

/** Returns the names of all brands and categories, by id. */
export async function findPlaceNames(db: Sql): Promise<ReadonlyMap<string, string>> {
  const ofBrands = await db.select({ id: brands.id, name: brands.name }).from(brands);
  const ofCategories = await db.select({ id: categories.id, name: categories.name }).from(categories);
  return new Map([...ofBrands, ...ofCategories].map(({ id, name }) => [id, name]));
}

/** Writes product columns in the format of `findChangeable`. */
export async function writeColumns(
  db: Sql,
  changes: readonly { readonly id: string; readonly values: FieldValues }[],
): Promise<void> {
  const at = (value: unknown) => (typeof value === 'string' ? new Date(value) : null);
  await changeProducts(
    db,
    changes.map(({ id, values }) => ({
      id,
      set: {
        ...values,
        ...('flashStartsAt' in values && { flashStartsAt: at(values['flashStartsAt']) }),
        ...('flashEndsAt' in values && { flashEndsAt: at(values['flashEndsAt']) }),
      },
    })),
  );
}

export async function addChange(db: Sql, row: typeof catalogueChanges.$inferInsert): Promise<void> {
  await db.insert(catalogueChanges).values(row).onConflictDoNothing();
}

export async function addChangeRows(
  db: Sql,
  rows: readonly (typeof catalogueChangeRows.$inferInsert)[],
): Promise<void> {
  if (rows.length > 0)
    await db
      .insert(catalogueChangeRows)
      .values([...rows])
      .onConflictDoNothing();
}

/** Returns the changes whose id starts with `start`, newest first, with their number of products. */
export async function findChanges(db: Sql, { start, limit }: { readonly start: string; readonly limit: number }) {
  return db
    .select({
      id: catalogueChanges.id,
      kind: catalogueChanges.kind,
      source: catalogueChanges.source,
      actor: catalogueChanges.actor,
      at: catalogueChanges.at,
      isUndone: catalogueChanges.isUndone,
      products:
        sql<number>`(select count(*) from ${catalogueChangeRows} where ${catalogueChangeRows.changeId} = ${catalogueChanges.id})`.mapWith(
          Number,
        ),
    })
    .from(catalogueChanges)
    .where(sql`${catalogueChanges.id}::text like ${`${start}%`}`)
    .orderBy(desc(catalogueChanges.at), desc(catalogueChanges.id))
    .limit(limit);
}

/** Returns one page of a change's rows, ordered by product id, after the product `after`. */
export async function findChangeRows(db: Sql, changeId: string, after: string | null, limit: number) {
  return db
    .select()
    .from(catalogueChangeRows)
    .where(
      and(
        eq(catalogueChangeRows.changeId, changeId),
        after === null ? undefined : gt(catalogueChangeRows.productId, after),
      ),
    )
    .orderBy(asc(catalogueChangeRows.productId))
    .limit(limit);
}

export async function setUndone(db: Sql, changeId: string): Promise<void> {
  await db
    .update(catalogueChanges)
    .set({ isUndone: true })
    .where(inArray(catalogueChanges.id, [changeId]));
}
