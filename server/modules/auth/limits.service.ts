import type { Deps } from '../../deps.ts';
import { ownerOf } from '../../rate-limit.ts';
import { secretHash } from '../../secrets.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Codes to one phone, beside the one a minute (D3). */
export const CODES_PER_HOUR = 5;
export const CODES_PER_DAY = 10;
/** All codes of a day: a bound on what SMS pumping can cost (D3). */
const CODES_OF_SHOP_PER_DAY = 5000;

export type Limits = ReturnType<typeof createLimitsService>;

/**
 * How often the calls of an account may be made; each throws HttpError 429 with `retryAfter` when it is called too
 * often (providers 3.4). Every number is multiplied by RATE_LIMIT_FACTOR. Keys of the counters hold no e-mail.
 */
export function createLimitsService({ limiter }: Pick<Deps, 'limiter'>) {
  return {
    async login(email: string, ip: string): Promise<void> {
      await limiter.limit(`login:${ownerOf(ip)}`, 100, 15 * MINUTE);
      await limiter.limit(`login:${ownerOf(ip)}:${secretHash(email)}`, 10, 15 * MINUTE);
    },
    register: (ip: string): Promise<void> => limiter.limit(`register:${ownerOf(ip)}`, 5, HOUR),
    async sendCode(ip: string): Promise<void> {
      await limiter.limit(`otp-send:${ownerOf(ip)}`, 10, HOUR);
      await limiter.limit('otp-send', CODES_OF_SHOP_PER_DAY, DAY);
    },
    checkCode: (ip: string): Promise<void> => limiter.limit(`otp-check:${ownerOf(ip)}`, 60, HOUR),
    google: (ip: string): Promise<void> => limiter.limit(`google:${ownerOf(ip)}`, 100, 15 * MINUTE),
    /** Whoever tries many numbers learns which are taken. */
    googlePhone: (ip: string): Promise<void> => limiter.limit(`google-phone:${ownerOf(ip)}`, 20, HOUR),
    complete: (ip: string): Promise<void> => limiter.limit(`complete:${ownerOf(ip)}`, 30, HOUR),
  };
}
