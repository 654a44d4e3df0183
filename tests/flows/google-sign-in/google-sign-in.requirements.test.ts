// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createActor } from 'xstate';
import { authMachines } from '../../../src/compose/account/auth.ts';
import { wanjiku } from '../support/account.samples.ts';
import { ok, openTab, refused } from '../../support/tab.ts';
import type { Answer, Server } from '../../support/tab.ts';
import { until } from '../../support/until.ts';

const PENDING: Answer = {
  status: 200,
  body: {
    success: true,
    requirePhoneVerification: true,
    data: { userId: 'pend1', email: 'wanjiku@gmail.com', name: 'Wanjiku' },
  },
};
const signedIn = ok({ token: 'T', user: wanjiku });
const DONE: Answer = { status: 200, body: { success: true } };

let logged: ReturnType<typeof vi.spyOn>;

beforeEach(() => {
  logged = vi.spyOn(console, 'error').mockReturnValue(undefined);
});

afterEach(() => {
  // The stub of `fetch` stays, because a page may still send requests that no test waits for.
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const SCREENS = ['login', 'signUp'] as const;

/** Opens a page of accounts in a tab with this server. */
function openPage(screen: (typeof SCREENS)[number], server: Server, origin: string | null = null) {
  const tab = openTab({ server });
  const machines = tab.app.compose(authMachines);
  const page =
    screen === 'login'
      ? createActor(machines.login, { input: { origin, email: '', notice: null } }).start()
      : createActor(machines.signUp, { input: { origin, email: '', passwordMinimum: 6 } }).start();
  const google = () => page.getSnapshot().children.googleSignIn;
  const give = (credential: string | null = 'jwt') => google()?.send({ type: 'google.credential', credential });
  return {
    tab,
    page,
    google,
    give,
    paths: () => tab.sent.map(({ path }) => path),
    state: () => page.getSnapshot(),
    googleState: () => google()?.getSnapshot(),
  };
}

const byPath =
  (answers: Readonly<Record<string, Answer>>): Server =>
  ({ path }) =>
    answers[path] ?? 'lost';

const throughThePhone = byPath({
  '/auth/google-login': PENDING,
  '/auth/verify-google-phone': DONE,
  '/auth/send-otp': ok({ pinId: 'P1', balance: null, smsStatus: '' }),
  '/auth/verify-termii-otp': ok({ verified: true, msisdn: '254712345678', verificationToken: 'V' }),
  '/auth/complete-google-phone-verification': signedIn,
  '/auth/profile': ok({ user: wanjiku }),
});

describe('after the sign-in', () => {
  test.each(
    SCREENS.flatMap((screen) =>
      (
        [
          [null, '/'],
          ['/checkout', '/checkout'],
          ['/profile?section=orders', '/profile?section=orders'],
          ['https://evil.example/x', '/'],
          ['//evil.example', '/'],
          ['/auth/login', '/'],
        ] as const
      ).map(([origin, path]) => [screen, origin, path] as const),
    ),
  )('D18, A54: %s with the origin %s goes to %s once, and the next page announces it', async (screen, origin, path) => {
    const { tab, give, state } = openPage(screen, byPath({ '/auth/google-login': signedIn }), origin);
    const before = document.activeElement;
    give();
    await until(() => expect(state().status).toBe('done'));
    expect(tab.visits).toEqual([{ path, options: { replace: true } }]);
    expect(tab.storage.values.get('token')).toBe('T');
    const region = document.body.querySelector('[role="status"]');
    await until(() => expect(region?.textContent).toBe('Google sign-in completed'));
    expect(document.activeElement).toBe(before);
  });

  test.each(SCREENS)('H10: leaves %s when another tab signs in, also during the phone step', async (screen) => {
    const { tab, give, page, googleState, state } = openPage(screen, throughThePhone, '/checkout');
    give();
    await until(() => expect(googleState()?.matches('phoneEntry')).toBe(true));
    tab.storage.values.set('user', JSON.stringify(wanjiku));
    tab.storage.values.set('token', 'T');
    tab.fire('storage', { key: 'token' });
    await until(() => expect(state().status).toBe('done'));
    expect(tab.visits).toEqual([{ path: '/checkout', options: { replace: true } }]);
    page.stop();
  });
});

describe('the calls', () => {
  test.each([
    ['login', ['/auth/google-login']],
    ['signUp', ['/auth/google-login', '/auth/profile']],
  ] as const)('§2: %s loads the user as §2 defines, in one call of the session', async (screen, expected) => {
    const server = byPath({ '/auth/google-login': signedIn, '/auth/profile': ok({ user: wanjiku }) });
    const { give, state, paths } = openPage(screen, server);
    give();
    await until(() => expect(state().status).toBe('done'));
    await until(() => expect(paths()).toEqual(expected));
  });

  test.each(SCREENS)(
    '§4, A16, D1, D2: the phone step of %s sends each call once and the proof unchanged',
    async (screen) => {
      const { tab, give, google, googleState, state, paths } = openPage(screen, throughThePhone);
      give();
      await until(() => expect(googleState()?.matches('phoneEntry')).toBe(true));
      google()?.send({ type: 'phone.change', phone: '(0712) 345-678' });
      google()?.send({ type: 'phone.submit' });
      google()?.send({ type: 'phone.submit' });
      await until(() => expect(googleState()?.children.phoneVerification?.getSnapshot().matches('open')).toBe(true));
      googleState()?.children.phoneVerification?.send({ type: 'code.verify', code: '123456' });
      await until(() => expect(state().status).toBe('done'));
      await until(() =>
        expect(paths()).toEqual([
          '/auth/google-login',
          '/auth/verify-google-phone',
          '/auth/send-otp',
          '/auth/verify-termii-otp',
          '/auth/complete-google-phone-verification',
          '/auth/profile',
        ]),
      );
      expect(tab.sent.map(({ body }) => body)).toMatchObject([
        { credential: 'jwt' },
        { userId: 'pend1', phone: '0712345678' },
        { phone: '0712345678', userName: 'Wanjiku' },
        { pinId: 'P1', pin: '123456' },
        {
          phone: '0712345678',
          userId: 'pend1',
          verificationData: { verified: true, msisdn: '254712345678', verificationToken: 'V' },
        },
        null,
      ]);
    },
  );

  test('§4: drops a credential that arrives while the password is checked', async () => {
    const { page, give, google, state, paths } = openPage('login', ({ path }) =>
      path === '/auth/login' ? refused(400, 'Invalid email or password') : 'lost',
    );
    const shown = google();
    page.send({ type: 'email.change', email: 'wanjiku@example.com' });
    page.send({ type: 'password.change', password: 'Secret12' });
    page.send({ type: 'form.submit' });
    shown?.send({ type: 'google.credential', credential: 'jwt' });
    give();
    await until(() => expect(state().matches('form')).toBe(true));
    expect(paths()).toEqual(['/auth/login']);
  });
});

describe('messages and storage', () => {
  const UNEXPECTED = 'Unexpected response format from server';
  const MISSING = 'Missing user data for phone verification';

  test.each<[string, Answer, string]>([
    ['success false with a message', refused(200, 'X'), 'X'],
    ['success false without a message', refused(200), 'Google sign-in failed'],
    ['409 with a message', refused(409, 'Log in with your password first'), 'Log in with your password first'],
    ['429 with a wait', refused(429, 'Please try again in 15 minutes.'), 'Please try again in 15 minutes.'],
    ['500 with a message', refused(500, 'Internal error'), 'Google sign-in failed'],
    ['401', refused(401), 'Google sign-in failed'],
    ['network lost', 'lost', 'Google sign-in failed'],
    ['an empty body', { status: 200, body: {} }, UNEXPECTED],
    ['a token without a user', ok({ token: 'T' }), UNEXPECTED],
    ['a user without a token', ok({ user: wanjiku }), UNEXPECTED],
    ['a page of HTML', { status: 200, body: '<html>' }, UNEXPECTED],
    ['a required phone without user data', { status: 200, body: { requirePhoneVerification: true } }, MISSING],
    [
      'a required phone without a userId',
      { status: 200, body: { success: true, requirePhoneVerification: true, data: { email: 'a@b.c', name: 'W' } } },
      MISSING,
    ],
    [
      'no required phone, with a userId and a name',
      { status: 200, body: { success: true, requirePhoneVerification: false, data: { userId: 'p', name: 'W' } } },
      UNEXPECTED,
    ],
  ])('U10, §8 Google: %s: shows the message on both screens and logs it', async (_, answer, text) => {
    for (const screen of SCREENS) {
      const { tab, give, googleState, state } = openPage(screen, () => answer);
      give();
      await until(() => expect(googleState()?.context.problem?.text).toBe(text));
      expect(state().matches('form')).toBe(true);
      expect(googleState()?.matches('idle')).toBe(true);
      expect(logged).toHaveBeenLastCalledWith(text, null);
      expect(tab.visits).toEqual([]);
      expect([...tab.storage.values.keys()].filter((key) => key === 'token' || key === 'user')).toEqual([]);
    }
  });

  test('D2: a reload during the phone step starts with the form and finds nothing stored', async () => {
    const { tab, give, googleState } = openPage('login', throughThePhone);
    give();
    await until(() => expect(googleState()?.matches('phoneEntry')).toBe(true));
    expect(JSON.stringify([...tab.storage.values])).not.toContain('pend1');
    const again = createActor(tab.app.compose(authMachines).login, {
      input: { origin: null, email: '', notice: null },
    }).start();
    expect(again.getSnapshot().children.googleSignIn?.getSnapshot().matches('idle')).toBe(true);
    again.stop();
  });
});
