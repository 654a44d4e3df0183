// @vitest-environment happy-dom
import { changePasswordMachine } from '../../../src/machines/account/change-password.machine.ts';
import { loginMachine } from '../../../src/machines/account/login.machine.ts';
import { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import { sessionMachine } from '../../../src/machines/account/session.machine.ts';
import { signUpMachine } from '../../../src/machines/account/sign-up.machine.ts';
import { ChangePasswordView } from '../../../src/views/account/change-password.view.tsx';
import { LoginView } from '../../../src/views/account/login.view.tsx';
import { PhoneVerificationView } from '../../../src/views/account/phone-verification.view.tsx';
import { SessionView } from '../../../src/views/account/session.view.tsx';
import { SignUpView } from '../../../src/views/account/sign-up.view.tsx';
import { StrengthHint } from '../../../src/views/account/strength-hint.tsx';
import { jane } from '../../flows/support/shop.samples.ts';
import { at } from '../reads.tsx';
import { readings } from './readings.tsx';
import type { Draw } from './readings.tsx';

const problem = { text: 'Something went wrong', requestId: 'req-1' };

const login =
  (value: string, context: object = {}, notice: 'notLoggedIn' | 'invalidSession' | null = null): Draw =>
  (send) => (
    <LoginView
      snapshot={at(loginMachine, { origin: null, email: '', notice }, value, context)}
      send={send}
      phoneStep={<b>The phone step</b>}
    />
  );

const signUp =
  (value: string, context: object = {}): Draw =>
  (send) => (
    <SignUpView
      snapshot={at(signUpMachine, { origin: null, email: '', passwordMinimum: 6 }, value, context)}
      send={send}
      phoneStep={<b>The phone step</b>}
    />
  );
const typed = { name: 'Wanjiku', email: 'a@b.c', phone: '0712', password: 'abc' };

const code =
  (value: string | object, context: object = {}): Draw =>
  (send) => (
    <PhoneVerificationView
      snapshot={at(phoneVerificationMachine, { phone: '0712345678', userName: 'Wanjiku' }, value, {
        now: 1_000,
        resendAt: 61_000,
        expiresAt: 601_000,
        ...context,
      })}
      send={send}
      completing="Loading your account"
    />
  );

const changePassword =
  (value: object | string, context: object = {}): Draw =>
  (send) => <ChangePasswordView snapshot={at(changePasswordMachine, undefined, value, context)} send={send} />;

const session =
  (value: object): Draw =>
  (send) => (
    <SessionView snapshot={at(sessionMachine, undefined, value, { token: 'T', user: jane, problem })} send={send} />
  );

const strength =
  (password: string): Draw =>
  () => <StrengthHint password={password} minimum={8} />;

readings('account', {
  login: {
    'empty form, with the reason for the login (§6)': login('form', {}, 'notLoggedIn'),
    'refused form, with a readable password': login(
      'form',
      {
        email: 'a',
        password: 'b',
        isPasswordShown: true,
        remember: false,
        emailError: 'The email is wrong',
        passwordError: 'The password is wrong',
        problem,
      },
      'invalidSession',
    ),
    'is sent': login('submitting', { email: 'a@b.c', password: 'b' }),
    'phone step in place of the form (A15)': login('phoneStep'),
  },
  'sign-up': {
    'empty form': signUp('form'),
    'refused form, with a readable password': signUp('form', {
      ...typed,
      isPasswordShown: true,
      errors: {
        name: 'No name',
        email: 'No email',
        phone: 'No phone',
        password: 'No password',
        acceptTerms: 'Not yet',
      },
      problem,
    }),
    'is sent': signUp('registering', { ...typed, acceptTerms: true }),
    'phone step in place of the form (A15)': signUp('phoneStep'),
  },
  'phone-verification': {
    'code is sent': code('sending'),
    'code could not be sent': code({ sendFailed: 'allowed' }, { problem }),
    'typed code, no other code yet': code({ open: { code: 'usable', resend: 'blocked' } }, { code: '123456' }),
    'typed code, another code can be sent': code({ open: { code: 'usable', resend: 'allowed' } }, { code: '123456' }),
    'code is checked': code({ open: { code: 'verifying', resend: 'allowed' } }, { code: '123456' }),
    'wrong code': code({ open: { code: 'none', resend: 'allowed' } }, { codeError: 'Wrong code' }),
    'account is completed': code('completing'),
  },
  'change-password': {
    'empty form, with a way for those who have no password (X25)': changePassword({ editing: 'plain' }),
    'refused form': changePassword(
      { editing: 'refused' },
      { newPassword: 'Abcdefg', isNewShown: true, problem: { text: 'Wrong', requestId: 'req-1' } },
    ),
    'is sent': changePassword('saving', {
      currentPassword: 'Old',
      newPassword: 'Abcdefg1',
      confirmPassword: 'Abcdefg1',
    }),
  },
  session: {
    'profile could not be loaded (U7)': session({ customer: { authenticated: 'unconfirmed' } }),
    'other problem, in a browser without storage (H10)': session({ customer: 'guest', storage: 'memoryOnly' }),
  },
  'strength-hint': {
    'no password': strength(''),
    'weak password (A17)': strength('abc'),
    'fair password (A17)': strength('abcdefg1'),
    'strong password (A17)': strength('abcDEF123!xyzXYZ'),
  },
});
