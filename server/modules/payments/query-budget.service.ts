import type { Sql } from '../../db/client.ts';
import { lockBudget, updateBudget } from './query-budget.repository.ts';

const MINUTE = 60_000;

export type QueryBudget = ReturnType<typeof createQueryBudgetService>;

/**
 * A token bucket in one row, shared by all processes (D7, T5). It holds the turns of one second, at least one. With 5 a
 * minute, there is a turn every 12 s and never two together, as Daraja's spike arrest requires (providers 1.4), so no
 * minute has more than 5.
 */
export function createQueryBudgetService(name: string, perMinute: number) {
  const everyMs = MINUTE / perMinute;
  const size = Math.max(1, Math.floor(perMinute / 60));

  const lockedBudget = (tx: Sql, now: Date) => lockBudget(tx, { name, available: size, refilledAt: now });

  /**
   * Returns the next turn and locks the budget until the caller's transaction ends. `freeAt` is `null` when the turn is
   * free now. `take` uses it up. The caller chooses the payment after taking the lock. Otherwise a less urgent payment
   * chosen in parallel could get the turn.
   */
  async function next(
    tx: Sql,
    now: Date,
  ): Promise<{ readonly freeAt: Date | null; readonly take: () => Promise<void> }> {
    const row = await lockedBudget(tx, now);
    const filled = row.refilledAt.getTime();
    const grown = Math.max(0, Math.floor((now.getTime() - filled) / everyMs));
    const available = Math.min(size, row.available + grown);
    const refilledAt = available === size ? now : new Date(filled + grown * everyMs);
    return {
      freeAt: available < 1 ? new Date(Math.ceil(filled + everyMs)) : null,
      take: () => updateBudget(tx, { name, available: available - 1, refilledAt }),
    };
  }

  return { next };
}
