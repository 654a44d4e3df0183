// @engine postgres
import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { accountLinks, jobs, sessions, users } from '../../../server/db/schema.ts';
import { LINKS_OF_STRANGERS } from '../../../server/limits/limits.ts';
import { createLoginService } from '../../../server/modules/login/login.service.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';
import { secretHash } from '../../../server/secrets.ts';
import { withoutRandom } from '../../support/without-random.ts';
import { FORM, MSISDN, register, signUp } from './steps.ts';
import { describeShop, type Answer, type Browser, type World } from './world.ts';

/** The answer of `POST /auth/forgot-password` for every e-mail. */
const RESET_REQUESTED = 'If this email has an account, a reset link is on its way.';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const NEW = 'Nairobi2026';
const OVER = 'Invalid reset token';

const forgot = (browser: Browser, email: string = FORM.email) => browser.post('/auth/forgot-password', { email });
const reset = (browser: Browser, token: string, password: unknown = NEW) =>
  browser.put(`/auth/reset-password/${token}`, { password });
const login = (browser: Browser, password: string) => browser.post('/auth/login', { email: FORM.email, password });

const LINK = /http:\/\/localhost:3000\/auth\/reset-password\/([\da-f]{64})/;

/** Returns the tokens of the reset mails, newest last. */
async function tokens(world: World, email: string = FORM.email): Promise<string[]> {
  const mails = await world.mailsTo(email);
  return mails.flatMap(({ text }) => LINK.exec(text)?.[1] ?? []);
}

async function askLink(world: World): Promise<string> {
  expect((await forgot(world.browser())).status).toBe(200);
  return (await tokens(world)).at(-1) ?? '';
}

const withoutId = ({ body: { requestId: _, ...body } }: Answer) => body;

const CALLER = { ip: '192.0.2.9', flow: null, browser: null, bearer: null };

describeShop('forgotten passwords', (world) => {
  afterEach(() => vi.restoreAllMocks());

  test('D15: the mail has a link for 30 minutes, in text and HTML, and no account data', async () => {
    await signUp(world(), world().browser(), { name: '<b>Wanjiku</b>' });
    const token = await askLink(world());
    const [mail] = await world().mailsTo(FORM.email);
    expect(mail).toMatchObject({ to: FORM.email, subject: 'Reset your Duka password' });
    expect(mail?.text).toContain('within 30 minutes');
    expect(mail?.html).toContain(`<a href="http://localhost:3000/auth/reset-password/${token}">`);
    expect(withoutRandom(`${mail?.text} ${mail?.html}`)).not.toMatch(/Wanjiku|254712/i);
    expect(mail).not.toHaveProperty('replyTo');
  });

  test('D16, X39: known, unknown, pending and Google accounts get one answer (EverShop CVE-2026-28213)', async () => {
    await signUp(world(), world().browser());
    await register(world().browser(), { email: 'waiting@example.com', phone: '0733000111' });
    await signUp(world(), world().browser(), { email: 'google@example.com', phone: '0733000222' }, '254733000222');
    await world().db.sql.update(users).set({ passwordHash: null }).where(eq(users.email, 'google@example.com'));
    const answers = [];
    for (const email of [FORM.email, 'nobody@example.com', 'waiting@example.com', 'google@example.com'])
      answers.push(await forgot(world().browser(), email));
    for (const { status, body, setCookie } of answers)
      expect([status, body, setCookie]).toEqual([200, { success: true, message: RESET_REQUESTED }, null]);
    expect(await tokens(world())).toHaveLength(1);
    expect(await tokens(world(), 'google@example.com')).toHaveLength(1);
    expect(await world().mailsTo('nobody@example.com')).toEqual([]);
    expect(await world().mailsTo('waiting@example.com')).toEqual([]);
  });

  test.each([
    '',
    '  ',
    'wanjiku',
    'wanjiku@',
    '@example.com',
    'a@b.c, d@e.f',
    'a@b.c\r\nBcc: x@y.z',
    'ｗ＠example.com',
  ])('U9: rejects %j under its field and mails nothing', async (email) => {
    const answer = await forgot(world().browser(), email);
    expect(answer.status).toBe(400);
    expect(answer.body.fields?.['email']).toMatch(/^(Email is required|Please enter a valid email address)$/);
    expect(await world().rows(jobs)).toEqual([]);
  });

  test('U8, Q9: limits an e-mail, known or not, to one request a minute; text and header state the wait', async () => {
    await signUp(world(), world().browser());
    for (const email of [FORM.email, 'nobody@example.com']) {
      world().align(MINUTE);
      expect((await forgot(world().browser(), email)).status).toBe(200);
      const second = await forgot(world().browser(), ` ${email.toUpperCase()} `);
      expect(second).toMatchObject({ status: 429, body: { message: 'Please wait a minute and try again.' } });
      expect(second.retryAfter).toBeGreaterThan(0);
      expect(second.retryAfter).toBeLessThanOrEqual(60);
      world().advance(MINUTE);
      expect((await forgot(world().browser(), email)).status).toBe(200);
    }
  });

  test('X61, D16, D24: mails ten links a day to an address, the last two only to a known browser', async () => {
    const owner = world().browser();
    await signUp(world(), owner);
    world().advance(HOUR);
    let mailed = 0;
    for (let asked = 0; asked < 70; asked += 1) {
      if ((await forgot(world().browser(), FORM.email)).status === 200) mailed += 1;
      world().advance(20 * MINUTE);
    }
    expect(mailed).toBe(8);
    expect((await forgot(world().browser(), 'nobody@example.com')).status).toBe(200);
    expect((await forgot(owner, FORM.email)).status).toBe(200);
    world().advance(MINUTE);
    expect((await forgot(owner, FORM.email)).status).toBe(200);
    world().advance(MINUTE);
    expect((await forgot(owner, FORM.email)).status).toBe(429);
  });

  test("X61: counts the links to a new e-mail in the mailbox's limit", async () => {
    const { limiter } = world().deps;
    for (let n = 0; n < 8; n += 1)
      await limiter.count('linksOfMailboxDay', secretHash('victim@example.com'), { share: LINKS_OF_STRANGERS });
    await expect(
      world().services.limits.mailLink('00000000-0000-4000-8000-000000000000', 'victim@example.com'),
    ).rejects.toMatchObject({ kind: 'too-often' });
  });

  test('F4, H15: limits an address to three hundred requests an hour', async () => {
    for (let n = 0; n < 299; n += 1) await world().deps.limiter.count('resets', '10.0.3.1');
    expect((await forgot(world().browser('10.0.3.1'), 'a@example.com')).status).toBe(200);
    expect((await forgot(world().browser('10.0.3.1'), 'last@example.com')).status).toBe(429);
  });

  test('monica #7154: the link uses PUBLIC_ORIGIN and ignores the Host header', async () => {
    await signUp(world(), world().browser());
    await world().app.inject({
      method: 'POST',
      url: '/api/auth/forgot-password',
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
      payload: { email: FORM.email },
    });
    const [mail] = await world().mailsTo(FORM.email);
    expect(mail?.text).toMatch(LINK);
    expect(JSON.stringify(mail)).not.toContain('evil');
  });

  test('R20: mails later when the mail server is down, with a link that is then valid for 30 minutes', async () => {
    await signUp(world(), world().browser());
    world().failMails('down', 'down');
    await forgot(world().browser());
    expect(await world().mailsTo(FORM.email)).toEqual([]);
    world().advance(11 * MINUTE);
    expect(await world().mailsTo(FORM.email)).toEqual([]);
    world().advance(40 * MINUTE);
    const token = (await tokens(world())).at(-1) ?? '';
    world().advance(29 * MINUTE);
    expect((await reset(world().browser(), token)).status).toBe(200);
  });
});

describeShop('a new password', (world) => {
  test('D15, §7: the link sets it, signs in and mails a notice; the old password stops working', async () => {
    await signUp(world(), world().browser());
    const browser = world().browser();
    const answer = await reset(browser, await askLink(world()));
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: { token: expect.stringMatching(/^cus_/), user: { email: FORM.email, phone: MSISDN } },
      },
    });
    expect(JSON.stringify(answer.body)).not.toContain('argon2');
    expect((await world().rows(sessions)).map(({ remember }) => remember)).toEqual([true]);
    browser.token = answer.body.data?.token ?? null;
    expect((await browser.get('/auth/profile')).status).toBe(200);
    expect((await login(world().browser(), FORM.password)).status).toBe(400);
    expect((await login(world().browser(), NEW)).status).toBe(200);
    expect((await world().mailsTo(FORM.email)).at(-1)?.subject).toBe('Your Duka password was changed');
  });

  test('D15: sets a password for an account without one', async () => {
    await signUp(world(), world().browser());
    await world().db.sql.update(users).set({ passwordHash: null });
    expect((await reset(world().browser(), await askLink(world()))).status).toBe(200);
    expect((await login(world().browser(), NEW)).status).toBe(200);
  });

  test('R27: ends all other sessions immediately, also a thousand', async () => {
    const phone = world().browser();
    await signUp(world(), phone);
    const [user] = await world().rows(users);
    const now = world().deps.clock.now();
    const many = Array.from({ length: 1000 }, (_, n) => ({
      tokenHash: `hash-${n}`,
      userId: user?.id ?? '',
      remember: true,
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(now.getTime() + HOUR),
    }));
    await world().db.sql.insert(sessions).values(many);
    expect((await reset(world().browser(), await askLink(world()))).status).toBe(200);
    expect((await phone.get('/auth/profile')).status).toBe(401);
    expect(await world().rows(sessions)).toHaveLength(1);
  });

  test('R27: a concurrent login with the old password opens no session', async () => {
    await signUp(world(), world().browser());
    const token = await askLink(world());
    const real = createPasswordsService();
    const statuses: number[] = [];
    const isRight = async (stored: string | null, typed: string) => {
      const isIt = await real.isRight(stored, typed);
      statuses.push((await reset(world().browser(), token)).status);
      return isIt;
    };
    const slow = { ...real, isRight };
    const { login: enter } = createLoginService(world().deps, { ...world().services, passwords: slow });
    await expect(
      enter({ email: FORM.email, password: FORM.password, remember: true }, CALLER, 'b'),
    ).rejects.toMatchObject({
      kind: 'invalid',
      message: 'Invalid email or password',
    });
    expect(statuses).toEqual([200, 400]);
    expect(await world().rows(sessions)).toHaveLength(1);
  });

  test('D15, D14: a link works once; a second use is 400, never 401 (Sylius CVE-2022-24743, medusa #10804)', async () => {
    await signUp(world(), world().browser());
    const token = await askLink(world());
    expect((await reset(world().browser(), token)).status).toBe(200);
    expect(await reset(world().browser(), token, 'Mombasa2026')).toMatchObject({
      status: 400,
      body: { success: false, message: OVER },
    });
    expect((await login(world().browser(), NEW)).status).toBe(200);
  });

  test('D15: ten concurrent resets set one password and open one session', async () => {
    await signUp(world(), world().browser());
    const token = await askLink(world());
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => reset(world().browser(), token, `Password-of-${n}`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    const first = answers.findIndex(({ status }) => status === 200);
    expect((await login(world().browser(), `Password-of-${first}`)).status).toBe(200);
    expect(await world().rows(sessions)).toHaveLength(2);
  });

  test('D15: its link works for 30 minutes', async () => {
    await signUp(world(), world().browser());
    const first = await askLink(world());
    world().advance(1800 * SECOND);
    expect(await reset(world().browser(), first)).toMatchObject({ status: 400, body: { message: OVER } });
    const second = await askLink(world());
    world().advance(1795 * SECOND);
    expect((await reset(world().browser(), second)).status).toBe(200);
  });

  test('D15: a newer link ends the older one', async () => {
    await signUp(world(), world().browser());
    const older = await askLink(world());
    world().advance(MINUTE);
    const newer = await askLink(world());
    expect(newer).not.toBe(older);
    expect((await reset(world().browser(), older)).body.message).toBe(OVER);
    expect((await reset(world().browser(), newer)).status).toBe(200);
  });

  test('D15: stores only the hash of the token, in all tables and queues', async () => {
    await signUp(world(), world().browser());
    const token = await askLink(world());
    const everything = JSON.stringify([
      await world().rows(accountLinks),
      await world().rows(jobs),
      await world().rows(sessions),
      await world().rows(users),
    ]);
    expect(everything).not.toContain(token);
    expect(await world().rows(accountLinks)).toMatchObject([
      { kind: 'reset', tokenHash: expect.stringMatching(/^[\da-f]{64}$/) },
    ]);
  });

  test.each(['GET', 'HEAD'] as const)('D15: %s by a mail scanner changes nothing', async (method) => {
    await signUp(world(), world().browser());
    const token = await askLink(world());
    for (const url of [`/api/auth/reset-password/${token}`, `/auth/reset-password/${token}`])
      await world().app.inject({ method, url });
    expect((await reset(world().browser(), token)).status).toBe(200);
  });

  test.each([
    ['unknown', 'f'.repeat(64)],
    ['a customer session', `cus_${'a'.repeat(43)}`],
    ['SQL', "' or 1=1 --"],
    ['its hash', 'hash'],
    ['a link that confirms an e-mail', 'email'],
  ])('D14: a token that is %s returns 400', async (what, sent) => {
    const browser = world().browser();
    await signUp(world(), browser);
    await askLink(world());
    const [row] = await world().rows(accountLinks);
    let token = sent;
    if (what === 'its hash') token = row?.tokenHash ?? '';
    if (sent === 'email') {
      await browser.put('/auth/profile', {
        name: FORM.name,
        email: 'new@example.com',
        phone: FORM.phone,
        address: { street: '', city: '', state: '', zipCode: '', country: '' },
      });
      const [mail] = await world().mailsTo('new@example.com');
      token = /token=([\da-f]{64})/.exec(mail?.text ?? '')?.[1] ?? '';
    }
    const answer = await reset(world().browser(), encodeURIComponent(token));
    expect(answer).toMatchObject({ status: 400, body: { message: OVER } });
    expect((await login(world().browser(), FORM.password)).status).toBe(200);
  });

  test.each([
    ['', 'Password is required'],
    ['Abcdef1', 'Password must be at least 8 characters'],
    ['abcdefg1', 'Password must contain at least one uppercase letter, one lowercase letter, and one number'],
    ['Password1', 'This password is too common. Please choose another.'],
    [`Abcdefg1${'x'.repeat(121)}`, 'Password must be at most 128 bytes long'],
    ['Abcdefg1\0', 'Password has characters that cannot be used'],
  ])('§5, A17: rejects %j with its text, and the link stays valid', async (password, message) => {
    await signUp(world(), world().browser());
    const token = await askLink(world());
    expect(await reset(world().browser(), token, password)).toMatchObject({
      status: 400,
      body: { message, fields: { password: message } },
    });
    expect((await reset(world().browser(), token)).status).toBe(200);
  });

  test('R25: rejects other fields', async () => {
    await signUp(world(), world().browser());
    const token = await askLink(world());
    for (const extra of [{ userId: 'x' }, { email: 'x@y.z' }, { token: 'other' }, { isAdmin: true }]) {
      const answer = await world()
        .browser()
        .put(`/auth/reset-password/${token}`, { password: NEW, ...extra });
      expect(answer.status).toBe('token' in extra ? 200 : 400);
    }
  });

  test('F4, H15: limits an address to six hundred tries an hour', async () => {
    for (let n = 0; n < 540; n += 1) await world().deps.limiter.count('links', '10.0.0.1');
    const browser = world().browser('10.0.0.1');
    for (let n = 0; n < 60; n += 1) expect((await reset(browser, `t${n}`)).status).toBe(400);
    expect(await reset(browser, 'more')).toMatchObject({
      status: 429,
      body: { message: expect.stringMatching(/^Please try again in (?:59|60) minutes\.$/) },
    });
    expect((await reset(world().browser('10.0.0.2'), 'more')).status).toBe(400);
  });

  test('H14: logs no token, link, address or password', async () => {
    await signUp(world(), world().browser());
    world().failMails('refused');
    await forgot(world().browser());
    await tokens(world());
    world().advance(MINUTE);
    const token = await askLink(world());
    await reset(world().browser(), token, 'short');
    await reset(world().browser(), token);
    await world().app.inject({ url: `/auth/reset-password?token=${token}` });
    const lines = JSON.stringify(world().lines());
    expect(lines).toContain('/auth/reset-password/***');
    for (const secret of [token, FORM.email, NEW, FORM.password, MSISDN, FORM.phone])
      expect(lines).not.toContain(secret);
    expect(withoutId(await forgot(world().browser(), 'nobody@example.com'))).toEqual({
      success: true,
      message: RESET_REQUESTED,
    });
  });
});
