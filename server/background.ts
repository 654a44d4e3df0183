import type { Logger } from './log.ts';

/** Work that goes on after its request was answered. */
export interface Background {
  /** Starts nothing itself: keeps hold of work that is under way. A rejection is logged. */
  keep(work: Promise<unknown>): void;
  /** Resolves when nothing is under way; for the stop of the server. */
  idle(): Promise<void>;
}

export function createBackground(log: Logger): Background {
  const running = new Set<Promise<unknown>>();
  return {
    keep(work) {
      const kept = work
        .catch((error: unknown) => log.error({ err: error }, 'background work failed'))
        .finally(() => running.delete(kept));
      running.add(kept);
    },
    async idle() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
