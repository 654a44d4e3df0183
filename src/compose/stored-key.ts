import { browserStorage } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { createListener } from './listen.ts';

type StorageEvent =
  | { readonly type: 'storage.read'; readonly text: string | null }
  | { readonly type: 'storage.refused' }
  | { readonly type: 'storage.changed'; readonly text: string | null };

/** Returns the slots that a machine needs for its one storage key, which other tabs change too (H10). */
export function createStoredKey(env: ComposeEnv, key: string) {
  const storage = browserStorage(env);
  const read = (): string | null => storage.read(key);
  return {
    read,
    /** Sends the stored text at the start and after each change by another tab. */
    watchStorage: createListener<StorageEvent>((send) => {
      const stop = storage.subscribe([key], () => send({ type: 'storage.changed', text: read() }));
      send(storage.isReadable() ? { type: 'storage.read', text: read() } : { type: 'storage.refused' });
      return stop;
    }),
    /** Returns `saved`, or `notSaved` when the browser refused and only memory keeps the value. */
    save: <Saved, NotSaved>(value: object, saved: Saved, notSaved: NotSaved): Saved | NotSaved =>
      storage.write(key, JSON.stringify(value)) ? saved : notSaved,
  };
}
