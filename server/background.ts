import type { Logger } from './log.ts';

/** Work that continues after the response. */
export interface Background {
  /** Tracks running work. Logs rejections. */
  keep(work: Promise<unknown>): void;
  /** Resolves when no work is running. Called when the server stops. */
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
