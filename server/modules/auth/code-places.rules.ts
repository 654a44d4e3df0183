const HOUR = 3_600_000;

/**
 * Returns the milliseconds until the phone has a place for one more code, 0 where it has one now.
 * @param sentAt epoch milliseconds of the codes of the hour, newest first
 * @param places how many codes the phone may have had within the hour when this one is sent
 * @param ahead places that are kept for others
 */
export function waitForPlace(sentAt: readonly number[], places: number, ahead: number, now: number): number {
  if (ahead >= places) return HOUR;
  // The code that has to be an hour old before there is a place.
  const last = sentAt[places - ahead - 1];
  return last === undefined ? 0 : last + HOUR - now;
}
