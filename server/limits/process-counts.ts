import type { Counts } from './limiter.ts';

interface Uses {
  slots: number[];
  counts: number[];
  total: number;
  endsAt: number;
}

const MOST_KEPT = 100_000;

/** Counts in memory. Drops the oldest keys over the maximum. */
export function createProcessCounts() {
  const kept = new Map<string, Uses>();

  /** Same as `Counts.use`, but synchronous. Only returns the wait when `isPrecounted` is false. */
  function use({ key, slot, oldest, most, now, perMs }: Parameters<Counts['use']>[0], isCounted: boolean) {
    const uses = kept.get(key) ?? { slots: [], counts: [], total: 0, endsAt: 0 };
    while ((uses.slots[0] ?? Infinity) <= oldest) {
      uses.slots.shift();
      uses.total -= uses.counts.shift() ?? 0;
    }
    if (uses.total >= most) return { used: uses.total, waitMs: (uses.slots[0] ?? now) + perMs - now };
    if (!isCounted) return { used: uses.total, waitMs: 0 };
    const last = uses.slots.length - 1;
    uses.total += 1;
    uses.endsAt = now + perMs;
    if ((uses.slots[last] ?? -Infinity) >= slot) {
      uses.counts[last] = (uses.counts[last] ?? 0) + 1;
      return { used: uses.total, waitMs: 0 };
    }
    uses.slots.push(slot);
    uses.counts.push(1);
    // Moves the key to the end, once per slot, so that the first keys are the least recently used.
    kept.delete(key);
    kept.set(key, uses);
    for (const [old, { endsAt }] of kept) {
      if (endsAt > now && kept.size <= MOST_KEPT) break;
      kept.delete(old);
    }
    return { used: uses.total, waitMs: 0 };
  }

  return { use };
}
