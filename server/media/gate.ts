/** Runs at most `limit` tasks at one time, the rest in order of arrival. */
export function createGate(limit: number): <T>(task: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (task) => {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await task();
    } finally {
      // The place is handed to the next in line, so `running` falls only when nobody waits.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
