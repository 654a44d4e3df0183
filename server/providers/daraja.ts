import * as v from 'valibot';
import type { Clock } from '../clock.ts';
import type { Logger } from '../log.ts';
import type { ProviderAnswer } from './call.ts';
import {
  codeText,
  createDarajaCalls,
  Declined,
  formatNairobiTime,
  isRefusal,
  parseFailure,
  toFailedCall,
  withoutThrow,
  type FailedCall,
  type Fault,
} from './daraja-call.ts';
import type { AccessTokens, TokenSettings } from './daraja-token.ts';
import { findMeaning } from './mpesa-codes.rules.ts';
import type { MpesaProvider, PushAnswer, QueryAnswer } from './mpesa.ts';

export interface DarajaSettings extends TokenSettings {
  readonly shortcode: string;
  readonly passkey: string;
  readonly transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline';
  /** The paybill, or the till. */
  readonly partyB: string;
}

const Accepted = v.object({ ResponseCode: codeText, MerchantRequestID: codeText, CheckoutRequestID: codeText });
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
  const { post } = createDarajaCalls({ settings, tokens, log });
  const send = async (path: string, body: Readonly<Record<string, unknown>>) =>
    post(path, () => ({ ...body, ...signature() }));

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
        send('/mpesa/stkpush/v1/processrequest', {
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
        await withoutThrow(() => send('/mpesa/stkpushquery/v1/query', { CheckoutRequestID: checkoutRequestId })),
      );
      if (outcome.outcome === 'noResult') log.debug({ text: outcome.text }, 'no result of a prompt');
      return outcome;
    },

    async token() {
      try {
        await tokens.renew();
        return { outcome: 'granted' };
      } catch (error) {
        const { code, text, retryAfterMs } = toFailedCall(error);
        return { outcome: 'refused', code, text, retryAfterMs };
      }
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

function refusedOr(status: number, { code, text }: Fault, retryAfterMs: number | null): PushAnswer {
  const meaning = findMeaning('push', code, text);
  const isRefused = meaning === null ? isRefusal(status, code) : meaning.isFinal;
  return isRefused
    ? { outcome: 'refused', code: meaning?.as ?? code, text, retryAfterMs }
    : { outcome: 'unknown', code, text };
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
