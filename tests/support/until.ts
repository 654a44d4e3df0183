import { vi } from 'vitest';

/** Maximum turns of the event loop before `until` fails. */
const MOST_TURNS = 1_000;
const TURNS_PER_STEP = 10;
/** Step of the fake clock. */
const STEP_MS = 50;

/**
 * Repeats `check` until it does not throw. Waits for promises and imports, and advances fake timers. It does not wait
 * for real time, so the result does not depend on the speed of the computer.
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
