import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { loginCodes } from '../../db/schema.ts';

export type LoginCode = Pick<typeof loginCodes.$inferSelect, 'emailHash' | 'codeHash' | 'expiresAt'>;

/** Stores a code. Resets an identical older code. */
export async function putLoginCode(db: Sql, code: LoginCode): Promise<void> {
  const { emailHash, codeHash } = loginCodes;
  await db
    .insert(loginCodes)
    .values({ ...code, tries: 0 })
    .onConflictDoUpdate({ target: [emailHash, codeHash], set: { tries: 0, expiresAt: code.expiresAt } });
}

/**
 * Returns whether the code is valid for the e-mail. `isPrecounted` counts a try for each code of the e-mail in the same
 * statement. Without it the amount of work is the same.
 */
export async function tryLoginCode(
  db: Sql,
  { emailHash, codeHash }: Pick<LoginCode, 'emailHash' | 'codeHash'>,
  { isCounted, now, most }: { readonly isCounted: boolean; readonly now: Date; readonly most: number },
): Promise<boolean> {
  const { tries, expiresAt } = loginCodes;
  const tried = await db
    .update(loginCodes)
    .set({ tries: sql`${tries} + ${isCounted ? 1 : 0}::integer` })
    .where(and(eq(loginCodes.emailHash, emailHash), gt(expiresAt, now), lt(tries, most)))
    .returning({ codeHash: loginCodes.codeHash });
  return tried.some((it) => it.codeHash === codeHash);
}

/** Returns whether the code still existed, so that only one of two parallel logins uses it. */
export async function useLoginCode(
  db: Sql,
  { emailHash, codeHash }: Pick<LoginCode, 'emailHash' | 'codeHash'>,
): Promise<boolean> {
  const used = await db
    .delete(loginCodes)
    .where(and(eq(loginCodes.emailHash, emailHash), eq(loginCodes.codeHash, codeHash)))
    .returning({ codeHash: loginCodes.codeHash });
  return used.length === 1;
}
