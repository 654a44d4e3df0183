/** The server's only source of time. It follows the database's clock, so that several processes agree. */
export interface Clock {
  now(): Date;
  /** Moves the time on; only where nothing is real (`POST /api/dev/clock`). */
  advance(ms: number): void;
  /**
   * Asks the database again; the host's own clock may be set meanwhile without any effect. Gives how far the time is
   * set back by the answer, ms: 0 where it goes on, or holds still until the answer's time has come (D28). Rejects,
   * and leaves the time as it was, when the answer is no time.
   */
  sync(): Promise<number>;
}

/** A step back of at most this holds the clock still; a longer one is followed (D28). */
const LONGEST_HOLD_MS = 60_000;

/** `read` gives the database's time, epoch ms. Rejects when it cannot be asked. */
export async function createClock(read: () => Promise<number>): Promise<Clock> {
  let base = 0;
  let readAt = 0;
  let advanced = 0;
  /** Never told an earlier time than this. */
  let reached = 0;
  const counted = () => Math.round(base + advanced + performance.now() - readAt);
  const now = () => (reached = Math.max(reached, counted()));
  async function sync() {
    const asked = performance.now();
    const epoch = await read();
    const answered = performance.now();
    if (!Number.isFinite(epoch)) throw new TypeError('The database told no time.');
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
