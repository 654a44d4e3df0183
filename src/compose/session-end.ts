import type { ComposeEnv } from './env.ts';
import { watchSession } from './session.ts';

/** Tells once that nobody is logged in any more; a logout leaves the page by itself (A25). */
export function watchSessionEnd({ session }: Pick<ComposeEnv, 'session'>, tell: () => void): () => void {
  const subscription = session().subscribe((snapshot) => {
    if (snapshot.hasTag('signedOut') && !snapshot.hasTag('leaving')) tell();
  });
  return () => subscription.unsubscribe();
}

/** Tells the id of the shopper who is signed in, null for nobody: at once, and whenever it is another. */
export function watchShopper(env: Pick<ComposeEnv, 'session'>, tell: (id: string | null) => void): () => void {
  return watchSession(
    env,
    (snapshot) => (snapshot.hasTag('signedIn') ? (snapshot.context.user?._id ?? null) : null),
    tell,
  );
}
