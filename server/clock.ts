/** The server's only source of time. Follows the database's clock, so that all processes agree. */
export interface Clock {
  now(): Date;
  /** Moves the time forward. Only with simulated providers (`POST /api/dev/clock`). */
  advance(ms: number): void;
  /**
   * Reads the database's time again. Changes of the host's clock have no effect. Returns the milliseconds by which the
   * time is set back. 0 when it continues, or holds still until the new time catches up (D28). Rejects, without a
   * change, when the database returns no time.
   */
  sync(): Promise<number>;
}

/** A smaller step back holds the clock still. A larger one sets it back (D28). */
const LONGEST_HOLD_MS = 60_000;

/** `read` returns the database's time in epoch milliseconds. Rejects when it fails. */
export async function createClock(read: () => Promise<number>): Promise<Clock> {
  let base = 0;
  let readAt = 0;
  let advanced = 0;
  /** The clock never returns an earlier time than this. */
  let reached = 0;
  const counted = () => Math.round(base + advanced + performance.now() - readAt);
  const now = () => (reached = Math.max(reached, counted()));
  async function sync() {
    const asked = performance.now();
    const epoch = await read();
    const answered = performance.now();
    if (!Number.isFinite(epoch)) throw new TypeError('The database returned no time.');
    const before = now();
    base = epoch;
    readAt = (asked + answered) / 2;
    const back = before - counted();
    if (back <= LONGEST_HOLD_MS) return 0;
    reached = counted();
    return back;
  }
  await sync();
  return {
    now: () => new Date(now()),
    advance(ms) {
      advanced += ms;
      reached += ms;
    },
    sync,
  };
}
