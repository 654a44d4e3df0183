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

/** Codes that a login needs beside the password once the password was guessed too often (D26). */
export function createLoginCodesService({
  env,
  db,
  clock,
  jobs,
  limiter,
}: Pick<Deps, 'env' | 'db' | 'clock' | 'jobs' | 'limiter'>) {
  /**
   * Has a code sent, unless one was asked for a short time ago. The work is the same whether somebody has the e-mail or not:
   * the worker finds out (D16).
   */
  async function askCode(email: string): Promise<void> {
    await db.tx(async (tx) => {
      if ((await limiter.take('loginCodes', secretHash(email), { handle: tx })).waitMs > 0) return;
      const runAt = clock.now();
      const giveUpAt = new Date(runAt.getTime() + TOO_LATE_MS);
      const payload: v.InferOutput<typeof LoginCodeJob> = { email };
      await jobs.enqueue(tx, { kind: LOGIN_CODE_JOB, dedupeKey: randomUUID(), payload, runAt, giveUpAt });
    });
    jobs.wake();
  }

  /** Returns a new code of an e-mail. Only its hash is kept. */
  async function createCode(email: string): Promise<string> {
    const code = String(randomInt(10 ** OTP_LENGTH)).padStart(OTP_LENGTH, '0');
    const expiresAt = new Date(clock.now().getTime() + LOGIN_CODE_MS);
    await putLoginCode(db.sql, { ...hashes(email, code), expiresAt });
    return code;
  }

  /**
   * Returns whether both are right, and uses the code up then. A wrong password uses up no try: it tells nothing about the
   * code, and guessers must not use up the owner's.
   */
  async function judge(email: string, code: string, isPasswordRight: boolean): Promise<boolean> {
    const kept = hashes(email, code);
    const tried = { isCounted: isPasswordRight, now: clock.now(), most: env.otp.tries };
    const isCodeRight = await tryLoginCode(db.sql, kept, tried);
    return isPasswordRight && isCodeRight && (await useLoginCode(db.sql, kept));
  }

  return { askCode, createCode, judge };
}

/** The code with its e-mail, so that equal codes of two accounts look different. */
const hashes = (email: string, code: string) => ({
  emailHash: secretHash(email),
  codeHash: secretHash(`${email} ${code}`),
});
