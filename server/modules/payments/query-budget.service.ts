import type { Sql } from '../../db/client.ts';
import { lockBudget, updateBudget } from './query-budget.repository.ts';

const MINUTE = 60_000;

export type QueryBudget = ReturnType<typeof createQueryBudgetService>;

/**
 * A token bucket in one row that all processes share (D7, T5). It holds one second's worth of turns, at least
 * one: with 5 a minute a turn comes every 12 s and never two at once, which is what Daraja's own spike arrest
 * lets through (providers 1.4), and no minute sees more than 5.
 */
export function createQueryBudgetService(name: string, perMinute: number) {
  const everyMs = MINUTE / perMinute;
  const size = Math.max(1, Math.floor(perMinute / 60));

  const locked = (tx: Sql, now: Date) => lockBudget(tx, { name, available: size, refilledAt: now });

  /**
   * The next turn, locked until the caller's transaction ends: `freeAt` is null when it is free now, else when it will
   * be; `take` spends it. Who chooses what it is for does so behind the lock, or a less urgent payment that is chosen
   * at the same moment could be quicker to the turn.
   */
  async function next(
    tx: Sql,
    now: Date,
  ): Promise<{ readonly freeAt: Date | null; readonly take: () => Promise<void> }> {
    const row = await locked(tx, now);
    const filled = row.refilledAt.getTime();
    const grown = Math.max(0, Math.floor((now.getTime() - filled) / everyMs));
    const available = Math.min(size, row.available + grown);
    const refilledAt = available === size ? now : new Date(filled + grown * everyMs);
    return {
      freeAt: available < 1 ? new Date(Math.ceil(filled + everyMs)) : null,
      take: () => updateBudget(tx, { name, available: available - 1, refilledAt }),
    };
  }

  /** Nobody gets a turn before `until`: the provider said that it was asked too often. */
  async function pause(tx: Sql, until: Date, now: Date): Promise<void> {
    const row = await locked(tx, now);
    const filled = Math.max(row.refilledAt.getTime(), until.getTime() - everyMs);
    await updateBudget(tx, { name, available: 0, refilledAt: new Date(filled) });
  }

  return { next, pause };
}
