import { eq, inArray, sql } from 'drizzle-orm';
import * as v from 'valibot';
import type { Sql } from '../../db/client.ts';
import { orders, refunds, users } from '../../db/schema.ts';
import type { Deps } from '../../deps.ts';
import { MESSAGE_JOB, MessageJob } from './messages.service.ts';
import { messageText } from './message-texts.rules.ts';

/**
 * Sends queued news. Where the provider is down the job comes again, later each time (R20); an answer that was
 * lost counts as down too: a text that comes twice is better than one that never comes.
 */
export function registerMessages({ db, jobs, sms }: Pick<Deps, 'db' | 'jobs' | 'sms'>): void {
  jobs.register(
    MESSAGE_JOB,
    async ({ payload }) => {
      const { orderId, about, payments } = v.parse(MessageJob, payload);
      const facts = await factsOf(db.sql, orderId, payments);
      if (facts !== null) await sms.sendText(facts.phone, messageText(about, facts));
    },
    'sms',
  );
}

async function factsOf(db: Sql, orderId: string, payments: readonly string[]) {
  const [row] = await db
    .select({
      phone: users.phone,
      shortId: orders.shortId,
      totalPrice: orders.totalPrice,
      isPaid: orders.isPaid,
      trackingNumber: orders.trackingNumber,
      pickupStation: orders.pickupStation,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.userId))
    .where(eq(orders.id, orderId));
  if (row === undefined) return null;
  const [due] = await db
    .select({ amount: sql<number>`coalesce(sum(${refunds.amount}), 0)`.mapWith(Number) })
    .from(refunds)
    .where(inArray(refunds.attemptId, [...payments]));
  return { ...row, refund: due?.amount ?? 0 };
}
