/** Time of the simulators in epoch milliseconds. Runs by itself and can be moved forward. */
export interface SimulatedClock {
  now(): number;
  /** Runs `work` at its time, immediately when that has passed. Returns a function that cancels it. */
  at(time: number, work: () => Promise<void> | void): () => void;
  /** Moves the time forward, runs due tasks in order and awaits them all. */
  advance(ms: number): Promise<void>;
  /** Cancels all tasks. The time stays, because it never runs backwards. */
  reset(): void;
}

interface Task {
  readonly time: number;
  readonly work: () => Promise<void> | void;
}

const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** @param base source of the real time */
export function createClock(base: () => number = Date.now): SimulatedClock {
  let advanced = 0;
  let tasks: Task[] = [];
  let timer: NodeJS.Timeout | undefined;
  const now = () => base() + advanced;

  function plan(): void {
    clearTimeout(timer);
    const next = Math.min(...tasks.map(({ time }) => time));
    if (tasks.length > 0)
      timer = setTimeout(() => void runDue(), Math.min(Math.max(0, next - now()), LONGEST_TIMER_MS)).unref();
  }

  async function runDue(): Promise<void> {
    const due = tasks.filter(({ time }) => time <= now()).sort((one, other) => one.time - other.time);
    tasks = tasks.filter((task) => !due.includes(task));
    plan();
    await Promise.all(due.map(async ({ work }) => work()));
  }

  return {
    now,
    at(time, work) {
      const task = { time, work };
      tasks.push(task);
      plan();
      return () => {
        tasks = tasks.filter((one) => one !== task);
        plan();
      };
    },
    async advance(ms) {
      advanced += ms;
      await runDue();
    },
    reset() {
      tasks = [];
      plan();
    },
  };
}
