import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import { callProvider, NoAnswerError, type ProviderAnswer } from './call.ts';
import { TokenRefusedError, type AccessTokens, type TokenSettings } from './daraja-token.ts';
import { INVALID_TOKEN, findMeaning, NO_ANSWER, NOT_SENT } from './mpesa-codes.rules.ts';
import type { MpesaProvider, PushAnswer, QueryAnswer } from './mpesa.ts';

export interface DarajaSettings extends TokenSettings {
  readonly shortcode: string;
  readonly passkey: string;
  readonly transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline';
  /** The paybill, or the till. */
  readonly partyB: string;
}

/** A code or an id. Daraja sends some as numbers. */
const codeText = v.pipe(v.union([v.string(), v.number()]), v.transform(String), v.minLength(1));
const Accepted = v.object({ ResponseCode: codeText, MerchantRequestID: codeText, CheckoutRequestID: codeText });
const Declined = v.object({ ResponseCode: codeText, ResponseDescription: v.optional(v.string(), '') });
const Failure = v.object({ errorCode: codeText, errorMessage: v.optional(v.string(), '') });
const SpikeArrest = v.object({
  fault: v.object({ faultstring: v.optional(v.string(), ''), detail: v.object({ errorcode: codeText }) }),
});
const Outcome = v.object({ ResultCode: codeText, ResultDesc: v.optional(v.string(), '') });

/** Upper limit for waits that Daraja requests, so that payments are checked again in time. */
const LONGEST_BACK_OFF_MS = 600_000;

/**
 * Daraja over HTTP (providers 1.1, 1.2, 1.4). Checks the fields of a reply before its status, because errors may have
 * status 200 and HTML pages status 403. A push is `refused` only when the shopper was certainly not charged. In doubt
 * it is `unknown`. Never logs bodies or headers, because they contain the password and the token.
 */
export function createDaraja({
  settings,
  tokens,
  clock,
  log,
}: {
  readonly settings: DarajaSettings;
  readonly tokens: AccessTokens;
  readonly clock: Clock;
  readonly log: Logger;
}): MpesaProvider {
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

  /** Throws `NoAnswerError` when the call is lost. One timeout covers all steps. */
  async function post(path: string, body: Readonly<Record<string, unknown>>): Promise<ProviderAnswer> {
    const signal = AbortSignal.timeout(settings.timeoutMs);
    const url = new URL(`${settings.baseUrl.replace(/\/$/, '')}${path}`);
    const send = async (refused?: string) => {
      const token = await tokenWithin(signal, refused);
      const answer = await callProvider(url, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: { ...body, ...signature() },
        signal,
      });
      return { token, answer };
    };
    const { token, answer } = await send();
    if (!isTokenRefused(answer)) return answer;
    // The first request was certainly not accepted, so the retry cannot cause a second prompt.
    return (await send(token)).answer;
  }

  function signature() {
    const timestamp = formatNairobiTime(clock.now());
    return {
      BusinessShortCode: settings.shortcode,
      Password: Buffer.from(`${settings.shortcode}${settings.passkey}${timestamp}`).toString('base64'),
      Timestamp: timestamp,
    };
  }

  return {
    async push({ phone, amount, accountReference, description, callbackUrl }) {
      const answer = await withoutThrow(() =>
        post('/mpesa/stkpush/v1/processrequest', {
          TransactionType: settings.transactionType,
          Amount: amount,
          PartyA: phone,
          PartyB: settings.partyB,
          PhoneNumber: phone,
          CallBackURL: callbackUrl,
          AccountReference: accountReference,
          TransactionDesc: description,
        }),
      );
      const outcome = toPushAnswer(answer);
      if (outcome.outcome === 'refused' && findMeaning('push', outcome.code, outcome.text)?.fault === 'shop') {
        log.error({ code: outcome.code, text: outcome.text }, 'Daraja refused the settings of this shop');
      } else if (outcome.outcome !== 'accepted') {
        log.warn({ ...outcome }, 'a prompt was not accepted');
      }
      return outcome;
    },

    async query(checkoutRequestId) {
      const outcome = toQueryAnswer(
        await withoutThrow(() => post('/mpesa/stkpushquery/v1/query', { CheckoutRequestID: checkoutRequestId })),
      );
      if (outcome.outcome === 'noResult') log.debug({ text: outcome.text }, 'no result of a prompt');
      return outcome;
    },
  };
}

/** Interprets the reply to a push. */
function toPushAnswer(answer: ProviderAnswer | FailedCall): PushAnswer {
  if ('wasSent' in answer) {
    const { wasSent, ...failed } = answer;
    return wasSent ? { outcome: 'unknown', code: failed.code, text: failed.text } : { outcome: 'refused', ...failed };
  }
  const { status, body, retryAfterMs } = answer;
  const failure = parseFailure(body);
  if (failure !== null) return refusedOr(status, failure, retryAfterMs);
  const accepted = v.safeParse(Accepted, body);
  if (accepted.success && accepted.output.ResponseCode === '0') {
    return {
      outcome: 'accepted',
      merchantRequestId: accepted.output.MerchantRequestID,
      checkoutRequestId: accepted.output.CheckoutRequestID,
    };
  }
  const declined = v.safeParse(Declined, body);
  if (declined.success && declined.output.ResponseCode !== '0') {
    const { ResponseCode: code, ResponseDescription: text } = declined.output;
    // Result codes that need the phone's owner, e.g. 1, have another meaning when a push is refused.
    return { outcome: 'refused', code: findMeaning('push', code) === null ? `response.${code}` : code, text };
  }
  return refusedOr(status, { code: String(status), text: `status ${status} without a reason` }, retryAfterMs);
}

interface Fault {
  readonly code: string;
  readonly text: string;
}

function refusedOr(status: number, { code, text }: Fault, retryAfterMs: number | null): PushAnswer {
  const meaning = findMeaning('push', code, text);
  const isRefused = meaning === null ? isRefusal(status, code) : meaning.isFinal;
  return isRefused
    ? { outcome: 'refused', code: meaning?.as ?? code, text, retryAfterMs }
    : { outcome: 'unknown', code, text };
}

/** 408 means that a gateway timed out, and the request may have had an effect. */
function isRefusal(status: number, code: string): boolean {
  return /^4\d\d\./.test(code) || (!/^5\d\d\./.test(code) && status >= 400 && status < 500 && status !== 408);
}

/** Interprets the reply to a query. Only a result code counts. */
function toQueryAnswer(answer: ProviderAnswer | FailedCall): QueryAnswer {
  if ('wasSent' in answer) {
    const { text, code, retryAfterMs: wantedMs } = answer;
    return { outcome: 'noResult', text, code, isAnswered: false, retryAfterMs: backOff(wantedMs) };
  }
  const { status, body, retryAfterMs } = answer;
  const known = v.safeParse(Outcome, body);
  const failure = parseFailure(body);
  if (failure === null && known.success)
    return { outcome: 'result', code: known.output.ResultCode, text: known.output.ResultDesc };
  const { code, text } = failure ?? { code: String(status), text: `status ${status} without a result` };
  const meaning = findMeaning('query', code, text);
  // After an answer of M-Pesa the query waits for its next turn. Without one it is repeated soon.
  const backOffMs =
    meaning?.fault === 'safaricom' && meaning.isFinal ? (retryAfterMs ?? meaning.retryMs) : retryAfterMs;
  return {
    outcome: 'noResult',
    text: `${code} ${text}`,
    code,
    isAnswered: meaning?.isAnswer ?? false,
    retryAfterMs: backOff(backOffMs),
  };
}

function backOff(wantedMs: number | null): number | null {
  return wantedMs === null ? null : Math.min(wantedMs, LONGEST_BACK_OFF_MS);
}

function parseFailure(body: unknown): Fault | null {
  const failure = v.safeParse(Failure, body);
  if (failure.success) return { code: failure.output.errorCode, text: failure.output.errorMessage };
  const spike = v.safeParse(SpikeArrest, body);
  return spike.success ? { code: '429', text: spike.output.fault.faultstring } : null;
}

function isTokenRefused({ status, body }: ProviderAnswer): boolean {
  return INVALID_TOKEN.includes(parseFailure(body)?.code ?? '') || status === 401;
}

interface FailedCall {
  readonly wasSent: boolean;
  readonly code: string;
  readonly text: string;
  readonly retryAfterMs: number | null;
}

async function withoutThrow(work: () => Promise<ProviderAnswer>): Promise<ProviderAnswer | FailedCall> {
  try {
    return await work();
  } catch (error) {
    // Other errors happened before the call: no token, or no database.
    const wasSent = error instanceof NoAnswerError && error.wasSent;
    const refused = error instanceof TokenRefusedError ? error : null;
    const code = refused?.code ?? (wasSent ? NO_ANSWER : NOT_SENT);
    const text = error instanceof Error ? error.message : 'unknown';
    return { wasSent, code, text, retryAfterMs: refused?.retryAfterMs ?? null };
  }
}

/** Formats `YYYYMMDDHHmmss` in Africa/Nairobi, which is UTC+3 all year. */
function formatNairobiTime(at: Date): string {
  return new Date(at.getTime() + 3 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
}
