import { eq } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { budgets } from '../../db/schema.ts';

export type BudgetRow = typeof budgets.$inferSelect;

/** Returns the row of the budget, locked until the transaction ends. Creates it when it is missing. */
export async function lockBudget(db: Sql, full: BudgetRow): Promise<BudgetRow> {
  await db.insert(budgets).values(full).onConflictDoNothing();
  const [row] = await db.select().from(budgets).where(eq(budgets.name, full.name)).for('update');
  if (row === undefined) throw new Error(`budget ${full.name} has no row`);
  return row;
}

export async function updateBudget(db: Sql, { name, available, refilledAt }: BudgetRow): Promise<void> {
  await db.update(budgets).set({ available, refilledAt }).where(eq(budgets.name, name));
}
