import { browserStorage } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { listener } from './listen.ts';

type StorageEvent =
  | { readonly type: 'storage.read'; readonly text: string | null }
  | { readonly type: 'storage.refused' }
  | { readonly type: 'storage.changed'; readonly text: string | null };

/** What a machine needs of the one key that it keeps in the storage, and that other tabs change too (H10). */
export function storedUnder(env: ComposeEnv, key: string) {
  const storage = browserStorage(env);
  const read = (): string | null => storage.read(key);
  return {
    read,
    /** Sends what is there at the start, and what other tabs make of it. */
    watchStorage: listener<StorageEvent>((send) => {
      const stop = storage.subscribe([key], () => send({ type: 'storage.changed', text: read() }));
      send(storage.isReadable() ? { type: 'storage.read', text: read() } : { type: 'storage.refused' });
      return stop;
    }),
    /** Answers with `saved`, or with `notSaved` where the browser refused and the memory alone keeps it. */
    save: <Saved, NotSaved>(value: object, saved: Saved, notSaved: NotSaved): Saved | NotSaved =>
      storage.write(key, JSON.stringify(value)) ? saved : notSaved,
  };
}
