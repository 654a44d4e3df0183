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
  /** `null` until the response is ready. */
  ready: Answer | null;
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

  /** Returns the entry of `key` that is not too old, as the most recently used one. */
  function find(key: string, now: number): Entry<Answer> | null {
    const known = entries.get(key);
    if (known === undefined) return null;
    const age = now - known.startedAt;
    if (age < 0 || age >= keptMs) return null;
    entries.delete(key);
    entries.set(key, known);
    return known;
  }

  function store(key: string, entry: Entry<Answer>, answer: Answer, size: number): void {
    if (entries.get(key) !== entry) return;
    entry.ready = answer;
    entry.bytes = size + key.length * 2 + OVERHEAD;
    bytes += entry.bytes;
    for (const [oldest, its] of entries) {
      if (bytes <= mostBytes) break;
      if (its.bytes > 0) drop(oldest, its);
    }
  }

  return {
    /** Returns the response of `key` if it is ready, otherwise `null`. */
    get(key: string): Answer | null {
      return find(key, clock.now().getTime())?.ready ?? null;
    },
    /** Returns the response of `key`. `make` also returns its size in bytes, or `null` when it must not be cached. */
    async getOrCreate(key: string, make: () => Promise<{ answer: Answer; bytes: number | null }>): Promise<Answer> {
      if (keptMs === 0 || key.length > LONGEST_KEY) return (await make()).answer;
      const now = clock.now().getTime();
      const known = find(key, now);
      if (known !== null) return known.answer;
      const old = entries.get(key);
      if (old !== undefined) drop(key, old);
      const made = make();
      const answer = made.then((it) => it.answer);
      const entry: Entry<Answer> = { answer, ready: null, startedAt: now, bytes: 0 };
      entries.set(key, entry);
      made.then(
        (it) => (it.bytes === null ? drop(key, entry) : store(key, entry, it.answer, it.bytes)),
        () => drop(key, entry),
      );
      return answer;
    },
    /** Current size in bytes. */
    size: () => bytes,
  };
}
