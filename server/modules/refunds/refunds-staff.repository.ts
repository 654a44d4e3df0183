import { and, asc, eq, isNotNull, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { orders, payments, refunds } from '../../db/schema.ts';
import { isRest } from '../../db/refund-conditions.ts';
import { isOpenRefund, isPaymentOfRefund } from '../settlement/refunds.repository.ts';
import { toPaymentRow, type PaymentRow } from '../settlement/stored-rows.rules.ts';

/** Returns up to two ids of refunds that start so. */
export async function findRefundIds(db: Sql, start: string): Promise<string[]> {
  const digits = start.replaceAll('-', '');
  const found = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(sql`${refunds.id} >= ${digits.padEnd(32, '0')}::uuid`, sql`${refunds.id} <= ${digits.padEnd(32, 'f')}::uuid`),
    )
    .limit(2);
  return found.map(({ id }) => id);
}

/** Returns the order's payment with this receipt, or `null`. */
export async function findPaymentByReceipt(
  db: Sql,
  receipt: string,
): Promise<(PaymentRow & { readonly receipt: string }) | null> {
  const [found] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.receipt, receipt), isNotNull(payments.orderId)));
  return found === undefined ? null : { ...toPaymentRow(found), receipt };
}

/** Returns the open refunds, oldest first. Whole shillings. */
export function findListedRefunds(db: Sql, limit: number) {
  return db
    .select({
      id: refunds.id,
      shortId: orders.shortId,
      amount: refunds.amount,
      reason: refunds.reason,
      isRest,
      note: refunds.note,
      state: refunds.state,
      way: refunds.way,
      waitsFor: refunds.waitsFor,
      failureCode: refunds.failureCode,
      failure: refunds.failure,
      checkedReceipt: refunds.checkedReceipt,
      phone: payments.phone,
      receipt: payments.receipt,
      createdAt: refunds.createdAt,
    })
    .from(refunds)
    .leftJoin(orders, eq(orders.id, refunds.orderId))
    .leftJoin(payments, isPaymentOfRefund)
    .where(isOpenRefund)
    .orderBy(asc(refunds.createdAt), asc(refunds.id))
    .limit(limit);
}
