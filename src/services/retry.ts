import { HTTPError } from 'ky';
import type { RetryOptions } from 'ky';

/** Answers of what stands before the shop, or of a shop that is not ready: another try may be answered. */
const STATUS_CODES = [502, 503, 504];
const MOST_RETRIES = 2;
/** Before the first retry, at most; twice as long before the second. */
const LONGEST_PAUSE_MS = 500;

/**
 * How ky tries a GET again that met no answer, 502, 503 or 504: after growing, random pauses, behind what the answer's
 * `Retry-After` asks for, and only where that fits before the deadline, ms of `performance.now()` (H18).
 */
export function retriesBefore(deadline: number, signal: AbortSignal): RetryOptions {
  let asked = 0;
  return {
    limit: MOST_RETRIES,
    methods: ['get'],
    statusCodes: STATUS_CODES,
    // Otherwise ky waits as long as the answer says, however long that is.
    afterStatusCodes: [],
    shouldRetry({ error, retryCount }) {
      asked = (error instanceof HTTPError ? retryAfterOf(error.response) : null) ?? 0;
      const isInTime = performance.now() + asked + longestPause(retryCount) < deadline;
      return isInTime && !signal.aborted ? undefined : false;
    },
    // At least half of the longest, so that the second pause is longer than the first.
    delay: (retryCount) => asked + (longestPause(retryCount) * (1 + Math.random())) / 2,
  };
}

/** Milliseconds, null where the answer does not say or says a date. */
export function retryAfterOf({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

function longestPause(retryCount: number): number {
  return LONGEST_PAUSE_MS * 2 ** (retryCount - 1);
}
