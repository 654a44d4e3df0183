import { sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { productSearch, searchWords } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';

/** Few two-letter prefixes have more words. */
const MOST_NEIGHBOURS = 2_000;
/** Sorts after all words with the same prefix. */
const LAST = '\u{10ffff}';

const statements = perHandle((db) => {
  const startsWith = (name: string) =>
    sql`${searchWords.word} >= ${placeholder(name)}::text and ${searchWords.word} <= ${placeholder(`${name}End`)}::text`;
  return {
    known: db
      .select({ word: searchWords.word })
      .from(searchWords)
      .where(startsWith('start'))
      .limit(1)
      .prepare('search_known'),
    neighbours: db
      .select({ word: searchWords.word })
      .from(searchWords)
      .where(
        sql`${startsWith('start')} or ${searchWords.misspelt} && ${placeholder('forms')}::text[]
          or ${searchWords.word} = any(${placeholder('forms')}::text[])`,
      )
      .limit(MOST_NEIGHBOURS)
      .prepare('search_neighbours'),
    matching: db
      .select({ query: sql<string>`query` })
      .from(sql`unnest(${placeholder('queries')}::text[]) as asked (query)`)
      .where(sql`exists (select from ${productSearch} where ${productSearch.document} @@ asked.query::tsquery)`)
      .prepare('search_matching'),
  };
});

/** Returns whether a word of some product starts with `start`. */
export async function isKnownWordStart(db: Sql, start: string): Promise<boolean> {
  return (await statements(db).known.execute({ start, startEnd: start + LAST })).length > 0;
}

/** Finds product words that a misspelt word may mean: words with the same prefix, or with the same letter left out. */
export async function findNeighbours(db: Sql, word: string, forms: readonly string[]): Promise<string[]> {
  const start = word.slice(0, 2);
  const rows = await statements(db).neighbours.execute({ start, startEnd: start + LAST, forms });
  return rows.map((row) => row.word);
}

/** Returns the text search queries that match at least one product. */
export async function findMatchingQueries(db: Sql, queries: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await statements(db).matching.execute({ queries });
  return new Set(rows.map(({ query }) => query));
}
