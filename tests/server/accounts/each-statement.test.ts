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

/** What writes in one transaction. */
const CALLS: Readonly<Record<string, (world: World) => Promise<Call>>> = {
  async 'an account is made'(world) {
    const browser = world.browser();
    await register(browser);
    const proof = await verifyPhone(world, browser);
    return () => answered(complete(browser, proof));
  },
  async 'somebody logs in'(world) {
    const browser = await customer(world);
    // A Google account that cannot be linked keeps nobody out.
    browser.flow = null;
    return () => answered(browser.post('/auth/login', { email: FORM.email, password: FORM.password }));
  },
  async 'the password is changed'(world) {
    const browser = await customer(world);
    await askPhone(browser);
    return () =>
      answered(browser.put('/auth/change-password', { currentPassword: FORM.password, newPassword: NEW_PASSWORD }));
  },
  async 'the password is set anew'(world) {
    await customer(world);
    const browser = world.browser();
    await browser.post('/auth/forgot-password', { email: FORM.email });
    const [mail] = await world.mailsTo(FORM.email);
    const token = /reset-password\/([\da-f]{64})/.exec(mail?.text ?? '')?.[1] ?? '';
    return () => answered(browser.put(`/auth/reset-password/${token}`, { password: NEW_PASSWORD }));
  },
  async 'a link that nobody was sent is opened'(world) {
    const browser = world.browser();
    return () => answered(confirmEmail(browser, '0'.repeat(64)), 400);
  },
  async 'name, phone and e-mail are changed'(world) {
    const browser = await customer(world);
    return () => answered(save(browser, { name: 'Njeri', phone: PHONE, email: EMAIL }));
  },
  async 'a new phone is confirmed'(world) {
    const browser = await customer(world);
    await askPhone(browser);
    const proof = await verifyPhone(world, browser, PHONE, NEW_MSISDN);
    return () => answered(confirmPhone(browser, proof));
  },
  async 'a new e-mail is confirmed'(world) {
    const browser = await customer(world);
    const token = await askEmail(world, browser);
    return () => answered(confirmEmail(browser, token));
  },
};

/** What each of them writes. */
const WRITES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  'an account is made': {
    'known_browsers: made': 1,
    'otp_challenges: changed': 1,
    'sessions: made': 1,
    'sign_ups: removed': 1,
    'users: made': 1,
  },
  'somebody logs in': { 'known_browsers: changed': 1, 'sessions: made': 1 },
  'the password is changed': {
    'jobs: made': 1,
    'known_browsers: changed': 1,
    'phone_changes: removed': 1,
    'users: changed': 1,
  },
  'the password is set anew': {
    'account_links: removed': 1,
    'jobs: made': 1,
    'known_browsers: made': 1,
    'known_browsers: removed': 1,
    'sessions: made': 1,
    'sessions: removed': 1,
    'users: changed': 1,
  },
  'a link that nobody was sent is opened': {},
  'name, phone and e-mail are changed': {
    'account_links: made': 1,
    'jobs: made': 2,
    'phone_changes: made': 1,
    'users: changed': 1,
  },
  'a new phone is confirmed': { 'otp_challenges: changed': 1, 'phone_changes: removed': 1, 'users: changed': 1 },
  'a new e-mail is confirmed': { 'account_links: changed': 1, 'jobs: made': 1, 'users: changed': 1 },
};

describeShop(
  'a statement that the database refuses',
  (world) => {
    test.each(Object.entries(CALLS))('%s: whole or not at all, and the shopper is told', async (name, begin) => {
      const call = await begin(world());
      expect(await expectAllOrNothing(world(), call)).toEqual(WRITES[name]);
    });

    test('D26: a guess of which the owner cannot be told is no answer', async () => {
      await customer(world());
      const guess = () => world().browser().post('/auth/login', { email: FORM.email, password: 'Wrong123' });
      for (let count = 0; count < 4; count += 1) expect((await guess()).status).toBe(400);
      vi.spyOn(world().db, 'tx').mockRejectedValueOnce(new Error('refused by the test'));
      expect((await guess()).status).toBe(500);
    });
  },
  { RATE_LIMIT_FACTOR: '1000', LOG_LEVEL: 'silent' },
);
