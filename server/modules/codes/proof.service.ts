import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { secretHash } from '../../secrets.ts';
import { findVerified, type Challenge } from './otp.repository.ts';

/** Proof of a verified phone in a request. */
export interface ShownProof {
  readonly phone: string;
  /** Token from the phone verification, if the request has it. */
  readonly token: string | undefined;
  /** Flow of the browser (D1). */
  readonly flow: string | null;
}

/** Looks up phone verifications for other calls (D1). */
export function createProofService({ env }: Pick<Deps, 'env'>) {
  /** Returns the verified and unused code of this phone, by token or browser, or `null`. Does not mark it as used. */
  function findProof(tx: Sql, { phone, token, flow }: ShownProof, now: Date): Promise<Challenge | null> {
    return findVerified(tx, {
      phone,
      tokenHash: secretHash(token ?? ''),
      flowHash: flow === null ? null : secretHash(flow),
      verifiedSince: new Date(now.getTime() - env.otp.verifiedMs),
    });
  }

  return { findProof };
}
