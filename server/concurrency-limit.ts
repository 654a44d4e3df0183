import { Refusal } from './refusal.ts';
import * as texts from './common.texts.ts';

export interface ConcurrencyLimit {
  /**
   * Runs `work` when a place is free. Tasks with `isFirst` have a separate queue with priority. Throws `Refusal`
   * `unavailable` when the queue is full.
   */
  run<T>(work: () => Promise<T>, options?: { readonly isFirst?: boolean }): Promise<T>;
}

/** Limits the running and queued tasks, so that a flood of logins cannot use up the CPU. */
export function createConcurrencyLimit({
  places,
  waiting,
}: {
  readonly places: number;
  readonly waiting: number;
}): ConcurrencyLimit {
  let free = places;
  const queues = { first: [] as (() => void)[], other: [] as (() => void)[] };

  async function enter(queue: (() => void)[]): Promise<void> {
    if (free > 0) {
      free -= 1;
      return;
    }
    if (queue.length >= waiting) {
      throw new Refusal('unavailable', texts.veryBusy, { retryAfter: 5 });
    }
    await new Promise<void>((resolve) => queue.push(resolve));
  }

  /** Passes the place to the next task in the queue. */
  function leave(): void {
    const next = queues.first.shift() ?? queues.other.shift();
    if (next === undefined) free += 1;
    else next();
  }

  return {
    async run(work, { isFirst = false } = {}) {
      await enter(isFirst ? queues.first : queues.other);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
