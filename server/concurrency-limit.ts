import { Refusal } from './refusal.ts';
import * as texts from './common.texts.ts';

export interface ConcurrencyLimit {
  /**
   * Runs `work` when a place is free. What `isFirst` waits in a queue of its own, which is served before the other.
   * Throws Refusal `unavailable` when too many wait in the queue already.
   */
  run<T>(work: () => Promise<T>, options?: { readonly isFirst?: boolean }): Promise<T>;
}

/** At most `places` at once and `waiting` in each queue, so that a flood of logins cannot take the processor. */
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

  /** The place goes to the next in the queue without becoming free in between. */
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
