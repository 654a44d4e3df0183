const HOUR = 3_600_000;
/** First wait after a question that got no answer; it doubles up to the longest. */
const ASK_AGAIN_MS = 10_000;
const LONGEST_AGAIN_MS = 60_000;

/** The first moment of the schedule after `now` (D7); null when the last one is over. */
export function nextQueryAt(pushedAt: Date, now: Date, scheduleMs: readonly number[]): Date | null {
  const next = scheduleMs.map((ms) => pushedAt.getTime() + ms).find((at) => at > now.getTime());
  return next === undefined ? null : new Date(next);
}

/** When a question is asked again that got no answer `failedAsks` times before and once more now. */
export function askAgainAt(failedAsks: number, now: Date): Date {
  return new Date(now.getTime() + Math.min(ASK_AGAIN_MS * 2 ** failedAsks, LONGEST_AGAIN_MS));
}

/** Prompts that were sent before this moment are not asked about any more, whatever was learnt of them (D7). */
export function scheduleEndBefore(now: Date, scheduleMs: readonly number[]): Date {
  return new Date(now.getTime() - Math.max(...scheduleMs) - HOUR);
}

/** Whether the prompt is not asked about any more, whatever was learnt of it (D7). */
export function isScheduleOver(pushedAt: Date, now: Date, scheduleMs: readonly number[]): boolean {
  return pushedAt < scheduleEndBefore(now, scheduleMs);
}
