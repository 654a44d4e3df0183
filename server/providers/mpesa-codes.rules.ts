import * as texts from './mpesa.texts.ts';

/**
 * M-Pesa calls with separate codes (PAY-M1). Each call has an immediate reply. The result of a query is in its reply. The
 * results of a push, Transaction Status, Reversal, payout (B2C) and balance arrive later.
 */
export type MpesaCall =
  | 'token'
  | 'push'
  | 'pushResult'
  | 'query'
  | 'queryResult'
  | 'transactionStatus'
  | 'transactionStatusResult'
  | 'reversal'
  | 'reversalResult'
  | 'payout'
  | 'payoutResult'
  | 'balance'
  | 'balanceResult'
  | 'c2bRegister'
  | 'pullRegister'
  | 'pull'
  | 'qr';
/** Cause of a code. */
export type Blame = 'shopper' | 'network' | 'shop' | 'safaricom' | 'unknown';

/** Meaning of one code of one call (PAY-M1). */
export interface MpesaCode {
  readonly code: string;
  /** Must match the message, when one code has several meanings. */
  readonly says?: RegExp;
  /** For the back office. */
  readonly meaning: string;
  readonly fault: Blame;
  /** Whether it ends the payment, because nothing was charged. An open code leaves the outcome to a later message. */
  readonly isFinal: boolean;
  /** Text for the shopper with the next step. Empty when no shopper sees it. */
  readonly text: string;
  /** Fix for the back office. Empty when no action is needed. */
  readonly fix: string;
  /** Milliseconds until a retry can succeed. 0: immediately. */
  readonly retryMs: number;
  /** Whether this code counts as an answer to a query: M-Pesa knows the prompt, or knows that there is none yet. */
  readonly isAnswer: boolean;
  /** Equivalent result code, so that the shopper sees the same text for both. */
  readonly as?: string;
}

/** Same amount for the same phone within two minutes (D8). */
export const SAME_AMOUNT_CODE = '17';
/** The phone did not answer, e.g. because it was off (PAY-M5). */
export const NOT_REACHED_CODE = '1037';
/** The request was not sent, so nothing was charged. */
export const NOT_SENT = 'not-sent';
/** The request was, or may have been, sent, and there was no reply. */
export const NO_ANSWER = 'no-answer';
/** The shop lacks the settings of the call, so nothing was sent. */
export const NOT_SET = 'not-set';
/** The access token was refused. The code occurs only after a retry with a fresh token. */
export const INVALID_TOKEN: readonly string[] = ['404.001.03', '400.003.01'];

const MINUTE = 60_000;
const CREDENTIALS =
  'Check MPESA_CONSUMER_KEY and MPESA_CONSUMER_SECRET, and that they are of the app that MPESA_BASE_URL names.';
const BASE_URL = 'Check MPESA_BASE_URL.';
const SHORTCODE = 'Check MPESA_SHORTCODE, and MPESA_PARTY_B of a till.';
const PASSKEY = 'Check MPESA_SHORTCODE and MPESA_PASSKEY: they belong together.';
const FIREWALL = 'Check MPESA_BASE_URL, and ask Safaricom whether it lets the address of this server through.';
const NETWORK = 'Check MPESA_BASE_URL and the network of this server; if both are right, Safaricom must fix it.';
const CALLBACK = 'Check MPESA_CALLBACK_ORIGIN: a public https address without the words mpesa and safaricom.';
const APP = `${CREDENTIALS} Ask Safaricom to add the product of this call to the app.`;
const INITIATOR =
  'Check MPESA_INITIATOR_NAME, MPESA_INITIATOR_PASSWORD and MPESA_CERTIFICATE. The password is valid for 90 days.';
const ROLE = 'Give the initiator the role of this call in M-Pesa’s portal: status query, reversal, B2C or balance.';
const PORTAL = 'Ask Safaricom whether the short code is active and may make this call.';
const FUNDS = 'Move money into the account that pays, in M-Pesa’s portal.';
const ADDRESSES =
  'Check MPESA_CALLBACK_ORIGIN: a public https address without mpesa, safaricom, exe, exec, cmd, sql and query.';
const REGISTERED = 'Delete the addresses in the self-service of Safaricom’s portal, then register again.';
const PRODUCT =
  'Check MPESA_TRANSACTION_TYPE and MPESA_PARTY_B, and ask Safaricom whether the short code may use M-Pesa Express.';

type KnownCode = Pick<MpesaCode, 'code' | 'meaning'> & Partial<MpesaCode>;

const shop = (code: string, meaning: string, fix: string, more: Partial<MpesaCode> = {}) =>
  toKnownCode({ code, meaning, fault: 'shop', text: texts.notAvailable, fix, retryMs: MINUTE, ...more });
const shopper = (code: string, meaning: string, text: string, more: Partial<MpesaCode> = {}) =>
  toKnownCode({ code, meaning, fault: 'shopper', text, ...more });
const safaricom = (code: string, meaning: string, more: Partial<MpesaCode> = {}) =>
  toKnownCode({ code, meaning, fault: 'safaricom', text: texts.slow, retryMs: MINUTE, ...more });
const open = (code: string, meaning: string, more: Partial<MpesaCode> = {}) =>
  toKnownCode({ code, meaning, isFinal: false, ...more });

function toKnownCode(entry: KnownCode): MpesaCode {
  return { fault: 'unknown', isFinal: true, text: '', fix: '', retryMs: 0, isAnswer: false, ...entry };
}

/** Faults of the network, for calls that do something. */
const UNREACHED: readonly MpesaCode[] = [
  toKnownCode({
    code: NOT_SENT,
    meaning: 'M-Pesa could not be reached',
    fault: 'network',
    text: texts.notAvailable,
    fix: NETWORK,
    retryMs: MINUTE,
  }),
  open(NO_ANSWER, 'M-Pesa did not answer', { fault: 'network', fix: NETWORK }),
];
/** Refusals with the same meaning for every call with a token. */
const GATEWAY: readonly MpesaCode[] = [
  shop('404.001.01', 'M-Pesa has no such address', BASE_URL),
  ...INVALID_TOKEN.map((code) => shop(code, 'M-Pesa refuses a fresh access token', CREDENTIALS)),
  shop('403', 'A firewall before M-Pesa refuses this server', FIREWALL),
  shop('405.001', 'M-Pesa does not take the request at this address', BASE_URL),
  shop('500.001.1001', 'M-Pesa does not know the short code', SHORTCODE, { says: /merchant does not exist/i }),
  safaricom('429', 'M-Pesa was asked too often'),
  safaricom('500.003.02', 'M-Pesa is busy, or was asked too often'),
  safaricom('500.003.03', 'M-Pesa’s quota of requests is used up', { retryMs: 10 * MINUTE }),
];
const INTERNAL_ERROR = open('500.003.1001', 'M-Pesa had an internal error', { fault: 'safaricom' });
/** Refusals of a prompt and of its query. */
const REQUEST: readonly MpesaCode[] = [
  ...GATEWAY,
  shop(
    '401',
    'M-Pesa refuses the access token: this app may not use M-Pesa Express',
    `${CREDENTIALS} Ask Safaricom whether the app is approved.`,
  ),
  shop('500.001.1001', 'M-Pesa refuses the passkey', PASSKEY, { says: /wrong credentials/i }),
  INTERNAL_ERROR,
];

/** Result codes that need the phone's owner, so they never refuse a push. */
const BY_HOLDER: readonly MpesaCode[] = [
  shopper('1', 'Too little money in the M-Pesa account', texts.tooLittleMoney),
  shopper('2', 'The amount is below the least of M-Pesa', texts.belowLeast),
  shopper('3', 'The amount is above the most of M-Pesa', texts.aboveMost),
  shopper('4', 'The amount is above the payer’s daily limit', texts.aboveDaily),
  shopper('1019', 'The prompt expired', texts.expired),
  shopper('1031', 'The payer cancelled the prompt', texts.cancelled),
  shopper('1032', 'The payer cancelled the prompt', texts.youCancelled),
  shopper(NOT_REACHED_CODE, 'The phone could not be reached', texts.phoneNotReached),
  shopper('2001', 'The payer typed a wrong PIN', texts.wrongPin),
  shopper('8006', 'The payer’s PIN is locked', texts.pinLocked),
];

/** Result codes that may also refuse a push. */
const RESULTS: readonly MpesaCode[] = [
  toKnownCode({
    code: '8',
    meaning: 'The shop’s M-Pesa account is full',
    fault: 'shop',
    text: texts.shopAccountFull,
    fix: 'Withdraw money from the short code’s account.',
    retryMs: MINUTE,
  }),
  shopper(SAME_AMOUNT_CODE, 'The same amount for the same phone within two minutes', texts.wait2Minutes, {
    retryMs: 2 * MINUTE,
  }),
  safaricom('26', 'M-Pesa is busy', { text: texts.busyTryAgain }),
  shopper('1001', 'Another M-Pesa session is open on the phone', texts.sessionOpen, { retryMs: MINUTE }),
  safaricom('1025', 'M-Pesa could not send the prompt', { text: texts.promptNotSent, retryMs: 0 }),
  shop('2028', 'The short code may not take this kind of payment', PRODUCT, { text: texts.notAvailableNow }),
  shop('SFC_IC0003', 'M-Pesa does not know the till or short code that gets the money', PRODUCT, {
    text: texts.notAvailableNow,
  }),
  shop('SFC_J_C0003', 'M-Pesa does not know the till or short code that gets the money', PRODUCT, {
    text: texts.notAvailableNow,
  }),
  toKnownCode({
    code: 'E3008',
    meaning: 'The sandbox refuses real phones',
    fault: 'safaricom',
    text: texts.paymentFailed,
    fix: BASE_URL,
  }),
  open('1036', 'Lists disagree about this code'),
  open('4999', 'The prompt is still being processed'),
];

/** Refusals of the calls beside the prompt (providers 1.11). */
const ACCOUNT: readonly MpesaCode[] = [
  ...GATEWAY,
  ...['401', '401.003.01'].map((code) => shop(code, 'The app may not make this call', APP)),
  shop('400.002.02', 'M-Pesa does not take the address of the result', ADDRESSES, { says: /url/i }),
  shop('400.002.02', 'M-Pesa does not take the short code', SHORTCODE, { says: /shortcode|partya|receiverparty/i }),
  shop(
    NOT_SET,
    'The shop lacks the settings of this call',
    'Set the setting that the text names, and restart the shop.',
  ),
  ...UNREACHED,
];
/** As `ACCOUNT`, of the calls in the name of the initiator. */
const BY_INITIATOR: readonly MpesaCode[] = [
  ...ACCOUNT,
  shop('400.002.02', 'M-Pesa refuses the initiator', INITIATOR, { says: /initiator|securitycredential/i }),
  shop('500.001.1001', 'M-Pesa refuses the initiator', INITIATOR, { says: /wrong credentials/i }),
  open('500.001.1001', 'M-Pesa had an error of many meanings', { fault: 'safaricom' }),
  INTERNAL_ERROR,
];
/** Results about the initiator and the short code. */
const OF_INITIATOR: readonly MpesaCode[] = [
  shop('2001', 'M-Pesa refuses the initiator', INITIATOR),
  shop('8006', 'The initiator is locked', `Unlock the initiator in M-Pesa’s portal. ${INITIATOR}`),
  shop('21', 'The initiator lacks the role', ROLE),
  ...['11', '2006'].map((code) => shop(code, 'The account of the short code is not active', PORTAL)),
  shop('2028', 'The short code may not make this call', PORTAL),
  safaricom('26', 'M-Pesa is busy', { text: texts.busyTryAgain }),
];
const TO_REFUND: readonly MpesaCode[] = [
  ...OF_INITIATOR.map((it) => ({ ...it, text: texts.refundTakesLonger })),
  shop('1', 'Too little money in the account that pays', FUNDS, { text: texts.refundTakesLonger }),
];

/** All known codes by call (PAY-M1). The first match counts. */
export const MPESA_CODES: Readonly<Record<MpesaCall, readonly MpesaCode[]>> = {
  token: [
    shop('token.400', 'M-Pesa gives no access token: it refuses key and secret', CREDENTIALS),
    shop('token.400.008.01', 'M-Pesa gives no access token: it refuses key and secret', CREDENTIALS),
    shop('token.400.008.02', 'M-Pesa gives no access token: it refuses the request', BASE_URL),
    shop('token.401', 'M-Pesa gives no access token: it refuses key and secret', CREDENTIALS),
    shop('token.403', 'M-Pesa gives no access token: a firewall refuses this server', FIREWALL),
    shop('token.404', 'M-Pesa has no access tokens at this address', BASE_URL),
    shop('token.timeout', 'M-Pesa gives no access token in time', `${FIREWALL} Check the network of this server.`, {
      fault: 'network',
    }),
    shop(
      'token.network',
      'M-Pesa cannot be reached for an access token',
      `${BASE_URL} Check the network of this server.`,
      {
        fault: 'network',
      },
    ),
  ],
  push: [
    ...REQUEST,
    shopper('500.001.1001', 'Another M-Pesa session is open on the phone', texts.sessionOpen, {
      says: /lock subscriber/i,
      as: '1001',
      retryMs: MINUTE,
    }),
    open('500.001.1001', 'M-Pesa had an error of many meanings', { fault: 'safaricom' }),
    shopper('400.002.02', 'M-Pesa does not take the phone number', texts.badPhone, { says: /phonenumber|partya/i }),
    shop('400.002.02', 'M-Pesa does not take the callback address', CALLBACK, { says: /callbackurl/i }),
    shop('400.002.02', 'M-Pesa does not take the number that gets the money', SHORTCODE, { says: /partyb/i }),
    shop('400.002.02', 'M-Pesa does not take the short code', SHORTCODE, { says: /shortcode/i }),
    shop('400.002.02', 'M-Pesa does not take the kind of payment', PRODUCT, { says: /transactiontype/i }),
    ...UNREACHED,
    ...RESULTS,
  ],
  pushResult: [
    ...RESULTS,
    ...BY_HOLDER,
    toKnownCode({
      code: '9999',
      meaning: 'M-Pesa could not send the prompt',
      fault: 'safaricom',
      text: texts.paymentFailed,
    }),
  ],
  query: [
    ...REQUEST,
    open('500.001.1001', 'The prompt is still being processed', { says: /being processed/i, isAnswer: true }),
    open('500.001.1001', 'M-Pesa does not know the prompt yet', {
      says: /transaction does not exist/i,
      isAnswer: true,
    }),
    open('400.002.02', 'M-Pesa does not know the prompt yet', { says: /checkoutrequestid/i, isAnswer: true }),
    shop('400.002.02', 'M-Pesa does not take the short code', SHORTCODE, { says: /shortcode/i }),
    shop('400.002.02', 'M-Pesa refuses the passkey', PASSKEY, { says: /password/i }),
  ],
  queryResult: [...RESULTS, ...BY_HOLDER, open('9999', 'The prompt is still being processed')],
  transactionStatus: BY_INITIATOR,
  transactionStatusResult: [
    ...OF_INITIATOR,
    shopper('R000002', 'M-Pesa does not know the transaction', texts.paymentNotFound),
  ],
  reversal: BY_INITIATOR,
  reversalResult: [
    ...TO_REFUND,
    toKnownCode({ code: 'R000001', meaning: 'The payment was sent back before', text: texts.refundWasSent }),
    toKnownCode({ code: 'R000002', meaning: 'M-Pesa does not know the payment', text: texts.refundTakesLonger }),
  ],
  payout: [
    shopper('400.002.02', 'M-Pesa does not take the phone number', texts.refundNeedsAnotherWay, { says: /partyb/i }),
    shop('400.002.02', 'M-Pesa does not take the short code that pays', 'Check MPESA_B2C_SHORTCODE.', {
      says: /partya/i,
      text: texts.refundTakesLonger,
    }),
    ...BY_INITIATOR,
    open('500.002.1001', 'M-Pesa knows this payout already'),
  ],
  payoutResult: [
    ...TO_REFUND,
    shopper('2', 'The amount is below the least of M-Pesa', texts.refundNeedsAnotherWay),
    shopper('3', 'The amount is above the most of M-Pesa', texts.refundNeedsAnotherWay),
    shopper('4', 'The amount is above the receiver’s daily limit', texts.refundNeedsAnotherWay),
    shopper('8', 'The receiver’s account would be above its limit', texts.refundNeedsAnotherWay),
    shopper('2040', 'The receiver is not registered with M-Pesa', texts.refundNeedsAnotherWay),
    shopper('SFC_IC0003', 'M-Pesa does not know the receiver', texts.refundNeedsAnotherWay),
  ],
  balance: BY_INITIATOR,
  balanceResult: OF_INITIATOR,
  c2bRegister: [
    shop('401.003.01', 'The app has the other version of C2B', `Check MPESA_C2B_VERSION. ${APP}`),
    ...ACCOUNT,
    shop('500.003.1001', 'Addresses are already registered', REGISTERED, { says: /already registered/i }),
    open('500.003.1001', 'M-Pesa had an internal error, or addresses are already registered', {
      fault: 'safaricom',
      fix: REGISTERED,
    }),
  ],
  pullRegister: [...ACCOUNT, INTERNAL_ERROR],
  pull: [...ACCOUNT, INTERNAL_ERROR],
  qr: [...ACCOUNT, INTERNAL_ERROR],
};

/** Returns the meaning of a code, or `null` when it is unknown. `text` is the message of the code. */
export function findMeaning(call: MpesaCall, code: string, text = ''): MpesaCode | null {
  return MPESA_CODES[call].find((it) => it.code === code && (it.says === undefined || it.says.test(text))) ?? null;
}

/** Returns the meaning of a refusal of a push or its token. Without a token nothing is sent, for any reason. */
export function findRefusal(code: string, text: string): MpesaCode | null {
  if (!code.startsWith('token.')) return findMeaning('push', code, text);
  const isOutOfOrder = /^token\.(?:429|[25]\d\d)\b/.test(code);
  return (
    findMeaning('token', code) ??
    (isOutOfOrder
      ? safaricom(code, 'M-Pesa gives no access token: it is out of order, or was asked too often', { fix: NETWORK })
      : shop(code, 'M-Pesa gives no access token', `${CREDENTIALS} ${BASE_URL}`))
  );
}

/**
 * Returns the milliseconds until another push can succeed, after a failure with this code and this text for the
 * shopper.
 */
export function retryAfterFailure(code: string, shopperText: string): number {
  const token = code.startsWith('token.') ? findRefusal(code, '') : null;
  const all = [...(token === null ? [] : [token]), ...MPESA_CODES.push, ...MPESA_CODES.pushResult];
  return all.find((it) => it.code === code && it.text === shopperText)?.retryMs ?? 0;
}
