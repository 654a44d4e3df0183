/** The first moment of the schedule after `now` (D7); null when the last one is over. */
export function nextQueryAt(pushedAt: Date, now: Date, scheduleMs: readonly number[]): Date | null {
  const next = scheduleMs.map((ms) => pushedAt.getTime() + ms).find((at) => at > now.getTime());
  return next === undefined ? null : new Date(next);
}
