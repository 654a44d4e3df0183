import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Sql } from '../../db/client.ts';
import { loginCodes } from '../../db/schema.ts';

export type LoginCode = Pick<typeof loginCodes.$inferSelect, 'emailHash' | 'codeHash' | 'expiresAt'>;

/** Keeps a code; one that came out the same as an older one is as good as new. */
export async function putLoginCode(db: Sql, code: LoginCode): Promise<void> {
  const { emailHash, codeHash } = loginCodes;
  await db
    .insert(loginCodes)
    .values({ ...code, tries: 0 })
    .onConflictDoUpdate({ target: [emailHash, codeHash], set: { tries: 0, expiresAt: code.expiresAt } });
}

/**
 * Returns whether the code is one of the e-mail's that can still be used. `isCounted` uses up a try of each of them, in the
 * same statement; without it the work is the same.
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

/** Returns whether the code was still there: of two logins at once one uses it. */
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
