import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { SIMULATED_MPESA } from '../../../server/env/settings.ts';
import { createSimulators } from '../../../simulators/app.ts';
import { createClock } from '../../../simulators/core/clock.ts';
import { daraja } from '../../../simulators/daraja/daraja.ts';
import { MERCHANT } from '../../../simulators/daraja/merchant.ts';

let now = Date.UTC(2026, 10, 21, 9);
const clock = createClock(() => now);
const app = createSimulators({}, [daraja(clock)], clock);
const host = { host: 'localhost' };
const basic = (text: string) => ({ ...host, authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const grant = (
  headers: Record<string, string> = basic(`${MERCHANT.consumerKey}:${MERCHANT.consumerSecret}`),
  type = 'client_credentials',
) => app.inject({ url: `/daraja/oauth/v1/generate?grant_type=${type}`, headers });
const control = (path: string, payload: object) =>
  app.inject({ method: 'POST', url: `/control${path}`, payload, headers: host });
const state = async (query = '') => (await app.inject({ url: `/control/mpesa${query}`, headers: host })).json();

let token = '';
const call = (path: string, payload: object, bearer = token) =>
  app.inject({
    method: 'POST',
    url: `/daraja/mpesa/${path}`,
    payload,
    headers: { ...host, authorization: `Bearer ${bearer}` },
  });
const signed = {
  BusinessShortCode: '174379',
  Password: Buffer.from(`174379${MERCHANT.passkey}20261121120000`).toString('base64'),
  Timestamp: '20261121120000',
};
const good = {
  ...signed,
  TransactionType: 'CustomerPayBillOnline',
  Amount: 3000,
  PartyA: '254712345678',
  PartyB: '174379',
  PhoneNumber: '254712345678',
  CallBackURL: 'https://duka.example/callback',
  AccountReference: 'AB12CD34',
  TransactionDesc: 'Order',
};
const push = (change: object = {}) => call('stkpush/v1/processrequest', { ...good, ...change });
const query = (CheckoutRequestID: string, change: object = {}) =>
  call('stkpushquery/v1/query', { ...signed, CheckoutRequestID, ...change });
const act = (id: string, action: string, extras: object = {}) =>
  control(`/mpesa/${id}`, { action, drop: true, ...extras });

beforeEach(async () => {
  await control('/reset', {});
  now += 3_600_000;
  token = (await grant()).json().access_token;
});
afterAll(() => app.close());

describe('H16: OAuth (providers 1.1)', () => {
  test('H16: the server’s defaults are the simulated merchant', () => {
    const { name: _name, ...account } = MERCHANT;
    expect(SIMULATED_MPESA).toEqual(account);
  });

  test('H16: a token lasts 3599 s, given as text, and the next one invalidates it', async () => {
    const first = (await grant()).json();
    expect(first).toEqual({ access_token: expect.stringMatching(/^[\w-]{28}$/), expires_in: '3599' });
    await grant();
    const refused = await call('stkpush/v1/processrequest', good, first.access_token);
    expect([refused.statusCode, refused.json()]).toEqual([
      404,
      { requestId: expect.any(String), errorCode: '404.001.03', errorMessage: 'Invalid Access Token' },
    ]);
  });

  test('H16: a token expires by time or by the control call', async () => {
    now += 3_598_999;
    expect((await push()).statusCode).toBe(200);
    now += 1;
    expect((await push()).json().errorCode).toBe('404.001.03');
    token = (await grant()).json().access_token;
    await control('/mpesa/revoke', {});
    expect((await push()).json().errorCode).toBe('404.001.03');
  });

  test('H16: wrong keys return 400 with an empty body', async () => {
    const answer = await grant(basic('me:you'));
    expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([400, '', '0']);
    expect(answer.headers['content-type']).toContain('text/plain');
  });

  test('H16: missing Basic authentication and another grant type return errors', async () => {
    expect((await grant(host)).json()).toMatchObject({ errorCode: '400.008.01' });
    expect((await grant(undefined, 'password')).json()).toMatchObject({
      errorCode: '400.008.02',
      errorMessage: 'Invalid grant type passed',
    });
  });
});

describe('H16: STK push (providers 1.2)', () => {
  test('H16: accepts the push and shows it on the phone', async () => {
    const answer = (await push()).json();
    expect(answer).toEqual({
      MerchantRequestID: expect.stringMatching(/^[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{16}$/),
      CheckoutRequestID: expect.stringMatching(/^ws_CO_\d{14}\d{3}712345678$/),
      ResponseCode: '0',
      ResponseDescription: 'Success. Request accepted for processing',
      CustomerMessage: 'Success. Request accepted for processing',
    });
    expect((await state()).prompts).toMatchObject([
      {
        checkoutRequestId: answer.CheckoutRequestID,
        phone: '254712345678',
        amount: 3000,
        accountReference: 'AB12CD34',
        state: 'open',
        receivedAt: new Date(now).toISOString(),
      },
    ]);
  });

  test.each<[string, object]>([
    ['BusinessShortCode', { BusinessShortCode: '12' }],
    ['Password', { Password: undefined }],
    ['Timestamp', { Timestamp: '2026-11-21' }],
    ['TransactionType', { TransactionType: 'Pay' }],
    ['Amount', { Amount: 0 }],
    ['Amount', { Amount: 1.5 }],
    ['Amount', { Amount: 250_001 }],
    ['PartyA', { PartyA: '0712345678' }],
    ['PartyB', { PartyB: '' }],
    ['PhoneNumber', { PhoneNumber: '254212345678' }],
    ['PhoneNumber', { PhoneNumber: '+254712345678' }],
    ['CallBackURL', { CallBackURL: 'http://duka.example/callback' }],
    ['CallBackURL', { CallBackURL: 'callback' }],
    ['AccountReference', { AccountReference: '1234567890123' }],
    ['AccountReference', { AccountReference: '' }],
    ['Remarks', { TransactionDesc: undefined }],
    ['Remarks', { TransactionDesc: 'fourteen chars' }],
  ])('H16: 400.002.02 names %s for %j', async (field, change) => {
    const answer = await push(change);
    expect([answer.statusCode, answer.json().errorCode, answer.json().errorMessage]).toEqual([
      400,
      '400.002.02',
      `Bad Request - Invalid ${field}`,
    ]);
    expect((await state()).prompts).toEqual([]);
  });

  test.each([
    { Amount: 1 },
    { Amount: '250000' },
    { PhoneNumber: 254112345678 },
    { CallBackURL: 'http://127.0.0.1:3000/x' },
    { BusinessShortCode: 174379 },
  ])('H16: accepts %j', async (change) => expect((await push(change)).statusCode).toBe(200));

  test('H16: rejects a password of another passkey or time, and another merchant', async () => {
    const other = Buffer.from('174379other20261121120000').toString('base64');
    for (const change of [{ Password: other }, { Timestamp: '20261121120001' }]) {
      expect((await push(change)).json()).toMatchObject({
        errorCode: '500.001.1001',
        errorMessage: 'Wrong credentials',
      });
    }
    expect((await push({ BusinessShortCode: '600999' })).json()).toMatchObject({
      errorCode: '500.001.1001',
      errorMessage: 'Merchant does not exist',
    });
  });

  test('H16: allows one prompt at a time per phone', async () => {
    const { CheckoutRequestID } = (await push()).json();
    const locked = await push({ Amount: 5 });
    expect([locked.statusCode, locked.json().errorMessage]).toEqual([
      500,
      'Unable to lock subscriber, a transaction is already in process for the current subscriber',
    ]);
    expect((await push({ PhoneNumber: '254722000111' })).statusCode).toBe(200);
    await act(CheckoutRequestID, 'cancel');
    expect((await push({ Amount: 5 })).statusCode).toBe(200);
  });

  test('D8: rule 17 blocks the same amount for 120 s, regardless of the first outcome', async () => {
    const { CheckoutRequestID } = (await push()).json();
    await act(CheckoutRequestID, 'wrong-pin');
    now += 119_999;
    expect((await push()).json()).toMatchObject({ ResponseCode: '17' });
    expect((await state()).prompts).toHaveLength(1);
    now += 1;
    expect((await push()).json()).toMatchObject({ ResponseCode: '0' });
  });

  test('D8: the callback can report rule 17 instead', async () => {
    await control('/mpesa/rules', { limitedBy: 'callback' });
    await act((await push()).json().CheckoutRequestID, 'cancel');
    expect((await push()).json()).toMatchObject({ ResponseCode: '0' });
    await expect.poll(async () => (await state()).prompts[0]).toMatchObject({ state: 'failed', resultCode: '17' });
  });
});

describe('H16: STK query (providers 1.4)', () => {
  test('H16: a prompt answers with each status in the order of time', async () => {
    const { CheckoutRequestID: id } = (await push()).json();
    expect((await query(id)).json()).toMatchObject({ errorCode: '400.002.02' });
    now += 2_000;
    const busy = await query(id);
    expect([busy.statusCode, busy.json().errorMessage]).toEqual([500, 'The transaction is being processed']);
    now += 10_000;
    expect((await query(id)).json()).toMatchObject({ ResponseCode: '0', ResultCode: '4999' });
    await act(id, 'cancel');
    expect((await query(id)).json()).toEqual({
      ResponseCode: '0',
      ResponseDescription: 'The service request has been accepted successfully',
      MerchantRequestID: expect.any(String),
      CheckoutRequestID: id,
      ResultCode: '1032',
      ResultDesc: 'Request cancelled by user',
    });
  });

  test('D7: the sixth query within a minute gets Apigee’s original error', async () => {
    for (let n = 0; n < 5; n += 1) await query('ws_CO_1');
    const answer = await query('ws_CO_1');
    expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
      429,
      '60',
      {
        fault: {
          faultstring:
            'Spike arrest violation. Allowed rate : MessageRate{messagesPerPeriod=5, periodInMicroseconds=60000000, maxBurstMessageCount=1.0}',
          detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' },
        },
      },
    ]);
    now += 60_000;
    expect((await query('ws_CO_1')).statusCode).toBe(400);
    await control('/mpesa/rules', { queriesPerMinute: 100 });
    for (let n = 0; n < 20; n += 1) expect((await query('ws_CO_1')).statusCode).toBe(400);
  });

  test('H16: checks the signature and the format of the id', async () => {
    expect((await query('mine')).json()).toMatchObject({ errorMessage: 'Bad Request - Invalid CheckoutRequestID' });
    expect((await query('ws_CO_1', { Timestamp: '20261121120001' })).json()).toMatchObject({
      errorMessage: 'Wrong credentials',
    });
  });
});

describe('H16: the phone’s owner', () => {
  test.each([
    ['pay', 'paid', '0'],
    ['cancel', 'cancelled', '1032'],
    ['wrong-pin', 'wrong-pin', '2001'],
    ['no-funds', 'no-funds', '1'],
    ['unreachable', 'unreachable', '1037'],
  ])('H16: %s', async (action, became, code) => {
    const { CheckoutRequestID: id } = (await push()).json();
    expect((await act(id, action)).statusCode).toBe(200);
    expect((await query(id)).json().ResultCode).toBe(code);
    const {
      prompts: [prompt],
      charges,
    } = await state('?phone=254712345678');
    expect(prompt).toMatchObject({ state: became, resultCode: code });
    expect(charges).toEqual(
      became === 'paid'
        ? [
            {
              receipt: prompt.receipt,
              checkoutRequestId: id,
              phone: '254712345678',
              amount: 3000,
              accountReference: 'AB12CD34',
              at: new Date(now).toISOString(),
            },
          ]
        : [],
    );
    expect((await act(id, 'pay')).statusCode).toBe(409);
  });

  test('H16: an ignored prompt disappears and fails after 60 s', async () => {
    const { CheckoutRequestID: id } = (await push()).json();
    await act(id, 'ignore');
    expect((await state()).prompts[0]).toMatchObject({ state: 'open', isIgnored: true });
    await control('/clock', { advanceMs: 59_999 });
    expect((await state()).prompts[0]).toMatchObject({ state: 'open' });
    await control('/clock', { advanceMs: 1 });
    expect((await state()).prompts[0]).toMatchObject({ state: 'expired', resultCode: '1037' });
    expect((await state('?limit=0')).prompts).toEqual([]);
  });

  test('H16: a silent end stays “under processing” for every query', async () => {
    const { CheckoutRequestID: id } = (await push()).json();
    await act(id, 'ignore', { silent: true });
    await control('/clock', { advanceMs: 600_000 });
    expect((await query(id)).json().ResultCode).toBe('4999');
  });

  test('H16: a plan answers the next prompt; a plan for one phone goes first', async () => {
    await control('/mpesa/next', { action: 'pay', drop: true, when: 'before-reply', stays: true });
    await control('/mpesa/next', { action: 'cancel', drop: true, when: 'before-reply', phone: '254712345678' });
    await push();
    await push({ Amount: 7 });
    await push({ PhoneNumber: '254722000111' });
    expect((await state()).prompts.map((prompt: { state: string }) => prompt.state)).toEqual([
      'paid',
      'paid',
      'cancelled',
    ]);
  });

  test('H16: a fault can apply to one call only', async () => {
    await control('/faults', { provider: 'daraja', mode: '503', times: 1, call: 'stkpush/' });
    expect((await grant()).statusCode).toBe(200);
    token = (await grant()).json().access_token;
    expect((await push()).statusCode).toBe(503);
    await control('/faults', { provider: 'daraja', mode: '429' });
    expect((await push()).json().fault.detail.errorcode).toBe('policies.ratelimit.SpikeArrestViolation');
  });

  test('H16: the log contains no password', async () => {
    await push();
    const { requests } = (await app.inject({ url: '/control/log', headers: host })).json();
    expect(requests.at(-1)).toMatchObject({
      path: '/daraja/mpesa/stkpush/v1/processrequest',
      body: { Password: '***', Amount: 3000 },
    });
    expect(JSON.stringify(requests)).not.toContain(token);
  });

  test.each([
    ['/mpesa/ws_CO_1', { action: 'dance' }, 400],
    ['/mpesa/ws_CO_1', { action: 'pay', delayMs: -1 }, 400],
    ['/mpesa/ws_CO_1', { action: 'pay' }, 404],
    ['/mpesa/next', { action: 'pay', when: 'never' }, 400],
    ['/mpesa/rules', { queriesPerMinute: 0 }, 400],
    ['/clock', { advanceMs: -1 }, 400],
  ])('H16: %s rejects %j', async (path, payload, status) => {
    expect((await control(path, payload)).statusCode).toBe(status);
  });
});
