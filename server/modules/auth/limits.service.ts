import type { Sql } from '../../db/client.ts';
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
    sendCode: (ip: string): Promise<void> => limiter.limit(`otp-send:${ownerOf(ip)}`, 10, HOUR),
    /** With the transaction of a code that is sent: no other counts (D23). */
    codeOfShop: (tx: Sql): Promise<void> => limiter.limit('otp-send', CODES_OF_SHOP_PER_DAY, DAY, tx),
    checkCode: (ip: string): Promise<void> => limiter.limit(`otp-check:${ownerOf(ip)}`, 60, HOUR),
    google: (ip: string): Promise<void> => limiter.limit(`google:${ownerOf(ip)}`, 100, 15 * MINUTE),
    /** Whoever tries many numbers learns which are taken. */
    googlePhone: (ip: string): Promise<void> => limiter.limit(`google-phone:${ownerOf(ip)}`, 20, HOUR),
    complete: (ip: string): Promise<void> => limiter.limit(`complete:${ownerOf(ip)}`, 30, HOUR),
    /** By e-mail whether somebody has it or not, and by address (D16, U8). */
    async forgot(email: string, ip: string): Promise<void> {
      const [address, mailbox] = [ownerOf(ip), secretHash(email)];
      await limiter.limit(`forgot:${address}`, 30, HOUR);
      await limiter.limit(`forgot-minute:${mailbox}`, 1, MINUTE);
      await limiter.limit(`forgot:${address}:${mailbox}`, 3, HOUR);
      await limiter.limit(`forgot:${mailbox}`, 10, HOUR);
    },
    /** Reset and confirmation by a link of a mail. */
    useLink: (ip: string): Promise<void> => limiter.limit(`link:${ownerOf(ip)}`, 60, HOUR),
    changePassword: (userId: string): Promise<void> => limiter.limit(`password:${userId}`, 10, HOUR),
    saveProfile: (userId: string): Promise<void> => limiter.limit(`profile:${userId}`, 60, HOUR),
    /** A new phone or e-mail: whoever tries many learns which are taken. */
    changeContact: (userId: string): Promise<void> => limiter.limit(`contact-change:${userId}`, 10, HOUR),
    /** Mails to addresses that nobody has proved yet. */
    async mailLink(userId: string, email: string): Promise<void> {
      await limiter.limit(`email-link:${userId}`, 5, HOUR);
      await limiter.limit(`email-link:${secretHash(email)}`, 5, HOUR);
    },
    confirmPhone: (userId: string): Promise<void> => limiter.limit(`confirm-phone:${userId}`, 30, HOUR),
  };
}
