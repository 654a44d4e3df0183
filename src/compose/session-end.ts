import type { ComposeEnv } from './env.ts';

/** Tells once that nobody is logged in any more; a logout leaves the page by itself (A25). */
export function watchSessionEnd({ session }: Pick<ComposeEnv, 'session'>, tell: () => void): () => void {
  const subscription = session().subscribe((snapshot) => {
    if (snapshot.hasTag('signedOut') && !snapshot.hasTag('leaving')) tell();
  });
  return () => subscription.unsubscribe();
}
