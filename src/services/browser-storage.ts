/** The browser features that a storage needs. */
export interface StorageHost {
  /** `localStorage`. Throws when the browser refuses access (H10). */
  readonly storage: () => Storage;
  /**
   * Calls the listener after changes by other tabs and when the page is shown. Returns a function that stops listening.
   */
  readonly on: {
    (type: 'storage', listener: (event: StorageEvent) => void): () => void;
    (type: 'pageshow', listener: (event: PageTransitionEvent) => void): () => void;
  };
}

export interface BrowserStorage {
  /** `false` when the browser refuses even read access (H10). */
  readonly isReadable: () => boolean;
  /** Returns the raw text, or `null`. The caller must validate it: other tabs and extensions write here too. */
  readonly read: (key: string) => string | null;
  /** Returns `false` when the browser refused and only memory keeps the text, until the page closes (H10). */
  readonly write: (key: string, value: string) => boolean;
  readonly remove: (key: string) => void;
  /**
   * Writes the value as JSON, or removes the key for `null`. Returns `false` when the browser refused, as in `write`.
   */
  readonly keep: (key: string, value: object | null) => boolean;
  /**
   * Calls the listener after another tab changed one of the keys or cleared the storage, and after this tab returns
   * from the back/forward cache, where it missed events. Returns a function that stops listening.
   */
  readonly subscribe: (keys: readonly string[], listener: () => void) => () => void;
}

/** Reads and writes `localStorage` and never throws: values that it refuses are kept in memory (H10). */
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
        // A storage that refuses access holds nothing to remove.
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
          // A `null` key means that the whole storage was cleared.
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
