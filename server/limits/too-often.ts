import { HttpError } from '../http/http-error.ts';

/** H15: the text of a limit names its own wait. */
export function slowDown(seconds: number): string {
  return seconds <= 60
    ? 'Please wait a minute and try again.'
    : `Please try again in ${Math.ceil(seconds / 60)} minutes.`;
}

/** The refusal of whoever has to wait. */
export function tooOften(seconds: number): HttpError {
  const retryAfter = Math.max(1, Math.ceil(seconds));
  return new HttpError(429, slowDown(retryAfter), { retryAfter });
}
