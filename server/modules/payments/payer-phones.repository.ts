import { and, desc, eq, gt, inArray, isNotNull, or } from 'drizzle-orm';
import type { Msisdn } from '../../../contract/rules/phone.ts';
import type { Sql } from '../../db/client.ts';
import { payerPhones, paymentAttempts } from '../../db/schema.ts';
import { ANSWERS, PAID_STATES, type Prompt } from './payer-phone.rules.ts';

const { state, resultCode, checkoutRequestId, pushedAt, createdAt } = paymentAttempts;
const prompt = { state, resultCode, checkoutRequestId, pushedAt, createdAt };

/** Returns the attempts for this phone after `since`, of all shoppers. */
export function countPromptsSince(db: Sql, phone: Msisdn, since: Date): Promise<Prompt[]> {
  return db
    .select(prompt)
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.phone, phone), gt(createdAt, since)));
}

/** Returns the latest `most` attempts with a response on the phone, of all shoppers. */
export function findLatestAnswers(db: Sql, phone: Msisdn, most: number): Promise<Prompt[]> {
  return db
    .select(prompt)
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.phone, phone),
        or(inArray(state, [...PAID_STATES]), and(eq(state, 'failed'), inArray(resultCode, [...ANSWERS]))),
      ),
    )
    .orderBy(desc(createdAt))
    .limit(most);
}

/** Returns whether the shopper has verified the phone. */
export async function isProved(db: Sql, userId: string, phone: Msisdn): Promise<boolean> {
  const [found] = await db
    .select({ phone: payerPhones.phone })
    .from(payerPhones)
    .where(and(eq(payerPhones.phone, phone), eq(payerPhones.userId, userId), isNotNull(payerPhones.provedAt)));
  return found !== undefined;
}

/** Records that a code may be sent, or that the phone is verified. A verified phone stays verified. */
export async function putPayerPhone(
  db: Sql,
  payer: Omit<typeof payerPhones.$inferInsert, 'phone' | 'provedAt'> & {
    readonly phone: Msisdn;
    readonly provedAt?: Date;
  },
): Promise<void> {
  const { phone: _phone, userId: _userId, ...rest } = payer;
  await db
    .insert(payerPhones)
    .values(payer)
    .onConflictDoUpdate({ target: [payerPhones.phone, payerPhones.userId], set: rest });
}
