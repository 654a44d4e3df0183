import type { Sql } from '../../db/client.ts';
import { toStableId } from '../../db/ids.ts';
import { addChange, addChangeRows } from './change.repository.ts';
import { toFreeSlug, type ImportedProduct, type Line } from './import.rules.ts';
import { ensurePlaces } from './places.repository.ts';
import { SYSTEM } from '../stock/stock.repository.ts';
import { findTakenSlugs } from './batch.repository.ts';
import { findSpellings } from './spellings.repository.ts';
import { addProducts, type ProductRow } from './writer.repository.ts';

/** Fields of an existing product that an import may extend. */
export interface KnownProduct {
  readonly slug: string;
  readonly images: readonly string[];
  readonly isActive: boolean;
}

/** Identifies an import, so that it can be undone. */
export interface ChangeRecord {
  readonly id: string;
  readonly source: string;
  readonly actor: string;
}

export interface BatchOptions {
  /** Start of the whole import, in epoch milliseconds. */
  readonly startedAt: number;
  /** Number of lines of the file before this batch. */
  readonly before: number;
  /** Stock of a product without a stock count. */
  readonly uncounted: number;
  /** `null` for products that do not come from an owner's file. */
  readonly change: ChangeRecord | null;
}

/** Writes a batch. Returns the new ids, and the current pictures of every product in the batch. */
export async function addBatch(
  db: Sql,
  lines: readonly Line[],
  { startedAt, before, uncounted, change }: BatchOptions,
) {
  const plain = lines.map(({ id, product }) => toFreeSlug(product, id, () => false));
  const taken = await findTakenSlugs(
    db,
    lines.map(({ id }) => id),
    plain,
  );
  const ownerBySlug = new Map(taken.map(({ slug, id }) => [slug, id]));
  const known = new Map<string, KnownProduct>(taken.map(({ id, ...it }) => [id, it]));
  // A slug that the file gives identifies the product, regardless of who added it.
  const fresh = lines.filter(
    ({ id, product: { slug } }) => !known.has(id) && (slug === null || !ownerBySlug.has(slug)),
  );
  const places = await ensurePlaces(
    db,
    fresh.map(({ product }) => product),
  );
  const spell = await findSpellings(
    db,
    fresh.flatMap(({ product }) => product.specifications),
  );
  const rows = fresh.map(({ id, product: given }, index) => {
    const product = { ...given, specifications: given.specifications.map(spell) };
    const slug = toFreeSlug(product, id, (wanted) => ownerBySlug.has(wanted));
    ownerBySlug.set(slug, id);
    const createdAt = product.createdAt ?? new Date(startedAt - before - index);
    return {
      product: toProductRow(product, { id, slug, createdAt, ...places(product) }),
      stock: product.stock ?? uncounted,
    };
  });
  const added = await addProducts(db, rows, {
    ...(change === null ? SYSTEM : { staffId: null, actor: change.actor }),
    source: change === null ? 'first stock' : `import ${change.source}`,
    at: new Date(startedAt),
  });
  if (change !== null && added.size > 0) {
    await addChange(db, { ...change, kind: 'import', at: new Date(startedAt) });
    const isNew = rows.filter(({ product }) => added.has(product.id));
    // Undoing an import deactivates its products, because orders may refer to them by then.
    await addChangeRows(
      db,
      isNew.map(({ product }) => ({
        changeId: change.id,
        productId: product.id,
        before: { isActive: false },
        after: { isActive: product.isActive ?? true },
      })),
    );
  }
  for (const { product } of rows)
    if (added.has(product.id)) known.set(product.id, { slug: product.slug, images: [], isActive: true });
  return { added, known };
}

function toProductRow(
  product: ImportedProduct,
  where: { id: string; slug: string; createdAt: Date; brandId: string; categoryId: string },
): ProductRow {
  const { key: _key, brand: _brand, category: _category, parent: _parent, stock: _stock, group, ...rest } = product;
  return {
    ...rest,
    ...where,
    images: [],
    specifications: [...product.specifications],
    options: [...product.options],
    productGroupId: group === null ? null : toStableId('product-group', group),
  };
}
