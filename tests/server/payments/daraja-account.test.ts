import { constants, generateKeyPairSync, privateDecrypt } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { toShillings } from '../../../contract/rules/money.ts';
import { toMsisdn } from '../../../contract/rules/phone.ts';
import { createLog } from '../../../server/log.ts';
import { createDarajaAccount, type DarajaAccountSettings } from '../../../server/providers/daraja-account.ts';
import { findMeaning, type MpesaCall } from '../../../server/providers/mpesa-codes.rules.ts';
import type { MpesaAccount } from '../../../server/providers/mpesa-account.ts';
import { fixedTokens, hang, json, raw, reset, scripted, settingsFor } from './daraja-client.ts';

/** Daraja's calls beside the prompt, against a scripted Daraja. */

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});
const URLS = { resultUrl: 'https://duka.example/r/1', timeoutUrl: 'https://duka.example/t/1' };
const phone = toMsisdn('254708374149');
const amount = toShillings(300);
const ACCEPTED = {
  OriginatorConversationID: '71840-27539181-07',
  ConversationID: 'AG_20210709_12346c8e6f8858d7b70a',
  ResponseCode: '0',
  ResponseDescription: 'Accept the service request successfully.',
};

function getAccount(
  url: string,
  more: Partial<DarajaAccountSettings> = {},
  tokens = fixedTokens('token-1', 'token-2'),
) {
  const lines: string[] = [];
  const settings: DarajaAccountSettings = {
    ...settingsFor(url),
    partyB: '600123',
    initiator: { name: 'api-user', password: 'Pa#sword1', certificate: keys.publicKey },
    payoutShortcode: '600998',
    merchantName: 'Duka',
    ...more,
  };
  const log = createLog('trace', { write: (line: string) => void lines.push(line) });
  return { account: createDarajaAccount({ settings, tokens, log }), lines, tokens };
}

/** Node no longer decrypts PKCS#1 v1.5, so its padding is read here: 0, 2, at least 8 other bytes, 0, the text. */
function unseal(sealed: Buffer): string | null {
  const padded = privateDecrypt({ key: keys.privateKey, padding: constants.RSA_NO_PADDING }, sealed).toString('latin1');
  return /^\u0000\u0002[^\u0000]{8,}\u0000(.*)$/s.exec(padded)?.[1] ?? null;
}

/** Every call in the name of the initiator, with its path and its own fields. */
const ASKED: readonly (readonly [
  name: MpesaCall,
  make: (account: MpesaAccount) => Promise<unknown>,
  path: string,
  fields: Readonly<Record<string, unknown>>,
])[] = [
  [
    'transactionStatus',
    async (it) => it.transactionStatus({ receipt: 'NLJ7RT61SV', ...URLS }),
    '/mpesa/transactionstatus/v1/query',
    {
      Initiator: 'api-user',
      CommandID: 'TransactionStatusQuery',
      TransactionID: 'NLJ7RT61SV',
      PartyA: '174379',
      IdentifierType: '4',
      Remarks: 'Status',
      Occasion: '',
    },
  ],
  [
    'transactionStatus',
    async (it) => it.transactionStatus({ conversationId: 'f1-1', ...URLS }),
    '/mpesa/transactionstatus/v1/query',
    {
      Initiator: 'api-user',
      CommandID: 'TransactionStatusQuery',
      OriginalConversationID: 'f1-1',
      PartyA: '174379',
      IdentifierType: '4',
      Remarks: 'Status',
      Occasion: '',
    },
  ],
  [
    'reversal',
    async (it) => it.reverse({ receipt: 'NLJ7RT61SV', amount, remarks: 'x'.repeat(120), ...URLS }),
    '/mpesa/reversal/v1/request',
    {
      Initiator: 'api-user',
      CommandID: 'TransactionReversal',
      TransactionID: 'NLJ7RT61SV',
      Amount: 300,
      ReceiverParty: '174379',
      RecieverIdentifierType: '11',
      Remarks: 'x'.repeat(100),
      Occasion: '',
    },
  ],
  [
    'payout',
    async (it) => it.payOut({ id: 'f1-1', phone, amount, remarks: 'Refund 1a2b3c4d', ...URLS }),
    '/mpesa/b2c/v3/paymentrequest',
    {
      InitiatorName: 'api-user',
      OriginatorConversationID: 'f1-1',
      CommandID: 'BusinessPayment',
      Amount: 300,
      PartyA: '600998',
      PartyB: '254708374149',
      Remarks: 'Refund 1a2b3c4d',
      Occassion: '',
    },
  ],
  [
    'balance',
    async (it) => it.balance({ of: 'collection', ...URLS }),
    '/mpesa/accountbalance/v1/query',
    { Initiator: 'api-user', CommandID: 'AccountBalance', PartyA: '174379', IdentifierType: '4', Remarks: 'Balance' },
  ],
  [
    'balance',
    async (it) => it.balance({ of: 'payout', ...URLS }),
    '/mpesa/accountbalance/v1/query',
    { Initiator: 'api-user', CommandID: 'AccountBalance', PartyA: '600998', IdentifierType: '4', Remarks: 'Balance' },
  ],
];

describe('providers 1.11: calls in the name of the initiator', () => {
  test.each(ASKED)('providers 1.11: the fields of %s', async (_, make, path, fields) => {
    await using daraja = await scripted(json(200, ACCEPTED));
    const { account, lines } = getAccount(daraja.url);
    expect(await make(account)).toEqual({
      outcome: 'accepted',
      conversationId: 'AG_20210709_12346c8e6f8858d7b70a',
      originatorConversationId: '71840-27539181-07',
    });
    const [heard] = daraja.heard;
    const { SecurityCredential, ...body } = heard?.body ?? {};
    expect(heard).toMatchObject({ path, headers: { authorization: 'Bearer token-1' } });
    expect(body).toEqual({ ...fields, ResultURL: URLS.resultUrl, QueueTimeOutURL: URLS.timeoutUrl });
    const sealed = Buffer.from(String(SecurityCredential), 'base64');
    expect(unseal(sealed)).toBe('Pa#sword1');
    expect(lines.join('')).not.toMatch(/Pa#sword1|token-1|254708374149/);
  });

  test.each(ASKED)('providers 1.11: %s is not sent without an initiator', async (_, make) => {
    await using daraja = await scripted(json(200, ACCEPTED));
    const { account } = getAccount(daraja.url, { initiator: null });
    expect(await make(account)).toEqual({
      outcome: 'refused',
      code: 'not-set',
      text: 'MPESA_INITIATOR_NAME is not set',
    });
    expect(daraja.heard).toEqual([]);
  });

  test('providers 1.11: nothing is paid out without a short code that pays', async () => {
    await using daraja = await scripted(json(200, ACCEPTED));
    const { account } = getAccount(daraja.url, { payoutShortcode: null });
    const missing = { outcome: 'refused', code: 'not-set', text: 'MPESA_B2C_SHORTCODE is not set' };
    expect(await account.payOut({ id: 'f1-1', phone, amount, remarks: 'Refund', ...URLS })).toEqual(missing);
    expect(await account.balance({ of: 'payout', ...URLS })).toEqual(missing);
    expect(await account.balance({ of: 'collection', ...URLS })).toMatchObject({ outcome: 'accepted' });
  });

  test.each(ASKED)('providers 1.11: after a refused token %s is sent a second time only', async (_, make) => {
    const refused = json(404, { requestId: '1', errorCode: '404.001.03', errorMessage: 'Invalid Access Token' });
    await using daraja = await scripted(refused, json(200, ACCEPTED));
    const { account, tokens } = getAccount(daraja.url);
    expect(await make(account)).toMatchObject({ outcome: 'accepted' });
    expect(daraja.heard.map(({ headers }) => headers.authorization)).toEqual(['Bearer token-1', 'Bearer token-2']);
    expect(tokens.refused).toEqual([undefined, 'token-1']);
  });
});

const failure = (errorCode: string, errorMessage = '') => ({ requestId: '1', errorCode, errorMessage });
const SPIKE = { fault: { faultstring: 'Spike arrest violation', detail: { errorcode: 'policies.ratelimit' } } };

describe('providers 1.11: a call is refused only when it certainly had no effect', () => {
  const payOut = async (url: string, timeoutMs = 5_000) =>
    getAccount(url, { timeoutMs }).account.payOut({ id: 'f1-1', phone, amount, remarks: 'Refund', ...URLS });

  test.each([
    ['a bad field', json(400, failure('400.002.02', 'Bad Request - Invalid PartyB')), '400.002.02'],
    ['a bad field with status 200', json(200, failure('400.002.02', 'Bad Request - Invalid Remarks')), '400.002.02'],
    ['wrong credentials', json(500, failure('500.001.1001', 'Wrong credentials')), '500.001.1001'],
    ['a busy gateway', json(500, failure('500.003.02', 'System is busy')), '500.003.02'],
    ['too many calls', json(429, SPIKE, { 'retry-after': '7' }), '429'],
    ['a firewall', raw(403, 'text/html', '<html>Incapsula</html>'), '403'],
    ['a product that the app lacks', json(401, failure('401.003.01', 'no apiproduct match found')), '401.003.01'],
    ['a known response code', json(200, { ...ACCEPTED, ResponseCode: '404.001.01' }), '404.001.01'],
  ])('providers 1.11: refused by %s', async (_, answer, code) => {
    await using daraja = await scripted(answer);
    const outcome = await payOut(daraja.url);
    expect(outcome).toMatchObject({ outcome: 'refused', code });
    expect(outcome).toHaveProperty('retryAfterMs', code === '429' ? 7_000 : null);
  });

  test.each([
    ['an internal error', json(500, failure('500.003.1001', 'Internal Server Error')), '500.003.1001'],
    [
      'an id that M-Pesa knows',
      json(500, failure('500.002.1001', 'Duplicate OriginatorConversationID')),
      '500.002.1001',
    ],
    ['an id that M-Pesa knows, with status 400', json(400, failure('500.002.1001', 'Duplicate')), '500.002.1001'],
    ['an error of many meanings', json(500, failure('500.001.1001', 'Try later')), '500.001.1001'],
    ['an unlisted error of the server', json(500, failure('500.009', 'new')), '500.009'],
    ['an unlisted response code', json(200, { ...ACCEPTED, ResponseCode: '7' }), '7'],
    ['a page with status 200', raw(200, 'text/html', '<html>Maintenance</html>'), '200'],
    ['a page of a gateway', raw(502, 'text/html', '<html>Bad Gateway</html>'), '502'],
    ['a timeout of a gateway', json(408, {}), '408'],
    ['an acceptance without ids', json(200, { ResponseCode: '0' }), '200'],
    ['an error with the fields of an acceptance', json(500, { ...ACCEPTED, ...failure('500.009') }), '500.009'],
    ['a lost answer', reset, 'no-answer'],
  ])('providers 1.11: unknown after %s', async (_, answer, code) => {
    await using daraja = await scripted(answer);
    expect(await payOut(daraja.url)).toMatchObject({ outcome: 'unknown', code });
  });

  test('providers 1.11: unknown after a timeout, refused when M-Pesa cannot be reached', async () => {
    await using daraja = await scripted(hang);
    expect(await payOut(daraja.url, 50)).toMatchObject({ outcome: 'unknown', code: 'no-answer' });
    expect(await payOut('http://127.0.0.1:7499')).toMatchObject({ outcome: 'refused', code: 'not-sent' });
  });

  test('providers 1.11: a fault of the settings is logged as an error', async () => {
    await using daraja = await scripted(json(500, failure('500.001.1001', 'Wrong credentials')), reset);
    const { account, lines } = getAccount(daraja.url);
    await account.balance({ of: 'payout', ...URLS });
    await account.balance({ of: 'payout', ...URLS });
    expect(lines.map((line) => JSON.parse(line).level)).toEqual([50, 40]);
  });
});

describe('providers 1.11: calls with an immediate answer', () => {
  const ROW = { transactionId: 'YEH12RHRHR', trxDate: '2020-08-05 10:13:00', msisdn: '0722000000', amount: '168.00' };
  const from = new Date('2026-11-28T20:59:00Z');
  const to = new Date('2026-11-29T10:00:00Z');
  const pull = (response: unknown, ResponseCode = '1000') =>
    json(200, { ResponseRefID: '26178-1', ResponseCode, ResponseMessage: 'Success', Response: response });

  test('providers 1.11: a page of Pull in Nairobi time, and the offset of the next page', async () => {
    const full = Array.from({ length: 100 }, (_, index) => ({ ...ROW, transactionId: `R${index}` }));
    await using daraja = await scripted(
      pull([full]),
      pull([[ROW, { msisdn: '1' }]]),
      pull([[]], '1001'),
      pull(undefined, '1001'),
    );
    const { account } = getAccount(daraja.url);
    expect(await account.pull({ from, to, offset: 0 })).toMatchObject({ outcome: 'rows', unread: 0, nextOffset: 100 });
    expect(await account.pull({ from, to, offset: 100 })).toMatchObject({
      rows: [{ receipt: 'YEH12RHRHR', amount: 168, payer: { phone: '254722000000' } }],
      unread: 1,
      nextOffset: null,
    });
    const none = { outcome: 'rows', rows: [], unread: 0, nextOffset: null };
    expect(await account.pull({ from, to, offset: 200 })).toEqual(none);
    expect(await account.pull({ from, to, offset: 200 })).toEqual(none);
    expect(daraja.heard[1]).toMatchObject({
      path: '/pulltransactions/v1/query',
      body: {
        ShortCode: '174379',
        StartDate: '2026-11-28 23:59:00',
        EndDate: '2026-11-29 13:00:00',
        OffSetValue: '100',
      },
    });
  });

  test('providers 1.11: a pull with another code is refused or unknown', async () => {
    await using daraja = await scripted(pull([[ROW]], '9'), json(500, failure('500.003.02', 'busy')));
    const { account } = getAccount(daraja.url);
    expect(await account.pull({ from, to, offset: 0 })).toMatchObject({ outcome: 'unknown', code: '9' });
    expect(await account.pull({ from, to, offset: 0 })).toMatchObject({ outcome: 'refused', code: '500.003.02' });
  });

  test.each([
    ['CustomerPayBillOnline', 'PB'],
    ['CustomerBuyGoodsOnline', 'BG'],
  ] as const)('providers 1.11: the QR code of %s', async (transactionType, TrxCode) => {
    const png = 'iVBORw0KGgoAAAANSUhEUg==';
    await using daraja = await scripted(
      json(200, { ResponseCode: 'AG_20191219_1', ResponseDescription: 'QR Code Successfully Generated.', QRCode: png }),
      json(200, { ResponseCode: '00', QRCode: '<svg onload="alert(1)"/>' }),
    );
    const { account } = getAccount(daraja.url, { transactionType });
    expect(await account.qr({ amount, account: '1A2B3C4D' })).toEqual({ outcome: 'image', png });
    expect(daraja.heard[0]).toMatchObject({
      path: '/mpesa/qrcode/v1/generate',
      body: { MerchantName: 'Duka', RefNo: '1A2B3C4D', Amount: 300, TrxCode, CPI: '600123', Size: '300' },
    });
    expect(await account.qr({ amount, account: '1A2B3C4D' })).toMatchObject({ outcome: 'unknown' });
  });

  test('PAY-C1: a QR code is waited for 3 s, and not asked for twice', async () => {
    await using daraja = await scripted(hang);
    const tooLate = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(tooLate.signal);
    try {
      const code = getAccount(daraja.url).account.qr({ amount, account: '1A2B3C4D' });
      await vi.waitFor(() => expect(daraja.heard).toHaveLength(1));
      tooLate.abort(new DOMException('too late', 'TimeoutError'));
      expect(await code).toMatchObject({ outcome: 'unknown' });
      expect(limit.mock.calls).toEqual([[3_000]]);
      expect(daraja.heard).toHaveLength(1);
    } finally {
      limit.mockRestore();
    }
  });

  const addresses = {
    confirmation: 'https://duka.example/c/1',
    validation: 'https://duka.example/v/1',
    responseType: 'Completed',
  } as const;

  test.each(['v1', 'v2'] as const)('providers 1.11: the addresses of C2B %s', async (version) => {
    await using daraja = await scripted(
      json(200, { OriginatorCoversationID: '1', ResponseCode: '0', ResponseDescription: 'Success' }),
    );
    const { account } = getAccount(daraja.url);
    expect(await account.registerUrls({ ...addresses, version })).toEqual({ outcome: 'registered', text: 'Success' });
    expect(daraja.heard[0]).toMatchObject({
      path: `/mpesa/c2b/${version}/registerurl`,
      body: {
        ShortCode: '174379',
        ResponseType: 'Completed',
        ConfirmationURL: 'https://duka.example/c/1',
        ValidationURL: 'https://duka.example/v/1',
      },
    });
  });

  test.each([
    [500, '500.003.1001', 'URLs are already registered', 'refused', 'self-service'],
    [500, '500.003.1001', 'Internal Server Error', 'unknown', 'self-service'],
    [401, '401.003.01', 'no apiproduct match found', 'refused', 'MPESA_C2B_VERSION'],
    [400, '400.002.02', 'Bad Request - Invalid ConfirmationURL', 'refused', 'MPESA_CALLBACK_ORIGIN'],
  ] as const)('PAY-M1: registering answers %s %s %s: %s, with a fix', async (status, code, text, outcome, fix) => {
    await using daraja = await scripted(json(status, failure(code, text)));
    const { account } = getAccount(daraja.url);
    expect(await account.registerUrls({ ...addresses, version: 'v2' })).toMatchObject({ outcome, code, text });
    expect(findMeaning('c2bRegister', code, text)?.fix).toContain(fix);
  });

  test.each(['1000', '1001'])('providers 1.11: the short code is registered for Pull (%s)', async (ResponseStatus) => {
    await using daraja = await scripted(json(200, { ResponseStatus, ResponseDescription: 'Done' }));
    const { account } = getAccount(daraja.url);
    const callbackUrl = 'https://duka.example/p/1';
    expect(await account.registerPull({ phone, callbackUrl })).toEqual({ outcome: 'registered', text: 'Done' });
    expect(daraja.heard[0]).toMatchObject({
      path: '/pulltransactions/v1/register',
      body: { ShortCode: '174379', RequestType: 'Pull', NominatedNumber: phone, CallBackURL: callbackUrl },
    });
  });
});
