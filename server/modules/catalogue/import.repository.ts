import { inArray } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import type { OnProgress } from '../../db/fill.ts';
import { brands, categories, type products } from '../../db/schema.ts';
import { idOf } from '../../db/ids.ts';
import { addProducts } from './portion.repository.ts';

/** A product that is not in the shop yet. Money in whole shillings. */
export interface NewProduct {
  readonly slug: string;
  readonly name: string;
  readonly description: string;
  readonly price: number;
  readonly originalPrice?: number | undefined;
  readonly flash?: { readonly price: number; readonly endsInHours: number } | undefined;
  /** Slug. */
  readonly category: string;
  /** Slug. */
  readonly brand: string;
  readonly stock: number;
  readonly rating: number;
  readonly numReviews: number;
  readonly isNewArrival?: boolean | undefined;
  readonly isFeatured?: boolean | undefined;
  readonly specifications: readonly { readonly name: string; readonly value: string }[];
  /** Pictures are `/media/<slug>-1` to `/media/<slug>-<pictures>`. */
  readonly pictures: number;
  readonly createdDaysAgo: number;
}

export interface Catalogue {
  /** In the order of the category bar unless they say theirs; `parent` is a slug of an earlier one. */
  readonly categories: readonly {
    readonly slug: string;
    readonly name: string;
    readonly parent?: string;
    readonly order?: number;
  }[];
  readonly brands: readonly { readonly slug: string; readonly name: string }[];
  readonly products: readonly NewProduct[];
}

const HOUR = 3_600_000;
const AT_ONCE = 100;

/** Adds what is missing; rows that exist stay as they are, so it may run again. */
export async function addCatalogue(db: Sql, catalogue: Catalogue, now: Date, onProgress: OnProgress): Promise<void> {
  await db
    .insert(categories)
    .values(
      catalogue.categories.map(({ slug, name, parent, order }, index) => ({
        id: idOf('category', slug),
        slug,
        name,
        sortOrder: order ?? index,
        parentId: parent === undefined ? null : idOf('category', parent),
      })),
    )
    .onConflictDoNothing();
  await db
    .insert(brands)
    .values(catalogue.brands.map(({ slug, name }) => ({ id: idOf('brand', slug), slug, name })))
    .onConflictDoNothing();
  const ids = await idsOf(db, catalogue);
  const total = catalogue.products.length;
  for (let done = 0; done < total; done += AT_ONCE) {
    const some = catalogue.products.slice(done, done + AT_ONCE);
    await addProducts(
      db,
      some.map((it) => ({ product: productRow(it, ids, now), stock: it.stock })),
    );
    onProgress(Math.min(total, done + AT_ONCE), total);
  }
}

/** An owner may have made a category or brand of such a name: its goods then stand there. */
async function idsOf(db: Sql, { products: added }: Catalogue) {
  const of = async (table: typeof categories | typeof brands, slugs: readonly string[]) => {
    const rows = await db
      .select({ id: table.id, slug: table.slug })
      .from(table)
      .where(inArray(table.slug, [...new Set(slugs)]));
    return new Map(rows.map(({ id, slug }) => [slug, id]));
  };
  return {
    category: await of(
      categories,
      added.map(({ category }) => category),
    ),
    brand: await of(
      brands,
      added.map(({ brand }) => brand),
    ),
  };
}

function productRow(it: NewProduct, ids: Awaited<ReturnType<typeof idsOf>>, now: Date): typeof products.$inferInsert {
  const { slug, name, description, price, rating, numReviews, isNewArrival = false, isFeatured = false } = it;
  return {
    id: idOf('product', slug),
    slug,
    name,
    description,
    price,
    rating,
    numReviews,
    isNewArrival,
    isFeatured,
    originalPrice: it.originalPrice ?? null,
    flashPrice: it.flash?.price ?? null,
    flashEndsAt: it.flash === undefined ? null : new Date(now.getTime() + it.flash.endsInHours * HOUR),
    images: Array.from({ length: it.pictures }, (_, index) => `/media/${slug}-${index + 1}`),
    specifications: [...it.specifications],
    categoryId: ids.category.get(it.category) ?? idOf('category', it.category),
    brandId: ids.brand.get(it.brand) ?? idOf('brand', it.brand),
    createdAt: new Date(now.getTime() - it.createdDaysAgo * 24 * HOUR),
  };
}
