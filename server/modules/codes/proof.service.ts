import type { Sql } from '../../db/client.ts';
import type { Deps } from '../../deps.ts';
import { secretHash } from '../../secrets.ts';
import { findVerified, type Challenge } from './otp.repository.ts';

/** What a call shows of a proved phone. */
export interface ShownProof {
  readonly phone: string;
  /** What the phone step answered, if the call carries it. */
  readonly token: string | undefined;
  /** Of the browser that asks (D1). */
  readonly flow: string | null;
}

/** What the phone step proved, for the calls that need it (D1). */
export function createProofService({ env }: Pick<Deps, 'env'>) {
  /** The verified and unused code of this phone, by token or browser; null where there is none. It is not used up yet. */
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
