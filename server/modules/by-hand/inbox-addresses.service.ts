import type { Deps } from '../../deps.ts';
import { findMeaning } from '../../providers/mpesa-codes.rules.ts';
import { Refusal } from '../../refusal.ts';
import { newLinkToken, secretHash } from '../../secrets.ts';
import * as texts from './by-hand.texts.ts';
import { findForbiddenWord } from './address-words.rules.ts';
import { findSecrets, insertSecret, setSecret, type InboxSecret } from './secrets.repository.ts';

/** The result of a registration, for the person at the terminal. Contains no secret. */
export interface Registration {
  readonly outcome: 'registered' | 'refused' | 'unknown';
  /** Safaricom's answer. */
  readonly code: string;
  readonly text: string;
  /** The next step for the person. */
  readonly fix: string;
  /** Without its secret, e.g. `https://duka.example/api/pay-in/confirm/***`. */
  readonly confirmation: string;
}

/** Secrets that are valid during a change. */
const MOST_VALID = 2;
const AGAIN = 'Nothing was changed. Run it again later.';
const MAYBE =
  'Safaricom may have taken the addresses, so they stay valid. Run npm run mpesa -- register --rotate to be certain.';

/** Addresses for payments by hand at Safaricom (PAY-C2). */
export function createInboxAddressesService({ env, db, clock, mpesaAccount, log }: Deps) {
  /**
   * Makes a new secret and registers its addresses. With `isRotation` the previous secret stays valid until `finish`.
   * Throws `Refusal` `conflict` when addresses are registered already, or two secrets are valid, and `invalid` when
   * Safaricom would refuse the address.
   */
  async function register(isRotation: boolean): Promise<Registration> {
    const base = `${env.mpesa.callbackOrigin}/api/pay-in`;
    assertAddress(base);
    const secret = newLinkToken();
    const id = await db.tx(async (tx) => {
      const now = clock.now();
      const valid = await findSecrets(tx);
      // A secret whose registration had no answer, and that brought no message since, was not registered.
      const tried = valid.filter((it) => !isInUse(it));
      for (const it of tried) await setSecret(tx, it.id, { endedAt: now });
      assertPossible(valid.filter(isInUse), isRotation);
      return insertSecret(tx, secretHash(secret), now);
    });
    const answer = await mpesaAccount.registerUrls({
      confirmation: `${base}/confirm/${secret}`,
      validation: `${base}/check/${secret}`,
      responseType: 'Completed',
      version: env.mpesa.c2bVersion,
    });
    const now = clock.now();
    if (answer.outcome === 'registered') await setSecret(db.sql, id, { registeredAt: now });
    if (answer.outcome === 'refused') await setSecret(db.sql, id, { endedAt: now });
    const code = 'code' in answer ? (answer.code ?? '') : '';
    log.info({ outcome: answer.outcome, code }, 'addresses for payments by hand');
    const fix = findMeaning('c2bRegister', code, answer.text)?.fix ?? (answer.outcome === 'unknown' ? MAYBE : AGAIN);
    return {
      outcome: answer.outcome,
      code,
      text: answer.text,
      fix: answer.outcome === 'registered' ? '' : fix,
      confirmation: `${base}/confirm/***`,
    };
  }

  /** Ends every secret but the newest one that is in use. Returns how many ended. */
  async function finish(): Promise<number> {
    return db.tx(async (tx) => {
      const valid = await findSecrets(tx);
      const newest = valid.findLast(isInUse);
      if (newest === undefined) throw new Refusal('conflict', texts.notRegistered);
      const old = valid.filter(({ id }) => id !== newest.id);
      for (const { id } of old) await setSecret(tx, id, { endedAt: clock.now() });
      return old.length;
    });
  }

  function assertAddress(base: string): void {
    if (!env.mpesa.isSimulated && !base.startsWith('https://')) throw new Refusal('invalid', texts.notSecure);
    const word = findForbiddenWord(base);
    if (word !== null && !env.mpesa.isSimulated) throw new Refusal('invalid', texts.forbiddenWord(word));
  }

  return { register, finish };
}

function isInUse({ registeredAt, usedAt }: InboxSecret): boolean {
  return registeredAt !== null || usedAt !== null;
}

function assertPossible(valid: readonly InboxSecret[], isRotation: boolean): void {
  const [first] = valid;
  if (first === undefined) return;
  if (!isRotation) throw new Refusal('conflict', texts.registeredSince(first.createdAt.toISOString().slice(0, 10)));
  if (valid.length >= MOST_VALID) throw new Refusal('conflict', texts.twoAreValid);
}
