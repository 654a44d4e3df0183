/** Longest wait for a reply of the shop (§7). */
export const TIME_OUT_MS = 10_000;

/** Returns the result of `work`. After 10 s it rejects with the result of `late`. */
export function withTimeout<Result>(work: Promise<Result>, late: () => unknown): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeOut = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), TIME_OUT_MS);
  });
  return Promise.race([work, timeOut]).finally(() => clearTimeout(timer));
}
