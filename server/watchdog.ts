import { Worker } from 'node:worker_threads';

/** Indexes in the memory that both threads share. */
const TURN = 0;
const PAUSES = 1;

export interface WatchdogOptions {
  /** Number of consecutive checks without progress of the event loop after which the process ends. */
  readonly looks: number;
  /** Interval between two checks. */
  readonly everyMs: number;
}

export interface LoopWatchdog {
  /** Pauses the checks while `work` runs, because it may block the loop for long, e.g. a backup. */
  pausedFor<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/**
 * Kills the process, like `kill -9`, when its event loop is blocked permanently, so that its supervisor restarts it
 * (F2). A separate thread counts checks instead of time, so that a machine waking from sleep does not count as blocked.
 */
export function watchLoop({ looks, everyMs }: WatchdogOptions): LoopWatchdog {
  const turns = new Int32Array(new SharedArrayBuffer(8));
  const timer = setInterval(() => Atomics.add(turns, TURN, 1), everyMs).unref();
  const worker = new Worker(LOOK, { eval: true, execArgv: [], workerData: { turns, looks, everyMs, TURN, PAUSES } });
  worker.unref();
  return {
    async pausedFor(work) {
      Atomics.add(turns, PAUSES, 1);
      try {
        return await work();
      } finally {
        Atomics.sub(turns, PAUSES, 1);
      }
    },
    async stop() {
      clearInterval(timer);
      await worker.terminate();
    },
  };
}

/** Source of the thread, which is not part of the bundle. Writes to stderr directly, because the log is blocked too. */
const LOOK = `
  const { workerData: { turns, looks, everyMs, TURN, PAUSES } } = require('node:worker_threads');
  let seen = -1;
  let still = 0;
  setInterval(() => {
    const turn = Atomics.load(turns, TURN);
    still = turn === seen && Atomics.load(turns, PAUSES) === 0 ? still + 1 : 0;
    seen = turn;
    if (still < looks) return;
    require('node:fs').writeSync(2, 'The event loop is blocked. Ending the process, start it again.\\n');
    process.kill(process.pid, 'SIGKILL');
  }, everyMs);
`;
