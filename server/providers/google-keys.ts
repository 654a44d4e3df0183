import { createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import { callProvider, isSuccess } from './call.ts';

/** How long keys are good where Google names no time, and at most. */
const FRESH_MS = 10 * 60_000;
const LONGEST_MS = 24 * 60 * 60_000;
/** Google is not asked more often, whatever key a credential names. */
const COOLDOWN_MS = 30_000;
const TIMEOUT_MS = 5_000;

const Keys = v.object({ keys: v.pipe(v.array(v.looseObject({ kty: v.string(), kid: v.string() })), v.minLength(1)) });

/** No keys were ever read, so that nothing can be said about any credential. */
export class NoKeys extends Error {}

/**
 * The keys that sign Google's credentials, kept as long as Google says (providers 1.9). Where new ones cannot be had,
 * the last good ones go on being used. The function that it gives throws NoKeys, and jose's error for an unknown key.
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

  async function ask(): Promise<void> {
    const { status, body, maxAgeMs } = await callProvider(new URL(url), {
      method: 'GET',
      headers: {},
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const read = v.safeParse(Keys, body);
    if (!isSuccess(status) || !read.success) throw new Error(`Google's keys cannot be read (${status})`);
    kept = {
      ids: new Set(read.output.keys.map(({ kid }) => kid)),
      find: createLocalJWKSet(read.output as JSONWebKeySet),
      until: askedAt + Math.min(maxAgeMs ?? FRESH_MS, LONGEST_MS),
    };
  }

  /** One question at a time, which all who need the answer wait for. */
  function refresh(): Promise<void> {
    askedAt = clock.now().getTime();
    return ask()
      .catch((error: unknown) => log.warn({ err: error }, 'the keys of Google were not read'))
      .finally(() => void (underWay = null));
  }

  return async (header, token) => {
    const now = clock.now().getTime();
    const isEnough = kept !== null && now < kept.until && kept.ids.has(header.kid ?? '');
    if (!isEnough && underWay === null && (kept === null || now - askedAt >= COOLDOWN_MS)) underWay = refresh();
    if (!isEnough) await underWay;
    if (kept === null) throw new NoKeys();
    return kept.find(header, token);
  };
}
