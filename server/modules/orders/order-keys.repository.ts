import { and, eq, lte, sql } from 'drizzle-orm';
import { toOrderId, type OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import { idempotencyKeys } from '../../db/schema.ts';
import { perHandle, placeholder } from '../../db/statements.ts';

const ROUTE = 'POST /orders';

export interface KeyClaim {
  readonly userId: string;
  readonly key: string;
  /** SHA-256 of the canonical request. */
  readonly bodyHash: string;
  readonly orderId: OrderId;
  /** Response to a repeated request. */
  readonly body: unknown;
  readonly now: Date;
  /** A key of this age or older counts as new. */
  readonly staleAt: Date;
}

const statements = perHandle((db) => ({
  claim: db
    .insert(idempotencyKeys)
    .values({
      userId: placeholder('userId'),
      route: ROUTE,
      key: placeholder('key'),
      bodyHash: placeholder('bodyHash'),
      orderId: placeholder('orderId'),
      status: 200,
      body: placeholder('body'),
      createdAt: placeholder('now'),
    })
    .onConflictDoUpdate({
      target: [idempotencyKeys.userId, idempotencyKeys.route, idempotencyKeys.key],
      set: {
        bodyHash: sql`excluded.body_hash`,
        orderId: sql`excluded.order_id`,
        status: sql`excluded.status`,
        body: sql`excluded.body`,
        createdAt: sql`excluded.created_at`,
      },
      setWhere: lte(idempotencyKeys.createdAt, placeholder('staleAt')),
    })
    .returning({ key: idempotencyKeys.key })
    .prepare('order_key_claim'),
  find: db
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.userId, placeholder('userId')),
        eq(idempotencyKeys.route, ROUTE),
        eq(idempotencyKeys.key, placeholder('key')),
      ),
    )
    .prepare('order_key_find'),
}));

/**
 * Claims the key for this order, or returns the row of the order that has it (providers 2.4). A parallel request with
 * the same key in another process waits here for the first commit.
 */
export async function claimKey(db: Sql, claim: KeyClaim) {
  const claimed = await statements(db).claim.execute({ ...claim });
  return claimed.length === 1 ? null : findKey(db, claim.userId, claim.key);
}

/** Returns the row of a shopper's key, or `null`. */
export async function findKey(db: Sql, userId: string, key: string) {
  const [found] = await statements(db).find.execute({ userId, key });
  if (found === undefined) return null;
  return { ...found, orderId: found.orderId === null ? null : toOrderId(found.orderId) };
}
