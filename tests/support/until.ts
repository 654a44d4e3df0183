import { vi } from 'vitest';

/** What has not come after so many turns of the event loop does not come. */
const MOST_TURNS = 1_000;
const TURNS_PER_STEP = 10;
/** Of a clock that the test has taken in hand. */
const STEP_MS = 50;

/**
 * Goes on until `check` throws no more: waits for promises and for code that is fetched, and lets time pass where a test has
 * fake timers. No real time is waited for, so a slow machine makes no difference.
 */
export async function until<Result>(check: () => Result): Promise<Awaited<Result>> {
  for (let turn = 1; ; turn += 1) {
    try {
      return await check();
    } catch (error) {
      if (turn === MOST_TURNS) throw error;
    }
    await new Promise((resolve) => setImmediate(resolve));
    if (turn % TURNS_PER_STEP !== 0) continue;
    await vi.dynamicImportSettled();
    if (vi.isFakeTimers()) await vi.advanceTimersByTimeAsync(STEP_MS);
  }
}
