import { randomUUID } from 'node:crypto';
import type { Sql } from '../../db/client.ts';
import { paymentAlarms } from '../../db/schema.ts';

export interface Alarm {
  readonly kind: string;
  readonly orderId: string | null;
  readonly attemptId: string | null;
  readonly detail?: unknown;
}

/** For the payments desk; with the caller's transaction. */
export async function insertAlarm(
  db: Sql,
  { kind, orderId, attemptId, detail = null }: Alarm,
  at: Date,
): Promise<void> {
  await db.insert(paymentAlarms).values({ id: randomUUID(), kind, orderId, attemptId, detail, at });
}
