import { asc, gt, sql, type SQL } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import {
  activeProducts,
  addWords,
  selectDocuments,
  list,
  markRecent,
  tallies,
  writeDocuments,
  type Tally,
} from '../../db/derived.ts';
import { searchWords } from '../../db/schema.ts';

/** Reads and writes the rows that are derived from products, brands and categories. */

const ids = (all: readonly string[]) => sql`${sql.param([...all])}::uuid[]`;
const texts = (all: readonly string[]) => sql`${sql.param([...all])}::text[]`;
const inCategory = (category: string) => sql`category_id = ${category}::uuid`;

/** The columns of products from which rows are derived. */
const columns = sql`id, name, brand_id, category_id, specifications, is_active, is_featured, created_at`;
const asRecords = (json: string) => sql`jsonb_to_recordset(${json}::jsonb) as before (id uuid, name text, brand_id uuid,
  category_id uuid, specifications jsonb, is_active boolean, is_featured boolean, created_at timestamptz)`;

async function queryRows<Row>(db: Sql, statement: SQL): Promise<Row[]> {
  return ((await db.execute(statement)) as unknown as { rows: Row[] }).rows;
}

/** An import adds so many products that the nightly comparison would be too late for the marks of recent ones. */
const MANY = 100;

/** Writes the derived rows of new products. Call it in the transaction that adds them. */
export async function deriveAdded(db: Sql, added: readonly string[]): Promise<void> {
  if (added.length === 0) return;
  await addToTallies(db, activeProducts(sql`id = any(${ids(added)})`));
  await db.execute(writeDocuments(ids(added)));
  if (added.length >= MANY) await updateRecent(db, 2 * added.length);
}

/**
 * Runs `write`, which changes, adds or deletes these products, and then updates their derived rows. Locks the products
 * until the transaction ends.
 */
export async function derive(db: Sql, products: readonly string[], write: () => Promise<unknown>): Promise<void> {
  const [{ rows: before } = { rows: '[]' }] = await queryRows<{ rows: string }>(
    db,
    sql`select coalesce(json_agg(it), '[]')::text as rows from (
      select ${columns} from products where id = any(${ids(products)}) order by id for no key update
    ) as it`,
  );
  await write();
  const changed = await queryRows<{ id: string }>(
    db,
    sql`select id from ${asRecords(before)} full join (
        select ${columns} from products where id = any(${ids(products)})
      ) as after using (id)
      where (before.name, before.brand_id, before.category_id, before.specifications, before.is_active, before.is_featured, before.created_at)
        is distinct from (after.name, after.brand_id, after.category_id, after.specifications, after.is_active, after.is_featured, after.created_at)`,
  );
  if (changed.length === 0) return;
  const these = changed.map(({ id }) => id);
  await addToTallies(
    db,
    sql`${activeProducts(sql`id = any(${ids(these)})`)}
      union all select category_id, brand_id, specifications, is_featured, -1
      from ${asRecords(before)} where is_active and id = any(${ids(these)})`,
  );
  await rewriteDocuments(db, these);
}

/** Writes rows in key order, so that two writers cannot deadlock. */
async function addToTallies(db: Sql, products: SQL): Promise<void> {
  for (const { table, keys, sums, of } of Object.values(tallies))
    await db.execute(
      sql`insert into ${table} as it (${list([...keys, ...sums])})
        select * from (${of(products)}) as changed
        where ${sql.join(
          sums.map((sum) => sql`${sum} <> 0`),
          sql` or `,
        )}
        order by ${list(keys)}
        on conflict (${list(keys)}) do update set ${list(sums.map((sum) => sql`${sum} = it.${sum} + excluded.${sum}`))}`,
    );
}

/** Replaces the search documents of products. Deletes words that no other product has. */
async function rewriteDocuments(db: Sql, products: readonly string[]): Promise<void> {
  const words = await queryRows<{ word: string }>(
    db,
    sql`with gone as (delete from product_search where product_id = any(${ids(products)}) returning document)
      select distinct ltrim(lexeme, '~') as word from gone, unnest(tsvector_to_array(document)) as lexeme`,
  );
  await db.execute(writeDocuments(ids(products)));
  await deleteWords(
    db,
    words.map(({ word }) => word),
  );
}

/**
 * Marks at most `limit` documents that have become recent or older, `most` of which are recent. Returns their number.
 * Call it in a transaction.
 */
export async function updateRecent(db: Sql, limit: number, most?: number): Promise<number> {
  return (await queryRows(db, markRecent(limit, most))).length;
}

/** Deletes those words that no product has, because a misspelt search would suggest them. Returns their number. */
export async function deleteWords(db: Sql, words: readonly string[]): Promise<number> {
  const gone = await queryRows(
    db,
    sql`delete from search_words where word = any(${texts(words)}) and not exists (
      select from product_search where document @@ ('''' || search_words.word || ''' | ''~' || search_words.word || '''')::tsquery
    ) returning word`,
  );
  return gone.length;
}

/** Returns the ids of all categories, and of those that only have derived rows. */
export async function findCounted(db: Sql): Promise<string[]> {
  const tables = Object.values(tallies).map(({ table }) => sql`select category_id as id from ${table}`);
  const found = await queryRows<{ id: string }>(
    db,
    sql.join([sql`select id from categories`, ...tables], sql` union `),
  );
  return found.map(({ id }) => id);
}

/**
 * Returns whether the sums of a category match its products. One statement reads both, so it sees no change half done.
 */
export async function hasCorrectCounts(db: Sql, tally: Tally, category: string): Promise<boolean> {
  return (await queryRows(db, sql`${selectDifferences(tally, category)} limit 1`)).length === 0;
}

/** Selects the correct sums of a category that differ from the stored ones. */
function selectDifferences({ table, keys, sums, of }: Tally, category: string): SQL {
  const value = (from: SQL) => list(sums.map((sum) => sql`coalesce(${from}.${sum}, 0)`));
  return sql`select ${list([...keys, ...sums.map((sum) => sql`coalesce(fresh.${sum}, 0) as ${sum}`)])}
    from (${of(activeProducts(inCategory(category)))}) as fresh
      full join (select * from ${table} where ${inCategory(category)}) as kept using (${list(keys)})
    where (${value(sql`fresh`)}) is distinct from (${value(sql`kept`)})`;
}

/**
 * Corrects the sums of a category. Locks the rows that differ before it reads the products again: a writer of one of
 * them has committed by then, or adds to the corrected sum later. Returns the number of corrected rows.
 */
export async function recount(db: Sql, tally: Tally, category: string): Promise<number> {
  const { table, keys, sums } = tally;
  const all = list([...keys, ...sums]);
  const write = (values: readonly SQL[], set: (sum: SQL) => SQL) =>
    queryRows(
      db,
      sql`insert into ${table} as it (${all}) select ${list([...keys, ...values])}
        from (${selectDifferences(tally, category)}) as fresh order by ${list(keys)}
        on conflict (${list(keys)}) do update set ${list(sums.map(set))} returning 1`,
    );
  await write(
    sums.map(() => sql`0`),
    (sum) => sql`${sum} = it.${sum}`,
  );
  const written = await write(sums, (sum) => sql`${sum} = excluded.${sum}`);
  return written.length;
}

/** Returns the next ids after `after` that have a product or a document. */
export async function findNextProducts(db: Sql, after: string, limit: number): Promise<string[]> {
  const next = (id: SQL, table: SQL) =>
    sql`(select ${id} as id from ${table} where ${id} > ${after}::uuid order by 1 limit ${limit})`;
  const found = await queryRows<{ id: string }>(
    db,
    sql`${next(sql`id`, sql`products`)} union ${next(sql`product_id`, sql`product_search`)} order by 1 limit ${limit}`,
  );
  return found.map(({ id }) => id);
}

/** Returns those of `products` whose document differs from a fresh one. */
export async function findStaleDocuments(db: Sql, products: readonly string[]): Promise<string[]> {
  const found = await queryRows<{ id: string }>(
    db,
    sql`select product_id as id from (${selectDocuments(ids(products))}) as fresh
      full join (select * from product_search where product_id = any(${ids(products)})) as kept using (product_id)
      where (fresh.document, fresh.created_at) is distinct from (kept.document, kept.created_at)`,
  );
  return found.map(({ id }) => id);
}

/** Locks products and replaces their stale documents. Returns their number. */
export async function repairDocuments(db: Sql, products: readonly string[]): Promise<number> {
  await db.execute(sql`select 1 from products where id = any(${ids(products)}) order by id for no key update`);
  const stale = await findStaleDocuments(db, products);
  if (stale.length > 0) await rewriteDocuments(db, stale);
  return stale.length;
}

/** Adds missing words of the documents of `products`. Returns their number. */
export async function addMissingWords(db: Sql, products: readonly string[]): Promise<number> {
  const documents = sql`(select document from product_search where product_id = any(${ids(products)}))`;
  return (await queryRows(db, sql`${addWords(documents)} returning word`)).length;
}

/** Returns the next words after `after`. */
export async function findNextWords(db: Sql, after: string, limit: number): Promise<string[]> {
  const { word } = searchWords;
  const found = await db.select({ word }).from(searchWords).where(gt(word, after)).orderBy(asc(word)).limit(limit);
  return found.map((it) => it.word);
}
