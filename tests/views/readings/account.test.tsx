// @vitest-environment happy-dom
import { changePasswordMachine } from '../../../src/machines/account/change-password.machine.ts';
import { emailConfirmationMachine } from '../../../src/machines/account/email-confirmation.machine.ts';
import { forgotPasswordMachine } from '../../../src/machines/account/forgot-password.machine.ts';
import { googleSignInMachine } from '../../../src/machines/account/google-sign-in.machine.ts';
import { loginMachine } from '../../../src/machines/account/login.machine.ts';
import { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import { resetPasswordMachine } from '../../../src/machines/account/reset-password.machine.ts';
import { sessionMachine } from '../../../src/machines/account/session.machine.ts';
import { signUpMachine } from '../../../src/machines/account/sign-up.machine.ts';
import { ChangePasswordView } from '../../../src/views/account/change-password.view.tsx';
import { EmailConfirmationView } from '../../../src/views/account/email-confirmation.view.tsx';
import { ForgotPasswordView } from '../../../src/views/account/forgot-password.view.tsx';
import { GoogleSignInView } from '../../../src/views/account/google-sign-in.view.tsx';
import { LoginView } from '../../../src/views/account/login.view.tsx';
import { PhoneVerificationView } from '../../../src/views/account/phone-verification.view.tsx';
import { ResetPasswordView } from '../../../src/views/account/reset-password.view.tsx';
import { SessionView } from '../../../src/views/account/session.view.tsx';
import { SignUpView } from '../../../src/views/account/sign-up.view.tsx';
import { StrengthHint } from '../../../src/views/account/strength-hint.tsx';
import { jane } from '../../flows/support/shop.samples.ts';
import { at } from '../reads.tsx';
import { readings } from './readings.tsx';
import type { Draw } from './readings.tsx';

const problem = { text: 'Something went wrong', requestId: 'req-1' };

const login =
  (value: string, context: object = {}, notice: 'notLoggedIn' | 'invalidSession' | null = null, google = {}): Draw =>
  (send) => (
    <LoginView
      snapshot={at(loginMachine, { origin: null, email: '', notice }, value, context)}
      send={send}
      phoneStep={<b>The phone step</b>}
      {...google}
    />
  );
const googleStep = { googleStep: <b>The step of Google</b> };

const signUp =
  (value: string, context: object = {}, google = {}): Draw =>
  (send) => (
    <SignUpView
      snapshot={at(signUpMachine, { origin: null, email: '', passwordMinimum: 6 }, value, context)}
      send={send}
      phoneStep={<b>The phone step</b>}
      {...google}
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
  (value: object, isSaidByPage = false): Draw =>
  (send) => (
    <SessionView
      snapshot={at(sessionMachine, undefined, value, { token: 'T', user: jane, problem })}
      send={send}
      isSaidByPage={isSaidByPage}
    />
  );

const strength =
  (password: string): Draw =>
  () => <StrengthHint password={password} minimum={8} />;

const resetPassword =
  (value: string, context: object = {}): Draw =>
  (send) => <ResetPasswordView snapshot={at(resetPasswordMachine, { token: 'abc' }, value, context)} send={send} />;

const forgotPassword =
  (value: string | object, context: object = {}): Draw =>
  (send) => <ForgotPasswordView snapshot={at(forgotPasswordMachine, undefined, value, context)} send={send} />;
const mailed = { email: ' Jane@Duka.test ', now: 1_000, resendAt: 61_000 };

const emailConfirmation =
  (value: string, context: object = {}): Draw =>
  (send) => (
    <EmailConfirmationView snapshot={at(emailConfirmationMachine, { token: 'abc' }, value, context)} send={send} />
  );

const google =
  (screen: 'login' | 'signUp', value: string | object, context: object = {}): Draw =>
  (send) => (
    <GoogleSignInView
      snapshot={at(googleSignInMachine, { screen }, value, context)}
      send={send}
      phoneStep={<b>The code</b>}
    />
  );

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
    'wrong code (D26)': login('form', { code: '12', codeError: 'The code is wrong' }),
    'is sent': login('submitting', { email: 'a@b.c', password: 'b' }),
    'is sent with a code (D26)': login('submitting', { code: '123456' }),
    'phone step in place of the form (A15)': login('phoneStep'),
    'button of Google above the form': login('form', {}, null, { google: <b>The button of Google</b> }),
    'step of Google in place of the form': login('form', {}, null, googleStep),
    'logged in meanwhile, at a step of Google': login('done', {}, null, googleStep),
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
    'button of Google above the form': signUp('form', {}, { google: <b>The button of Google</b> }),
    'step of Google in place of the form': signUp('form', {}, googleStep),
    'logged in meanwhile, at a step of Google': signUp('done', {}, googleStep),
  },
  'phone-verification': {
    'code is sent': code('sending'),
    'code could not be sent': code({ sendFailed: 'allowed' }, { problem }),
    'typed code, no other code yet': code({ open: { code: 'usable', resend: 'blocked' } }, { code: '123456' }),
    'typed code, another code can be sent': code({ open: { code: 'usable', resend: 'allowed' } }, { code: '123456' }),
    'another code in a second': code({ open: { code: 'none', resend: 'blocked' } }, { resendAt: 2_000 }),
    'another code in more than a minute (H15)': code({ sendFailed: 'waiting' }, { resendAt: 62_000, problem }),
    'code is checked': code({ open: { code: 'verifying', resend: 'allowed' } }, { code: '123456' }),
    'wrong code': code({ open: { code: 'none', resend: 'allowed' } }, { codeError: 'Wrong code' }),
    'account is completed': code('completing'),
    'is over': code('completed'),
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
    'was changed': changePassword({ editing: 'changed' }),
    'is left': changePassword('gone'),
  },
  session: {
    'profile could not be loaded (U7)': session({ customer: { authenticated: 'unconfirmed' } }),
    'profile could not be loaded, and the page says it': session({ customer: { authenticated: 'unconfirmed' } }, true),
    'other problem, in a browser without storage (H10)': session({ customer: 'guest', storage: 'memoryOnly' }),
    'other problem, on a page that loads the profile': session({ customer: 'guest' }, true),
  },
  'strength-hint': {
    'no password': strength(''),
    'weak password (A17)': strength('abc'),
    'fair password (A17)': strength('abcdefg1'),
    'strong password (A17)': strength('abcDEF123!xyzXYZ'),
  },
  'reset-password': {
    'empty form (§2 Reset password)': resetPassword('form'),
    'refused form, the first password is readable': resetPassword('form', {
      password: 'Abcdefg1',
      confirmPassword: 'b',
      isPasswordShown: true,
      passwordError: 'The password is wrong',
      confirmError: 'They differ',
      problem,
    }),
    'the second password is readable': resetPassword('form', { confirmPassword: 'b', isConfirmShown: true }),
    'is sent': resetPassword('saving', { password: 'Abcdefg1', confirmPassword: 'Abcdefg1' }),
    'link without a token': resetPassword('invalidLink'),
    'password is set': resetPassword('success'),
    'leaves for the next page': resetPassword('left'),
  },
  'forgot-password': {
    'empty form (§2 Forgot password)': forgotPassword('form'),
    'refused form': forgotPassword('form', { email: 'jane', emailError: 'The email is wrong', problem }),
    'is sent': forgotPassword('sending', { email: 'jane@duka.test' }),
    'mail is on its way, another one in a minute (U8)': forgotPassword({ checkEmail: 'waiting' }, mailed),
    'another mail in more than a minute (H15)': forgotPassword(
      { checkEmail: 'waiting' },
      { ...mailed, resendAt: 62_000, problem },
    ),
    'another mail can be sent': forgotPassword({ checkEmail: 'ready' }, { ...mailed, now: 61_000, isSentAgain: true }),
    'another mail is sent': forgotPassword(
      { checkEmail: { resending: { look: 'shown', answer: 'awaited' } } },
      { ...mailed, now: 61_000, problem },
    ),
  },
  'email-confirmation': {
    'link is checked (D22)': emailConfirmation('posting'),
    'address is read': emailConfirmation('opening'),
    'confirmed, for a guest': emailConfirmation('confirmed'),
    'confirmed, for a customer': emailConfirmation('confirmed', { isSignedIn: true }),
    'link is over, for a guest': emailConfirmation('invalid', { problem }),
    'link is over, for a customer': emailConfirmation('invalid', { problem, isSignedIn: true }),
    'address of another account': emailConfirmation('taken', { problem, isSignedIn: true }),
    'no usable reply': emailConfirmation('failed', { problem }),
  },
  'google-sign-in': {
    'script is loaded, at the login': google('login', { idle: 'loading' }),
    'script is loaded, at the sign-up': google('signUp', { idle: 'loading' }),
    'button of Google': google('login', { idle: 'ready' }),
    'script did not load': google('login', { idle: 'unavailable' }, { problem }),
    'credential is checked': google('signUp', 'signingIn'),
    'logged in (A54)': google('login', 'done'),
    'asks for the phone': google('login', 'phoneEntry', { phone: '0712' }),
    'refused phone': google('login', 'phoneEntry', { phone: '12', phoneError: 'Wrong phone', problem }),
    'phone is reserved': google('login', 'reserving', { phone: '0712345678' }),
    'code in place of the form': google('login', 'otp'),
  },
});
