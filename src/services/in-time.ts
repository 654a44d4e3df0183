/** §7: nobody waits longer for the shop. */
export const TIME_OUT_MS = 10_000;

/** What `work` gives; after 10 s it rejects with what `late` answers. */
export function inTime<Result>(work: Promise<Result>, late: () => unknown): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), TIME_OUT_MS);
  });
  return Promise.race([work, timeOut]).finally(() => clearTimeout(timer));
}
