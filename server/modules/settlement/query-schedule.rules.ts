const HOUR = 3_600_000;
/** First delay after a query without a reply. Doubles up to the maximum. */
const ASK_AGAIN_MS = 10_000;
const LONGEST_AGAIN_MS = 60_000;

/** Returns the first scheduled time after `now` (D7). `null` when the schedule is over. */
export function getNextQueryTime(pushedAt: Date, now: Date, scheduleMs: readonly number[]): Date | null {
  const next = scheduleMs.map((ms) => pushedAt.getTime() + ms).find((at) => at > now.getTime());
  return next === undefined ? null : new Date(next);
}

/** Returns when to repeat a query. `failedAsks` is the number of earlier failures. */
export function getRetryTime(failedAsks: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(ASK_AGAIN_MS * 2 ** failedAsks, LONGEST_AGAIN_MS));
}

/** Returns the send time before which prompts are no longer queried (D7). */
export function getScheduleCutoff(now: Date, scheduleMs: readonly number[]): Date {
  return new Date(now.getTime() - Math.max(...scheduleMs) - HOUR);
}

/** Returns whether the prompt is no longer queried, regardless of its state (D7). */
export function isScheduleOver(pushedAt: Date, now: Date, scheduleMs: readonly number[]): boolean {
  return pushedAt < getScheduleCutoff(now, scheduleMs);
}
