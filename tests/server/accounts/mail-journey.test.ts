// @engine postgres
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { forgotPassword, getProfile, register, resetPassword } from '../../../contract/auth.ts';
import { confirmEmail, updateProfile } from '../../../contract/profile.ts';
import { pendingRegistrations } from '../../../server/db/schema.ts';
import { registerLinks } from '../../../server/modules/links/links.worker.ts';
import { registerMails } from '../../../server/modules/messages/mail.worker.ts';
import { createSmtp } from '../../../server/providers/smtp.ts';
import { createTestApp, type TestApp } from '../../support/server.ts';
import { startSimulators, type RunningSimulators } from '../simulators/running.ts';

const EMAIL = 'amina@example.test';
const MINUTE = 60_000;
const address = { street: '', city: '', state: '', zipCode: '', country: '' };

let simulators: RunningSimulators;
let shop: TestApp;
beforeAll(async () => {
  simulators = await startSimulators();
  const from = { name: 'Duka', address: 'shop@duka.test' };
  const host = { host: '127.0.0.1', port: await simulators.mailPort() };
  shop = await createTestApp({ mail: createSmtp({ ...host, login: null, from, timeoutMs: 2_000 }) });
  registerMails(shop.deps, shop.services);
  registerLinks(shop.deps, shop.services);
});
beforeEach(async () => {
  await shop.deps.jobs.runDue();
  await simulators.reset();
});
afterAll(async () => {
  await shop.close();
  await simulators.close();
});

/** Returns the token in the link of the newest mail. */
async function tokenTo(email: string): Promise<string> {
  await shop.deps.jobs.runDue();
  const [mail] = await simulators.mails(email);
  return /[\da-f]{64}/.exec(mail?.links[0] ?? '')?.[0] ?? '';
}

test('D15, H16: from the forgotten password through the mailbox to a new session', async () => {
  const { token: before } = await shop.signIn({ email: EMAIL });
  expect((await shop.call(forgotPassword, { email: EMAIL })).status).toBe(200);
  const token = await tokenTo(EMAIL);
  const [mail] = await simulators.mails(EMAIL);
  expect(mail).toMatchObject({ from: 'shop@duka.test', replyTo: null, subject: 'Reset your Duka password' });
  expect(mail?.links).toEqual([`http://localhost:3000/auth/reset-password/${token}`]);
  const { body } = await shop.call(resetPassword, { token, password: 'Nairobi2026' });
  expect((await shop.call(getProfile, {}, { token: body.data.token })).status).toBe(200);
  expect((await shop.call(getProfile, {}, { token: before })).status).toBe(401);
  await shop.deps.jobs.runDue();
  expect((await simulators.mails(EMAIL))[0]?.subject).toBe('Your Duka password was changed');
});

test('D22, H16: from a changed profile through two mailboxes to the new e-mail', async () => {
  const { token: session, user } = await shop.signIn();
  const fields = { name: 'Amina', email: 'next@example.test', phone: user.phone, address };
  expect((await shop.call(updateProfile, fields, { token: session })).body.data.pending).toEqual(['email']);
  const token = await tokenTo('next@example.test');
  const [mail] = await simulators.mails('next@example.test');
  expect(mail?.links).toEqual([`http://localhost:3000/auth/confirm-email?token=${token}`]);
  expect(await simulators.mails(user.email)).toHaveLength(1);
  expect((await shop.call(confirmEmail, { token })).status).toBe(200);
  expect((await shop.call(getProfile, {}, { token: session })).body.data.user.email).toBe('next@example.test');
});

test.each(['503', 'reset', 'lose-answer'])(
  'R20: the mail server answers %s: the mail arrives later, and its link works',
  async (mode) => {
    const email = `${mode}@example.test`;
    await shop.signIn({ email });
    await simulators.fault('mail', mode);
    expect((await shop.call(forgotPassword, { email })).status).toBe(200);
    await shop.deps.jobs.runDue();
    shop.clock.advance(11 * MINUTE);
    const token = await tokenTo(email);
    expect((await shop.call(resetPassword, { token, password: 'Nairobi2026' })).status).toBe(200);
    const ids = (await simulators.mails(email)).map(({ messageId }) => messageId);
    expect(new Set(ids).size).toBe(ids.length);
  },
);

test.each([
  ['Amina\r\nBcc: victim@example.com', 'Amina Bcc: victim@example.com'],
  ['Amina\nSubject: You won', 'Amina Subject: You won'],
  ['Amina\u0000', 'Amina'],
  ['Amina\t\u202aOtieno\u200b', 'Amina Otieno'],
])('X80: turns the name %j into one line, so that it cannot add a header', async (name, line) => {
  const { token, user } = await shop.signIn();
  const form = { name, email: 'new@example.test', password: 'Secret12', phone: '0712345678' };
  expect((await shop.call(register, form)).status).toBe(200);
  const [signUp] = await shop.db.sql.delete(pendingRegistrations).returning();
  expect(signUp?.name).toBe(line);
  const profile = { name, email: 'new@example.test', phone: user.phone, address };
  expect((await shop.call(updateProfile, profile, { token })).body.data?.user.name).toBe(line);
  await shop.deps.jobs.runDue();
  expect(await simulators.mails('victim@example.com')).toEqual([]);
});

test.each([
  '"x"<victim@example.com>',
  '<victim@example.com>',
  'a,victim@example.com',
  'a;b@example.com',
  'x(y)@example.com',
])('Bad input: a link for %j is not mailed to another address', async (email) => {
  const { token, user } = await shop.signIn();
  await shop.call(updateProfile, { name: 'Amina', email, phone: user.phone, address }, { token });
  await shop.deps.jobs.runDue();
  expect(await simulators.mails('victim@example.com')).toEqual([]);
});
