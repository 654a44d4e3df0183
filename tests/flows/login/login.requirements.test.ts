import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { authMachines } from '../../../src/compose/account/auth.ts';
import { loginMachine } from '../../../src/machines/account/login.machine.ts';
import type { LoginInput } from '../../../src/machines/account/login.machine.ts';
import { wanjiku } from '../support/account.samples.ts';
import { LiveActor } from 'model-testing/model/live';
import { ok, openTab, refused } from '../../support/tab.ts';
import type { Answer, Server } from '../../support/tab.ts';
import { until } from '../../support/until.ts';

afterEach(() => vi.unstubAllGlobals());

const TYPED = { email: ' Wanjiku@Example.COM ', password: ' Se cret12 ' };
const opened: LoginInput = { origin: null, email: '', notice: null };

/** Opens the login page in a tab with this server. */
function openLogin(server: Server, input: Partial<LoginInput> = {}) {
  const tab = openTab({ server });
  const login = createActor(tab.app.compose(authMachines).login, { input: { ...opened, ...input } }).start();
  const submit = () => {
    login.send({ type: 'email.change', email: TYPED.email });
    login.send({ type: 'password.change', password: TYPED.password });
    login.send({ type: 'form.submit' });
  };
  return { tab, login, submit, state: () => login.getSnapshot(), paths: () => tab.sent.map(({ path }) => path) };
}

const loggedIn = ok({ token: 'T', user: wanjiku });
const unverified: Answer = {
  status: 200,
  body: { success: true, requirePhoneVerification: true, data: { phone: '254712345678', name: 'Wanjiku' } },
};

describe('after the login', () => {
  test.each([
    [null, '/'],
    ['/checkout', '/checkout'],
    ['/profile?section=orders', '/profile?section=orders'],
    ['https://evil.example/x', '/'],
    ['//evil.example', '/'],
    ['/\\evil.example', '/'],
    ['/\t/evil.example', '/'],
    ['javascript:alert(1)', '/'],
    ['/auth/login', '/'],
    ['/checkout/../../evil', '/'],
  ])('D18: with the origin %s the login ends at %s', async (origin, path) => {
    const { tab, submit, state } = openLogin(() => loggedIn, { origin });
    submit();
    await until(() => expect(state().status).toBe('done'));
    expect(tab.visits).toEqual([{ path, options: { replace: true } }]);
  });

  test('D18: any origin leads to a path of the shop', () =>
    fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.string().map((tail) => `/${tail}`),
        ),
        async (origin) => {
          const live = new LiveActor(loginMachine);
          await live.start({ ...opened, origin });
          await live.emit('watchSession', { type: 'session.authenticated' });
          const [{ params } = { params: null }] = live.effects;
          expect(new URL((params as { path: string }).path, 'https://duka.test').origin).toBe('https://duka.test');
        },
      ),
    ));
});

describe('requests and storage', () => {
  test('A24: remember me is on by default and is sent as `remember`; localStorage keeps the session in both cases', async () => {
    const { tab, login, submit, state } = openLogin(() => loggedIn);
    expect(state().context.remember).toBe(true);
    login.send({ type: 'remember.toggle' });
    submit();
    await until(() => expect(state().status).toBe('done'));
    expect(tab.sent[0]?.body).toMatchObject({ remember: false });
    expect(tab.storage.values.get('token')).toBe('T');
    expect(tab.app.session.getSnapshot().matches({ customer: { authenticated: 'confirmed' } })).toBe(true);
  });

  test('§4 Auth: a double click sends one request', async () => {
    const { login, submit, state, paths } = openLogin(() => loggedIn);
    submit();
    login.send({ type: 'form.submit' });
    await until(() => expect(state().status).toBe('done'));
    expect(paths()).toEqual(['/auth/login']);
  });
});

describe('messages', () => {
  test.each<[string, Answer, string]>([
    ['400 with a message', refused(400, 'Invalid email or password'), 'Invalid email or password'],
    ['400 without a message', refused(400), 'Login failed'],
    ['404 without a message', refused(404), 'Login failed'],
    ['429 with a message', refused(429, 'Please wait a minute and try again.'), 'Please wait a minute and try again.'],
    ['500 with a message', refused(500, 'Internal error'), 'Login failed'],
    ['200 and success false', refused(200, 'Not today'), 'Not today'],
    ['200 without a token', ok({ user: wanjiku }), 'Login failed'],
    ['200 without a user', ok({ token: 'T' }), 'Login failed'],
    ['a page of HTML', { status: 200, body: '<html>' }, 'Login failed'],
    ['network lost', 'lost', 'Login failed'],
  ])('H15: %s', async (_, answer, text) => {
    const { tab, submit, state } = openLogin(() => answer);
    submit();
    await until(() => expect(state().matches('form')).toBe(true));
    expect(state().context.problem?.text).toBe(text);
    expect(state().context).toMatchObject(TYPED);
    expect(tab.visits).toEqual([]);
    expect(tab.app.session.getSnapshot().hasTag('signedOut')).toBe(true);
  });

  test('H15: a 400 with a field map puts each text under its field', async () => {
    const { submit, state } = openLogin(() => ({
      status: 400,
      body: {
        success: false,
        message: 'Please check the highlighted fields.',
        requestId: 'r1',
        fields: { email: 'Unknown' },
      },
    }));
    submit();
    await until(() => expect(state().matches('form')).toBe(true));
    expect(state().context).toMatchObject({
      emailError: 'Unknown',
      passwordError: null,
      problem: { text: 'Please check the highlighted fields.', requestId: 'r1' },
    });
  });
});

describe('an account whose phone was never verified', () => {
  const complete: (answer: Answer) => Server =
    (answer) =>
    ({ path }) =>
      ({
        '/auth/login': unverified,
        '/auth/send-otp': ok({ pinId: 'P1', balance: null, smsStatus: 'Message Sent' }),
        '/auth/verify-termii-otp': ok({ verified: true, msisdn: '254712345678', verificationToken: 'V' }),
        '/auth/profile': ok({ user: wanjiku }),
      })[path] ?? answer;

  async function throughTheCode(server: Server) {
    const page = openLogin(server, { origin: '/checkout' });
    page.submit();
    await until(() => expect(page.paths()).toContain('/auth/send-otp'));
    const code = page.state().children.phoneVerification;
    await until(() => expect(code?.getSnapshot().matches('open')).toBe(true));
    code?.send({ type: 'code.verify', code: '123456' });
    return page;
  }

  test('A15: opens the phone step and sends the code immediately', async () => {
    const page = await throughTheCode(complete(loggedIn));
    await until(() => expect(page.state().status).toBe('done'));
    await until(() =>
      expect(page.paths()).toEqual([
        '/auth/login',
        '/auth/send-otp',
        '/auth/verify-termii-otp',
        '/auth/complete-registration',
        '/auth/profile',
      ]),
    );
    expect(page.tab.sent[1]?.body).toEqual({ phone: '254712345678', userName: 'Wanjiku' });
    expect(page.tab.sent[3]?.body).toEqual({
      phone: '254712345678',
      verificationData: { verified: true, msisdn: '254712345678', verificationToken: 'V' },
    });
    expect(page.tab.visits.map(({ path }) => path)).toEqual(['/checkout']);
  });

  test('A15: a reload during the phone step starts with the form and finds nothing stored', async () => {
    const { tab, submit, state } = openLogin(complete(loggedIn));
    submit();
    await until(() => expect(state().matches('phoneStep')).toBe(true));
    expect([...tab.storage.values.keys()].filter((key) => key !== 'cart')).toEqual([]);
    const again = createActor(tab.app.compose(authMachines).login, { input: opened }).start();
    expect(again.getSnapshot().matches('form')).toBe(true);
  });

  test.each<[string, Answer, string]>([
    ['400 with a message', refused(400, 'X'), 'Registration failed: X'],
    ['400 without a message', refused(400), 'Registration failed: Account setup completion failed'],
    ['500 with a message', refused(500, 'Internal error'), 'Registration failed: Account setup completion failed'],
    ['network lost', 'lost', 'Registration failed: Account setup completion failed'],
    ['200 without a token', ok({ user: wanjiku }), 'Registration failed: Account setup completion failed'],
  ])('Q6: completion answered with %s', async (_, answer, text) => {
    const page = await throughTheCode(complete(answer));
    await until(() => expect(page.state().matches('form')).toBe(true));
    expect(page.state().context.problem?.text).toBe(text);
  });
});
