import { Refusal } from './refusal.ts';
import * as texts from './common.texts.ts';

interface Task {
  readonly start: () => Promise<void>;
  readonly done: Promise<unknown>;
  isStarted: boolean;
}

export interface FairQueue {
  /**
   * Runs `work` when it is the caller's turn. Callers take turns, so that many tasks of one do not delay the others.
   * Calls with the same key share one run. Throws `Refusal` `too-often` when too many tasks of the caller are queued.
   */
  run<T>(caller: string, key: string, work: () => Promise<T>): Promise<T>;
}

const RETRY_SECONDS = 5;

/** At most `places` tasks run. At most `waitingOfOne` tasks per caller and `waiting` in total are queued. */
export function createFairQueue({
  places,
  waitingOfOne,
  waiting,
}: {
  readonly places: number;
  readonly waitingOfOne: number;
  readonly waiting: number;
}): FairQueue {
  let free = places;
  const tasks = new Map<string, Task>();
  /** In the order of turns. A task of several callers is in each of their lanes. */
  const lanes = new Map<string, Task[]>();

  function enter(caller: string, task: Task): void {
    const lane = lanes.get(caller) ?? [];
    const all = [...lanes.values()].reduce((sum, { length }) => sum + length, 0);
    if (lane.length >= waitingOfOne || all >= waiting)
      throw new Refusal('too-often', texts.tooManyPictures, { retryAfter: RETRY_SECONDS });
    lane.push(task);
    lanes.set(caller, lane);
  }

  /** Takes the next task and moves its caller to the end. */
  function next(): Task | null {
    for (const [caller, lane] of lanes) {
      lanes.delete(caller);
      const task = lane.find(({ isStarted }) => !isStarted);
      if (task === undefined) continue;
      const rest = lane.filter((one) => one !== task && !one.isStarted);
      if (rest.length > 0) lanes.set(caller, rest);
      return task;
    }
    return null;
  }

  function fill(): void {
    while (free > 0) {
      const task = next();
      if (task === null) return;
      free -= 1;
      task.isStarted = true;
      void task.start().finally(() => {
        free += 1;
        fill();
      });
    }
  }

  return {
    async run<T>(caller: string, key: string, work: () => Promise<T>): Promise<T> {
      const shared = tasks.get(key);
      if (shared !== undefined) {
        if (!shared.isStarted && lanes.get(caller)?.includes(shared) !== true) enter(caller, shared);
        return shared.done as Promise<T>;
      }
      const { promise, resolve, reject } = withResolvers<T>();
      const start = async (): Promise<void> => {
        await work()
          .then(resolve, reject)
          .finally(() => tasks.delete(key));
      };
      const task = { start, done: promise, isStarted: false };
      enter(caller, task);
      tasks.set(key, task);
      fill();
      return promise;
    },
  };
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: unknown) => void = () => undefined;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  return { promise, resolve, reject };
}
