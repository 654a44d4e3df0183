import { sql } from 'drizzle-orm';
import { payments, refunds } from './schema.ts';

/** Condition for a query of both tables: a payment was more than what was due, and this is the rest of it (PAY-C4). */
export const isRest = sql<boolean>`coalesce(${refunds.reason} = 'overpaid' and ${refunds.amount} < ${payments.amount}, false)`;
