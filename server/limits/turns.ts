import { and, eq, gt } from 'drizzle-orm';
import type { Sql } from '../db/client.ts';
import { limitUses } from '../db/schema.ts';
import { secretHash } from '../secrets.ts';
import { TURN_MINUTES } from './limits.ts';

const TURN_MS = TURN_MINUTES * 60_000;

/** A place that is kept for a browser that was refused, from the time that it was told (D24). */
export interface Turn {
  readonly holder: number;
  /** Epoch milliseconds. */
  readonly due: number;
}

/** Returns a number for a browser's cookie, as the row of turns holds it. */
export const holderNumber = (cookie: string): number => Number.parseInt(secretHash(cookie).slice(0, 7), 16);

const rowKey = (key: string) => `turns ${key}`;

/** Reads the turns that are not over. The caller holds a lock for this key. */
export async function findTurns(db: Sql, key: string, now: Date): Promise<Turn[]> {
  const [row] = await db
    .select({ dues: limitUses.slots, holders: limitUses.counts })
    .from(limitUses)
    .where(and(eq(limitUses.key, rowKey(key)), gt(limitUses.expiresAt, now)));
  if (row === undefined) return [];
  return row.dues
    .map((due, at) => ({ due, holder: row.holders[at] ?? 0 }))
    .filter(({ due }) => due + TURN_MS > now.getTime());
}

/** Writes all turns of a key: when each is due, and beside it the number of its browser. */
export async function putTurns(db: Sql, key: string, turns: readonly Turn[]): Promise<void> {
  const slots = turns.map(({ due }) => due);
  const counts = turns.map(({ holder }) => holder);
  const set = { slots, counts, expiresAt: new Date(Math.max(0, ...slots) + TURN_MS) };
  await db
    .insert(limitUses)
    .values({ key: rowKey(key), ...set })
    .onConflictDoUpdate({ target: limitUses.key, set });
}
