// @engine postgres
import { expect, test, vi } from 'vitest';
import { sessions, users } from '../../../server/db/schema.ts';
import { createChangePasswordService } from '../../../server/modules/passwords/change-password.service.ts';
import { createPasswordsService } from '../../../server/modules/passwords/passwords.service.ts';
import { FORM, MSISDN, signUp } from './steps.ts';
import { describeShop, type Answer, type Browser, type World } from './world.ts';

const HOUR = 3_600_000;
const NEW = 'Nairobi2026';
const WRONG = 'Current password is incorrect';

const change = (browser: Browser, newPassword: unknown = NEW, currentPassword: unknown = FORM.password) =>
  browser.put('/auth/change-password', { currentPassword, newPassword });

async function login(world: World, password: string): Promise<Browser & { answer: Answer }> {
  const browser = world.browser();
  const answer = await browser.post('/auth/login', { email: FORM.email, password });
  browser.token = answer.body.data?.token ?? null;
  return Object.assign(browser, { answer });
}

async function customer(world: World): Promise<Browser> {
  const browser = world.browser();
  await signUp(world, browser);
  return browser;
}

describeShop('changing the password', (world) => {
  test('§8: changes the password, refuses the old one and mails the owner', async () => {
    const browser = await customer(world());
    expect(await change(browser)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Password changed successfully!' },
    });
    expect((await login(world(), FORM.password)).answer.status).toBe(400);
    expect((await login(world(), NEW)).answer.status).toBe(200);
    const mails = await world().mailsTo(FORM.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Your Duka password was changed']);
    expect(`${mails[0]?.text} ${mails[0]?.html}`).not.toMatch(new RegExp(`${NEW}|${FORM.name}|${MSISDN}`));
  });

  test('D13, R27: keeps this session and ends all others immediately', async () => {
    const browser = await customer(world());
    const others = [await login(world(), FORM.password), await login(world(), FORM.password)];
    expect((await change(browser)).status).toBe(200);
    expect((await browser.get('/auth/profile')).status).toBe(200);
    for (const other of others) expect((await other.get('/auth/profile')).status).toBe(401);
    expect(await world().rows(sessions)).toHaveLength(1);
  });

  test('D14, Q5: returns 400 with its text for a wrong current password, and keeps the session', async () => {
    const browser = await customer(world());
    for (const wrong of ['Wrong1234', FORM.password.toUpperCase(), ` ${FORM.password}`]) {
      expect(await change(browser, NEW, wrong)).toMatchObject({
        status: 400,
        body: { success: false, message: WRONG, fields: { currentPassword: WRONG } },
      });
    }
    expect((await browser.get('/auth/profile')).status).toBe(200);
    expect((await login(world(), FORM.password)).answer.status).toBe(200);
  });

  test('D14: refuses an account without a password after the same work', async () => {
    const browser = await customer(world());
    await world().db.sql.update(users).set({ passwordHash: null });
    expect(await change(browser)).toMatchObject({ status: 400, body: { message: WRONG } });
    const verify = vi.fn(() => Promise.resolve(false));
    const service = createChangePasswordService(world().deps, {
      ...world().services,
      passwords: createPasswordsService({ verify }),
    });
    const [user] = await world().rows(users);
    const owner = { id: user?.id ?? '', name: '', email: FORM.email, phone: MSISDN, tokenHash: '' };
    await expect(
      service.changePassword(owner, { currentPassword: FORM.password, newPassword: NEW }, 'b'),
    ).rejects.toMatchObject({ kind: 'invalid' });
    expect(verify).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['', FORM.password, 'Please fill in all password fields'],
    [NEW, '', 'Please fill in all password fields'],
    ['Abcdef1', FORM.password, 'New password must be at least 8 characters long'],
    [
      'abcdefg1',
      FORM.password,
      'Password must contain at least one uppercase letter, one lowercase letter, and one number',
    ],
    ['Password1', FORM.password, 'This password is too common. Please choose another.'],
    [`Abcdefg1${'😀'.repeat(31)}`, FORM.password, 'Password must be at most 128 bytes long'],
  ])('§5 Change password, A17: rejects %j after %j', async (next, current, message) => {
    const browser = await customer(world());
    expect(await change(browser, next, current)).toMatchObject({ status: 400, body: { message } });
    expect((await login(world(), FORM.password)).answer.status).toBe(200);
  });

  test('§7: does not trim or normalize passwords', async () => {
    const browser = await customer(world());
    const odd = '  Ünïcode 1 😀 ';
    expect((await change(browser, odd)).status).toBe(200);
    expect((await login(world(), odd.trim())).answer.status).toBe(400);
    expect((await login(world(), odd)).answer.status).toBe(200);
  });

  test('D13: of two concurrent changes one succeeds and the other is refused', async () => {
    const browser = await customer(world());
    const other = await login(world(), FORM.password);
    const answers = await Promise.all([change(browser, 'Nairobi2026'), change(other, 'Mombasa2026')]);
    const done = answers.findIndex(({ status }) => status === 200);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, expect.any(Number)]);
    expect([400, 401]).toContain(answers[1 - done]?.status);
    expect((await login(world(), ['Nairobi2026', 'Mombasa2026'][done] ?? '')).answer.status).toBe(200);
    expect((await login(world(), ['Nairobi2026', 'Mombasa2026'][1 - done] ?? '')).answer.status).toBe(400);
  });

  test('D13: ends reset links and pending changes of phone and e-mail that another person started', async () => {
    const browser = await customer(world());
    await world().browser().post('/auth/forgot-password', { email: FORM.email });
    await browser.put('/auth/profile', {
      name: FORM.name,
      email: 'thief@example.com',
      phone: '0733000111',
      address: { street: '', city: '', state: '', zipCode: '', country: '' },
    });
    const [resetMail] = await world().mailsTo(FORM.email);
    const [emailMail] = await world().mailsTo('thief@example.com');
    expect((await change(browser)).status).toBe(200);
    const reset = /reset-password\/([\da-f]{64})/.exec(resetMail?.text ?? '')?.[1] ?? '';
    const confirm = /token=([\da-f]{64})/.exec(emailMail?.text ?? '')?.[1] ?? '';
    expect((await world().browser().put(`/auth/reset-password/${reset}`, { password: 'Mombasa2026' })).status).toBe(
      400,
    );
    expect(await world().browser().post('/auth/confirm-email', { token: confirm })).toMatchObject({
      status: 400,
      body: { message: 'This link is no longer valid.' },
    });
    expect((await world().rows(users))[0]?.email).toBe(FORM.email);
  });

  test('H15: allows ten tries an hour per shopper from any address; the text states the wait', async () => {
    const browser = await customer(world());
    world().align(HOUR);
    for (let n = 0; n < 10; n += 1) expect((await change(browser, NEW, 'Wrong1234')).status).toBe(400);
    expect(await change(browser)).toMatchObject({
      status: 429,
      body: { message: 'Please try again in 60 minutes.' },
    });
    expect((await browser.get('/auth/profile')).status).toBe(200);
    world().advance(HOUR);
    expect((await change(browser)).status).toBe(200);
  });

  test('R25, D14: rejects other fields, and calls without a token', async () => {
    const browser = await customer(world());
    for (const extra of [{ userId: 'x' }, { email: FORM.email }, { isAdmin: true }]) {
      const body = { currentPassword: FORM.password, newPassword: NEW, ...extra };
      expect((await browser.put('/auth/change-password', body)).status).toBe(400);
    }
    expect((await change(world().browser())).status).toBe(401);
  });

  test('H14: logs no password', async () => {
    const browser = await customer(world());
    await change(browser, NEW, 'Wrong1234');
    await change(browser);
    const lines = JSON.stringify(world().lines());
    for (const secret of [NEW, FORM.password, 'Wrong1234', FORM.email, MSISDN]) expect(lines).not.toContain(secret);
  });
});
