// @engine postgres
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { toShillings } from '../../../contract/rules/money.ts';
import { parseStoredMsisdn } from '../../../contract/rules/phone.ts';
import type { Push, PushAnswer } from '../../../server/providers/mpesa.ts';
import { createTestDatabase } from '../../support/server.ts';
import { createDarajaToken, type AccessTokens } from '../../../server/providers/daraja-token.ts';
import { startSimulators, type RunningSimulators } from '../simulators/running.ts';
import { getClient, fixedTokens, hang, hostClock, json, raw, reset, scripted, settingsFor } from './daraja-client.ts';

const prompt: Push = {
  phone: parseStoredMsisdn('254712345678'),
  amount: toShillings(3000),
  accountReference: 'AB12CD34',
  description: 'Order',
  callbackUrl: 'http://127.0.0.1:9/callback',
};
const error = (errorCode: string, errorMessage: string) => ({ requestId: '1-2-3', errorCode, errorMessage });
const pushing = async (url: string, timeoutMs = 5_000): Promise<PushAnswer> => {
  const answer = await getClient({ ...settingsFor(url), timeoutMs }, fixedTokens('token')).push(prompt);
  return answer;
};

describe('H16: the real Daraja client against the simulator', () => {
  let simulators: RunningSimulators;
  let tokens: AccessTokens;
  let close: () => Promise<void>;
  const settings = () => settingsFor(`${simulators.url}/daraja`);
  const client = () => getClient(settings(), tokens);

  beforeAll(async () => {
    simulators = await startSimulators();
    const { db, drop } = await createTestDatabase();
    close = drop;
    tokens = createDarajaToken({ settings: settings(), db, clock: hostClock });
  });
  beforeEach(() => simulators.reset());
  afterAll(async () => {
    await simulators.close();
    await close();
  });

  test('D10: a prompt is accepted, shown on the phone and paid', async () => {
    const answer = await client().push(prompt);
    const {
      prompts: [shown],
    } = await simulators.mpesa(prompt.phone);
    expect(answer).toEqual({
      outcome: 'accepted',
      merchantRequestId: shown?.merchantRequestId,
      checkoutRequestId: shown?.checkoutRequestId,
    });
    expect(shown).toMatchObject({
      phone: prompt.phone,
      amount: 3000,
      accountReference: 'AB12CD34',
      callbackUrl: prompt.callbackUrl,
      state: 'open',
    });
    await simulators.answerPrompt(shown?.checkoutRequestId ?? '', 'pay');
    expect(await client().query(shown?.checkoutRequestId ?? '')).toEqual({
      outcome: 'result',
      code: '0',
      text: 'The service request is processed successfully.',
    });
  });

  test('providers 1.4: a prompt in progress has several answers, none of which settles it', async () => {
    const answer = await client().push(prompt);
    if (answer.outcome !== 'accepted') throw new Error('not accepted');
    const early = await client().query(answer.checkoutRequestId);
    expect(early).toMatchObject({ outcome: 'noResult', text: '400.002.02 Bad Request - Invalid CheckoutRequestID' });
    await simulators.advance(2_000);
    const busy = await client().query(answer.checkoutRequestId);
    expect(busy).toMatchObject({ outcome: 'noResult', text: '500.001.1001 The transaction is being processed' });
    await simulators.advance(10_000);
    const later = await client().query(answer.checkoutRequestId);
    expect(later).toEqual({ outcome: 'result', code: '4999', text: 'The transaction is still under processing' });
  });

  test('D7: too many queries return no result, with the time to wait', async () => {
    for (let n = 0; n < 5; n += 1) await client().query('ws_CO_1');
    const refused = await client().query('ws_CO_1');
    expect(refused).toMatchObject({ outcome: 'noResult', text: expect.stringContaining('Spike arrest violation') });
    expect(refused.outcome === 'noResult' ? refused.retryAfterMs : null).toBeGreaterThan(50_000);
  });

  test('D8: rejects the same amount within 2 minutes with 17, and a second open prompt with 1001', async () => {
    const first = await client().push(prompt);
    expect(await client().push({ ...prompt, amount: toShillings(500) })).toMatchObject({
      outcome: 'refused',
      code: '1001',
    });
    await simulators.answerPrompt(first.outcome === 'accepted' ? first.checkoutRequestId : '', 'cancel');
    expect(await client().push(prompt)).toMatchObject({ outcome: 'refused', code: '17' });
    expect(await client().push({ ...prompt, phone: parseStoredMsisdn('254112345678') })).toMatchObject({
      outcome: 'accepted',
    });
    await simulators.advance(120_000);
    expect(await client().push(prompt)).toMatchObject({ outcome: 'accepted' });
  });

  test('R11: renews a revoked token once and sends one prompt', async () => {
    await client().push(prompt);
    await simulators.revokeToken();
    const answer = await client().push({ ...prompt, phone: parseStoredMsisdn('254722000111') });
    expect(answer.outcome).toBe('accepted');
    expect((await simulators.mpesa('254722000111')).prompts).toHaveLength(1);
  });

  test.each([
    ['503', 'unknown', 0],
    ['hang', 'unknown', 0],
    ['reset', 'unknown', 0],
    ['lose-answer', 'unknown', 1],
    ['html', 'refused', 0],
    ['429', 'refused', 0],
  ])('R11: %s at the push is %s and is never sent again', async (mode, outcome, shown) => {
    await client().query('ws_CO_1');
    await simulators.fault('daraja', mode);
    const answer = await getClient({ ...settings(), timeoutMs: 400 }, tokens).push(prompt);
    expect(answer.outcome).toBe(outcome);
    expect((await simulators.mpesa()).prompts).toHaveLength(shown);
    expect((await simulators.requests()).filter(({ path }) => path.endsWith('/processrequest'))).toHaveLength(1);
  });

  test.each(['503', 'hang', 'reset', 'html', '429', 'lose-answer'])('R11: %s at a query is no result', async (mode) => {
    const answer = await client().push(prompt);
    await simulators.answerPrompt(answer.outcome === 'accepted' ? answer.checkoutRequestId : '', 'pay');
    await simulators.fault('daraja', mode);
    const asked = await getClient({ ...settings(), timeoutMs: 400 }, tokens).query(
      answer.outcome === 'accepted' ? answer.checkoutRequestId : '',
    );
    expect(asked.outcome).toBe('noResult');
  });

  test.each([
    ['wrong keys', { consumerSecret: 'wrong' }, 'token.400'],
    ['no Daraja there', { baseUrl: 'http://127.0.0.1:59321' }, 'token.network'],
  ])('X1, R11: with %s nothing is sent, and the code states the cause', async (_what, change, code) => {
    const { db, drop } = await createTestDatabase();
    const changed = { ...settings(), ...change };
    const lost = getClient(changed, createDarajaToken({ settings: changed, db, clock: hostClock }));
    expect(await lost.push(prompt)).toMatchObject({ outcome: 'refused', code });
    expect((await lost.query('ws_CO_1')).outcome).toBe('noResult');
    expect((await simulators.mpesa()).prompts).toEqual([]);
    await drop();
  });

  test.each([
    ['another passkey', { passkey: 'other' }, 'Wrong credentials'],
    ['another shortcode', { shortcode: '600999' }, 'Merchant does not exist'],
  ])('providers 1.2: %s is rejected and reported to the owner', async (_what, change, text) => {
    const wrong = getClient({ ...settings(), ...change }, tokens);
    expect(await wrong.push(prompt)).toMatchObject({ outcome: 'refused', code: '500.001.1001', text });
    expect(wrong.lines.join('')).toContain('Daraja refused the settings of this shop');
  });
});

describe('R11: Daraja’s answers during failures', () => {
  test.each<[string, Parameters<typeof scripted>[0], Partial<PushAnswer> & Record<string, unknown>]>([
    [
      'a bad field',
      json(400, error('400.002.02', 'Bad Request - Invalid PhoneNumber')),
      { outcome: 'refused', code: '400.002.02', text: 'Bad Request - Invalid PhoneNumber' },
    ],
    [
      'an error with 200',
      json(200, error('400.002.02', 'Bad Request - Invalid Amount')),
      { outcome: 'refused', code: '400.002.02' },
    ],
    ['a server error with 200', json(200, error('500.003.1001', 'Internal Server Error')), { outcome: 'unknown' }],
    ['no such path', json(404, error('404.001.01', 'Resource not found')), { outcome: 'refused', code: '404.001.01' }],
    ['no such method', json(405, error('405.001', 'Method Not Allowed')), { outcome: 'refused', code: '405.001' }],
    [
      'a locked subscriber',
      json(
        500,
        error(
          '500.001.1001',
          'Unable to lock subscriber, a transaction is already in process for the current subscriber',
        ),
      ),
      { outcome: 'refused', code: '1001' },
    ],
    [
      'an unknown merchant',
      json(500, error('500.001.1001', 'Merchant does not exist')),
      { outcome: 'refused', code: '500.001.1001' },
    ],
    [
      'the overloaded code with other words',
      json(500, error('500.001.1001', 'Something else')),
      { outcome: 'unknown', code: '500.001.1001', text: 'Something else' },
    ],
    [
      'a busy system',
      json(500, error('500.003.02', 'System is busy. Please try again in few minutes.')),
      { outcome: 'refused', code: '500.003.02' },
    ],
    ['a spike', json(500, error('500.003.02', 'Spike Arrest Violation')), { outcome: 'refused', code: '500.003.02' }],
    ['a quota', json(500, error('500.003.03', 'Quota Violation')), { outcome: 'refused', code: '500.003.03' }],
    ['an internal error', json(500, error('500.003.1001', 'Internal Server Error')), { outcome: 'unknown' }],
    [
      'a spike of Apigee',
      json(
        429,
        {
          fault: {
            faultstring: 'Spike arrest violation.',
            detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' },
          },
        },
        { 'retry-after': '30' },
      ),
      { outcome: 'refused', code: '429' },
    ],
    ['a page of the firewall', raw(403, 'text/html', '<html>Incapsula</html>'), { outcome: 'refused', code: '403' }],
    ['nothing at all with 400', raw(400, 'text/plain', ''), { outcome: 'refused', code: '400' }],
    ['nothing at all with 500', raw(500, 'text/plain', ''), { outcome: 'unknown' }],
    ['a gateway that waited in vain', raw(504, 'text/html', '<html></html>'), { outcome: 'unknown', code: '504' }],
    ['a request that timed out there', raw(408, 'text/html', ''), { outcome: 'unknown' }],
    ['a page with 200', raw(200, 'text/html', '<html></html>'), { outcome: 'unknown', code: '200' }],
    ['null', raw(200, 'application/json', 'null'), { outcome: 'unknown' }],
    ['accepted without an id', json(200, { ResponseCode: '0' }), { outcome: 'unknown' }],
    [
      'accepted with a number',
      json(200, { ResponseCode: 0, MerchantRequestID: 'm', CheckoutRequestID: 'ws_CO_1' }),
      { outcome: 'accepted', merchantRequestId: 'm', checkoutRequestId: 'ws_CO_1' },
    ],
    [
      'declined',
      json(200, {
        MerchantRequestID: 'm',
        CheckoutRequestID: 'ws_CO_1',
        ResponseCode: '17',
        ResponseDescription: 'Rule limited.',
      }),
      { outcome: 'refused', code: '17', text: 'Rule limited.' },
    ],
    [
      'a way to elsewhere',
      (response) => void response.writeHead(302, { location: 'https://safaricom.example/' }).end(),
      { outcome: 'unknown' },
    ],
    ['a broken connection', reset, { outcome: 'unknown', code: 'no-answer' }],
  ])('R11: %s', async (_what, answer, expected) => {
    await using daraja = await scripted(answer);
    expect(await pushing(daraja.url)).toMatchObject(expected);
    expect(daraja.heard).toHaveLength(1);
  });

  test('R11: a missing answer ends with an unknown outcome after the time-out', async () => {
    await using daraja = await scripted(hang);
    expect((await pushing(daraja.url, 200)).outcome).toBe('unknown');
  });

  test('R11: a refused connection means that nothing was sent', async () => {
    const daraja = await scripted(hang);
    await daraja[Symbol.asyncDispose]();
    expect(await pushing(daraja.url)).toMatchObject({ outcome: 'refused', code: 'not-sent' });
  });

  test.each([
    [404, error('404.001.03', 'Invalid Access Token')],
    [401, {}],
    [200, error('404.001.03', 'Invalid Access Token')],
    [400, error('400.003.01', 'Invalid Access Token')],
  ])('R11: renews a token rejected with %i and sends the push again once', async (status, body) => {
    await using daraja = await scripted(
      json(status, body),
      json(200, { ResponseCode: '0', MerchantRequestID: 'm', CheckoutRequestID: 'ws_CO_1' }),
    );
    const tokens = fixedTokens('old', 'new');
    expect((await getClient(settingsFor(daraja.url), tokens).push(prompt)).outcome).toBe('accepted');
    expect(daraja.heard.map(({ headers }) => headers.authorization)).toEqual(['Bearer old', 'Bearer new']);
    expect(tokens.refused).toEqual([undefined, 'old']);
  });

  test('R11: gives up after a second rejected token', async () => {
    await using daraja = await scripted(json(404, error('404.001.03', 'Invalid Access Token')));
    expect(await pushing(daraja.url)).toMatchObject({ outcome: 'refused', code: '404.001.03' });
    expect(daraja.heard).toHaveLength(2);
  });

  test('R11: sends nothing when the token arrives too late', async () => {
    await using daraja = await scripted(hang);
    const never = { get: () => new Promise<string>(() => undefined), renew: async () => undefined };
    const answer = await getClient({ ...settingsFor(daraja.url), timeoutMs: 100 }, never).push(prompt);
    expect([answer.outcome, daraja.heard.length]).toEqual(['refused', 0]);
  });

  test('R11: a partial answer is an unknown outcome', async () => {
    await using daraja = await scripted((response) => {
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': '500' })
        .write('{"ResponseCode":"0",');
      setImmediate(() => response.socket?.resetAndDestroy());
    });
    expect((await pushing(daraja.url)).outcome).toBe('unknown');
  });
});

describe('providers 1.2: requests to Daraja', () => {
  test('providers 1.2, R15: have every field, a password with Nairobi’s time, and the token', async () => {
    await using daraja = await scripted(
      json(200, { ResponseCode: '0', MerchantRequestID: 'm', CheckoutRequestID: 'ws_CO_1' }),
    );
    const clock = { ...hostClock, now: () => new Date('2026-12-31T21:30:05.999Z') };
    await getClient(settingsFor(daraja.url), fixedTokens('token'), clock).push(prompt);
    const [heard] = daraja.heard;
    expect(heard?.path).toBe('/mpesa/stkpush/v1/processrequest');
    expect(heard?.headers.authorization).toBe('Bearer token');
    expect(heard?.body).toEqual({
      BusinessShortCode: '174379',
      Timestamp: '20270101003005',
      Password: Buffer.from('174379simulated-passkey20270101003005').toString('base64'),
      TransactionType: 'CustomerPayBillOnline',
      Amount: 3000,
      PartyA: '254712345678',
      PartyB: '174379',
      PhoneNumber: '254712345678',
      CallBackURL: prompt.callbackUrl,
      AccountReference: 'AB12CD34',
      TransactionDesc: 'Order',
    });
  });

  test('providers 1.2: a till uses its own number', async () => {
    await using daraja = await scripted(json(200, {}));
    const till = { ...settingsFor(daraja.url), transactionType: 'CustomerBuyGoodsOnline' as const, partyB: '555111' };
    await getClient(till, fixedTokens('token')).push(prompt);
    expect(daraja.heard[0]?.body).toMatchObject({
      TransactionType: 'CustomerBuyGoodsOnline',
      BusinessShortCode: '174379',
      PartyB: '555111',
    });
  });

  test('providers 1.4: a query sends the id and reads results as text or numbers', async () => {
    await using daraja = await scripted(
      json(200, { ResponseCode: '0', ResultCode: 1032, ResultDesc: 'Request cancelled by user' }),
    );
    const answer = await getClient(settingsFor(daraja.url), fixedTokens('token')).query('ws_CO_9');
    expect(answer).toEqual({ outcome: 'result', code: '1032', text: 'Request cancelled by user' });
    expect(daraja.heard[0]).toMatchObject({
      path: '/mpesa/stkpushquery/v1/query',
      body: { CheckoutRequestID: 'ws_CO_9', BusinessShortCode: '174379' },
    });
  });

  test.each<[string, Parameters<typeof scripted>[0], number | null]>([
    ['too early', json(400, error('400.002.02', 'Invalid CheckoutRequestID')), null],
    ['being processed', json(500, error('500.001.1001', 'The transaction is being processed')), null],
    ['not there', json(500, error('500.001.1001', 'The transaction does not Exist')), null],
    [
      'too often',
      json(429, { fault: { faultstring: 'x', detail: { errorcode: 'y' } } }, { 'retry-after': '12' }),
      12_000,
    ],
    ['too often, with a date', json(429, {}, { 'retry-after': 'Sat, 21 Nov 2026 09:00:00 GMT' }), 60_000],
    ['too often, without a time', json(429, { fault: { faultstring: 'x', detail: { errorcode: 'y' } } }), 60_000],
    ['too often, for days', json(429, {}, { 'retry-after': '604800' }), 600_000],
    ['a spike', json(500, error('500.003.02', 'Spike Arrest Violation')), 60_000],
    ['a quota', json(500, error('500.003.03', 'Quota Violation')), 600_000],
    ['no result', json(200, { ResponseCode: '0' }), null],
    ['an empty result', json(200, { ResponseCode: '0', ResultCode: '' }), null],
    ['a page', raw(403, 'text/html', '<html></html>'), null],
    ['nothing', raw(400, 'text/plain', ''), null],
    ['broken', reset, null],
  ])('providers 1.4: a query with %s is no result', async (_what, answer, retryAfterMs) => {
    await using daraja = await scripted(answer);
    expect(await getClient(settingsFor(daraja.url), fixedTokens('token')).query('ws_CO_9')).toMatchObject({
      outcome: 'noResult',
      retryAfterMs,
    });
  });

  test('H14: logs contain no keys, passkey, token, phone or callback address', async () => {
    const lines: string[] = [];
    for (const answer of [
      json(500, error('500.001.1001', 'Merchant does not exist')),
      json(400, error('400.002.02', 'Bad Request')),
      reset,
      raw(503, 'text/html', ''),
    ]) {
      await using daraja = await scripted(answer);
      const client = getClient(settingsFor(daraja.url), fixedTokens('the-token'));
      await client.push(prompt);
      await client.query('ws_CO_9');
      lines.push(...client.lines);
    }
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.join('')).not.toMatch(/simulated-|the-token|254712345678|callback|MTc0Mzc5/);
  });
});
