// @engine postgres
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { otpChallenges, users } from '../../../server/db/schema.ts';
import type { SmsProvider } from '../../../server/providers/sms.ts';
import { createTermii } from '../../../server/providers/termii.ts';
import { startSimulators, type RunningSimulators } from '../simulators/running.ts';
import { complete, FORM, MSISDN, register, waitFor } from './steps.ts';
import { describeShop, type Browser } from './world.ts';

let simulators: RunningSimulators;
beforeAll(async () => void (simulators = await startSimulators()));
beforeEach(() => simulators.reset());
afterAll(() => simulators.close());

const send = (browser: Browser) => browser.post('/auth/send-otp', { phone: FORM.phone, userName: FORM.name });
const newestCode = async () => (await simulators.messages(MSISDN))[0]?.code ?? '';
/** Creates its client on each call, because the address is known only after the simulators start. */
const termii = (): SmsProvider => {
  const client = () =>
    createTermii({
      baseUrl: `${simulators.url}/termii`,
      apiKey: 'k',
      senderId: 'Duka',
      channel: 'generic',
      timeoutMs: 400,
    });
  return {
    sendCode: (message) => client().sendCode(message),
    checkCode: (id, code) => client().checkCode(id, code),
    sendText: (to, text) => client().sendText(to, text),
  };
};

describeShop(
  'H16: from stranger to customer over the simulated phone',
  (world) => {
    test('H16: register, read the code on the phone, type it in, be logged in', async () => {
      const browser = world().browser();
      await register(browser);
      const { body } = await send(browser);
      const code = await newestCode();
      const [sms] = await simulators.messages(MSISDN);
      expect(sms?.text).toContain(`code is ${code}.`);
      expect(sms?.text.endsWith(`@localhost #${code}`)).toBe(true);
      const wrong = await browser.post('/auth/verify-termii-otp', {
        pinId: body.data?.pinId,
        pin: code === '000000' ? '111111' : '000000',
      });
      expect(wrong).toMatchObject({ status: 400, body: { message: 'Invalid verification code. Please try again.' } });
      const proof = await browser.post('/auth/verify-termii-otp', { pinId: body.data?.pinId, pin: code });
      const done = await complete(browser, { ...proof.body.data });
      expect(done).toMatchObject({ status: 200, body: { data: { user: { email: FORM.email } } } });
    });

    test.each(['503', '429', 'html', 'hang', 'reset', 'lose-answer'])(
      'R20: Termii answers %s to a send: returns a clear error, and the next try works',
      async (mode) => {
        const browser = world().browser();
        await register(browser);
        await simulators.fault('termii', mode);
        expect(await send(browser)).toMatchObject({
          status: 503,
          body: { success: false, message: 'Failed to send verification code' },
        });
        const { body } = await send(browser);
        expect(body.success).toBe(true);
        expect(
          (await browser.post('/auth/verify-termii-otp', { pinId: body.data?.pinId, pin: await newestCode() })).status,
        ).toBe(200);
      },
    );

    test.each(['503', '429', 'html', 'hang', 'reset'])(
      'R20: Termii answers %s to a check: returns a clear error, and the code still works',
      async (mode) => {
        const browser = world().browser();
        await waitFor(world(), MSISDN);
        const { body } = await send(browser);
        await simulators.fault('termii', mode);
        const check = () =>
          newestCode().then((pin) => browser.post('/auth/verify-termii-otp', { pinId: body.data?.pinId, pin }));
        expect(await check()).toMatchObject({ status: 503, body: { success: false, message: 'Verification failed' } });
        expect(await check()).toMatchObject({ status: 200 });
      },
    );

    test("R20: Termii's answer to a right code is lost: not verified, and a new code works", async () => {
      const browser = world().browser();
      await register(browser);
      const { body } = await send(browser);
      await simulators.fault('termii', 'lose-answer');
      const pin = await newestCode();
      expect((await browser.post('/auth/verify-termii-otp', { pinId: body.data?.pinId, pin })).status).toBe(503);
      expect((await browser.post('/auth/verify-termii-otp', { pinId: body.data?.pinId, pin })).status).toBe(400);
      expect((await world().rows(otpChallenges))[0]?.verifiedAt).toBeNull();
      world().advance(60_000);
      const again = await send(browser);
      expect(
        (await browser.post('/auth/verify-termii-otp', { pinId: again.body.data?.pinId, pin: await newestCode() }))
          .status,
      ).toBe(200);
      expect(await world().rows(users)).toHaveLength(0);
    });

    test('H14: logs no phone, e-mail, password, code, id or token', async () => {
      const browser = world().browser();
      await register(browser);
      await simulators.fault('termii', '503');
      await send(browser);
      const { body } = await send(browser);
      const pin = await newestCode();
      const proof = await browser.post('/auth/verify-termii-otp', { pinId: body.data?.pinId, pin });
      const done = await complete(browser, { ...proof.body.data });
      browser.token = done.body.data?.token ?? null;
      await browser.get('/auth/profile');
      await browser.post('/auth/login', { email: FORM.email, password: 'Wrong1234' });
      const log = JSON.stringify(world().lines());
      expect(log).toContain('code not sent');
      const secrets = [
        MSISDN,
        FORM.phone,
        FORM.email,
        FORM.password,
        'Wrong1234',
        pin,
        body.data?.pinId,
        proof.body.data?.verificationToken,
        browser.token,
        browser.flow,
      ];
      for (const secret of secrets) expect(log).not.toContain(`${secret}`);
    });
  },
  {},
  termii,
);
