import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { passwordStrength } from '../../../contract/rules/password.ts';
import { authMachines } from '../../../src/compose/account/auth.ts';
import type { SignUpFields, SignUpInput } from '../../../src/machines/account/sign-up.machine.ts';
import { wanjiku } from '../support/account.samples.ts';
import { NO_OTP_SESSION } from '../../../contract/rules/otp.ts';
import { ok, openTab, refused, SharedStorage } from '../../support/tab.ts';
import type { Answer, Server } from '../../support/tab.ts';
import { until } from '../../support/until.ts';

afterEach(() => vi.unstubAllGlobals());

const FORM: SignUpFields = {
  name: ' Wanjiku ',
  email: ' Wanjiku@Example.COM ',
  phone: '(0712) 345-678',
  password: 'Secret12',
};
/** The refusal when the code is no longer valid (D4). */
const CODE_GONE: Answer = {
  status: 400,
  body: { success: false, message: NO_OTP_SESSION, code: 'no-otp-session' },
};
const opened: SignUpInput = { origin: null, email: '', passwordMinimum: 6 };

function openSignUp(
  server: Server,
  input: Partial<SignUpInput> = {},
  { tabStorage = new SharedStorage(), now = 0 } = {},
) {
  const tab = openTab({ server, tabStorage });
  tab.browser.now = now;
  const signUp = createActor(tab.app.compose(authMachines).signUp, { input: { ...opened, ...input } }).start();
  const submit = (change: Partial<SignUpFields> = {}) => {
    const { name, email, phone, password } = { ...FORM, ...change };
    signUp.send({ type: 'name.change', name });
    signUp.send({ type: 'email.change', email });
    signUp.send({ type: 'phone.change', phone });
    signUp.send({ type: 'password.change', password });
    if (!signUp.getSnapshot().context.acceptTerms) signUp.send({ type: 'terms.toggle' });
    signUp.send({ type: 'form.submit' });
  };
  const code = () => signUp.getSnapshot().children.phoneVerification;
  return {
    tab,
    signUp,
    submit,
    code,
    state: () => signUp.getSnapshot(),
    paths: () => tab.sent.map(({ path }) => path),
  };
}

const server =
  (change: Readonly<Record<string, Answer>> = {}): Server =>
  ({ path }) =>
    ({
      '/auth/register': ok({}),
      '/auth/send-otp': ok({ pinId: 'P1', balance: null, smsStatus: 'Message Sent' }),
      '/auth/verify-termii-otp': ok({ verified: true, msisdn: '254712345678', verificationToken: 'V' }),
      '/auth/complete-registration': ok({ token: 'T', user: wanjiku }),
      '/auth/profile': ok({ user: wanjiku }),
      ...change,
    })[path] ?? 'lost';

async function verified(page: ReturnType<typeof openSignUp>) {
  await until(() => expect(page.code()?.getSnapshot().matches('open')).toBe(true));
  page.code()?.send({ type: 'code.verify', code: '123456' });
}

describe('a complete sign-up', () => {
  test('U22: registers, checks the code and goes directly to the checkout', async () => {
    const page = openSignUp(server(), { origin: '/checkout' });
    page.submit();
    await verified(page);
    await until(() => expect(page.state().status).toBe('done'));
    // The session loads the profile once.
    await until(() =>
      expect(page.paths()).toEqual([
        '/auth/register',
        '/auth/send-otp',
        '/auth/verify-termii-otp',
        '/auth/complete-registration',
        '/auth/profile',
      ]),
    );
    expect(page.tab.visits).toEqual([{ path: '/checkout', options: { replace: true } }]);
    expect(page.tab.storage.values.get('token')).toBe('T');
  });

  test('U22: fills in the e-mail from the login page', () => {
    expect(openSignUp(server(), { email: 'wanjiku@example.com' }).state().context.email).toBe('wanjiku@example.com');
  });

  test.each([
    ['only a token', { token: 'T' }],
    ['only a user', { user: wanjiku }],
    ['nothing', {}],
  ])('A14: %s leads to the phone step', async (_, data) => {
    const page = openSignUp(server({ '/auth/register': ok(data) }));
    page.submit();
    await until(() => expect(page.state().matches('phoneStep')).toBe(true));
    expect(page.tab.storage.values.has('token')).toBe(false);
  });
});

describe('form and stored data', () => {
  test('A15: Back from the code keeps the form, and the same sign-up can be sent again', async () => {
    const page = openSignUp(server());
    page.submit();
    await until(() => expect(page.code()?.getSnapshot().matches('open')).toBe(true));
    page.code()?.send({ type: 'step.back' });
    await until(() => expect(page.state().matches('form')).toBe(true));
    expect(page.state().context).toMatchObject(FORM);
    page.signUp.send({ type: 'form.submit' });
    await until(() => expect(page.state().matches('phoneStep')).toBe(true));
  });

  test.each(['👩🏾‍🚀 Wanjikũ', 'نجوى محمد', 'O’Brien-Ōtieno', 'W'.repeat(120)])(
    'sends the name %s exactly as typed',
    async (name) => {
      const page = openSignUp(server());
      page.submit({ name });
      await until(() => expect(page.state().matches('phoneStep')).toBe(true));
      expect(page.tab.sent[0]?.body).toMatchObject({ name });
    },
  );

  test('H10: keeps the form when the storage is cleared during the sign-up, and completes it', async () => {
    const page = openSignUp(server(), { origin: '/checkout' });
    const empty = () => {
      page.tab.storage.values.clear();
      page.tab.fire('storage', { key: null });
    };
    page.signUp.send({ type: 'name.change', name: FORM.name });
    empty();
    expect(page.state().context.name).toBe(FORM.name);
    page.submit();
    await until(() => expect(page.code()?.getSnapshot().matches('open')).toBe(true));
    empty();
    expect(page.state().context).toMatchObject(FORM);
    await verified(page);
    await until(() => expect(page.state().status).toBe('done'));
    expect(page.tab.visits).toEqual([{ path: '/checkout', options: { replace: true } }]);
    expect(page.tab.storage.values.get('token')).toBe('T');
  });

  const onCode = async (page: ReturnType<typeof openSignUp>) => {
    await until(() => expect(page.code()?.getSnapshot().matches('open')).toBe(true));
    return page.code();
  };
  const sends = ({ paths }: ReturnType<typeof openSignUp>) =>
    paths().filter((path) => path === '/auth/send-otp').length;

  test('X22: Back and Sign Up again within a minute reuses the code that was sent, with its remaining time', async () => {
    const page = openSignUp(server());
    page.tab.browser.now = 1_000_000;
    page.submit();
    (await onCode(page))?.send({ type: 'step.back' });
    await until(() => expect(page.state().matches('form')).toBe(true));
    page.tab.browser.now += 20_000;
    page.signUp.send({ type: 'form.submit' });
    const code = await onCode(page);
    expect(code?.getSnapshot().context).toMatchObject({ pinId: 'P1', now: 1_020_000, resendAt: 1_060_000 });
    expect(code?.getSnapshot().can({ type: 'code.resend' })).toBe(false);
    expect(sends(page)).toBe(1);
    await verified(page);
    await until(() => expect(page.state().status).toBe('done'));
    expect(page.tab.tabStorage.values.size).toBe(0);
  });

  test.each([
    ['for another phone', { phone: '0722345678' }, 20_000],
    ['after the minute', {}, 60_000],
  ])('X22: Back and Sign Up again %s sends another code', async (_, change, ms) => {
    const page = openSignUp(server());
    page.submit();
    (await onCode(page))?.send({ type: 'step.back' });
    await until(() => expect(page.state().matches('form')).toBe(true));
    page.tab.browser.now += ms;
    page.submit(change);
    await onCode(page);
    expect(sends(page)).toBe(2);
  });

  test('X22: sends another code when the last one is no longer valid', async () => {
    const page = openSignUp(server({ '/auth/verify-termii-otp': CODE_GONE }));
    page.submit();
    (await onCode(page))?.send({ type: 'code.verify', code: '123456' });
    await until(() =>
      expect(
        page
          .code()
          ?.getSnapshot()
          .matches({ open: { code: 'none' } }),
      ).toBe(true),
    );
    page.code()?.send({ type: 'step.back' });
    await until(() => expect(page.state().matches('form')).toBe(true));
    page.signUp.send({ type: 'form.submit' });
    await onCode(page);
    expect(sends(page)).toBe(2);
  });

  test.each([
    ['while the code is valid shows the code screen and sends nothing', 599_000, 'phoneStep'],
    ['after the code has expired fills in the form', 600_000, 'form'],
    ['after the sign-up has expired shows an empty form', 900_000, 'empty'],
  ])('X22: a reload %s', async (_, ms, where) => {
    const page = openSignUp(server());
    page.submit();
    await onCode(page);
    const { tabStorage } = page.tab;
    expect(JSON.stringify([...tabStorage.values, ...page.tab.storage.values])).not.toContain(FORM.password);
    page.signUp.stop();
    const again = openSignUp(server(), {}, { tabStorage, now: ms });
    const { name, email, phone } = where === 'empty' ? { name: '', email: '', phone: '' } : FORM;
    expect(again.state().context).toMatchObject({ name, email, phone, password: '' });
    expect(again.state().matches('phoneStep')).toBe(where === 'phoneStep');
    if (where === 'phoneStep') {
      expect((await onCode(again))?.getSnapshot().context.pinId).toBe('P1');
      expect(again.paths()).toEqual([]);
    }
  });

  test('X22: ignores any other text in the storage', () => {
    for (const text of [
      '',
      '{',
      'null',
      '[]',
      '{"name":1,"email":"","phone":"","at":0}',
      '{"name":"","email":"","phone":""}',
    ]) {
      const tabStorage = new SharedStorage();
      tabStorage.values.set('signUp', text);
      tabStorage.values.set('code', text);
      expect(openSignUp(server(), {}, { tabStorage, now: 0 }).state().context).toMatchObject({ name: '', phone: '' });
    }
  });

  test.each<[string, Answer, string]>([
    [
      '400 with a message',
      refused(400, 'This phone number is already in use'),
      'Registration failed: This phone number is already in use',
    ],
    ['400 without a message', refused(400), 'Registration failed: Account setup completion failed'],
    ['503 with a message', refused(503, 'Down'), 'Registration failed: Account setup completion failed'],
    ['network lost', 'lost', 'Registration failed: Account setup completion failed'],
  ])('Q6: a completion answered with %s returns to the form with its values', async (_, answer, text) => {
    const page = openSignUp(server({ '/auth/complete-registration': answer }));
    page.submit();
    await verified(page);
    await until(() => expect(page.state().context.problem?.text).toBe(text));
    expect(page.state().matches('form')).toBe(true);
    expect(page.state().context).toMatchObject(FORM);
    expect(page.tab.storage.values.has('token')).toBe(false);
  });
});

describe('messages', () => {
  test.each<[string, Answer, string]>([
    ['409 with a message', refused(409, 'An account with this email exists'), 'An account with this email exists'],
    ['400 without a message', refused(400), 'Registration failed'],
    ['500 with a message', refused(500, 'Internal error'), 'Registration failed'],
    ['200 and success false', refused(200), 'Registration failed'],
    ['an array instead of an object', { status: 200, body: [] }, 'Registration failed'],
    ['network lost', 'lost', 'Registration failed'],
  ])('A55: a registration answered with %s', async (_, answer, text) => {
    const page = openSignUp(server({ '/auth/register': answer }));
    page.submit();
    await until(() => expect(page.state().context.problem?.text).toBe(text));
  });

  test.each([
    ['0712345678', null],
    ['+254712345678', null],
    ['071234567', 'bad'],
    ['712345678', null],
    ['', 'none'],
  ])('A20: the phone %s', (phone, kind) => {
    const page = openSignUp(server());
    page.submit({ phone });
    expect(page.state().context.errors.phone).toBe(
      kind === null
        ? null
        : kind === 'none'
          ? 'Phone number is required'
          : 'Please enter a valid phone number (e.g., 0712345678 or +254712345678)',
    );
  });

  test('U11: no page of the shop uses alert()', () => {
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
    for (const file of files) expect(readFileSync(`src/${file}`, 'utf8'), file).not.toMatch(/\balert\(/);
  });
});

describe('passwords', () => {
  test.each([
    ['12345', false],
    ['123456', true],
    ['      ', true],
  ])('A17: sign-up accepts %j: %s', (password, isTaken) => {
    const page = openSignUp(server());
    page.submit({ password });
    expect(page.state().context.errors.password).toBe(isTaken ? null : 'Password must be at least 6 characters long');
  });

  test('A17: the minimum is a setting of the shop', () => {
    const page = openSignUp(server(), { passwordMinimum: 8 });
    page.submit({ password: 'Secret1' });
    expect(page.state().context.errors.password).toBe('Password must be at least 8 characters long');
  });

  test.each([
    ['abcdef', 'weak'],
    ['abcd12', 'weak'],
    ['Abcd12', 'fair'],
    ['abcdefgh', 'fair'],
    ['Secret12', 'strong'],
    ['correct horse battery', 'strong'],
  ])('A17: %s is %s, and the hint blocks no sign-up', (password, strength) => {
    expect(passwordStrength(password)).toBe(strength);
    const page = openSignUp(server());
    page.submit({ password });
    expect(page.state().matches('registering')).toBe(true);
  });
});
