import { constants, publicEncrypt } from 'node:crypto';
import * as v from 'valibot';
import { NAIROBI_OFFSET_MS } from '../../contract/rules/nairobi.ts';
import type { Logger } from '../log.ts';
import type { ProviderAnswer } from './call.ts';
import {
  codeText,
  createDarajaCalls,
  Declined,
  isRefusal,
  parseFailure,
  withoutThrow,
  type Fault,
} from './daraja-call.ts';
import type { AccessTokens, TokenSettings } from './daraja-token.ts';
import type {
  AcceptedAnswer,
  MpesaAccount,
  PullAnswer,
  QrAnswer,
  RefusedCall,
  RegisterAnswer,
  ResultAddresses,
  UnknownCall,
} from './mpesa-account.ts';
import { findMeaning, NOT_SET, type MpesaCall } from './mpesa-codes.rules.ts';
import { parsePulledRows } from './mpesa-pull.rules.ts';

export interface DarajaAccountSettings extends TokenSettings {
  readonly shortcode: string;
  /** The paybill, or the till. */
  readonly partyB: string;
  readonly transactionType: 'CustomerPayBillOnline' | 'CustomerBuyGoodsOnline';
  /** `null`: the calls that need it are refused with `not-set`. */
  readonly initiator: Initiator | null;
  /** The short code that B2C pays from. `null`: payouts are refused with `not-set`. */
  readonly payoutShortcode: string | null;
  /** Shown in the M-PESA app that scans a QR code. */
  readonly merchantName: string;
}

/** The user of M-Pesa's portal that may ask and send, with Safaricom's certificate as PEM. */
export interface Initiator {
  readonly name: string;
  readonly password: string;
  readonly certificate: string;
}

const QR_TIMEOUT_MS = 3_000;
const QR_SIZE = '300';
/** Rows of a full page of Pull. */
const PULL_PAGE = 100;
const LONGEST_REMARKS = 100;

const Accepted = v.object({ ResponseCode: codeText, ConversationID: codeText, OriginatorConversationID: codeText });
/** One list of rows. Code 1001 reports that there are none. */
const Pulled = v.object({
  ResponseCode: v.pipe(codeText, v.picklist(['1000', '1001'])),
  Response: v.optional(v.unknown()),
});
/** A PNG in base64. The response code is an id here. */
const Qr = v.object({
  QRCode: v.pipe(v.string(), v.maxLength(1_000_000), v.regex(/^iVBORw0KGgo[A-Za-z0-9+/]+={0,2}$/)),
});
const Registered = v.object({
  ResponseCode: v.pipe(codeText, v.regex(/^[0]+$/)),
  ResponseDescription: v.optional(v.string(), ''),
});
const PullRegistered = v.object({
  ResponseStatus: v.pipe(codeText, v.picklist(['1000', '1001'])),
  ResponseDescription: v.optional(v.string(), ''),
});

/**
 * Daraja's calls beside the prompt, over HTTP (providers 1.11). A call is `refused` only when it certainly had no effect.
 * In doubt it is `unknown`. Never logs bodies, because they contain the sealed password and phones.
 */
export function createDarajaAccount({
  settings,
  tokens,
  log,
}: {
  readonly settings: DarajaAccountSettings;
  readonly tokens: Pick<AccessTokens, 'get'>;
  readonly log: Logger;
}): MpesaAccount {
  const { post } = createDarajaCalls({ settings, tokens, log });

  /** Returns what `read` accepts, otherwise the refusal or doubt. */
  async function call<T>(
    name: MpesaCall,
    path: string,
    body: Readonly<Record<string, unknown>>,
    read: (body: unknown) => T | null,
    timeoutMs?: number,
  ): Promise<T | RefusedCall | UnknownCall> {
    const answer = await withoutThrow(() => post(path, () => body, timeoutMs));
    const outcome = 'wasSent' in answer ? toFailure(answer) : toOutcome(name, answer, read);
    if (!isFailure(outcome)) return outcome;
    const isShop = findMeaning(name, outcome.code ?? '', outcome.text)?.fault === 'shop';
    log[isShop ? 'error' : 'warn']({ call: name, ...outcome }, 'a call to M-Pesa was not accepted');
    return outcome;
  }

  /** Makes a call whose result comes later, in the name of the initiator. */
  async function ask(
    name: MpesaCall,
    path: string,
    { resultUrl, timeoutUrl }: ResultAddresses,
    body: Readonly<Record<string, unknown>>,
  ): Promise<AcceptedAnswer> {
    const { initiator } = settings;
    if (initiator === null) return notSet('MPESA_INITIATOR_NAME');
    return call(
      name,
      path,
      {
        [name === 'payout' ? 'InitiatorName' : 'Initiator']: initiator.name,
        SecurityCredential: seal(initiator),
        ...body,
        ResultURL: resultUrl,
        QueueTimeOutURL: timeoutUrl,
      },
      readAccepted,
    );
  }

  return {
    async transactionStatus({ resultUrl, timeoutUrl, ...ref }) {
      return ask(
        'transactionStatus',
        '/mpesa/transactionstatus/v1/query',
        { resultUrl, timeoutUrl },
        {
          CommandID: 'TransactionStatusQuery',
          ...('receipt' in ref ? { TransactionID: ref.receipt } : { OriginalConversationID: ref.conversationId }),
          PartyA: settings.shortcode,
          IdentifierType: '4',
          Remarks: 'Status',
          Occasion: '',
        },
      );
    },

    async reverse({ receipt, amount, remarks, ...urls }) {
      return ask('reversal', '/mpesa/reversal/v1/request', urls, {
        CommandID: 'TransactionReversal',
        TransactionID: receipt,
        Amount: amount,
        ReceiverParty: settings.shortcode,
        RecieverIdentifierType: '11',
        Remarks: remarks.slice(0, LONGEST_REMARKS),
        Occasion: '',
      });
    },

    async payOut({ id, phone, amount, remarks, ...urls }) {
      if (settings.payoutShortcode === null) return notSet('MPESA_B2C_SHORTCODE');
      return ask('payout', '/mpesa/b2c/v3/paymentrequest', urls, {
        OriginatorConversationID: id,
        CommandID: 'BusinessPayment',
        Amount: amount,
        PartyA: settings.payoutShortcode,
        PartyB: phone,
        Remarks: remarks.slice(0, LONGEST_REMARKS),
        Occassion: '',
      });
    },

    async balance({ of, ...urls }) {
      const shortcode = of === 'payout' ? settings.payoutShortcode : settings.shortcode;
      if (shortcode === null) return notSet('MPESA_B2C_SHORTCODE');
      return ask('balance', '/mpesa/accountbalance/v1/query', urls, {
        CommandID: 'AccountBalance',
        PartyA: shortcode,
        IdentifierType: '4',
        Remarks: 'Balance',
      });
    },

    async pull({ from, to, offset }): Promise<PullAnswer> {
      return call(
        'pull',
        '/pulltransactions/v1/query',
        {
          ShortCode: settings.shortcode,
          StartDate: formatPullTime(from),
          EndDate: formatPullTime(to),
          OffSetValue: String(offset),
        },
        (body) => readPage(body, offset),
      );
    },

    async qr({ amount, account }): Promise<QrAnswer> {
      return call(
        'qr',
        '/mpesa/qrcode/v1/generate',
        {
          MerchantName: settings.merchantName,
          RefNo: account,
          Amount: amount,
          TrxCode: settings.transactionType === 'CustomerPayBillOnline' ? 'PB' : 'BG',
          CPI: settings.partyB,
          Size: QR_SIZE,
        },
        (body) => {
          const parsed = v.safeParse(Qr, body);
          return parsed.success ? { outcome: 'image' as const, png: parsed.output.QRCode } : null;
        },
        QR_TIMEOUT_MS,
      );
    },

    async registerUrls({ confirmation, validation, responseType, version }): Promise<RegisterAnswer> {
      return call(
        'c2bRegister',
        `/mpesa/c2b/${version}/registerurl`,
        {
          ShortCode: settings.shortcode,
          ResponseType: responseType,
          ConfirmationURL: confirmation,
          ValidationURL: validation,
        },
        readRegistered,
      );
    },

    async registerPull({ phone, callbackUrl }): Promise<RegisterAnswer> {
      return call(
        'pullRegister',
        '/pulltransactions/v1/register',
        { ShortCode: settings.shortcode, RequestType: 'Pull', NominatedNumber: phone, CallBackURL: callbackUrl },
        (body) => {
          const parsed = v.safeParse(PullRegistered, body);
          return parsed.success ? { outcome: 'registered' as const, text: parsed.output.ResponseDescription } : null;
        },
      );
    },
  };
}

/** Encrypts the initiator's password for Safaricom: RSA with PKCS#1 v1.5, in base64. */
function seal({ password, certificate }: Initiator): string {
  return publicEncrypt({ key: certificate, padding: constants.RSA_PKCS1_PADDING }, Buffer.from(password)).toString(
    'base64',
  );
}

function notSet(name: string): RefusedCall {
  return { outcome: 'refused', code: NOT_SET, text: `${name} is not set` };
}

function toFailure({ wasSent, code, text, retryAfterMs }: Fault & { wasSent: boolean; retryAfterMs: number | null }) {
  return wasSent
    ? ({ outcome: 'unknown', code, text } as const)
    : ({ outcome: 'refused', code, text, retryAfterMs } as const);
}

function isFailure(outcome: unknown): outcome is RefusedCall | UnknownCall {
  const { outcome: kind } = outcome as { readonly outcome?: unknown };
  return kind === 'refused' || kind === 'unknown';
}

function toOutcome<T>(
  name: MpesaCall,
  { status, body, retryAfterMs }: ProviderAnswer,
  read: (body: unknown) => T | null,
): T | RefusedCall | UnknownCall {
  const failure = parseFailure(body);
  const good = failure === null ? read(body) : null;
  if (good !== null) return good;
  const declined = v.safeParse(Declined, body);
  const { code, text } =
    failure ??
    (declined.success && declined.output.ResponseCode !== '0'
      ? { code: declined.output.ResponseCode, text: declined.output.ResponseDescription }
      : { code: String(status), text: `status ${status} without a reason` });
  const meaning = findMeaning(name, code, text);
  const isRefused = meaning === null ? isRefusal(status, code) : meaning.isFinal;
  return isRefused ? { outcome: 'refused', code, text, retryAfterMs } : { outcome: 'unknown', code, text };
}

function readAccepted(body: unknown): AcceptedAnswer | null {
  const parsed = v.safeParse(Accepted, body);
  if (!parsed.success || parsed.output.ResponseCode !== '0') return null;
  const { ConversationID, OriginatorConversationID } = parsed.output;
  return { outcome: 'accepted', conversationId: ConversationID, originatorConversationId: OriginatorConversationID };
}

function readPage(body: unknown, offset: number): PullAnswer | null {
  const parsed = v.safeParse(Pulled, body);
  if (!parsed.success) return null;
  const all = parsed.output.ResponseCode === '1001' ? [] : parsePulledRows(parsed.output.Response);
  const rows = all.filter((row) => row !== null);
  return {
    outcome: 'rows',
    rows,
    unread: all.length - rows.length,
    nextOffset: all.length < PULL_PAGE ? null : offset + all.length,
  };
}

function readRegistered(body: unknown): RegisterAnswer | null {
  const parsed = v.safeParse(Registered, body);
  return parsed.success ? { outcome: 'registered', text: parsed.output.ResponseDescription } : null;
}

/** Formats `YYYY-MM-DD HH:mm:ss` in Nairobi. */
function formatPullTime(at: Date): string {
  return new Date(at.getTime() + NAIROBI_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ');
}
