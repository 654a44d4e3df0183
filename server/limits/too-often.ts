import { Refusal } from '../refusal.ts';
import * as texts from '../common.texts.ts';

/** H15: the text of a limit names its own wait. */
export function slowDown(seconds: number): string {
  return seconds <= 60 ? texts.waitAMinute : texts.waitMinutes(Math.ceil(seconds / 60));
}

/** The refusal of whoever has to wait. */
export function tooOften(seconds: number): Refusal {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  return new Refusal('too-often', slowDown(retryAfter), { retryAfter });
}
