import type { Clock } from '../clock.ts';

export interface ResponseCacheOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** Maximum age in milliseconds, from before the data was read. 0 disables the cache. */
  readonly keptMs: number;
  /** Maximum size of all entries in bytes, 32 MB by default. Evicts the least recently used first. */
  readonly mostBytes?: number;
}

interface Entry<Answer> {
  readonly answer: Promise<Answer>;
  readonly startedAt: number;
  /** 0 until the response is ready. */
  bytes: number;
}

/** Estimated bytes per entry besides key and response. */
const OVERHEAD = 500;
const LONGEST_KEY = 2_000;
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Short-lived cache of responses that are the same for all callers. Parallel requests share one computation. Failures
 * go to all waiting callers and are not cached.
 */
export function createResponseCache<Answer>({ clock, keptMs, mostBytes = MOST_BYTES }: ResponseCacheOptions) {
  const entries = new Map<string, Entry<Answer>>();
  let bytes = 0;

  function drop(key: string, entry: Entry<Answer>): void {
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    bytes -= entry.bytes;
  }

  function store(key: string, entry: Entry<Answer>, size: number): void {
    if (entries.get(key) !== entry) return;
    entry.bytes = size + key.length * 2 + OVERHEAD;
    bytes += entry.bytes;
    for (const [oldest, its] of entries) {
      if (bytes <= mostBytes) break;
      if (its.bytes > 0) drop(oldest, its);
    }
  }

  return {
    /** Returns the response of `key`. `make` also returns its size in bytes, or `null` when it must not be cached. */
    async getOrCreate(key: string, make: () => Promise<{ answer: Answer; bytes: number | null }>): Promise<Answer> {
      if (keptMs === 0 || key.length > LONGEST_KEY) return (await make()).answer;
      const now = clock.now().getTime();
      const known = entries.get(key);
      const age = known === undefined ? keptMs : now - known.startedAt;
      if (known !== undefined && age >= 0 && age < keptMs) {
        entries.delete(key);
        entries.set(key, known);
        return known.answer;
      }
      if (known !== undefined) drop(key, known);
      const made = make();
      const entry: Entry<Answer> = { answer: made.then(({ answer }) => answer), startedAt: now, bytes: 0 };
      entries.set(key, entry);
      made.then(
        ({ bytes: size }) => (size === null ? drop(key, entry) : store(key, entry, size)),
        () => drop(key, entry),
      );
      return entry.answer;
    },
    /** Current size in bytes. */
    size: () => bytes,
  };
}
