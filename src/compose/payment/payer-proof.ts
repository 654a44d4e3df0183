import { fromPromise } from 'xstate';
import type { Completion } from '../../machines/account/phone-verification.types.ts';
import type { Credentials } from '../../machines/account/session.machine.ts';
import type { ComposeEnv } from '../env.ts';
import { composePhoneVerification } from '../account/phone-verification.ts';

/** The phone step of a payment (D25). The push carries the proof, so no other call completes it. */
export function composePayerProof(env: ComposeEnv) {
  return composePhoneVerification(env).provide({
    actors: { complete: fromPromise<Credentials | null, Completion>(async () => null) },
  });
}
