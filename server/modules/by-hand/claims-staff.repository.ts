import { asc, eq, sql } from 'drizzle-orm';
import { toOrderId } from '../../../contract/fields.ts';
import type { Sql } from '../../db/client.ts';
import { orders, paymentClaims, receivedMoney } from '../../db/schema.ts';

const MOST_LISTED = 1_000;

/** Returns the claims that staff decide about, with what M-Pesa named, oldest first. */
export async function findClaimsForStaff(db: Sql) {
  return db
    .select({
      id: paymentClaims.id,
      receipt: paymentClaims.receipt,
      problem: paymentClaims.problem,
      since: paymentClaims.updatedAt,
      order: orders.shortId,
      money: {
        state: receivedMoney.state,
        amount: receivedMoney.amount,
        payer: receivedMoney.payer,
        name: receivedMoney.name,
      },
    })
    .from(paymentClaims)
    .innerJoin(orders, eq(orders.id, paymentClaims.orderId))
    .leftJoin(receivedMoney, eq(receivedMoney.receipt, paymentClaims.receipt))
    .where(eq(paymentClaims.state, 'for_staff'))
    .orderBy(asc(paymentClaims.updatedAt), asc(paymentClaims.id))
    .limit(MOST_LISTED);
}

/** Returns up to two claims whose id starts like this. */
export async function findClaimsByStart(db: Sql, start: string) {
  const rows = await db
    .select({ id: paymentClaims.id, orderId: paymentClaims.orderId })
    .from(paymentClaims)
    .where(sql`${paymentClaims.id}::text like ${`${start}%`}`)
    .limit(2);
  return rows.map(({ id, orderId }) => ({ id, orderId: toOrderId(orderId) }));
}
