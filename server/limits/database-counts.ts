import { eq, lt, sql } from 'drizzle-orm';
import type { Sql } from '../db/client.ts';
import { limitUses } from '../db/schema.ts';
import type { Counts } from './limiter.ts';

/** Counts uses in one row per key with one statement, so that parallel requests and processes cannot exceed a limit. */
export const databaseCounts: { use(asked: Parameters<Counts['use']>[0], db: Sql): ReturnType<Counts['use']> } = {
  async use({ key, slot, oldest, most, now, perMs }, db) {
    const { slots, counts } = limitUses;
    const live = sql`unnest(${slots}, ${counts}) as uses (slot, uses) where slot > ${oldest}::bigint`;
    const all = sql`(select * from ${live} union all select ${slot}::bigint, 1) as every`;
    const [counted] = await db
      .insert(limitUses)
      .values({ key, slots: [slot], counts: [1], expiresAt: new Date(now + perMs) })
      .onConflictDoUpdate({
        target: limitUses.key,
        set: {
          slots: sql`(select array_agg(distinct slot order by slot) from ${all})`,
          counts: sql`(select array_agg(uses order by slot) from (select slot, sum(uses)::integer as uses from ${all} group by slot) as sums)`,
          expiresAt: new Date(now + perMs),
        },
        setWhere: sql`(select coalesce(sum(uses), 0) from ${live}) < ${most}::integer`,
      })
      .returning({ used: sql<string>`(select sum(uses) from unnest(${counts}) as uses)` });
    if (counted !== undefined) return { used: Number(counted.used), waitMs: 0 };
    const [first] = await db
      .select({ slot: sql<string | null>`(select min(slot) from ${live})` })
      .from(limitUses)
      .where(eq(limitUses.key, key));
    return { used: most, waitMs: Number(first?.slot ?? now) + perMs - now };
  },
};

/** Takes back the latest use. */
export async function returnUse(db: Sql, key: string): Promise<void> {
  const { counts } = limitUses;
  await db
    .update(limitUses)
    .set({ counts: sql`${counts}[:cardinality(${counts}) - 1] || greatest(${counts}[cardinality(${counts})] - 1, 0)` })
    .where(eq(limitUses.key, key));
}

/** Serialises transactions that use this key. The row does not count as a use. */
export async function lockKey(db: Sql, key: string, expiresAt: Date): Promise<void> {
  await db
    .insert(limitUses)
    .values({ key, slots: [], counts: [], expiresAt })
    .onConflictDoUpdate({ target: limitUses.key, set: { expiresAt } });
}

/** Deletes uses that no longer count. */
export async function deleteOldUses(db: Sql, now: Date): Promise<void> {
  await db.delete(limitUses).where(lt(limitUses.expiresAt, now));
}
