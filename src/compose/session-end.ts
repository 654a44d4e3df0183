import type { ComposeEnv } from './env.ts';
import type { Stop } from './listen.ts';
import { watchSession } from './session.ts';
import type { SessionSnapshot } from './session.ts';

/** Says when nobody is logged in any more; a logout leaves the page by itself (A25). */
export function watchSessionEnd(env: Pick<ComposeEnv, 'session'>, onEnd: () => void): Stop {
  const hasEnded = (session: SessionSnapshot) => session.hasTag('signedOut') && !session.hasTag('leaving');
  return watchSession(env, hasEnded, (isOver) => isOver && onEnd(), hasEnded(env.session().getSnapshot()));
}

/** Hands on the id of the shopper who is signed in, null for nobody: at once, and whenever it is another. */
export function watchShopper(env: Pick<ComposeEnv, 'session'>, onShopper: (id: string | null) => void): Stop {
  return watchSession(
    env,
    (session) => (session.hasTag('signedIn') ? (session.context.user?._id ?? null) : null),
    onShopper,
  );
}
