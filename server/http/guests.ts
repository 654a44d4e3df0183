import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import type { ProcessLimit } from '../limits/limits.ts';
import { customerToken, type Authenticate } from './bearer.ts';
import { browserCookieName, flowCookieName } from './cookies.ts';

/** Returns a cookie of the request. `null` when it is missing or too long. */
export function getCookie(request: FastifyRequest, name: string): string | null {
  const value = request.server.parseCookie(request.headers.cookie ?? '')[name];
  return value === undefined || value === '' || value.length > 200 ? null : value;
}

/** Counts guest calls by IP address. */
export function createGuests(
  { env, limiter }: Pick<Deps, 'env' | 'limiter'>,
  { findLimitKey: apartOf }: Pick<Authenticate, 'findLimitKey'>,
) {
  /**
   * Counts a call and returns the seconds to wait, or 0. Uses the database only when the address is over its limit,
   * because known browsers are counted separately (D24).
   */
  function secondsToWait(request: FastifyRequest, names: readonly ProcessLimit[]): number | Promise<number> {
    for (const name of names) {
      const seconds = limiter.secondsToWait(name, request.ip);
      if (seconds > 0) return useGuestLimit(name, request, seconds);
    }
    return 0;
  }

  async function useGuestLimit(name: ProcessLimit, request: FastifyRequest, seconds: number): Promise<number> {
    const apart = await apartOf({
      flow: getCookie(request, flowCookieName(env.isSecure)),
      browser: getCookie(request, browserCookieName(env.isSecure)),
      bearer: customerToken(request.headers.authorization),
    });
    return apart === null ? seconds : limiter.secondsToWait(name, request.ip, apart);
  }

  return { secondsToWait };
}
