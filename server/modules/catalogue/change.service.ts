import { Refusal } from '../../refusal.ts';
import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import {
  addChange,
  addChangeRows,
  findChangeable,
  findChangeRows,
  findChanges,
  findPlaceNames,
  setUndone,
  writeColumns,
  type ChangeableProduct,
} from './change.repository.ts';
import {
  diffValues,
  isSame,
  nameKey,
  toPrices,
  type ProductChange,
  type ProductPatch,
  type FieldValues,
} from './change.rules.ts';
import { ensureCategories } from './places.repository.ts';
import { ensureBrands, findBrands, findCategories } from './batch.repository.ts';

/** A changed value of a product, formatted for people. */
export interface Difference {
  readonly column: string;
  readonly from: string;
  readonly to: string;
}

/** Effect of a file on each product, in the order of the file. */
export type ChangeResult =
  | { readonly found: false }
  | { readonly found: true; readonly id: string; readonly name: string; readonly differences: readonly Difference[] };

export interface UndoCounts {
  readonly restored: number;
  /** Names of products that were changed since. Undo skips these. */
  readonly kept: readonly string[];
}

const UNDONE_AT_ONCE = 200;
const LONGEST_SHOWN = 80;
const LISTED = 20;

/** Changes existing products in a way that can be undone. Only orders change stock. */
export function createChangeService({ db, clock }: Pick<Deps, 'db' | 'clock'>) {
  /** Returns what `apply` would change, without writing. */
  async function preview(changes: readonly ProductChange[]): Promise<ChangeResult[]> {
    const found = await findMatches(db.sql, changes, false);
    const names = await findPlaceNames(db.sql);
    return Promise.all(
      changes.map(async ({ patch }, index) => {
        const product = found[index];
        if (product === undefined) return { found: false };
        const after = await resolveColumns(db.sql, product, { patch, mayAdd: false });
        const { id, name } = product;
        return { found: true, id, name, differences: formatDifferences(diffValues(product, after), names) };
      }),
    );
  }

  /**
   * Changes the products of a batch and records the old values under `change`. Applying the same batch again changes
   * nothing.
   */
  async function apply(
    change: {
      readonly id: string;
      readonly kind: 'update' | 'remove';
      readonly source: string;
      readonly actor: string;
    },
    changes: readonly ProductChange[],
  ): Promise<{ readonly changed: number; readonly same: number; readonly missing: number }> {
    return db.tx(async (tx) => {
      const found = await findMatches(tx, changes, true);
      const rows = [];
      for (const [index, { patch }] of changes.entries()) {
        const product = found[index];
        if (product === undefined) continue;
        const difference = diffValues(product, await resolveColumns(tx, product, { patch, mayAdd: true }));
        if (difference === null) continue;
        rows.push({ changeId: change.id, productId: product.id, ...difference });
      }
      await writeColumns(
        tx,
        rows.map(({ productId, after }) => ({ id: productId, values: after })),
      );
      if (rows.length > 0) await addChange(tx, { ...change, at: clock.now() });
      await addChangeRows(tx, rows);
      const missing = found.filter((product) => product === undefined).length;
      return { changed: rows.length, same: changes.length - missing - rows.length, missing };
    });
  }

  /** Restores the values from before a change. A value that was changed since stays. */
  async function undo(start: string): Promise<UndoCounts> {
    const [change, another] = /^[\da-f-]{4,36}$/.test(start) ? await findChanges(db.sql, { start, limit: 2 }) : [];
    if (change === undefined)
      throw new Refusal('not-found', `Change ${start} not found. Run npm run import -- --changes for a list`);
    if (another !== undefined) throw new Refusal('conflict', `${start} matches more than one change. Use a longer id`);
    let restored = 0;
    const kept: string[] = [];
    let rows = await findChangeRows(db.sql, change.id, null, UNDONE_AT_ONCE);
    while (rows.length > 0) {
      const portion = rows;
      await db.tx(async (tx) => {
        const ids = portion.map(({ productId }) => productId);
        const products = new Map(
          (await findChangeable(tx, { ids, slugs: [], names: [] }, { lock: true })).map((it) => [it.id, it]),
        );
        const changes: { id: string; values: FieldValues }[] = [];
        for (const row of portion) {
          const product: FieldValues = { ...products.get(row.productId) };
          const isUnchanged = Object.entries(row.after).every(([column, value]) => isSame(product[column], value));
          if (isUnchanged) changes.push({ id: row.productId, values: row.before });
          else if (diffValues(product, row.before) !== null) kept.push(String(product['name']));
        }
        await writeColumns(tx, changes);
        restored += changes.length;
      });
      rows = await findChangeRows(db.sql, change.id, portion.at(-1)?.productId ?? null, UNDONE_AT_ONCE);
    }
    await setUndone(db.sql, change.id);
    return { restored, kept: kept.slice(0, LISTED) };
  }

  /** Returns the latest changes, newest first. */
  async function list() {
    return (await findChanges(db.sql, { start: '', limit: LISTED })).map(({ at, ...change }) => ({
      ...change,
      at: at.toISOString(),
    }));
  }

  return { preview, apply, undo, list };
}

/** Finds the product of each change: by id, then by slug, then by name when exactly one product has that name. */
async function findMatches(
  db: Sql,
  changes: readonly ProductChange[],
  lock: boolean,
): Promise<readonly (ChangeableProduct | undefined)[]> {
  const slugs = changes.flatMap(({ slug }) => (slug === null ? [] : [slug]));
  const names = changes.flatMap(({ named }) => (named === null ? [] : [named]));
  const rows = await findChangeable(db, { ids: changes.map(({ id }) => id), slugs, names }, { lock });
  const byId = new Map(rows.map((row) => [row.id, row]));
  const bySlug = new Map(rows.map((row) => [row.slug, row]));
  return changes.map(({ id, slug, named }) => {
    const known = byId.get(id) ?? (slug === null ? undefined : bySlug.get(slug));
    if (known !== undefined || named === null) return known;
    const same = rows.filter(({ name }) => nameKey(name) === nameKey(named));
    return same.length === 1 ? same[0] : undefined;
  });
}

/**
 * Converts a patch to columns. A missing brand or category is added, or represented by its name when `mayAdd` is false.
 */
async function resolveColumns(
  db: Sql,
  stored: ChangeableProduct,
  { patch, mayAdd }: { readonly patch: ProductPatch; readonly mayAdd: boolean },
): Promise<FieldValues> {
  const { name, description, price, brand, category, specifications, active, featured, new: isNew } = patch;
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(price !== undefined && toPrices(price, stored)),
    ...(brand !== undefined && { brandId: await brandId(db, brand, mayAdd) }),
    ...(category !== undefined && { categoryId: await categoryId(db, category, mayAdd) }),
    ...(specifications !== undefined && { specifications }),
    ...(active !== undefined && { isActive: active }),
    ...(featured !== undefined && { isFeatured: featured }),
    ...(isNew !== undefined && { isNewArrival: isNew }),
  };
}

/** Returns the id, or the name when the brand is missing and may not be added. */
async function brandId(db: Sql, brand: NonNullable<ProductPatch['brand']>, mayAdd: boolean): Promise<string> {
  const found = mayAdd ? await ensureBrands(db, [brand]) : await findBrands(db, [brand.slug]);
  return found.get(brand.slug) ?? brand.name;
}

async function categoryId(
  db: Sql,
  { category, parent }: NonNullable<ProductPatch['category']>,
  mayAdd: boolean,
): Promise<string> {
  const found = mayAdd ? await ensureCategories(db, [{ category, parent }]) : await findCategories(db, [category.slug]);
  return found.get(category.slug)?.id ?? category.name;
}

function formatDifferences(
  difference: { readonly before: FieldValues; readonly after: FieldValues } | null,
  names: ReadonlyMap<string, string>,
): Difference[] {
  if (difference === null) return [];
  const words = (value: unknown) => {
    const text = typeof value === 'string' ? (names.get(value) ?? value) : JSON.stringify(value ?? null);
    const plain = text === 'null' || text === '' ? 'nothing' : text.replaceAll('\n', ' ');
    return plain.length > LONGEST_SHOWN ? `${plain.slice(0, LONGEST_SHOWN - 1)}…` : plain;
  };
  return Object.keys(difference.after).map((column) => ({
    column: column.replace(/Id$/, ''),
    from: words(difference.before[column]),
    to: words(difference.after[column]),
  }));
}
