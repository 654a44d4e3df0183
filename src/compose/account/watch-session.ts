import { getShopperId, hasEnded } from '../../rules/account/session.ts';
import type { ComposeEnv } from '../env.ts';
import { watchActor, watchPresent } from '../listen.ts';
import type { Stop } from '../listen.ts';

/** Calls `onEnd` when no customer is logged in any more. */
export function watchSessionEnd({ session }: Pick<ComposeEnv, 'session'>, onEnd: () => void): Stop {
  return watchPresent(session(), hasEnded, onEnd, { known: hasEnded(session().getSnapshot()) });
}

/** Calls `onShopper` with the id of the signed-in shopper, or `null` for a guest: immediately and after each change. */
export function watchShopper({ session }: Pick<ComposeEnv, 'session'>, onShopper: (id: string | null) => void): Stop {
  return watchActor(session(), getShopperId, onShopper);
}
