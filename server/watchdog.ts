import { Worker } from 'node:worker_threads';

/** Places in the memory that both threads see. */
const TURN = 0;
const PAUSES = 1;

export interface WatchdogOptions {
  /** The process ends when its event loop stood still for so many looks in a row. */
  readonly looks: number;
  /** Between two looks. */
  readonly everyMs: number;
}

export interface LoopWatchdog {
  /** Nobody looks while this work runs, which may hold the loop for long, e.g. a backup. */
  pausedFor<T>(work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

/**
 * Ends the process, as kill -9 does, when its event loop is blocked for good: whoever started it starts it again (F2).
 * A thread of its own counts its looks and not the time, so that a machine that slept is no blocked loop.
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

/** Runs in the thread, which shares no file with the bundle; the process's own log is blocked with its loop. */
const LOOK = `
  const { workerData: { turns, looks, everyMs, TURN, PAUSES } } = require('node:worker_threads');
  let seen = -1;
  let still = 0;
  setInterval(() => {
    const turn = Atomics.load(turns, TURN);
    still = turn === seen && Atomics.load(turns, PAUSES) === 0 ? still + 1 : 0;
    seen = turn;
    if (still < looks) return;
    require('node:fs').writeSync(2, 'The event loop is blocked; the process ends, start it again.\\n');
    process.kill(process.pid, 'SIGKILL');
  }, everyMs);
`;
