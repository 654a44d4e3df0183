import { eq, inArray } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import type { Sql } from './client.ts';
import { fillings as filled } from './schema.ts';

/** Called with the number of things in place and of all. */
export type OnProgress = (done: number, total: number) => void;

/** What a shop is given once, when it starts. */
export interface Filling {
  /** Sorts and names it for ever. */
  readonly name: string;
  /**
   * Adds what is missing, in the transaction that notes it down. A shop that an older release filled comes here too:
   * every row that is there stays as it is (H19). False, with nothing written, where the shop lacks what it needs,
   * e.g. a password in the settings: it is asked again at the next start.
   */
  run(sql: Sql, shop: ShopToFill): Promise<boolean>;
}

export interface ShopToFill extends Pick<Deps, 'env'> {
  readonly now: Date;
  readonly onProgress: OnProgress;
}

/**
 * Runs the fillings that this shop has not had, in their order. Each is done and noted down at once or not at all, and
 * of processes that start together one does it while the others wait. Throws what a filling throws.
 */
export async function fill(
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
  fillings: readonly Filling[],
  onProgress: OnProgress = () => undefined,
): Promise<void> {
  const names = fillings.map(({ name }) => name);
  const known = await db.sql.select({ name: filled.name }).from(filled).where(inArray(filled.name, names));
  const done = new Set(known.map(({ name }) => name));
  for (const { name, run } of fillings.filter((filling) => !done.has(filling.name))) {
    const now = clock.now();
    await db.tx(async (sql) => {
      // Another process that is here waits for the commit, and finds the name taken.
      const taken = await sql.insert(filled).values({ name, filledAt: now }).onConflictDoNothing().returning();
      if (taken.length === 0) return;
      if (!(await run(sql, { env, now, onProgress }))) await sql.delete(filled).where(eq(filled.name, name));
    });
  }
}
