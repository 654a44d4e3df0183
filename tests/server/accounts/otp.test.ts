// @engine postgres
import { beforeEach, expect, test } from 'vitest';
import { otpChallenges } from '../../../server/db/schema.ts';
import { askCode, FORM, MSISDN, NO_SESSION, waitFor, WRONG_CODE } from './steps.ts';
import { describeShop, type Browser, type World } from './world.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const send = (browser: Browser, phone = FORM.phone) => browser.post('/auth/send-otp', { phone, userName: 'Wanjiku' });
const verify = (browser: Browser, pinId: string, pin: string) =>
  browser.post('/auth/verify-termii-otp', { pinId, pin });

/** Each phone to which these tests send has a pending sign-up that outlasts them (D23). */
const PHONES = [MSISDN, ...Array.from({ length: 11 }, (_, n) => `2547330001${String(n).padStart(2, '0')}`)];
const waitForCodes = (world: World) => Promise.all(PHONES.map((phone) => waitFor(world, phone)));

describeShop('one-time codes', (world) => {
  beforeEach(() => waitForCodes(world()));

  test('§7 send-otp: returns our id and the status; the text has the code twice, once for WebOTP (U22)', async () => {
    const answer = await send(world().browser());
    expect(answer.body).toEqual({
      success: true,
      data: { pinId: expect.any(String), balance: null, smsStatus: 'Message Sent' },
    });
    const [sms] = world().sms.sent;
    expect(sms).toMatchObject({ to: MSISDN, lifeSeconds: 600, digits: 6, tries: 5 });
    expect(sms?.text).toMatch(/code is < 1234 >\. [^]+10 minutes[^]+\n\n@localhost #< 1234 >$/);
  });

  test('D3: balance is always null', async () => {
    expect((await send(world().browser())).body.data?.balance).toBeNull();
  });

  test("D3: a stranger's name never appears in a message", async () => {
    await world().browser().post('/auth/send-otp', { phone: FORM.phone, userName: 'Win now at http://evil.example' });
    expect(world().sms.sent[0]?.text).not.toContain('evil');
  });

  test('D3: sends one code a minute per phone, from any browser and for any spelling', async () => {
    await askCode(world().browser());
    world().advance(30 * SECOND);
    const early = await send(world().browser(), '+254 712-345-678');
    expect(early).toMatchObject({
      status: 429,
      body: { success: false, message: 'Please wait a minute and try again.' },
    });
    expect(early.retryAfter).toBeGreaterThanOrEqual(29);
    expect(early.retryAfter).toBeLessThanOrEqual(30);
    await askCode(world().browser(), '0733000110');
    world().advance(30 * SECOND);
    await askCode(world().browser());
    expect(world().sms.sent).toHaveLength(3);
  });

  test('D3: ten concurrent requests for one phone send one code', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(world().browser())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 429)]);
    expect(world().sms.sent).toHaveLength(1);
  });

  test("D3, D24, H15: unknown browsers get 3 of a phone's 5 hourly codes; the text states the wait", async () => {
    for (let n = 0; n < 3; n += 1) {
      await askCode(world().browser());
      world().advance(MINUTE);
    }
    const next = await send(world().browser());
    expect(next).toMatchObject({ status: 429, body: { message: 'Please try again in 57 minutes.' } });
    expect(next.retryAfter).toBeGreaterThan(56 * 60);
    expect(next.retryAfter).toBeLessThanOrEqual(57 * 60);
    world().advance(57 * MINUTE);
    await askCode(world().browser());
  });

  test('D24: has no daily limit per phone: three codes in each hour', async () => {
    for (let n = 0; n < 12; n += 1) {
      await askCode(world().browser());
      world().advance(HOUR / 3);
    }
    expect(world().sms.sent).toHaveLength(12);
  });

  test('F4, D3, D24: limits an address to a hundred codes an hour', async () => {
    const phone = (n: number) => `07330001${String(n).padStart(2, '0')}`;
    for (let n = 0; n < 99; n += 1) await world().deps.limiter.count('codes', '10.0.0.9');
    await askCode(world().browser('10.0.0.9'), phone(1));
    const next = await send(world().browser('10.0.0.9'), phone(2));
    expect(next).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/^Please try again in (?:59|60) minutes\.$/) },
    });
    await askCode(world().browser('10.0.0.10'), phone(2));
  });

  test.each(['+1234567890', '+447700900123', '+255712345678'])(
    'D3: %s has a valid form but gets no code',
    async (phone) => {
      expect(await send(world().browser(), phone)).toMatchObject({
        status: 400,
        body: { success: false, message: 'Failed to send verification code' },
      });
      expect(world().sms.sent).toHaveLength(0);
    },
  );

  test.each(['0812345678', '+254612345678'])(
    '§5 Phone, A19: rejects the format of %s under its field',
    async (phone) => {
      expect(await send(world().browser(), phone)).toMatchObject({
        status: 400,
        body: { fields: { phone: expect.stringContaining('valid phone number') } },
      });
      expect(world().sms.sent).toHaveLength(0);
    },
  );

  test('R20: returns a clear error when the provider is down, and the code can be retried immediately', async () => {
    for (const how of ['refused', 'lost'] as const) {
      world().sms.failNext(how);
      expect(await send(world().browser())).toMatchObject({
        status: 503,
        body: { success: false, message: 'Failed to send verification code' },
      });
    }
    await askCode(world().browser());
    expect(await world().rows(otpChallenges)).toHaveLength(2);
  });

  test('D4, R28: a right code verifies once', async () => {
    const browser = world().browser();
    const pinId = await askCode(browser);
    const answer = await verify(browser, pinId, world().sms.codeOf(MSISDN));
    expect(answer.body).toEqual({
      success: true,
      data: { verified: true, msisdn: MSISDN, verificationToken: expect.stringMatching(/^[\w-]{43}$/) },
    });
    expect(await verify(browser, pinId, world().sms.codeOf(MSISDN))).toMatchObject({
      status: 400,
      body: { message: NO_SESSION, code: 'no-otp-session' },
    });
  });

  test('D4: rejects even the right code after five wrong ones', async () => {
    const browser = world().browser();
    const pinId = await askCode(browser);
    for (let n = 0; n < 5; n += 1) {
      expect(await verify(browser, pinId, '000000')).toMatchObject({
        status: 400,
        body: { success: false, message: WRONG_CODE },
      });
    }
    expect(await verify(browser, pinId, world().sms.codeOf(MSISDN))).toMatchObject({
      status: 400,
      body: { message: NO_SESSION, code: 'no-otp-session' },
    });
    expect(world().sms.checked).toHaveLength(5);
  });

  test('D4: accepts the right code at the fifth try', async () => {
    const browser = world().browser();
    const pinId = await askCode(browser);
    for (let n = 0; n < 4; n += 1) await verify(browser, pinId, '000000');
    expect(await verify(browser, pinId, world().sms.codeOf(MSISDN))).toMatchObject({ status: 200 });
  });

  test('D4, R28: checks five of thirty concurrent guesses', async () => {
    const browser = world().browser();
    const pinId = await askCode(browser);
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, n) => verify(browser, pinId, String(200_000 + n))),
    );
    expect(guesses.filter(({ body }) => body.message === WRONG_CODE)).toHaveLength(5);
    expect(world().sms.checked).toHaveLength(5);
  });

  test('D4: a check that fails at the provider does not use up a try', async () => {
    const browser = world().browser();
    const pinId = await askCode(browser);
    for (let n = 0; n < 6; n += 1) {
      world().sms.failNext('lost');
      expect(await verify(browser, pinId, '000000')).toMatchObject({
        status: 503,
        body: { message: 'Verification failed' },
      });
    }
    expect(await verify(browser, pinId, world().sms.codeOf(MSISDN))).toMatchObject({ status: 200 });
  });

  test('§9 OTP: a code is valid for 600 s', async () => {
    const browser = world().browser();
    const first = await askCode(browser);
    const code = world().sms.codeOf(MSISDN);
    world().advance(599 * SECOND);
    expect(await verify(browser, first, '000000')).toMatchObject({ body: { message: WRONG_CODE } });
    world().advance(SECOND);
    expect(await verify(browser, first, code)).toMatchObject({
      status: 400,
      body: { message: NO_SESSION, code: 'no-otp-session' },
    });
  });

  test('D4: an unknown id has no session', async () => {
    expect(await verify(world().browser(), 'provider-1', '123456')).toMatchObject({
      status: 400,
      body: { message: NO_SESSION, code: 'no-otp-session' },
    });
  });

  test('D4: stores neither our id nor the code nor the token in plain text', async () => {
    const browser = world().browser();
    const pinId = await askCode(browser);
    const code = world().sms.codeOf(MSISDN);
    const { body } = await verify(browser, pinId, code);
    const kept = JSON.stringify(await world().rows(otpChallenges));
    for (const secret of [pinId, code, body.data?.verificationToken ?? '']) expect(kept).not.toContain(`"${secret}"`);
    expect(pinId).not.toContain('provider');
  });

  test.each(['12345', '1234567', '12a456', ' 12345', '١٢٣٤٥٦'])(
    '§5 OTP: %j is not six digits and does not use up a try',
    async (pin) => {
      const browser = world().browser();
      const pinId = await askCode(browser);
      expect(await verify(browser, pinId, pin)).toMatchObject({
        status: 400,
        body: { fields: { pin: 'Please enter a 6-digit verification code' } },
      });
      expect((await world().rows(otpChallenges))[0]?.attempts).toBe(0);
    },
  );
});

describeShop(
  'one-time codes with raised limits',
  (world) => {
    beforeEach(() => waitForCodes(world()));

    test('D3: RATE_LIMIT_FACTOR raises the hourly limit, never the minute', async () => {
      for (let n = 0; n < 8; n += 1) {
        await askCode(world().browser());
        expect((await send(world().browser())).status).toBe(429);
        world().advance(MINUTE);
      }
    });

    test('D4: RATE_LIMIT_FACTOR never raises the five tries', async () => {
      const browser = world().browser();
      const pinId = await askCode(browser);
      const messages = [];
      for (let n = 0; n < 6; n += 1) messages.push((await verify(browser, pinId, '000000')).body.message);
      expect(messages).toEqual([WRONG_CODE, WRONG_CODE, WRONG_CODE, WRONG_CODE, WRONG_CODE, NO_SESSION]);
    });
  },
  { RATE_LIMIT_FACTOR: '100' },
);
