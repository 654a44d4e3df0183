/** Returns the whole seconds until a deadline, both in epoch ms; 0 when it is past. */
export function getSecondsUntil(deadline: number, now: number): number {
  return Math.max(0, Math.ceil((deadline - now) / 1000));
}

/** Formats seconds as a clock does: `9:59`, `0:05`. */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** Splits seconds into days, hours, minutes and seconds. */
export function splitSeconds(seconds: number): readonly [number, number, number, number] {
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  return [Math.floor(hours / 24), hours % 24, minutes % 60, seconds % 60];
}
