import type { ComposeEnv } from './env.ts';

/** Tells once that nobody is logged in any more; a logout leaves the page by itself (A25). */
export function watchSessionEnd({ session }: Pick<ComposeEnv, 'session'>, tell: () => void): () => void {
  const subscription = session().subscribe((snapshot) => {
    if (snapshot.hasTag('signedOut') && !snapshot.hasTag('leaving')) tell();
  });
  return () => subscription.unsubscribe();
}

/** Tells the id of the shopper who is signed in, null for nobody: at once, and whenever it is another. */
export function watchShopper({ session }: Pick<ComposeEnv, 'session'>, tell: (id: string | null) => void): () => void {
  let told: string | null | undefined;
  const tellNews = () => {
    const snapshot = session().getSnapshot();
    const id = snapshot.hasTag('signedIn') ? (snapshot.context.user?._id ?? null) : null;
    if (id === told) return;
    told = id;
    tell(id);
  };
  const subscription = session().subscribe(tellNews);
  tellNews();
  return () => subscription.unsubscribe();
}
