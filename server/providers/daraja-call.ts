import * as v from 'valibot';
import type { Logger } from '../log.ts';
import { callProvider, NoAnswerError, type ProviderAnswer } from './call.ts';
import { TokenRefusedError, type AccessTokens, type TokenSettings } from './daraja-token.ts';
import { INVALID_TOKEN, NO_ANSWER, NOT_SENT } from './mpesa-codes.rules.ts';

/** Calls to Daraja with an access token, and the parts that all replies share (providers 1.1, 1.2). */

/** A code or an id. Daraja sends some as numbers. */
export const codeText = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.minLength(1));
/** A reply that refuses a request by its response code. */
export const Declined = v.object({ ResponseCode: codeText, ResponseDescription: v.optional(v.string(), '') });
const Failure = v.object({ errorCode: codeText, errorMessage: v.optional(v.string(), '') });
const SpikeArrest = v.object({
  fault: v.object({ faultstring: v.optional(v.string(), ''), detail: v.object({ errorcode: codeText }) }),
});

export interface Fault {
  readonly code: string;
  readonly text: string;
}

/** A call without a reply. `wasSent` is false when it certainly did not arrive. */
export interface FailedCall extends Fault {
  readonly wasSent: boolean;
  /** Wait that Daraja requested with the refused token. */
  readonly retryAfterMs: number | null;
}

export interface DarajaCalls {
  /**
   * Posts `body()`, again with a fresh token when the first was refused. One timeout covers all steps. Throws
   * `NoAnswerError` when the call is lost, and other errors when nothing was sent. Never logs bodies or headers, because
   * they contain passwords and the token.
   */
  post(path: string, body: () => Readonly<Record<string, unknown>>, timeoutMs?: number): Promise<ProviderAnswer>;
}

export function createDarajaCalls({
  settings,
  tokens,
  log,
}: {
  readonly settings: Pick<TokenSettings, 'baseUrl' | 'timeoutMs'>;
  readonly tokens: Pick<AccessTokens, 'get'>;
  readonly log: Logger;
}): DarajaCalls {
  /**
   * Throws `TokenRefusedError`, or a plain `Error` when the database is unavailable. Nothing is sent without a token.
   */
  async function tokenWithin(signal: AbortSignal, refused?: string): Promise<string> {
    const tooLate = new Promise<never>((_, reject) => {
      const refusal = new TokenRefusedError('token.timeout', 'no access token in time');
      signal.addEventListener('abort', () => reject(refusal), { once: true });
    });
    try {
      const token = await Promise.race([tokens.get(refused), tooLate]);
      signal.throwIfAborted();
      return token;
    } catch (cause) {
      log.error({ err: cause }, 'no access token for Daraja');
      throw cause instanceof TokenRefusedError ? cause : new Error('no access token', { cause });
    }
  }

  return {
    async post(path, body, timeoutMs = settings.timeoutMs) {
      const signal = AbortSignal.timeout(timeoutMs);
      const url = new URL(`${settings.baseUrl.replace(/\/$/, '')}${path}`);
      const send = async (refused?: string) => {
        const token = await tokenWithin(signal, refused);
        const answer = await callProvider(url, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: body(),
          signal,
        });
        return { token, answer };
      };
      const { token, answer } = await send();
      if (!isTokenRefused(answer)) return answer;
      // The first request was certainly not accepted, so the retry cannot have a second effect.
      return (await send(token)).answer;
    },
  };
}

/** Returns the error of a reply. Its fields count before its status, because errors may have status 200. */
export function parseFailure(body: unknown): Fault | null {
  const failure = v.safeParse(Failure, body);
  if (failure.success) return { code: failure.output.errorCode, text: failure.output.errorMessage };
  const spike = v.safeParse(SpikeArrest, body);
  return spike.success ? { code: '429', text: spike.output.fault.faultstring } : null;
}

/** Returns whether an unlisted error certainly had no effect. 408 is a gateway's timeout, after which it may have one. */
export function isRefusal(status: number, code: string): boolean {
  return /^4\d\d\./.test(code) || (!/^5\d\d\./.test(code) && status >= 400 && status < 500 && status !== 408);
}

function isTokenRefused({ status, body }: ProviderAnswer): boolean {
  return INVALID_TOKEN.includes(parseFailure(body)?.code ?? '') || status === 401;
}

/** Returns a thrown error as an outcome. */
export async function withoutThrow(work: () => Promise<ProviderAnswer>): Promise<ProviderAnswer | FailedCall> {
  try {
    return await work();
  } catch (error) {
    return toFailedCall(error);
  }
}

export function toFailedCall(error: unknown): FailedCall {
  // Other errors happened before the call: no token, or no database.
  const wasSent = error instanceof NoAnswerError && error.wasSent;
  const refused = error instanceof TokenRefusedError ? error : null;
  const code = refused?.code ?? (wasSent ? NO_ANSWER : NOT_SENT);
  const text = error instanceof Error ? error.message : 'unknown';
  return { wasSent, code, text, retryAfterMs: refused?.retryAfterMs ?? null };
}

/** Formats `YYYYMMDDHHmmss` in Africa/Nairobi, which is UTC+3 all year. */
export function formatNairobiTime(at: Date): string {
  return new Date(at.getTime() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
}
