import { Refusal } from '../../refusal.ts';
import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
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
  | {
      readonly found: true;
      readonly id: string;
      readonly name: string;
      readonly differences: readonly Difference[];
      /** Stock before the file's count. `null` when the file has no count, or was booked before. */
      readonly stock: { readonly onHand: number; readonly reserved: number } | null;
    };

/** A change of the catalogue that is recorded, so that it can be undone. */
interface RecordedChange {
  readonly id: string;
  readonly kind: 'update' | 'remove';
  readonly source: string;
  readonly actor: string;
}

export interface UndoCounts {
  readonly restored: number;
  /** Names of products that were changed since. Undo skips these. */
  readonly kept: readonly string[];
}

const UNDONE_AT_ONCE = 200;
const LONGEST_SHOWN = 80;
const LISTED = 20;

/** Changes existing products in a way that can be undone. Stock is counted, so that sales stay booked. */
export function createChangeService({ db, clock }: Pick<Deps, 'db' | 'clock'>, { stock }: Pick<Services, 'stock'>) {
  /** Returns what `apply` would change, without writing. */
  async function preview(changes: readonly ProductChange[]): Promise<ChangeResult[]> {
    const found = await findMatches(db.sql, changes, false);
    const names = await findPlaceNames(db.sql);
    const source = changes.find(({ patch }) => patch.stock !== undefined)?.patch.stock?.source;
    const ids = found.flatMap((product) => (product === undefined ? [] : [product.id]));
    const known = source === undefined ? null : await stock.look(ids, source);
    return Promise.all(
      changes.map(async ({ patch }, index) => {
        const product = found[index];
        if (product === undefined) return { found: false };
        const after = await resolveColumns(db.sql, product, { patch, mayAdd: false });
        const { id, name } = product;
        const { isCounted, onHand, reserved } = known?.get(id) ?? { isCounted: false, onHand: 0, reserved: 0 };
        const count = isCounted ? undefined : patch.stock?.counted;
        const counted =
          count === undefined || count === onHand ? [] : [{ column: 'stock', from: `${onHand}`, to: `${count}` }];
        const differences = [...formatDifferences(diffValues(product, after), names), ...counted];
        return { found: true, id, name, differences, stock: count === undefined ? null : { onHand, reserved } };
      }),
    );
  }

  /**
   * Changes the products of a batch, counts their stock, and records the old values under `change`. Applying the same
   * batch again changes nothing. `short` names the products whose count is below what orders have reserved by now,
   * which keep their stock.
   */
  async function apply(change: RecordedChange, changes: readonly ProductChange[]) {
    return db.tx(async (tx) => {
      const found = await findMatches(tx, changes, true);
      const { counts, short } = await countStock(tx, change, changes, found);
      const written = [];
      const changed = [];
      for (const [index, { patch }] of changes.entries()) {
        const product = found[index];
        if (product === undefined) continue;
        const difference = diffValues(product, await resolveColumns(tx, product, { patch, mayAdd: true }));
        if (difference !== null) written.push({ id: product.id, values: difference.after });
        const count = counts.get(product.id);
        if (difference === null && count === undefined) continue;
        changed.push({
          changeId: change.id,
          productId: product.id,
          before: { ...difference?.before, ...count?.before },
          after: { ...difference?.after, ...count?.after },
        });
      }
      await writeColumns(tx, written);
      if (changed.length > 0) await addChange(tx, { ...change, at: clock.now() });
      await addChangeRows(tx, changed);
      const missing = found.filter((product) => product === undefined).length;
      return { changed: changed.length, same: changes.length - missing - changed.length, missing, short };
    });
  }

  /**
   * Books the counts of a batch. Returns the values before and after of products whose stock changed, and the names of
   * those that keep their stock, because orders have reserved more.
   */
  async function countStock(
    tx: Sql,
    { actor }: RecordedChange,
    changes: readonly ProductChange[],
    found: readonly (ChangeableProduct | undefined)[],
  ) {
    const lines = changes.flatMap(({ patch }, index) => {
      const product = found[index];
      return patch.stock === undefined || product === undefined ? [] : [{ ...patch.stock, product }];
    });
    const counts = new Map<string, { readonly before: FieldValues; readonly after: FieldValues }>();
    const [first] = lines;
    if (first === undefined) return { counts, short: [] };
    const { booked, short } = await stock.count(tx, {
      lines: lines.map(({ product, counted, expected }) => ({
        product: product.id,
        counted,
        ...(expected !== undefined && { expected }),
      })),
      staff: { id: null, email: actor },
      now: clock.now(),
      source: first.source,
    });
    for (const { productId, counted, expected } of booked)
      if (counted !== expected) counts.set(productId, { before: { stock: expected }, after: { stock: counted } });
    return {
      counts,
      short: lines.filter(({ product }) => short.includes(product.id)).map(({ product }) => product.name),
    };
  }

  /**
   * Restores the values from before a change, for `actor`. A value that was changed since stays. Stock gets the opposite
   * difference, so that what was sold since stays sold.
   */
  async function undo(start: string, actor: string): Promise<UndoCounts> {
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
        const { booked, short } = await uncountStock(tx, change.id, actor, portion);
        const changes: { id: string; values: FieldValues }[] = [];
        const isRestored = new Set(booked);
        for (const { productId, before, after } of portion) {
          const product: FieldValues = { ...products.get(productId) };
          const values = withoutStock(before);
          const isUnchanged = Object.entries(withoutStock(after)).every(([column, value]) =>
            isSame(product[column], value),
          );
          const isDifferent = diffValues(product, values) !== null;
          if (isUnchanged && Object.keys(values).length > 0) {
            changes.push({ id: productId, values });
            isRestored.add(productId);
          }
          if ((isDifferent && !isUnchanged) || short.includes(productId)) kept.push(String(product['name']));
        }
        await writeColumns(tx, changes);
        restored += isRestored.size;
      });
      rows = await findChangeRows(db.sql, change.id, portion.at(-1)?.productId ?? null, UNDONE_AT_ONCE);
    }
    await setUndone(db.sql, change.id);
    return { restored, kept: kept.slice(0, LISTED) };
  }

  /** Takes the counts of a change back. Returns the products that it did this for, and those with too few pieces now. */
  async function uncountStock(
    tx: Sql,
    changeId: string,
    actor: string,
    rows: readonly { readonly productId: string; readonly before: FieldValues; readonly after: FieldValues }[],
  ) {
    const lines = rows
      .map(({ productId, before, after }) => ({
        product: productId,
        difference: Number(before['stock'] ?? 0) - Number(after['stock'] ?? 0),
      }))
      .filter(({ difference }) => difference !== 0);
    const { booked, short } = await stock.correct(tx, {
      lines,
      staff: { id: null, email: actor },
      now: clock.now(),
      source: `undo ${changeId}`,
    });
    return { booked: booked.map(({ productId }) => productId), short };
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

function withoutStock({ stock: _stock, ...columns }: FieldValues): FieldValues {
  return columns;
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
  const { name, description, price, brand, category, specifications, active, featured, new: isNew, serials } = patch;
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
    ...(serials !== undefined && { serials }),
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
