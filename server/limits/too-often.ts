import { Refusal } from '../refusal.ts';

/** H15: the text of a limit names its own wait. */
export function slowDown(seconds: number): string {
  return seconds <= 60
    ? 'Please wait a minute and try again.'
    : `Please try again in ${Math.ceil(seconds / 60)} minutes.`;
}

/** The refusal of whoever has to wait. */
export function tooOften(seconds: number): Refusal {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  return new Refusal('too-often', slowDown(retryAfter), { retryAfter });
}
