import type { Sql } from '../../db/client.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentUser } from '../../people.ts';
import { Refusal } from '../../refusal.ts';
import { slowDown } from '../../limits/too-many-requests.ts';
import { formatPhone, type Msisdn } from '../../../contract/rules/phone.ts';
import { toMpesaPhone } from '../../../contract/rules/mpesa-phone.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import { deleteProof, lockPhone } from '../codes/otp.repository.ts';
import { ANSWERS_JUDGED, CODE_SENT_MS, DAY, needsProof, waitForAnswers } from './payer-phone.rules.ts';
import { isProved, findLatestAnswers, countPromptsSince, putPayerPhone } from './payer-phones.repository.ts';
import * as texts from './payments.texts.ts';

/** The payer's browser. The flow cookie binds the proof to it (D1). */
export interface Browser {
  readonly flow: string | null;
  setFlow(value: string): void;
}

/** The phone must be verified with a code first (D25). */
class ProofNeededError extends Refusal {
  constructor() {
    super('conflict', texts.provePhone, { data: { proof: true } });
  }
}

/**
 * Returns a `Refusal` `too-often` with the wait, which may exceed the lifetime of the order, and with a phone that can
 * be used now.
 */
function promptLimitRefusal(waitMs: number, ownPhone: string): Refusal {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  const own = toMpesaPhone(ownPhone) === null ? null : formatPhone(ownPhone);
  const other = own === null ? texts.useAnotherNumber : texts.ownNumberWorks(own);
  return new Refusal('too-often', texts.tooManyPrompts(other, slowDown(retryAfter)), {
    retryAfter,
    data: { otherPhone: true, ...(own !== null && { ownPhone: own }) },
  });
}

/** Prevents unwanted prompts to other people's phones (D25). */
export function createPayerPhoneService(
  { env, db, clock }: Pick<Deps, 'env' | 'db' | 'clock'>,
  { proof }: Pick<Services, 'proof'>,
) {
  const factor = env.rateLimitFactor;
  const { findProof } = proof;

  /** Returns whether the payer may prompt the phone without limits. The account's own phone is always verified (Q7). */
  async function isExempt(handle: Sql, payer: CurrentUser, phone: Msisdn): Promise<boolean> {
    return phone === payer.phone || (await isProved(handle, payer.id, phone));
  }

  /** Uses up a valid proof if one is needed. The proof counts even when the push fails. */
  async function takeProof(payer: CurrentUser, phone: Msisdn, token: string, { flow }: Browser): Promise<void> {
    const now = clock.now();
    await db.tx(async (tx) => {
      if (await isExempt(tx, payer, phone)) return;
      const challenge = await findProof(tx, { phone, token, flow }, now);
      if (challenge === null || !(await deleteProof(tx, challenge.idHash, now))) return;
      const flowHash = secretHash(flow ?? '');
      await putPayerPhone(tx, { phone, userId: payer.id, flowHash, expiresAt: now, provedAt: now });
    });
  }

  /**
   * Throws `Refusal` `conflict` with `data.proof`, or `too-often` with the wait, when the phone is over a prompt limit,
   * is not the payer's own and was not verified by the payer. Runs in the transaction that adds the next prompt, and
   * locks the phone, so that the limits hold across accounts and processes.
   */
  async function assertPhoneNotSpammed(tx: Sql, payer: CurrentUser, phone: Msisdn, now: Date): Promise<void> {
    if (await isExempt(tx, payer, phone)) return;
    await lockPhone(tx, phone, new Date(now.getTime() + DAY));
    const day = await countPromptsSince(tx, phone, new Date(now.getTime() - DAY));
    if (needsProof(day, await findLatestAnswers(tx, phone, ANSWERS_JUDGED), factor)) throw new ProofNeededError();
    const waitMs = waitForAnswers(day, now, factor);
    if (waitMs > 0) throw promptLimitRefusal(waitMs, payer.phone);
  }

  /**
   * Allows a verification code to this phone when a push was refused for that reason. Limited to this browser and to
   * the time in D23.
   */
  async function awaitProof(error: unknown, { id }: CurrentUser, phone: Msisdn, browser: Browser): Promise<void> {
    if (!(error instanceof ProofNeededError)) return;
    const flow = browser.flow ?? newSecret();
    const expiresAt = new Date(clock.now().getTime() + CODE_SENT_MS);
    await putPayerPhone(db.sql, { phone, userId: id, flowHash: secretHash(flow), expiresAt });
    browser.setFlow(flow);
  }

  return { takeProof, refuseBothered: assertPhoneNotSpammed, awaitProof };
}
