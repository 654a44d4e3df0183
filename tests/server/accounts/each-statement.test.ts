// @engine postgres
import { expect, test, vi } from 'vitest';
import { expectAllOrNothing, type Call } from '../../support/each-statement.ts';
import {
  askEmail,
  askPhone,
  confirmEmail,
  confirmPhone,
  customer,
  EMAIL,
  NEW_MSISDN,
  PHONE,
  save,
} from './profile-steps.ts';
import { complete, FORM, register, verifyPhone } from './steps.ts';
import { describeShop, type Answer, type World } from './world.ts';

const NEW_PASSWORD = 'Another34';

const answered = async (answer: Promise<Answer>, status = 200) => (await answer).status === status;

/** Calls that write in one transaction. */
const CALLS: Readonly<Record<string, (world: World) => Promise<Call>>> = {
  async 'account creation'(world) {
    const browser = world.browser();
    await register(browser);
    const proof = await verifyPhone(world, browser);
    return () => answered(complete(browser, proof));
  },
  async 'a login'(world) {
    const browser = await customer(world);
    // Skips the link to a Google account, whose failure does not fail the login.
    browser.flow = null;
    return () => answered(browser.post('/auth/login', { email: FORM.email, password: FORM.password }));
  },
  async 'a password change'(world) {
    const browser = await customer(world);
    await askPhone(browser);
    return () =>
      answered(browser.put('/auth/change-password', { currentPassword: FORM.password, newPassword: NEW_PASSWORD }));
  },
  async 'a password reset'(world) {
    await customer(world);
    const browser = world.browser();
    await browser.post('/auth/forgot-password', { email: FORM.email });
    const [mail] = await world.mailsTo(FORM.email);
    const token = /reset-password\/([\da-f]{64})/.exec(mail?.text ?? '')?.[1] ?? '';
    return () => answered(browser.put(`/auth/reset-password/${token}`, { password: NEW_PASSWORD }));
  },
  async 'a confirmation link that was never sent'(world) {
    const browser = world.browser();
    return () => answered(confirmEmail(browser, '0'.repeat(64)), 400);
  },
  async 'a change of name, phone and e-mail'(world) {
    const browser = await customer(world);
    return () => answered(save(browser, { name: 'Njeri', phone: PHONE, email: EMAIL }));
  },
  async 'the confirmation of a new phone'(world) {
    const browser = await customer(world);
    await askPhone(browser);
    const proof = await verifyPhone(world, browser, PHONE, NEW_MSISDN);
    return () => answered(confirmPhone(browser, proof));
  },
  async 'the confirmation of a new e-mail'(world) {
    const browser = await customer(world);
    const token = await askEmail(world, browser);
    return () => answered(confirmEmail(browser, token));
  },
};

/** Expected writes of each call. */
const WRITES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'account creation': {
    'known_browsers: made': 1,
    'otp_challenges: changed': 1,
    'sessions: made': 1,
    'sign_ups: removed': 1,
    'users: made': 1,
  },
  'a login': { 'known_browsers: changed': 1, 'sessions: made': 1 },
  'a password change': {
    'jobs: made': 1,
    'known_browsers: changed': 1,
    'phone_changes: removed': 1,
    'users: changed': 1,
  },
  'a password reset': {
    'account_links: removed': 1,
    'jobs: made': 1,
    'known_browsers: made': 1,
    'known_browsers: removed': 1,
    'sessions: made': 1,
    'sessions: removed': 1,
    'users: changed': 1,
  },
  'a confirmation link that was never sent': {},
  'a change of name, phone and e-mail': {
    'account_links: made': 1,
    'jobs: made': 2,
    'phone_changes: made': 1,
    'users: changed': 1,
  },
  'the confirmation of a new phone': { 'otp_challenges: changed': 1, 'phone_changes: removed': 1, 'users: changed': 1 },
  'the confirmation of a new e-mail': { 'account_links: changed': 1, 'jobs: made': 1, 'users: changed': 1 },
};

describeShop(
  'a statement that the database refuses',
  (world) => {
    test.each(Object.entries(CALLS))('%s: writes all or nothing and returns an error', async (name, begin) => {
      const call = await begin(world());
      expect(await expectAllOrNothing(world(), call)).toEqual(WRITES[name]);
    });

    test("D26: a guess fails with 500 when the owner's notice cannot be queued", async () => {
      await customer(world());
      const guess = () => world().browser().post('/auth/login', { email: FORM.email, password: 'Wrong123' });
      for (let count = 0; count < 4; count += 1) expect((await guess()).status).toBe(400);
      vi.spyOn(world().db, 'tx').mockRejectedValueOnce(new Error('refused by the test'));
      expect((await guess()).status).toBe(500);
    });
  },
  { RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'silent' },
);
