import { and, desc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { circuits, paymentAttempts } from '../../db/schema.ts';
import { toAttemptRow, type AttemptRow } from './stored-rows.rules.ts';

export type CircuitRow = typeof circuits.$inferSelect;
/** Columns that the machine decides. */
export type CircuitChange = Omit<CircuitRow, 'provider' | 'alarmId' | 'refused' | 'version'>;

/** Returns the circuit of the provider. `null` before its first change. */
export async function findCircuit(db: Sql, provider: string): Promise<CircuitRow | null> {
  const [row] = await db.select().from(circuits).where(eq(circuits.provider, provider));
  return row ?? null;
}

/** Stores a change. Returns false when another process changed the circuit since `known` was read. */
export async function saveCircuit(
  db: Sql,
  known: Pick<CircuitRow, 'provider' | 'version'>,
  change: CircuitChange,
): Promise<boolean> {
  const { provider, version } = known;
  const rows =
    version === 0
      ? await db
          .insert(circuits)
          .values({ provider, ...change, version: 1 })
          .onConflictDoNothing()
          .returning({ version: circuits.version })
      : await db
          .update(circuits)
          .set({ ...change, version: version + 1 })
          .where(and(eq(circuits.provider, provider), eq(circuits.version, version)))
          .returning({ version: circuits.version });
  return rows.length === 1;
}

/** Stores the alarm on which further faults are counted. */
export async function setAlarm(db: Sql, provider: string, alarmId: string): Promise<void> {
  await db.update(circuits).set({ alarmId }).where(eq(circuits.provider, provider));
}

/** Counts a push that was refused without a call. */
export async function countRefused(db: Sql, provider: string): Promise<void> {
  await db
    .update(circuits)
    .set({ refused: sql`${circuits.refused} + 1` })
    .where(eq(circuits.provider, provider));
}

export async function resetRefused(db: Sql, provider: string): Promise<void> {
  await db.update(circuits).set({ refused: 0 }).where(eq(circuits.provider, provider));
}

/** Returns the newest attempt that a query can name, or `null`. */
export async function findNewestPrompt(db: Sql): Promise<AttemptRow | null> {
  const [row] = await db
    .select()
    .from(paymentAttempts)
    .where(isNotNull(paymentAttempts.checkoutRequestId))
    .orderBy(desc(paymentAttempts.createdAt))
    .limit(1);
  return row === undefined ? null : toAttemptRow(row);
}
