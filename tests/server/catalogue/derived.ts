import { sql } from 'drizzle-orm';
import type { Database, Sql } from '../../../server/db/client.ts';
import { derivedByCode } from '../../../server/db/migrations/0030-derived-by-code.ts';

/** Returns every derived row with a count or content, in a fixed order. */
export async function derivedRows(db: Sql) {
  const rows = async (statement: ReturnType<typeof sql>) =>
    ((await db.execute(statement)) as unknown as { rows: unknown[] }).rows;
  return {
    counts: await rows(
      sql`select category_id, brand_id, products, featured from catalogue_counts where products <> 0 or featured <> 0 order by 1, 2`,
    ),
    specifications: await rows(
      sql`select category_id, name, value, products from catalogue_specifications where products <> 0 order by 1, 2, 3`,
    ),
    search: await rows(
      sql`select product_id, created_at::text, document::text as document from product_search order by 1`,
    ),
    words: await rows(sql`select word, misspelt::text as misspelt from search_words order by word`),
  };
}

/** Builds the derived rows of a shop from its products, like its migration. */
export async function freshRows({ db }: { readonly db: Database }) {
  for (const step of derivedByCode) if (!/^(?:drop|alter|analyze)/.test(step)) await db.run(step);
  return derivedRows(db.sql);
}
