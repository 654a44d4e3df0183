import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { OrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import { paymentAlarms } from '../../db/schema.ts';

export interface Alarm {
  readonly kind: string;
  readonly orderId: OrderId | null;
  readonly attemptId: string | null;
  readonly detail?: unknown;
  /** Separates alarms of the same kind. Defaults to the payment or the order. */
  readonly subject?: string;
}

const HOUR = 3_600_000;

const toHour = (at: Date) => Math.floor(at.getTime() / HOUR);

/**
 * Adds an alarm for the back office in the caller's transaction. There is one open row per kind, subject and hour, with
 * a count. Returns its id and the count.
 */
export async function insertAlarm(
  db: Sql,
  { kind, orderId, attemptId, detail = null, subject = attemptId ?? orderId ?? '' }: Alarm,
  at: Date,
): Promise<{ readonly id: string; readonly count: number }> {
  const hour = toHour(at);
  const id = randomUUID();
  const [row] = await db
    .insert(paymentAlarms)
    .values({ id, kind, orderId, attemptId, detail, subject, hour, at })
    .onConflictDoUpdate({
      target: [paymentAlarms.kind, paymentAlarms.subject, paymentAlarms.hour],
      targetWhere: sql`${paymentAlarms.settledAt} is null and ${paymentAlarms.hour} is not null`,
      set: { count: sql`${paymentAlarms.count} + 1`, lastAt: at, detail },
    })
    .returning({ id: paymentAlarms.id, count: paymentAlarms.count });
  return row ?? { id, count: 1 };
}

/** Counts one more occurrence on an open alarm, with its newest detail. */
export async function countAlarm(db: Sql, id: string, detail: unknown, at: Date): Promise<void> {
  await db
    .update(paymentAlarms)
    .set({ count: sql`${paymentAlarms.count} + 1`, lastAt: at, detail })
    .where(and(eq(paymentAlarms.id, id), isNull(paymentAlarms.settledAt)));
}

/** Returns the detail of the open alarm of this kind and hour without a subject, or `null`. */
export async function findAlarmDetail(db: Sql, kind: string, at: Date): Promise<unknown> {
  const { hour, subject, settledAt, detail } = paymentAlarms;
  const [row] = await db
    .select({ detail })
    .from(paymentAlarms)
    .where(and(eq(paymentAlarms.kind, kind), eq(subject, ''), eq(hour, toHour(at)), isNull(settledAt)));
  return row?.detail ?? null;
}
