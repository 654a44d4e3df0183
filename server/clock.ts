/** The server's only source of time. It follows the database's clock, so that several processes agree. */
export interface Clock {
  now(): Date;
  /** Moves the time on; outside production only (`POST /api/dev/clock`). */
  advance(ms: number): void;
  /** Asks the database again; the host's own clock may be set meanwhile without any effect. */
  sync(): Promise<void>;
}

/** `read` gives the database's time, epoch ms. Rejects when it cannot be asked. */
export async function createClock(read: () => Promise<number>): Promise<Clock> {
  let base = 0;
  let readAt = 0;
  let advanced = 0;
  async function sync() {
    const asked = performance.now();
    const epoch = await read();
    const answered = performance.now();
    base = epoch;
    readAt = (asked + answered) / 2;
  }
  await sync();
  return {
    now: () => new Date(Math.round(base + advanced + performance.now() - readAt)),
    advance(ms) {
      advanced += ms;
    },
    sync,
  };
}
