import { and, eq, inArray, isNull, lt, notExists, notInArray, or } from 'drizzle-orm';
import type { Sql } from '../db/client.ts';
import {
  orderEvents,
  orders,
  paymentAlarms,
  paymentAttempts,
  paymentMessages,
  payments,
  receivedMessages,
  receivedMoney,
  refunds,
} from '../db/schema.ts';

/** Final states of attempts and orders that need no action by the back office. */
const OVER_ATTEMPTS = ['succeeded', 'failed', 'expired', 'refunded'] as const;
const OVER_ORDERS = ['delivered', 'cancelled'] as const;
/** States of received money that need no decision. */
const SETTLED_MONEY = ['paid', 'ours'] as const;
const QUIET_MONEY = ['unpaid', 'paid', 'refunded'] as const;

/** Deletes up to `most` callbacks before `before` of finished attempts without an open refund. Returns their number. */
export async function deleteOldMessages(db: Sql, before: Date, most: number): Promise<number> {
  const dueRefund = db
    .select({ id: refunds.id })
    .from(refunds)
    .leftJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        or(eq(refunds.attemptId, paymentMessages.attemptId), eq(payments.attemptId, paymentMessages.attemptId)),
        isNull(refunds.confirmedAt),
      ),
    );
  const old = db
    .select({ id: paymentMessages.id })
    .from(paymentMessages)
    .innerJoin(paymentAttempts, eq(paymentAttempts.id, paymentMessages.attemptId))
    .where(
      and(lt(paymentMessages.receivedAt, before), inArray(paymentAttempts.state, OVER_ATTEMPTS), notExists(dueRefund)),
    )
    .limit(most);
  const gone = await db
    .delete(paymentMessages)
    .where(inArray(paymentMessages.id, old))
    .returning({ id: paymentMessages.id });
  return gone.length;
}

/** Deletes up to `most` confirmations before `before` whose money has been settled. Returns their number. */
export async function deleteOldConfirmations(db: Sql, before: Date, most: number): Promise<number> {
  const open = db
    .select({ receipt: receivedMoney.receipt })
    .from(receivedMoney)
    .where(
      and(eq(receivedMoney.receipt, receivedMessages.receipt), notInArray(receivedMoney.state, [...SETTLED_MONEY])),
    );
  const old = db
    .select({ id: receivedMessages.id })
    .from(receivedMessages)
    .where(and(lt(receivedMessages.receivedAt, before), notExists(open)))
    .limit(most);
  const gone = await db
    .delete(receivedMessages)
    .where(inArray(receivedMessages.id, old))
    .returning({ id: receivedMessages.id });
  return gone.length;
}

/** Deletes up to `most` events before `before` of finished orders without open money. Returns their number. */
export async function deleteOldEvents(db: Sql, before: Date, most: number): Promise<number> {
  const old = db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .innerJoin(orders, eq(orders.id, orderEvents.orderId))
    .where(and(lt(orderEvents.at, before), inArray(orders.status, OVER_ORDERS), inArray(orders.money, QUIET_MONEY)))
    .limit(most);
  const gone = await db.delete(orderEvents).where(inArray(orderEvents.id, old)).returning({ id: orderEvents.id });
  return gone.length;
}

/** Deletes up to `most` alarms settled before `before`. Open alarms stay. Returns their number. */
export async function deleteOldAlarms(db: Sql, before: Date, most: number): Promise<number> {
  const old = db
    .select({ id: paymentAlarms.id })
    .from(paymentAlarms)
    .where(lt(paymentAlarms.settledAt, before))
    .limit(most);
  const gone = await db.delete(paymentAlarms).where(inArray(paymentAlarms.id, old)).returning({ id: paymentAlarms.id });
  return gone.length;
}
