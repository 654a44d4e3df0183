// @engine postgres
import { expect, test, vi } from 'vitest';
import { jobs, limitUses, loginCodes, loginFailures, otpChallenges, users } from '../../../server/db/schema.ts';
import { toFailureReply } from '../../../server/http/errors.ts';
import { LIMITS } from '../../../server/limits/limits.ts';
import { createLoginService } from '../../../server/modules/login/login.service.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';
import { FORM, MSISDN, signUp } from './steps.ts';
import { describeShop, type Answer, type Browser, type World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const SUBJECT = 'Your code to log in to Duka';
const ASKED =
  'Too many wrong passwords were typed for this email. Please enter your password and the 6-digit code that we sent to the phone or email of this account.';
const REFUSED = 'Invalid email, password or code. Please use the newest code.';

const login = (browser: Browser, change: { password?: string; email?: string; code?: string } = {}) =>
  browser.post('/auth/login', { email: FORM.email, password: FORM.password, ...change });
const guess = (browser: Browser, email = FORM.email, code = '') =>
  login(browser, { email, password: 'Wrong123', code });
const seen = ({ status, body: { requestId: _, ...body }, retryAfter }: Answer) => ({ status, body, retryAfter });

/** Creates an account whose password others guessed five times. */
async function attacked(world: World, email = FORM.email): Promise<void> {
  await signUp(world, world.browser());
  // An SMS is sent at most once a minute.
  world.advance(MINUTE);
  for (let n = 0; n < 5; n += 1) await guess(world.browser(), email);
}

/** A login service without argon2, so that a simulated day takes seconds. `verify` counts the comparisons. */
function quickLogin({ deps, services }: World, beforeAnswer: () => Promise<void> = async () => undefined) {
  const verify = vi.fn(async (_of: string, typed: unknown) => {
    await beforeAnswer();
    return String(typed) === FORM.password;
  });
  const passwords = createPasswordsService({ verify: verify as never });
  const service = createLoginService(deps, { ...services, passwords });
  /** Returns the status. */
  async function attempt(ip: string, change: { password?: string; email?: string; code?: string }): Promise<number> {
    const request = { email: FORM.email, password: FORM.password, code: '', remember: true, ...change };
    try {
      await service.login(request, { ip, flow: null, browser: null, bearer: null }, `browser of ${ip}`);
      return 200;
    } catch (error) {
      return toFailureReply(error).status;
    }
  }
  return { attempt, verify };
}

/** Returns a barrier that opens when `count` callers wait at it. */
function meeting(count: number): () => Promise<void> {
  const waiting: (() => void)[] = [];
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      if (waiting.length === count) waiting.forEach((go) => go());
    });
}

/** The codes sent by SMS and by mail, newest last. */
async function codesIn(world: World) {
  const mails = await world.mailsTo(FORM.email);
  const inText = (text: string) => /code is (\d{6})/.exec(text)?.[1] ?? '';
  return {
    sms: world.sms.texts.filter(({ to }) => to === MSISDN).map(({ text }) => inText(text)),
    mail: mails.filter(({ subject }) => subject === SUBJECT).map(({ text }) => inText(text)),
  };
}

/** Returns how many codes of the shop's hourly budget are used. */
const countShopCodes = async (world: World) =>
  (await world.rows(limitUses))
    .filter(({ key }) => key.startsWith('codesOfShop'))
    .flatMap(({ counts }) => counts)
    .reduce((sum, count) => sum + count, 0);

describeShop('X52: a code in addition to the password', (world) => {
  test.each([
    ['with passwords alone', 24, () => ''],
    ['with made-up codes', 6, (n: number) => String(n % 1_000_000).padStart(6, '0')],
  ])(
    'X52, D26: the owner logs in on a new device at the first try while others guess every 5 minutes: %s',
    async (_, hours, codeOf) => {
      await attacked(world());
      const { attempt } = quickLogin(world());
      const before = { sms: 0, mail: 0 };
      let newest = '';
      const readCodes = async () => {
        const { sms, mail } = await codesIn(world());
        newest = (sms.length > before.sms ? sms : mail.length > before.mail ? mail : [newest]).at(-1) ?? '';
        Object.assign(before, { sms: sms.length, mail: mail.length });
      };
      const statuses = [];
      for (let step = 0; step < hours * 12; step += 1) {
        expect([400, 409]).toContain(
          await attempt(`203.0.113.${step % 250}`, { password: 'Wrong123', code: codeOf(step) }),
        );
        if (step % 12 === 5) {
          const device = `192.0.2.${step % 250}`;
          expect(await attempt(device, {})).toBe(409);
          await readCodes();
          statuses.push(await attempt(device, { code: newest }));
          for (let n = 0; n < 5; n += 1) await attempt(`198.51.100.${n}`, { password: 'Wrong123' });
        }
        await readCodes();
        world().advance(5 * MINUTE);
      }
      expect(statuses).toEqual(Array.from({ length: hours }, () => 200));
    },
  );

  test('X52, D26: requires a code from the fifth failure until a day after the last one', async () => {
    await signUp(world(), world().browser());
    const replies = [];
    for (let n = 0; n < 7; n += 1) replies.push(seen(await guess(world().browser())));
    expect(replies.map(({ status }) => status)).toEqual([400, 400, 400, 400, 409, 409, 409]);
    for (const { body } of replies.slice(4)) expect(body).toMatchObject({ message: ASKED, data: { code: true } });
    world().advance(24 * HOUR - MINUTE);
    expect((await login(world().browser())).status).toBe(409);
    world().advance(MINUTE);
    expect((await login(world().browser())).status).toBe(200);
  });

  test('X52, D14: returns the same for right and wrong, known and unknown, without and with a wrong code', async () => {
    await attacked(world());
    for (let n = 0; n < 5; n += 1) await guess(world().browser(), 'nobody@example.com');
    for (const [code, expected] of [
      ['', { status: 409, body: { success: false, message: ASKED, data: { code: true } }, retryAfter: null }],
      ['000000', { status: 400, body: { success: false, message: REFUSED }, retryAfter: null }],
    ] as const)
      for (const change of [{}, { password: 'Wrong123' }, { email: 'nobody@example.com' }])
        expect(seen(await login(world().browser(), { ...change, code }))).toEqual(expected);
    const asked = (await world().rows(jobs)).filter(({ kind }) => kind === 'login.code');
    expect(asked.map(({ payload }) => payload)).toEqual([{ email: FORM.email }, { email: 'nobody@example.com' }]);
    expect(await codesIn(world())).toMatchObject({ sms: [expect.any(String)], mail: [] });
    expect(await world().mailsTo('nobody@example.com')).toEqual([]);
  });

  test('X52, D26: does the same work for right and wrong passwords, known and unknown e-mails', async () => {
    await attacked(world());
    for (let n = 0; n < 5; n += 1) await guess(world().browser(), 'nobody@example.com');
    const { attempt, verify } = quickLogin(world());
    const runs = [];
    for (const [email, password] of [
      [FORM.email, FORM.password],
      [FORM.email, 'Wrong123'],
      ['nobody@example.com', 'Wrong123'],
    ] as const)
      for (const code of ['', '000000']) {
        verify.mockClear();
        expect(await attempt('192.0.2.1', { email, password, code })).toBe(code === '' ? 409 : 400);
        runs.push(verify.mock.calls.length);
      }
    expect(runs).toEqual([0, 1, 0, 1, 0, 1]);
  });

  test('X52, D4: checks five codes with the right password; a wrong password uses up none', async () => {
    await attacked(world());
    const { sms } = await codesIn(world());
    const [code = ''] = sms;
    const wrong = code === '000000' ? '000001' : '000000';
    for (let n = 0; n < 20; n += 1) expect((await guess(world().browser(), FORM.email, code)).status).toBe(400);
    expect((await world().rows(loginCodes)).map(({ tries }) => tries)).toEqual([0]);
    const tries = await Promise.all(Array.from({ length: 8 }, () => login(world().browser(), { code: wrong })));
    expect(tries.map(({ status, body }) => [status, body.message])).toEqual(tries.map(() => [400, REFUSED]));
    expect((await world().rows(loginCodes)).map((it) => it.tries)).toEqual([5]);
    expect((await login(world().browser(), { code })).status).toBe(400);
    world().advance(15 * MINUTE);
    expect((await login(world().browser())).status).toBe(409);
    expect((await login(world().browser(), { code: (await codesIn(world())).sms.at(-1) ?? '' })).status).toBe(200);
  });

  test('X52, D26: a code works once within 30 minutes; a login or a new password ends all codes', async () => {
    await attacked(world());
    const [code = ''] = (await codesIn(world())).sms;
    expect((await world().rows(loginCodes)).map((row) => JSON.stringify(row).includes(code))).toEqual([false]);
    world().advance(15 * MINUTE);
    await guess(world().browser());
    expect((await codesIn(world())).sms).toHaveLength(2);
    // The older code is still valid.
    world().advance(14 * MINUTE);
    // Both logins pass the check for a required code before either succeeds and lifts the requirement.
    const { attempt } = quickLogin(world(), meeting(2));
    const both = await Promise.all(['192.0.2.1', '192.0.2.2'].map((ip) => attempt(ip, { code })));
    expect(both.sort()).toEqual([200, 400]);
    expect(await world().rows(loginCodes)).toEqual([]);
    await world().db.sql.delete(loginFailures);
    for (let n = 0; n < 5; n += 1) await guess(world().browser());
    const newest = (await codesIn(world())).sms.at(-1) ?? '';
    world().advance(30 * MINUTE);
    expect((await login(world().browser(), { code: newest })).status).toBe(400);
    await world().browser().post('/auth/forgot-password', { email: FORM.email });
    const mail = (await world().mailsTo(FORM.email)).findLast(({ subject }) => subject.startsWith('Reset'));
    const token = /reset-password\/(\w+)/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await world().rows(loginCodes)).not.toEqual([]);
    expect((await world().browser().put(`/auth/reset-password/${token}`, { password: 'Nairobi 2026' })).status).toBe(
      200,
    );
    expect(await world().rows(loginCodes)).toEqual([]);
    expect((await login(world().browser(), { password: 'Nairobi 2026' })).status).toBe(200);
  });

  test('X52, X50: sends three SMS and one mail an hour at most, and leaves two of the five SMS to others', async () => {
    await attacked(world());
    for (let minute = 0; minute < 120; minute += 1) {
      await login(world().browser());
      await codesIn(world());
      world().advance(MINUTE);
    }
    const { sms, mail } = await codesIn(world());
    const sent = (await world().rows(otpChallenges)).filter(({ providerPinId }) => providerPinId === 'login');
    const hours = sent.map(
      ({ sentAt }) => sent.filter((it) => it.sentAt >= sentAt && it.sentAt.getTime() < sentAt.getTime() + HOUR).length,
    );
    expect(Math.max(...hours)).toBe(LIMITS.codesOfPhone.most - 2);
    expect([sms.length + mail.length, mail.length > 0]).toEqual([8, true]);
  });

  test.each(['refused', 'no place', 'no reachable phone'])(
    'X52: sends the code by mail when it cannot be sent by SMS: %s',
    async (why) => {
      await signUp(world(), world().browser());
      // An SMS is sent at most once a minute.
      world().advance(2 * MINUTE);
      if (why === 'no place') {
        const now = world().deps.clock.now().getTime();
        const times = { sentAt: new Date(now - MINUTE), expiresAt: new Date(now + 10 * MINUTE) };
        for (let n = 0; n < 3; n += 1)
          await world()
            .db.sql.insert(otpChallenges)
            .values({ idHash: `${n}`, phone: MSISDN, flowHash: null, ...times, providerPinId: 'p' });
      }
      if (why === 'no reachable phone') await world().db.sql.update(users).set({ phone: '12025550100' });
      for (let n = 0; n < 5; n += 1) await guess(world().browser());
      if (why === 'refused') world().sms.failNext('refused');
      const before = await countShopCodes(world());
      const { sms, mail } = await codesIn(world());
      expect([sms.length, mail.length]).toEqual([0, 1]);
      // Nothing counts that was not sent.
      expect(await countShopCodes(world())).toBe(before);
      expect((await world().rows(otpChallenges)).filter(({ providerPinId }) => providerPinId === 'login')).toEqual([]);
      expect((await login(world().browser(), { code: mail[0] ?? '' })).status).toBe(200);
    },
  );

  test('X52: sends no mail when the SMS may have been sent', async () => {
    await attacked(world());
    world().sms.failNext('lost');
    const before = await countShopCodes(world());
    const { sms, mail } = await codesIn(world());
    expect([sms.length, mail.length, await countShopCodes(world())]).toEqual([0, 0, before + 1]);
    expect((await world().rows(otpChallenges)).filter(({ providerPinId }) => providerPinId === 'login')).toHaveLength(
      1,
    );
  });

  test('X52, H15: rejects a malformed code under its field', async () => {
    await attacked(world());
    for (const code of ['12345', 'abcdef', '1234567'])
      expect((await login(world().browser(), { code })).body.fields).toEqual({
        code: 'Please enter a 6-digit verification code',
      });
  });
});
