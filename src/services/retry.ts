import { HTTPError } from 'ky';
import type { RetryOptions } from 'ky';

/** Statuses of a proxy in front of the shop, or of a shop that is not ready. A retry may succeed. */
const STATUS_CODES = [502, 503, 504];
const MOST_RETRIES = 2;
/** Longest pause before the first retry; twice as long before the second. */
const LONGEST_PAUSE_MS = 500;

/**
 * Returns ky's options for retries of a GET after no reply, 502, 503 or 504. The pauses are random and growing, start
 * after the reply's `Retry-After`, and must fit before the deadline. The deadline is in ms of `performance.now()`
 * (H18).
 */
export function createRetryOptions(deadline: number, signal: AbortSignal): RetryOptions {
  let asked = 0;
  return {
    limit: MOST_RETRIES,
    methods: ['get'],
    statusCodes: STATUS_CODES,
    // Otherwise ky waits as long as the reply asks, without a limit.
    afterStatusCodes: [],
    shouldRetry({ error, retryCount }) {
      asked = (error instanceof HTTPError ? parseRetryAfter(error.response) : null) ?? 0;
      const isInTime = performance.now() + asked + longestPause(retryCount) < deadline;
      return isInTime && !signal.aborted ? undefined : false;
    },
    // At least half of the longest pause, so that the second pause is longer than the first.
    delay: (retryCount) => asked + (longestPause(retryCount) * (1 + Math.random())) / 2,
  };
}

/** Milliseconds. `null` when the reply has no such header or a date in it. */
export function parseRetryAfter({ headers }: Response): number | null {
  const seconds = Number(headers.get('retry-after') ?? Number.NaN);
  return Number.isFinite(seconds) ? seconds * 1000 : null;
}

function longestPause(retryCount: number): number {
  return LONGEST_PAUSE_MS * 2 ** (retryCount - 1);
}
