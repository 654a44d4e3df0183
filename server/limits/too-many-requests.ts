import { Refusal } from '../refusal.ts';
import * as texts from '../common.texts.ts';

/** Returns the text of a rate limit with its wait (H15). */
export function slowDown(seconds: number): string {
  return seconds <= 60 ? texts.waitAMinute : texts.waitMinutes(Math.ceil(seconds / 60));
}

/** Returns the refusal for an exceeded rate limit. */
export function toTooManyRequests(seconds: number): Refusal {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  return new Refusal('too-often', slowDown(retryAfter), { retryAfter });
}
