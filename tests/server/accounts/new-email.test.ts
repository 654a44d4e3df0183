// @engine postgres
import { expect, test } from 'vitest';
import { accountLinks, jobs, users } from '../../../server/db/schema.ts';
import { lockAccount } from '../../../server/modules/users/users.repository.ts';
import { duringChange } from '../../support/during-change.ts';
import {
  ADDRESS,
  askEmail,
  askPhone,
  confirmEmail,
  confirmPhone,
  customer,
  EMAIL,
  linksTo,
  NEW_MSISDN,
  PHONE,
  save,
  stranger,
  readUser,
} from './profile-steps.ts';
import { withoutRandom } from '../../support/without-random.ts';
import { FORM, MSISDN, verifyPhone } from './steps.ts';
import { describeShop, type Answer } from './world.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 3_600_000;
const IN_USE = 'This email is already in use';
const OVER = 'This link is no longer valid.';

describeShop('a new e-mail', (world) => {
  test('D22: is pending until its link is opened; the old one gets a notice and remains the login', async () => {
    const browser = await customer(world());
    const answer = await save(browser, { email: ' NJERI@example.com ', name: 'Njeri' });
    expect(answer.body.data).toMatchObject({ pending: ['email'], user: { email: FORM.email, name: 'Njeri' } });
    const [mail] = await world().mailsTo(EMAIL);
    expect(mail).toMatchObject({ subject: 'Confirm your email address for Duka' });
    expect(mail?.text).toContain('within 24 hours');
    const [notice] = await world().mailsTo(FORM.email);
    expect(notice).toMatchObject({ subject: 'A new email address for your Duka account?' });
    const login = (email: string) => world().browser().post('/auth/login', { email, password: FORM.password });
    expect([(await login(FORM.email)).status, (await login(EMAIL)).status]).toEqual([200, 400]);

    const token = (await linksTo(world())).at(-1) ?? '';
    expect(await confirmEmail(world().browser(), token)).toMatchObject({
      status: 200,
      body: { success: true, message: 'Your email address is confirmed.' },
    });
    expect([(await login(FORM.email)).status, (await login(EMAIL)).status]).toEqual([400, 200]);
    expect((await browser.get('/auth/profile')).body.data?.user?.email).toBe(EMAIL);
    expect((await world().mailsTo(FORM.email)).map(({ subject }) => subject)).toEqual([
      'A new email address for your Duka account?',
      'Your Duka email address was changed',
    ]);
    for (const { text, html } of [...(await world().mailsTo(FORM.email)), ...(await world().mailsTo(EMAIL))])
      expect(withoutRandom(`${text} ${html}`)).not.toMatch(/njeri@|Njeri|Wanjiku|2547/);
  });

  test('D22: saves name and address immediately when phone and e-mail are both pending', async () => {
    const browser = await customer(world());
    const answer = await save(browser, { email: EMAIL, phone: PHONE, address: { ...ADDRESS, city: 'Nakuru' } });
    expect(answer.body.data).toMatchObject({
      pending: ['phone', 'email'],
      user: { email: FORM.email, phone: MSISDN, address: { city: 'Nakuru' } },
    });
  });

  test('D22: returns the same when its link is opened again, also in another browser', async () => {
    const token = await askEmail(world(), await customer(world()));
    for (let n = 0; n < 3; n += 1) expect((await confirmEmail(world().browser(), token)).status).toBe(200);
    const notices = await world().mailsTo(FORM.email);
    expect(notices.filter(({ subject }) => subject.endsWith('was changed'))).toHaveLength(1);
  });

  test('D22: confirms once for ten concurrent requests, and all get a success', async () => {
    const token = await askEmail(world(), await customer(world()));
    const answers = await Promise.all(Array.from({ length: 10 }, () => confirmEmail(world().browser(), token)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await world().mailsTo(FORM.email)).toHaveLength(2);
  });

  test("D22: a used link confirms nothing when the account's e-mail has changed since", async () => {
    const browser = await customer(world());
    const token = await askEmail(world(), browser);
    expect((await confirmEmail(world().browser(), token)).status).toBe(200);
    await world().db.sql.update(users).set({ email: 'third@example.com' });
    expect(await confirmEmail(world().browser(), token)).toMatchObject({ status: 400, body: { message: OVER } });
  });

  test('D22: its link works for 24 hours', async () => {
    const browser = await customer(world());
    const late = await askEmail(world(), browser);
    world().advance(24 * HOUR);
    expect(await confirmEmail(world().browser(), late)).toMatchObject({ status: 400, body: { message: OVER } });
    const token = await askEmail(world(), browser);
    world().advance(24 * HOUR - 10 * SECOND);
    expect((await confirmEmail(world().browser(), token)).status).toBe(200);
  });

  test('D22: a newer link ends the older one, also when the newer mail is still queued', async () => {
    const browser = await customer(world());
    const older = await askEmail(world(), browser);
    world().failMails('down', 'down');
    await save(browser, { email: 'waits@example.com' });
    expect(await world().mailsTo('waits@example.com')).toEqual([]);
    expect(await confirmEmail(world().browser(), older)).toMatchObject({ status: 400, body: { message: OVER } });
    const newest = await askEmail(world(), browser, 'newest@example.com');
    world().advance(11 * MINUTE);
    expect(await world().mailsTo('waits@example.com')).toEqual([]);
    expect((await confirmEmail(world().browser(), newest)).status).toBe(200);
  });

  test('D22: confirms nothing when the link ends at the same moment', async () => {
    const browser = await customer(world());
    const token = await askEmail(world(), browser);
    const { id = '' } = (await readUser(world(), FORM.email)) ?? {};
    const answer = await duringChange(
      world().db,
      async (tx) => {
        await lockAccount(tx, id);
        await tx.delete(accountLinks);
      },
      () => confirmEmail(world().browser(), token),
    );
    expect(answer).toMatchObject({ status: 400, body: { message: OVER } });
    expect(await readUser(world(), EMAIL)).toBeUndefined();
  });

  test('D22: rejects an address that was taken meanwhile, and keeps the old one', async () => {
    const token = await askEmail(world(), await customer(world()));
    await stranger(world(), '0733000111', EMAIL);
    expect(await confirmEmail(world().browser(), token)).toMatchObject({
      status: 409,
      body: { message: IN_USE, code: 'email-in-use' },
    });
    expect((await readUser(world(), FORM.email))?.phone).toBe(MSISDN);
  });

  test('D22: concurrent confirmations of one address by two accounts give it to one and reject the other', async () => {
    const first = await askEmail(world(), await customer(world()));
    const other = await stranger(world());
    await save(other, { email: EMAIL, phone: '0733000111' });
    const second = (await linksTo(world())).at(-1) ?? '';
    const answers = await Promise.all([first, second].map((token) => confirmEmail(world().browser(), token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.message).toBe(IN_USE);
  });

  test.each([
    ['unknown', 'f'.repeat(64)],
    ['its hash', ''],
    ['SQL', "' or 1=1 --"],
  ])('D14: a token that is %s returns 400, never 401', async (what, sent) => {
    await askEmail(world(), await customer(world()));
    const token = what === 'its hash' ? ((await world().rows(accountLinks))[0]?.tokenHash ?? '') : sent;
    expect(await confirmEmail(world().browser(), token)).toMatchObject({ status: 400, body: { message: OVER } });
  });

  test('R28: a reset token confirms no e-mail, and a confirmed e-mail ends the reset link of the old one', async () => {
    const browser = await customer(world());
    await world().browser().post('/auth/forgot-password', { email: FORM.email });
    const [mail] = await world().mailsTo(FORM.email);
    const reset = /reset-password\/([\da-f]{64})/.exec(mail?.text ?? '')?.[1] ?? '';
    expect(await confirmEmail(world().browser(), reset)).toMatchObject({ status: 400, body: { message: OVER } });
    expect((await confirmEmail(world().browser(), await askEmail(world(), browser))).status).toBe(200);
    const answer = await world().browser().put(`/auth/reset-password/${reset}`, { password: 'Nairobi2026' });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid reset token' } });
  });

  test.each(['GET', 'HEAD'] as const)('D22: %s by a mail scanner changes nothing', async (method) => {
    const token = await askEmail(world(), await customer(world()));
    for (const url of [`/auth/confirm-email?token=${token}`, `/api/auth/confirm-email?token=${token}`])
      await world().app.inject({ method, url });
    expect((await readUser(world(), FORM.email))?.phone).toBe(MSISDN);
    expect((await confirmEmail(world().browser(), token)).status).toBe(200);
  });

  test('D22, D15: stores only the hash of the token, in all tables and queues', async () => {
    const token = await askEmail(world(), await customer(world()));
    const everything = [await world().rows(accountLinks), await world().rows(jobs), await world().rows(users)];
    expect(JSON.stringify(everything)).not.toContain(token);
  });

  test('F4, H15: limits an address to six hundred tries an hour', async () => {
    for (let n = 0; n < 540; n += 1) await world().deps.limiter.count('links', '10.0.0.1');
    const browser = world().browser('10.0.0.1');
    for (let n = 0; n < 60; n += 1) expect((await confirmEmail(browser, `t${n}`)).status).toBe(400);
    expect((await confirmEmail(browser, 'more')).status).toBe(429);
  });

  test('H14: logs no token, link, address, phone or name', async () => {
    const browser = await customer(world());
    await askPhone(browser);
    await confirmPhone(browser, await verifyPhone(world(), browser, PHONE, NEW_MSISDN));
    world().failMails('refused', 'refused');
    await save(browser, { email: 'lost@example.com', phone: PHONE });
    await linksTo(world());
    await save(browser, { email: EMAIL, phone: PHONE });
    const token = (await linksTo(world())).at(-1) ?? '';
    await world().app.inject({ url: `/auth/confirm-email?token=${token}` });
    const answers: Answer[] = [await confirmEmail(world().browser(), token), await confirmEmail(browser, 'wrong')];
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    const lines = JSON.stringify(world().lines());
    expect(lines).toContain('message undelivered');
    const codes = world().sms.sent.map(({ code }) => `"${code}"`);
    for (const secret of [token, EMAIL, FORM.email, MSISDN, NEW_MSISDN, PHONE, FORM.name, ADDRESS.street, ...codes])
      expect(lines).not.toContain(secret);
  });
});
