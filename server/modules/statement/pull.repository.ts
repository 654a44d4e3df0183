import { eq } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { pulls } from '../../db/schema.ts';

const PROVIDER = 'mpesa';

export type PullRow = Omit<typeof pulls.$inferSelect, 'provider'>;

/** Returns the state of the pull, created when there is none, and locks it until the transaction ends. */
export async function lockPull(db: Sql): Promise<PullRow> {
  await db.insert(pulls).values({ provider: PROVIDER }).onConflictDoNothing();
  const [row] = await db.select().from(pulls).where(eq(pulls.provider, PROVIDER)).for('update');
  if (row === undefined) throw new Error('pull: its row is gone');
  return row;
}

export async function setPull(db: Sql, change: Partial<PullRow>): Promise<void> {
  await db.update(pulls).set(change).where(eq(pulls.provider, PROVIDER));
}
