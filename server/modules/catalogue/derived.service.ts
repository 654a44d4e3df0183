import { tallies } from '../../db/derived.ts';
import type { Deps } from '../../deps.ts';
import {
  addMissingWords,
  findCounted,
  findNextProducts,
  findNextWords,
  findStaleDocuments,
  deleteWords,
  hasCorrectCounts,
  repairDocuments,
  recount,
  updateRecent,
} from './derived.repository.ts';

/** Number of derived rows that differed from a fresh build. */
export interface Drift {
  readonly counts: number;
  readonly specifications: number;
  readonly documents: number;
  readonly words: number;
}

/** Products per statement: on the embedded database, shoppers wait for each statement (X57). */
const PRODUCTS = 50;
const WORDS = 500;
const FIRST = '00000000-0000-0000-0000-000000000000';

/** Compares derived rows with the products. */
export function createDerivedService({ db }: Pick<Deps, 'db'>) {
  /** Corrects derived rows that differ from a fresh build. Stops early when `signal` aborts. */
  async function repair(signal: AbortSignal): Promise<Drift> {
    const drift = { counts: 0, specifications: 0, documents: 0, words: 0 };
    for (const category of await findCounted(db.sql))
      for (const kind of ['counts', 'specifications'] as const) {
        if (signal.aborted) return drift;
        if (!(await hasCorrectCounts(db.sql, tallies[kind], category)))
          drift[kind] += await db.tx((tx) => recount(tx, tallies[kind], category));
      }
    let products = await findNextProducts(db.sql, FIRST, PRODUCTS);
    while (products.length > 0 && !signal.aborted) {
      const some = products;
      if ((await findStaleDocuments(db.sql, some)).length > 0)
        drift.documents += await db.tx((tx) => repairDocuments(tx, some));
      drift.words += await addMissingWords(db.sql, some);
      products = await findNextProducts(db.sql, some.at(-1) ?? FIRST, PRODUCTS);
    }
    while (!signal.aborted && (await db.tx((tx) => updateRecent(tx, PRODUCTS))) > 0);
    let words = await findNextWords(db.sql, '', WORDS);
    while (words.length > 0 && !signal.aborted) {
      drift.words += await deleteWords(db.sql, words);
      words = await findNextWords(db.sql, words.at(-1) ?? '', WORDS);
    }
    return drift;
  }

  return { repair };
}
