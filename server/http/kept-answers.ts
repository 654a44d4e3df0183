import type { Clock } from '../clock.ts';

export interface KeptOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** How old an answer may be, ms, counted from before its data was read; 0 keeps nothing. */
  readonly keptMs: number;
  /** Of all answers together, 32 MB unless told; those that were not asked for the longest go first. */
  readonly mostBytes?: number;
}

interface Entry<Answer> {
  readonly answer: Promise<Answer>;
  readonly startedAt: number;
  /** 0 while it is being made. */
  bytes: number;
}

/** A key and what is around an answer. */
const OVERHEAD = 500;
const LONGEST_KEY = 2_000;
const MOST_BYTES = 32 * 1024 * 1024;

/**
 * Answers that are the same for everybody, for a moment: of those who ask for one at once a single one makes it. A
 * failure is told to all who wait for it and not kept.
 */
export function createKeptAnswers<Answer>({ clock, keptMs, mostBytes = MOST_BYTES }: KeptOptions) {
  const entries = new Map<string, Entry<Answer>>();
  let bytes = 0;

  function drop(key: string, entry: Entry<Answer>): void {
    if (entries.get(key) !== entry) return;
    entries.delete(key);
    bytes -= entry.bytes;
  }

  function keep(key: string, entry: Entry<Answer>, size: number): void {
    if (entries.get(key) !== entry) return;
    entry.bytes = size + key.length * 2 + OVERHEAD;
    bytes += entry.bytes;
    for (const [oldest, its] of entries) {
      if (bytes <= mostBytes) break;
      if (its.bytes > 0) drop(oldest, its);
    }
  }

  return {
    /** The answer under `key`; `make` also says how many bytes it takes, null where it is not to be kept. */
    async of(key: string, make: () => Promise<{ answer: Answer; bytes: number | null }>): Promise<Answer> {
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
        ({ bytes: size }) => (size === null ? drop(key, entry) : keep(key, entry, size)),
        () => drop(key, entry),
      );
      return entry.answer;
    },
    /** Bytes that are kept now. */
    size: () => bytes,
  };
}
