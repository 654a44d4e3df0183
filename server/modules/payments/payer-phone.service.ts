import type { Sql } from '../../db/client.ts';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import type { CurrentUser } from '../../people.ts';
import { Refusal } from '../../refusal.ts';
import { slowDown } from '../../limits/too-often.ts';
import { displayPhone, type Msisdn } from '../../../contract/rules/phone.ts';
import { mpesaPhone } from '../../../contract/rules/mpesa-phone.ts';
import { newSecret, secretHash } from '../../secrets.ts';
import { consume, lockPhone } from '../codes/otp.repository.ts';
import { ANSWERS_JUDGED, CODE_SENT_MS, DAY, needsProof, waitForAnswers } from './payer-phone.rules.ts';
import { isProved, latestAnswers, promptsSince, putPayerPhone } from './payer-phones.repository.ts';
import * as texts from './payments.texts.ts';

/** The browser that pays: its flow cookie binds the proof to it (D1). */
export interface Browser {
  readonly flow: string | null;
  setFlow(value: string): void;
}

/** A code has to prove the phone first (D25). */
class ProofNeeded extends Refusal {
  constructor() {
    super('conflict', texts.provePhone, { data: { proof: true } });
  }
}

/** Refusal `too-often` with the wait, which may be longer than the order lives, and with a phone that works at once. */
function bothered(waitMs: number, ownPhone: string): Refusal {
  const retryAfter = Math.max(1, Math.ceil(waitMs / 1000));
  const own = mpesaPhone(ownPhone) === null ? null : displayPhone(ownPhone);
  const other = own === null ? texts.useAnotherNumber : texts.ownNumberWorks(own);
  return new Refusal('too-often', texts.tooManyPrompts(other, slowDown(retryAfter)), {
    retryAfter,
    data: { otherPhone: true, ...(own !== null && { ownPhone: own }) },
  });
}

/** Keeps the shop from being used to bother strangers with prompts (D25). */
export function createPayerPhoneService(
  { env, db, clock }: Pick<Deps, 'env' | 'db' | 'clock'>,
  { proof }: Pick<Services, 'proof'>,
) {
  const factor = env.rateLimitFactor;
  const { findProof } = proof;

  /** The account's own phone is verified; nobody has a session before (Q7). */
  async function isExempt(handle: Sql, payer: CurrentUser, phone: Msisdn): Promise<boolean> {
    return phone === payer.phone || (await isProved(handle, payer.id, phone));
  }

  /** Uses up a proof that is good, and leaves one that is not needed. It counts whatever becomes of the push. */
  async function takeProof(payer: CurrentUser, phone: Msisdn, token: string, { flow }: Browser): Promise<void> {
    const now = clock.now();
    await db.tx(async (tx) => {
      if (await isExempt(tx, payer, phone)) return;
      const challenge = await findProof(tx, { phone, token, flow }, now);
      if (challenge === null || !(await consume(tx, challenge.idHash, now))) return;
      const flowHash = secretHash(flow ?? '');
      await putPayerPhone(tx, { phone, userId: payer.id, flowHash, expiresAt: now, provedAt: now });
    });
  }

  /**
   * Throws Refusal `conflict` with `data.proof`, or `too-often` with the wait, for a phone that is neither the payer's
   * own nor proved by the payer and has had its prompts. With the transaction that writes the next one: they wait for
   * each other, so that the bounds hold over all accounts and processes.
   */
  async function refuseBothered(tx: Sql, payer: CurrentUser, phone: Msisdn, now: Date): Promise<void> {
    if (await isExempt(tx, payer, phone)) return;
    await lockPhone(tx, phone, new Date(now.getTime() + DAY));
    const day = await promptsSince(tx, phone, new Date(now.getTime() - DAY));
    if (needsProof(day, await latestAnswers(tx, phone, ANSWERS_JUDGED), factor)) throw new ProofNeeded();
    const waitMs = waitForAnswers(day, now, factor);
    if (waitMs > 0) throw bothered(waitMs, payer.phone);
  }

  /** Lets a code be sent where this is why a push was refused, to this browser and for as long as D23 says. */
  async function awaitProof(error: unknown, { id }: CurrentUser, phone: Msisdn, browser: Browser): Promise<void> {
    if (!(error instanceof ProofNeeded)) return;
    const flow = browser.flow ?? newSecret();
    const expiresAt = new Date(clock.now().getTime() + CODE_SENT_MS);
    await putPayerPhone(db.sql, { phone, userId: id, flowHash: secretHash(flow), expiresAt });
    browser.setFlow(flow);
  }

  return { takeProof, refuseBothered, awaitProof };
}
