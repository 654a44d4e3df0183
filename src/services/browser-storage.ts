/** The part of the browser that a storage stands on. */
export interface StorageHost {
  /** `localStorage`. Throws where the browser refuses it (H10). */
  readonly storage: () => Storage;
  /** Calls the listener at changes that other tabs made, and when the page is shown; answers how to stop. */
  readonly on: {
    (type: 'storage', listener: (event: StorageEvent) => void): () => void;
    (type: 'pageshow', listener: (event: PageTransitionEvent) => void): () => void;
  };
}

export interface BrowserStorage {
  /** False where the browser refuses even to be asked (H10). */
  readonly isReadable: () => boolean;
  /** The raw text, or null. Whoever reads checks what it says: other tabs and extensions write here too. */
  readonly read: (key: string) => string | null;
  /** False where the browser refused and the text is only kept in memory, until the page closes (H10). */
  readonly write: (key: string, value: string) => boolean;
  readonly remove: (key: string) => void;
  /** Writes the value as JSON, or removes the key for null. False where the browser refused, as above. */
  readonly keep: (key: string, value: object | null) => boolean;
  /**
   * Calls the listener after another tab changed one of the keys or cleared everything, and after this tab slept
   * (back/forward cache), when it heard of nothing; answers how to stop.
   */
  readonly subscribe: (keys: readonly string[], listener: () => void) => () => void;
}

/** Reads and writes `localStorage` and never throws: what it refuses lives in memory (H10). */
export function createBrowserStorage({ storage, on }: StorageHost): BrowserStorage {
  const memory = new Map<string, string>();

  const stored: BrowserStorage = {
    isReadable() {
      try {
        storage().getItem('');
        return true;
      } catch {
        return false;
      }
    },

    read(key) {
      const kept = memory.get(key);
      if (kept !== undefined) return kept;
      try {
        return storage().getItem(key);
      } catch {
        return null;
      }
    },

    write(key, value) {
      try {
        storage().setItem(key, value);
        memory.delete(key);
        return true;
      } catch {
        memory.set(key, value);
        return false;
      }
    },

    remove(key) {
      memory.delete(key);
      try {
        storage().removeItem(key);
      } catch {
        // Nothing could be stored there either.
      }
    },

    keep(key, value) {
      if (value !== null) return stored.write(key, JSON.stringify(value));
      stored.remove(key);
      return true;
    },

    subscribe(keys, listener) {
      const stops = [
        on('storage', ({ key }) => {
          // A null key means that everything was cleared.
          if (key === null || keys.includes(key)) listener();
        }),
        on('pageshow', ({ persisted }) => {
          if (persisted) listener();
        }),
      ];
      return () => stops.forEach((stop) => stop());
    },
  };
  return stored;
}
