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

/** Each throws HttpError 429 with `retryAfter` when it is called too often (providers 3.4). */
export interface Limits {
  login(email: string, ip: string): Promise<void>;
  register(ip: string): Promise<void>;
  sendCode(ip: string): Promise<void>;
  checkCode(ip: string): Promise<void>;
  complete(ip: string): Promise<void>;
}

/** Every number is multiplied by RATE_LIMIT_FACTOR. Keys of the counters hold no e-mail. */
export function createLimits({ limiter }: Pick<Deps, 'limiter'>): Limits {
  return {
    async login(email, ip) {
      await limiter.limit(`login:${ownerOf(ip)}`, 100, 15 * MINUTE);
      await limiter.limit(`login:${ownerOf(ip)}:${secretHash(email)}`, 10, 15 * MINUTE);
    },
    register: (ip) => limiter.limit(`register:${ownerOf(ip)}`, 5, HOUR),
    async sendCode(ip) {
      await limiter.limit(`otp-send:${ownerOf(ip)}`, 10, HOUR);
      await limiter.limit('otp-send', CODES_OF_SHOP_PER_DAY, DAY);
    },
    checkCode: (ip) => limiter.limit(`otp-check:${ownerOf(ip)}`, 60, HOUR),
    complete: (ip) => limiter.limit(`complete:${ownerOf(ip)}`, 30, HOUR),
  };
}
