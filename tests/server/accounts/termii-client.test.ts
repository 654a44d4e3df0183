import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CODE_MARK, SmsError } from '../../../server/providers/sms.ts';
import { createTermii, type TermiiSettings } from '../../../server/providers/termii.ts';
import { startSimulators, type RunningSimulators } from '../simulators/running.ts';

let simulators: RunningSimulators;
beforeAll(async () => void (simulators = await startSimulators()));
beforeEach(() => simulators.reset());
afterAll(() => simulators.close());

const client = (change: Partial<TermiiSettings> = {}) =>
  createTermii({
    baseUrl: `${simulators.url}/termii`,
    apiKey: 'secret-key',
    senderId: 'Duka',
    channel: 'generic',
    timeoutMs: 5000,
    ...change,
  });
const message = { to: '254712345678', text: `Code ${CODE_MARK}`, lifeSeconds: 600, digits: 6, tries: 5 };
const failure = async (work: Promise<unknown>): Promise<SmsError> => {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(SmsError);
  return error as SmsError;
};

describe('H16: the real Termii client against the simulator', () => {
  test('H16: sends a code and distinguishes a right code from a wrong and a used one', async () => {
    const { providerPinId, status } = await client().sendCode(message);
    const [sms] = await simulators.messages('254712345678');
    expect({ status, text: sms?.text }).toEqual({ status: 'Message Sent', text: `Code ${sms?.code}` });
    expect(await client().checkCode(providerPinId, sms?.code === '000000' ? '111111' : '000000')).toBe('wrong');
    expect(await client().checkCode(providerPinId, sms?.code ?? '')).toBe('right');
    expect(await client().checkCode(providerPinId, sms?.code ?? '')).toBe('wrong');
    expect(await client().checkCode('nobody', '123456')).toBe('wrong');
  });

  test('D4: an expired code is not accepted', async () => {
    const { providerPinId } = await client().sendCode({ ...message, lifeSeconds: 0 });
    const [sms] = await simulators.messages();
    expect(await client().checkCode(providerPinId, sms?.code ?? '')).toBe('expired');
  });

  test.each([
    ['503', false],
    ['429', false],
    ['html', false],
    ['reset', true],
    ['hang', true],
    ['lose-answer', true],
  ])(
    'H16: %s on sending throws an error that states whether the code may have been sent (%s)',
    async (mode, mayHaveActed) => {
      await simulators.fault('termii', mode);
      const error = await failure(client({ timeoutMs: 300 }).sendCode(message));
      expect(error.mayHaveActed).toBe(mayHaveActed);
      expect((await simulators.messages()).length).toBe(mode === 'lose-answer' ? 1 : 0);
      await client().sendCode(message);
    },
  );

  test.each(['503', '429', 'html', 'reset', 'hang', 'lose-answer'])(
    'H16: %s on checking is never a right code',
    async (mode) => {
      const { providerPinId } = await client().sendCode(message);
      const [sms] = await simulators.messages();
      await simulators.fault('termii', mode);
      await failure(client({ timeoutMs: 300 }).checkCode(providerPinId, sms?.code ?? ''));
    },
  );

  test('U25: sends a plain text', async () => {
    await client().sendText('254712345678', 'Thank you');
    expect(await simulators.messages('254712345678')).toMatchObject([{ to: '254712345678', text: 'Thank you' }]);
  });

  test.each([
    ['503', false],
    ['429', false],
    ['html', false],
    ['reset', true],
    ['hang', true],
    ['lose-answer', true],
  ])(
    'U25: %s on sending a text throws an error that states whether it may have been sent (%s)',
    async (mode, mayHaveActed) => {
      await simulators.fault('termii', mode);
      const error = await failure(client({ timeoutMs: 300 }).sendText('254712345678', 'Thank you'));
      expect(error.mayHaveActed).toBe(mayHaveActed);
    },
  );

  test('H16: an unreachable provider cannot have acted', async () => {
    const closed = await startSimulators();
    await closed.close();
    const error = await failure(client({ baseUrl: `${closed.url}/termii` }).sendCode(message));
    expect(error.mayHaveActed).toBe(false);
  });

  test('H14: no error contains the key, the phone or the code', async () => {
    await simulators.fault('termii', '503', 2);
    const errors = [await failure(client().sendCode(message)), await failure(client().checkCode('pin-id', '654321'))];
    for (const error of errors)
      expect(`${error.message} ${String(error.cause)}`).not.toMatch(/secret-key|254712345678|654321/);
  });
});

describe('§7 send-otp: requests to Termii and its responses', () => {
  const answering = (status: number, body: unknown) => {
    const original = globalThis.fetch;
    const bodies: unknown[] = [];
    globalThis.fetch = async (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)));
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status });
    };
    return { bodies, [Symbol.dispose]: () => void (globalThis.fetch = original) };
  };

  test.each([
    [{ verified: 'True' }, 'right'],
    [{ verified: true }, 'right'],
    [{ verified: 'true' }, 'wrong'],
    [{ verified: 'False' }, 'wrong'],
    [{ verified: false }, 'wrong'],
    [{ verified: 'Expired' }, 'expired'],
    [{ verified: '1' }, 'wrong'],
  ])('D1: %j is %s', async (body, expected) => {
    using _ = answering(200, body);
    expect(await client().checkCode('p', '123456')).toBe(expected);
  });

  test.each([
    [200, {}],
    [200, { verified: 1 }],
    [200, 'null'],
    [200, ''],
    [500, { verified: 'True' }],
    [401, { verified: 'True' }],
    [302, { verified: 'True' }],
  ])('D1: status %i with %j throws and is not a right code', async (status, body) => {
    using _ = answering(status, body);
    await failure(client().checkCode('p', '123456'));
  });

  test.each([
    [200, {}],
    [200, { pinId: '' }],
    [200, { pinId: 5 }],
    [200, '<html>'],
    [400, { pinId: 'p' }],
  ])('§8 OTP: a send answered with %i %j throws', async (status, body) => {
    using _ = answering(status, body);
    await failure(client().sendCode(message));
  });

  test('§9 OTP: requests six digits, ten minutes, five tries', async () => {
    using wire = answering(200, { pinId: 'p' });
    await client().sendCode(message);
    expect(wire.bodies).toEqual([
      {
        api_key: 'secret-key',
        message_type: 'NUMERIC',
        pin_type: 'NUMERIC',
        to: '254712345678',
        from: 'Duka',
        channel: 'generic',
        pin_attempts: 5,
        pin_time_to_live: 10,
        pin_length: 6,
        pin_placeholder: CODE_MARK,
        message_text: `Code ${CODE_MARK}`,
      },
    ]);
  });

  test('§9 OTP: rounds the lifetime up to whole minutes; the base URL may end with a slash', async () => {
    using wire = answering(200, { pinId: 'p' });
    const urls: string[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = (url, init) => {
      urls.push(url instanceof Request ? url.url : String(url));
      return fetch(url, init);
    };
    for (const lifeSeconds of [600, 601])
      await client({ baseUrl: 'http://termii.test/' }).sendCode({ ...message, lifeSeconds });
    expect(wire.bodies).toMatchObject([{ pin_time_to_live: 10 }, { pin_time_to_live: 11 }]);
    expect(urls).toEqual(['http://termii.test/api/sms/otp/send', 'http://termii.test/api/sms/otp/send']);
  });
});
