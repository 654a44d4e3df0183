import { randomInt, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { OTP_LENGTH } from '../../../contract/rules/otp.ts';
import type { Deps } from '../../deps.ts';
import { LOGIN_CODE_MINUTES } from '../../limits/limits.ts';
import { secretHash } from '../../secrets.ts';
import { putLoginCode, tryLoginCode, useLoginCode } from './login-codes.repository.ts';

export const LOGIN_CODE_JOB = 'login.code';
export const LoginCodeJob = v.object({ email: v.string() });

export const LOGIN_CODE_MS = LOGIN_CODE_MINUTES * 60_000;
const TOO_LATE_MS = LOGIN_CODE_MS / 2;

/** Login codes, required in addition to the password after too many wrong passwords (D26). */
export function createLoginCodesService({
  env,
  db,
  clock,
  jobs,
  limiter,
}: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs' | 'limiter'>) {
  /**
   * Queues a code, unless one was requested recently. Does the same work for known and unknown e-mails (D16). The
   * worker looks up the account.
   */
  async function requestCode(email: string): Promise<void> {
    await db.tx(async (tx) => {
      if ((await limiter.take('loginCodes', secretHash(email), { handle: tx })).waitMs > 0) return;
      const runAt = clock.now();
      const giveUpAt = new Date(runAt.getTime() + TOO_LATE_MS);
      const payload: v.InferOutput<typeof LoginCodeJob> = { email };
      await jobs.enqueue(tx, { kind: LOGIN_CODE_JOB, dedupeKey: randomUUID(), payload, runAt, giveUpAt });
    });
    jobs.wake();
  }

  /** Returns a new code for an e-mail. Stores only its hash. */
  async function createCode(email: string): Promise<string> {
    const code = String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');
    const expiresAt = new Date(clock.now().getTime() + LOGIN_CODE_MS);
    await putLoginCode(db.sql, { ...hashCode(email, code), expiresAt });
    return code;
  }

  /**
   * Returns whether password and code are both right, and then uses up the code. A wrong password does not count as a
   * try, so that guesses do not use up the owner's code.
   */
  async function judge(email: string, code: string, isPasswordRight: boolean): Promise<boolean> {
    const kept = hashCode(email, code);
    const tried = { isCounted: isPasswordRight, now: clock.now(), most: env.otp.tries };
    const isCodeRight = await tryLoginCode(db.sql, kept, tried);
    return isPasswordRight && isCodeRight && (await useLoginCode(db.sql, kept));
  }

  return { askCode: requestCode, createCode, judge };
}

/** The hash includes the e-mail, so that equal codes of two accounts have different hashes. */
const hashCode = (email: string, code: string) => ({
  emailHash: secretHash(email),
  codeHash: secretHash(`${email} ${code}`),
});
