import { and, eq, gt } from 'drizzle-orm';
import type { Sql } from '../db/client.ts';
import { limitUses } from '../db/schema.ts';
import { secretHash } from '../secrets.ts';
import { TURN_MINUTES } from './limits.ts';

const TURN_MS = TURN_MINUTES * 60_000;

/** A place that is reserved for a refused browser, after the wait that it was given (D24). */
export interface Turn {
  readonly holder: number;
  /** Epoch milliseconds. */
  readonly due: number;
}

/** Returns the number of a browser's cookie, as stored with its turn. */
export const holderNumber = (cookie: string): number => Number.parseInt(secretHash(cookie).slice(0, 7), 16);

const rowKey = (key: string) => `turns ${key}`;

/** Returns the turns that are still valid. The caller must hold the lock of this key. */
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

/** Stores all turns of a key: the due times, and the browser numbers at the same positions. */
export async function putTurns(db: Sql, key: string, turns: readonly Turn[]): Promise<void> {
  const slots = turns.map(({ due }) => due);
  const counts = turns.map(({ holder }) => holder);
  const set = { slots, counts, expiresAt: new Date(Math.max(0, ...slots) + TURN_MS) };
  await db
    .insert(limitUses)
    .values({ key: rowKey(key), ...set })
    .onConflictDoUpdate({ target: limitUses.key, set });
}
