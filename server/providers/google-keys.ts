import type { JSONWebKeySet, JWTVerifyGetKey } from 'jose';
import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import { callProvider, isSuccess } from './call.ts';

/** Lifetime of keys when Google names none, and the maximum. */
const FRESH_MS = 10 * 60_000;
const LONGEST_MS = 24 * 60 * 60_000;
/** Minimum time between two fetches, for any key in a credential. */
const COOLDOWN_MS = 30_000;
const TIMEOUT_MS = 5_000;

const Keys = v.object({ keys: v.pipe(v.array(v.looseObject({ kty: v.string(), kid: v.string() })), v.minLength(1)) });

/** No keys were fetched yet, so no credential can be checked. */
export class NoKeysError extends Error {}

/**
 * Cache of the keys that sign Google's credentials, for the lifetime that Google names (providers 1.9). Keeps the last
 * keys when a fetch fails. The returned function throws `NoKeys`, and jose's error for an unknown key.
 */
export function createGoogleKeys({
  url,
  clock,
  log,
}: {
  readonly url: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Logger, 'warn'>;
}): JWTVerifyGetKey {
  let kept: { readonly ids: ReadonlySet<string>; readonly find: JWTVerifyGetKey; readonly until: number } | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  let underWay: Promise<void> | null = null;

  async function fetchKeys(): Promise<void> {
    const { status, body, maxAgeMs } = await callProvider(new URL(url), {
      method: 'GET',
      headers: {},
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const read = v.safeParse(Keys, body);
    if (!isSuccess(status) || !read.success) throw new Error(`Google's keys cannot be read (${status})`);
    // Few requests need the library, so a start does not load it.
    const { createLocalJWKSet } = await import('jose');
    kept = {
      ids: new Set(read.output.keys.map(({ kid }) => kid)),
      find: createLocalJWKSet(read.output as JSONWebKeySet),
      until: askedAt + Math.min(maxAgeMs ?? FRESH_MS, LONGEST_MS),
    };
  }

  /** Runs one fetch at a time, shared by all callers. */
  function refresh(): Promise<void> {
    askedAt = clock.now().getTime();
    return fetchKeys()
      .catch((error: unknown) => log.warn({ err: error }, 'Google keys could not be fetched'))
      .finally(() => void (underWay = null));
  }

  return async (header, token) => {
    const now = clock.now().getTime();
    const isEnough = kept !== null && now < kept.until && kept.ids.has(header.kid ?? '');
    if (!isEnough && underWay === null && (kept === null || now - askedAt >= COOLDOWN_MS)) underWay = refresh();
    if (!isEnough) await underWay;
    if (kept === null) throw new NoKeysError();
    return kept.find(header, token);
  };
}
