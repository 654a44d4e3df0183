// @engine postgres
import { hash } from '@node-rs/argon2';
import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { sessions, users } from '../../../server/db/schema.ts';
import { createLoginService } from '../../../server/modules/login/login.service.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';
import { complete, FORM, MSISDN, register, signUp, verifyPhone } from './steps.ts';
import { describeShop, type Browser } from './world.ts';

const MINUTE = 60_000;
const REFUSED = 'Invalid email or password';
const login = (browser: Browser, change: Record<string, unknown> = {}) =>
  browser.post('/auth/login', { email: FORM.email, password: FORM.password, ...change });

describeShop('login', (world) => {
  test('§7 login: returns token and user', async () => {
    await signUp(world(), world().browser());
    const answer = await login(world().browser());
    expect(answer).toMatchObject({
      status: 200,
      body: {
        success: true,
        data: { token: expect.stringMatching(/^cus_/), user: { email: FORM.email, name: FORM.name, phone: MSISDN } },
      },
    });
    expect(JSON.stringify(answer.body)).not.toContain('argon2');
  });

  test('§5: trims and lowercases the e-mail, and takes the password as typed', async () => {
    await signUp(world(), world().browser());
    expect(await login(world().browser(), { email: '  WANJIKU@example.com ' })).toMatchObject({ status: 200 });
    for (const password of [` ${FORM.password}`, `${FORM.password} `, FORM.password.toUpperCase()]) {
      expect(await login(world().browser(), { password })).toMatchObject({ status: 400 });
    }
  });

  test('D14: a wrong password and an unknown e-mail return the same 400 after the same work', async () => {
    await signUp(world(), world().browser());
    const wrong = await login(world().browser(), { password: 'Wrong123' });
    const unknown = await login(world().browser(), { email: 'nobody@example.com' });
    expect(wrong).toMatchObject({ status: 400, body: { success: false, message: REFUSED } });
    const { requestId: _one, ...first } = wrong.body;
    const { requestId: _two, ...second } = unknown.body;
    expect(second).toEqual(first);
    // passwords.test.ts tests the cost of one comparison, also without an account.
    const compared = vi.fn(() => Promise.resolve(false));
    const counting = createLoginService(world().deps, {
      ...world().services,
      passwords: { ...createPasswordsService(), isRight: compared },
    });
    for (const email of [FORM.email, 'nobody@example.com']) {
      await expect(
        counting.login(
          { email, password: 'Wrong123', remember: false },
          { ip: '192.0.2.9', flow: null, browser: null, bearer: null },
          'b',
        ),
      ).rejects.toThrow(REFUSED);
    }
    expect(compared.mock.calls).toEqual([
      [expect.any(String), 'Wrong123', { isFirst: false }],
      [null, 'Wrong123', { isFirst: false }],
    ]);
  });

  test.each([
    ['', '', ['email', 'password']],
    ['  ', 'x', ['email']],
    ['wanjiku', 'x', ['email']],
    [FORM.email, '', ['password']],
  ])('§5 Login: rejects %j with %j under %j', async (email, password, fields) => {
    const answer = await login(world().browser(), { email, password });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body.fields ?? {})).toEqual(fields);
  });

  test('Q7: an account with an unverified phone gets its phone and name, no token, and the phone step', async () => {
    await register(world().browser());
    const browser = world().browser();
    const answer = await login(browser);
    expect(answer).toMatchObject({
      status: 200,
      body: { success: true, requirePhoneVerification: true, data: { phone: MSISDN, name: FORM.name } },
    });
    expect(answer.body.data?.token).toBeUndefined();
    const proof = await verifyPhone(world(), browser, MSISDN);
    expect(await complete(browser, proof, MSISDN)).toMatchObject({
      status: 200,
      body: { data: { token: expect.any(String) } },
    });
    expect(await login(world().browser())).toMatchObject({ status: 200, body: { success: true } });
  });

  test('A15: the login of an unverified account needs its password and takes over the phone step (D1)', async () => {
    const first = world().browser();
    await register(first);
    expect(await login(world().browser(), { password: 'Wrong123' })).toMatchObject({
      status: 400,
      body: { message: REFUSED },
    });
    const second = world().browser();
    await login(second);
    await verifyPhone(world(), second, MSISDN);
    expect(await complete(first, { verified: true })).toMatchObject({ status: 400 });
    expect(await complete(second, { verified: true })).toMatchObject({ status: 200 });
  });

  test('A15: treats an expired sign-up as unknown', async () => {
    await register(world().browser());
    world().advance(61 * MINUTE);
    expect(await login(world().browser())).toMatchObject({ status: 400, body: { message: REFUSED } });
  });

  test('§6: replaces an old hash once at the next login, and the password stays the same', async () => {
    await signUp(world(), world().browser());
    const weak = await hash(FORM.password, { memoryCost: 8192, timeCost: 2, parallelism: 1 });
    await world().db.sql.update(users).set({ passwordHash: weak }).where(eq(users.email, FORM.email));
    await login(world().browser(), { password: 'Wrong123' });
    expect((await world().rows(users))[0]?.passwordHash).toBe(weak);
    expect(await login(world().browser())).toMatchObject({ status: 200 });
    const renewed = (await world().rows(users))[0]?.passwordHash;
    expect(renewed).toMatch(/m=19456,t=2,p=1/);
    expect(await login(world().browser())).toMatchObject({ status: 200 });
    expect((await world().rows(users))[0]?.passwordHash).toBe(renewed);
  });

  test('§6: concurrent logins with an old hash all succeed', async () => {
    await signUp(world(), world().browser());
    const weak = await hash(FORM.password, { memoryCost: 8192, timeCost: 2, parallelism: 1 });
    await world().db.sql.update(users).set({ passwordHash: weak });
    const answers = await Promise.all(Array.from({ length: 5 }, () => login(world().browser())));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test('§6: rejects every password for an account without one', async () => {
    await signUp(world(), world().browser());
    await world().db.sql.update(users).set({ passwordHash: null });
    for (const password of [FORM.password, 'null', 'x']) {
      expect(await login(world().browser(), { password })).toMatchObject({ status: 400, body: { message: REFUSED } });
    }
  });

  test('F4, D24: limits an address to a thousand logins in 15 minutes, over all accounts', async () => {
    const { limiter } = world().deps;
    for (let n = 0; n < 998; n += 1) await limiter.count('logins', '10.0.0.9');
    const statuses = [];
    for (let n = 0; n < 3; n += 1)
      statuses.push((await login(world().browser('10.0.0.9'), { email: `someone${n}@example.com` })).status);
    expect(statuses).toEqual([400, 400, 429]);
    expect((await login(world().browser('10.0.0.10'))).status).toBe(400);
  });

  test('§6: answers every login of a flood, with 503 and Retry-After above the capacity', async () => {
    await signUp(world(), world().browser());
    const known = world().browser();
    await login(known);
    const flood = await Promise.all(
      Array.from({ length: 90 }, (_, n) =>
        login(Object.assign(world().browser(`10.1.0.${n}`), { known: known.known })),
      ),
    );
    const kinds = new Set(flood.map(({ status }) => status));
    expect([...kinds].sort()).toEqual([200, 503]);
    for (const refused of flood.filter(({ status }) => status === 503)) expect(refused.retryAfter).toBe(5);
    const opened = flood.filter(({ status }) => status === 200).length;
    expect(await world().rows(sessions)).toHaveLength(opened + 2);
    expect((await login(world().browser())).status).toBe(200);
  });
});
