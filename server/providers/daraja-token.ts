import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import type { Database } from '../db/client.ts';
import { providerTokens } from '../db/schema.ts';
import { callProvider, isSuccess, type NoAnswerError } from './call.ts';

interface PendingRequest {
  readonly retryAfterMs?: number | null;
}

/** Daraja issued no token, so nothing was sent. `code` is one of `mpesa-codes.rules.ts`, e.g. `token.400`. */
export class TokenRefusedError extends Error {
  readonly code: string;
  /** Wait that Daraja requested. `null` when it named none. */
  readonly retryAfterMs: number | null;

  constructor(code: string, message: string, { retryAfterMs = null, ...options }: ErrorOptions & PendingRequest = {}) {
    super(message, options);
    this.name = 'TokenRefusedError';
    this.code = code;
    this.retryAfterMs = retryAfterMs;
  }
}

export interface AccessTokens {
  /**
   * Returns a token that is valid for a while and is not `refused`, a token that the provider rejected. Throws
   * `TokenRefusedError` when none is available in time.
   */
  get(refused?: string): Promise<string>;
  /** Obtains a new token, also when the current one is valid. Throws as `get`. */
  renew(): Promise<void>;
}

export interface TokenSettings {
  readonly baseUrl: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly timeoutMs: number;
}

const PROVIDER = 'daraja';
/** A token is not used in its last minute. */
const EARLY_MS = 60_000;
/** Added to the request timeout, so that two processes never refresh in parallel. */
const LEASE_MARGIN_MS = 2_000;
const ASK_EVERY_MS = 100;

/** `expires_in` is text or a number (providers 1.1). */
const Granted = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  expires_in: v.pipe(v.union([v.string(), v.number()]), v.transform(Number), v.finite(), v.gtValue(0)),
});

const Failure = v.object({ errorCode: v.pipe(v.string(), v.regex(/^[\d.]{1,20}$/)) });

interface Token {
  readonly token: string;
  readonly expiresAt: Date;
}

/**
 * The shop's Daraja token. A new token invalidates the previous one (providers 1.1), so all processes share a row. The
 * process with the lease refreshes it, the others wait and read again.
 */
export function createDarajaToken({
  settings,
  db,
  clock,
}: {
  readonly settings: TokenSettings;
  readonly db: Database;
  readonly clock: Clock;
}): AccessTokens {
  let kept: Token | undefined;
  let obtaining: Promise<Token> | undefined;

  const isGood = (it: Token, refused?: string) =>
    it.token !== '' && it.token !== refused && it.expiresAt.getTime() - EARLY_MS > clock.now().getTime();

  async function get(refused?: string): Promise<string> {
    if (kept !== undefined && isGood(kept, refused)) return kept.token;
    const isJoined = obtaining !== undefined;
    obtaining ??= fetchToken(refused).finally(() => void (obtaining = undefined));
    kept = await obtaining;
    // A refresh that another call started did not know of the rejected token.
    return isJoined && kept.token === refused ? get(refused) : kept.token;
  }

  async function renew(): Promise<void> {
    const [row] = await db.sql.select().from(providerTokens).where(eq(providerTokens.provider, PROVIDER));
    kept = await fetchToken(row?.token ?? '');
  }

  async function fetchToken(refused?: string): Promise<Token> {
    const signal = AbortSignal.timeout(settings.timeoutMs);
    await db.sql
      .insert(providerTokens)
      .values({ provider: PROVIDER, expiresAt: new Date(0) })
      .onConflictDoNothing();
    for (;;) {
      const [row] = await db.sql.select().from(providerTokens).where(eq(providerTokens.provider, PROVIDER));
      if (row === undefined) throw new Error('the row of the access token is gone');
      if (isGood(row, refused)) return row;
      const lockId = await lease(row.token);
      const fresh = lockId === null ? null : await refresh(lockId, signal);
      if (fresh !== null) return fresh;
      await wait(ASK_EVERY_MS, undefined, { signal });
    }
  }

  /** Returns `null` when another process has the lease or has refreshed since `seen` was read. */
  async function lease(seen: string): Promise<string | null> {
    const now = clock.now();
    const lockId = randomUUID();
    const locked = await db.sql
      .update(providerTokens)
      .set({ lockId, lockedUntil: new Date(now.getTime() + settings.timeoutMs + LEASE_MARGIN_MS) })
      .where(
        and(
          eq(providerTokens.provider, PROVIDER),
          eq(providerTokens.token, seen),
          or(isNull(providerTokens.lockedUntil), lt(providerTokens.lockedUntil, now)),
        ),
      )
      .returning({ lockId: providerTokens.lockId });
    return locked.length > 0 ? lockId : null;
  }

  /** Returns `null` when the lease was lost meanwhile. */
  async function refresh(lockId: string, signal: AbortSignal): Promise<Token | null> {
    const mine = and(eq(providerTokens.provider, PROVIDER), eq(providerTokens.lockId, lockId));
    const free = { lockedUntil: null, lockId: null };
    try {
      const token = await request(signal);
      const stored = await db.sql
        .update(providerTokens)
        .set({ ...token, ...free })
        .where(mine)
        .returning({ token: providerTokens.token });
      return stored.length > 0 ? token : null;
    } catch (error) {
      await db.sql.update(providerTokens).set(free).where(mine);
      throw error;
    }
  }

  async function request(signal: AbortSignal): Promise<Token> {
    const asked = clock.now().getTime();
    const credentials = Buffer.from(`${settings.consumerKey}:${settings.consumerSecret}`).toString('base64');
    const url = new URL(`${settings.baseUrl.replace(/\/$/, '')}/oauth/v1/generate?grant_type=client_credentials`);
    const { status, body, retryAfterMs } = await callProvider(url, {
      method: 'GET',
      headers: { authorization: `Basic ${credentials}` },
      signal,
    }).catch((cause: unknown) => {
      const { message, wasSent } = cause as NoAnswerError;
      throw new TokenRefusedError(wasSent ? 'token.timeout' : 'token.network', message, { cause });
    });
    const granted = v.safeParse(Granted, body);
    if (!isSuccess(status) || !granted.success) {
      const failure = v.safeParse(Failure, body);
      const code = failure.success ? failure.output.errorCode : String(status);
      throw new TokenRefusedError(`token.${code}`, `Daraja gives no access token (${status})`, { retryAfterMs });
    }
    return { token: granted.output.access_token, expiresAt: new Date(asked + granted.output.expires_in * 1000) };
  }

  return { get, renew };
}
