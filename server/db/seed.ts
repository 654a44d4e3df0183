import { eq, inArray } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import type { Sql } from './client.ts';
import { fillings as filled } from './schema.ts';

/** Called with the number of items done and the total. */
export type OnProgress = (done: number, total: number) => void;

/** A seed that runs once per shop, at start. */
export interface Seed {
  /** Defines the order. Must never change. */
  readonly name: string;
  /**
   * Adds missing rows in the transaction that records the seed. Keeps existing rows, because an older release may have
   * seeded the shop (H19). Returns false without changes when a requirement is missing, e.g. a password in the
   * settings. The next start tries again.
   */
  run(sql: Sql, shop: ShopToSeed): Promise<boolean>;
}

export interface ShopToSeed extends Pick<Deps, 'env'> {
  readonly now: Date;
  readonly onProgress: OnProgress;
}

/**
 * Runs the seeds that this shop has not had, in order. Each seed is committed together with its record. When several
 * processes start, one runs the seed and the others wait. Rethrows errors of a seed.
 */
export async function seed(
  { db, clock, env }: Pick<Deps, 'db' | 'clock' | 'env'>,
  seeds: readonly Seed[],
  onProgress: OnProgress = () => undefined,
): Promise<void> {
  const names = seeds.map(({ name }) => name);
  const known = await db.sql.select({ name: filled.name }).from(filled).where(inArray(filled.name, names));
  const done = new Set(known.map(({ name }) => name));
  for (const { name, run } of seeds.filter((one) => !done.has(one.name))) {
    const now = clock.now();
    await db.tx(async (sql) => {
      // A parallel process waits here for the commit, and then finds the name taken.
      const taken = await sql.insert(filled).values({ name, filledAt: now }).onConflictDoNothing().returning();
      if (taken.length === 0) return;
      if (!(await run(sql, { env, now, onProgress }))) await sql.delete(filled).where(eq(filled.name, name));
    });
  }
}
