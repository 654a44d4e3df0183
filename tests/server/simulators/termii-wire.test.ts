import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import { createSimulators } from '../../../simulators/app.ts';
import { termii } from '../../../simulators/termii/termii.ts';

let now = Date.UTC(2026, 10, 21, 9);
const app = createSimulators({}, [termii(() => now)]);
const headers = { host: 'localhost' };
const good = {
  api_key: 'k',
  message_type: 'NUMERIC',
  pin_type: 'NUMERIC',
  to: '254712345678',
  from: 'Duka',
  channel: 'generic',
  pin_attempts: 2,
  pin_time_to_live: 10,
  pin_length: 6,
  pin_placeholder: '< 1234 >',
  message_text: 'Code < 1234 >',
};
const post = (url: string, payload: Record<string, unknown>) => app.inject({ method: 'POST', url, payload, headers });
const send = (change: Record<string, unknown> = {}) => post('/termii/api/sms/otp/send', { ...good, ...change });
const verify = (pin_id: string, pin: string) => post('/termii/api/sms/otp/verify', { api_key: 'k', pin_id, pin });
const messages = async (phone = '') =>
  (await app.inject({ url: `/control/sms${phone === '' ? '' : `?phone=${phone}`}`, headers })).json().messages;

beforeEach(async () => void (await post('/control/reset', {})));
afterAll(() => app.close());

describe('H16: the Termii protocol (providers 1.8)', () => {
  test('H16: sends a code, shows it on the phone and verifies it once', async () => {
    const sent = (await send()).json();
    expect(sent).toMatchObject({ to: '254712345678', smsStatus: 'Message Sent' });
    const [sms] = await messages('0712345678');
    expect(sms).toEqual({
      to: '254712345678',
      text: `Code ${sms.code}`,
      code: expect.stringMatching(/^\d{6}$/),
      sentAt: new Date(now).toISOString(),
    });
    expect((await verify(sent.pinId, sms.code)).json()).toEqual({
      pinId: sent.pinId,
      verified: 'True',
      msisdn: '254712345678',
    });
    expect((await verify(sent.pinId, sms.code)).json().verified).toBe('False');
  });

  test('H16: a wrong code uses up an attempt, and without attempts the right code is rejected too', async () => {
    const { pinId } = (await send()).json();
    const [{ code }] = await messages();
    expect((await verify(pinId, 'wrong')).json()).toMatchObject({ verified: 'False', attemptsRemaining: 1 });
    expect((await verify(pinId, 'wrong')).json()).toMatchObject({ verified: 'False', attemptsRemaining: 0 });
    expect((await verify(pinId, code)).json().verified).toBe('False');
  });

  test('H16: a code expires after its lifetime', async () => {
    const { pinId } = (await send()).json();
    const [{ code }] = await messages();
    now += 599_999;
    expect((await verify(pinId, 'wrong')).json().verified).toBe('False');
    now += 1;
    expect((await verify(pinId, code)).json().verified).toBe('Expired');
  });

  test('H16: rejects an unknown code id, a missing key and each invalid field as Termii does', async () => {
    expect((await verify('nobody', '123456')).statusCode).toBe(400);
    expect((await send({ api_key: undefined })).statusCode).toBe(401);
    const bad: [string, unknown][] = [
      ['message_type', 'TEXT'],
      ['pin_type', 'ALPHA'],
      ['to', '+254712345678'],
      ['to', '12'],
      ['from', 'ab'],
      ['from', 'twelve chars'],
      ['channel', 'pigeon'],
      ['pin_attempts', 0],
      ['pin_time_to_live', 61],
      ['pin_length', 3],
      ['pin_length', 9],
      ['message_text', 'no mark'],
    ];
    for (const [field, value] of bad) {
      const answer = await send({ [field]: value });
      expect([field, answer.statusCode, answer.json().message]).toEqual([field, 400, `Invalid ${field}`]);
    }
    expect(await messages()).toEqual([]);
  });

  test('U25: delivers a plain text unchanged, without a code', async () => {
    const text = {
      api_key: 'k',
      to: '254712345678',
      from: 'Duka',
      sms: 'Thank you',
      type: 'plain',
      channel: 'generic',
    };
    expect((await post('/termii/api/sms/send', text)).json()).toMatchObject({
      code: 'ok',
      message: 'Successfully Sent',
    });
    expect(await messages()).toEqual([{ to: '254712345678', text: 'Thank you', sentAt: new Date(now).toISOString() }]);
    for (const [field, value] of [
      ['to', '12'],
      ['from', 'ab'],
      ['sms', ''],
      ['type', 'unicode'],
      ['channel', 'pigeon'],
    ] as const) {
      const answer = await post('/termii/api/sms/send', { ...text, [field]: value });
      expect([answer.statusCode, answer.json().message]).toEqual([400, `Invalid ${field}`]);
    }
  });

  test('H16: lists messages newest first, optionally by phone', async () => {
    await send();
    await send({ to: '233201234567' });
    expect((await messages()).map(({ to }: { to: string }) => to)).toEqual(['233201234567', '254712345678']);
    expect(await messages('254712345678')).toHaveLength(1);
  });

  test('H16: the log contains every request and never the key', async () => {
    await send();
    await post('/control/faults', { provider: 'termii', mode: '503', times: 1 });
    await send();
    const { requests } = (await app.inject({ url: '/control/log', headers })).json();
    expect(requests.map(({ status }: { status: number }) => status)).toEqual([200, 503]);
    expect(requests[0]).toMatchObject({
      provider: 'termii',
      method: 'POST',
      path: '/termii/api/sms/otp/send',
      body: { api_key: '***' },
    });
  });

  test('H16: rejects faults with an unknown provider, mode or count', async () => {
    for (const fault of [
      { provider: 'nobody', mode: '503' },
      { provider: 'termii', mode: 'flood' },
      { provider: 'termii', mode: '503', times: 0 },
    ]) {
      expect((await post('/control/faults', fault)).statusCode).toBe(400);
    }
  });

  test('H16: a fault ends after its count, and the mode none ends it immediately', async () => {
    await post('/control/faults', { provider: 'termii', mode: '429', times: 2 });
    expect((await send()).statusCode).toBe(429);
    await post('/control/faults', { provider: 'termii', mode: 'none' });
    expect((await send()).statusCode).toBe(200);
  });
});

test('H16: another provider can be added next to it', async () => {
  const seen = createSimulators({}, [
    {
      name: 'other',
      mount: (it: FastifyInstance) => void it.get('/hello', async () => 'hi'),
      control: () => undefined,
      reset: () => undefined,
    },
  ]);
  expect((await seen.inject({ url: '/other/hello', headers })).body).toBe('hi');
  await seen.close();
});
