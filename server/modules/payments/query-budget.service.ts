import { eq } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { budgets } from '../../db/schema.ts';

const MINUTE = 60_000;

export interface Budget {
  /** Takes one turn with the caller's transaction: null where it was free, else when the next one will be. */
  take(tx: Sql, now: Date): Promise<Date | null>;
  /** Nobody gets a turn before `until`: the provider said that it was asked too often. */
  pause(tx: Sql, until: Date, now: Date): Promise<void>;
}

/**
 * A token bucket in one row that all processes share (D7, T5). It holds one second's worth of turns, at least
 * one: with 5 a minute a turn comes every 12 s and never two at once, which is what Daraja's own spike arrest
 * lets through (providers 1.4), and no minute sees more than 5.
 */
export function createBudget(name: string, perMinute: number): Budget {
  const everyMs = MINUTE / perMinute;
  const size = Math.max(1, Math.floor(perMinute / 60));

  async function locked(tx: Sql, now: Date) {
    await tx.insert(budgets).values({ name, available: size, refilledAt: now }).onConflictDoNothing();
    const [row] = await tx.select().from(budgets).where(eq(budgets.name, name)).for('update');
    if (row === undefined) throw new Error(`budget ${name} has no row`);
    return row;
  }

  const store = (tx: Sql, available: number, refilledAt: Date) =>
    tx.update(budgets).set({ available, refilledAt }).where(eq(budgets.name, name));

  return {
    async take(tx, now) {
      const row = await locked(tx, now);
      const filled = row.refilledAt.getTime();
      const grown = Math.max(0, Math.floor((now.getTime() - filled) / everyMs));
      const available = Math.min(size, row.available + grown);
      if (available < 1) return new Date(Math.ceil(filled + everyMs));
      await store(tx, available - 1, available === size ? now : new Date(filled + grown * everyMs));
      return null;
    },
    async pause(tx, until, now) {
      const row = await locked(tx, now);
      const filled = Math.max(row.refilledAt.getTime(), until.getTime() - everyMs);
      await store(tx, 0, new Date(filled));
    },
  };
}
