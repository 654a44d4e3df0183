// @vitest-environment happy-dom
import { describe, test } from 'vitest';
import { loginMachine } from '../../src/machines/account/login.machine.ts';
import { phoneVerificationMachine } from '../../src/machines/account/phone-verification.machine.ts';
import { signUpMachine } from '../../src/machines/account/sign-up.machine.ts';
import { LoginView } from '../../src/views/account/login.view.tsx';
import { PhoneVerificationView } from '../../src/views/account/phone-verification.view.tsx';
import { SignUpView } from '../../src/views/account/sign-up.view.tsx';
import { StrengthHint } from '../../src/views/account/strength-hint.tsx';
import { at, expectReading, ignore } from './reads.tsx';

const problem = { text: 'Something went wrong', requestId: 'req-1' };

describe('§2 Login', () => {
  const login = (notice: 'notLoggedIn' | 'invalidSession' | null, value: string, context: object = {}) => (
    <LoginView
      snapshot={at(loginMachine, { origin: null, email: '', notice }, value, context)}
      send={ignore}
      phoneStep={<b>The phone step</b>}
    />
  );

  test('an empty form, and why somebody was sent here (§6)', () =>
    expectReading(
      login('notLoggedIn', 'form'),
      `
        heading 1 "Login"
        Welcome back. Log in to check out and follow your orders.
        form "Login"
          status
            Please log in to view your orders
          textbox "Email" = '' [email] (email, required)
          textbox "Password" = '' [password] (password, required)
          button "Show password"
          checkbox "Remember me" [remember] (checked)
          link "Forgot Password?" -> /auth/forgot-password
          button "Login" (submits)
        New here?
        link "Sign Up" -> /auth/signup
        Sent encrypted and kept private.
      `,
    ));

  test('a refused form with a readable password', () =>
    expectReading(
      login('invalidSession', 'form', {
        email: 'a',
        password: 'b',
        isPasswordShown: true,
        remember: false,
        emailError: 'The email is wrong',
        passwordError: 'The password is wrong',
        problem,
      }),
      `
        heading 1 "Login"
        Welcome back. Log in to check out and follow your orders.
        form "Login"
          status
            Invalid user session. Please log in again.
          alert
            Something went wrong
            Request req-1
          textbox "Email" = 'a' [email] (email, required, invalid) : The email is wrong
          The email is wrong
          textbox "Password" = 'b' [password] (required, invalid) : The password is wrong
          button "Hide password"
          The password is wrong
          checkbox "Remember me" [remember]
          link "Forgot Password?" -> /auth/forgot-password
          button "Login" (submits)
        New here?
        link "Sign Up" -> /auth/signup
        Sent encrypted and kept private.
      `,
    ));

  test('on its way', () =>
    expectReading(
      login(null, 'submitting', { email: 'a@b.c', password: 'b' }),
      `
        heading 1 "Login"
        Welcome back. Log in to check out and follow your orders.
        form "Login"
          textbox "Email" = 'a@b.c' [email] (email, read only, required)
          textbox "Password" = 'b' [password] (password, read only, required)
          button "Show password" (disabled)
          checkbox "Remember me" [remember] (disabled, checked)
          link "Forgot Password?" -> /auth/forgot-password
          button "Login" (off, busy, submits)
        New here?
        link "Sign Up" -> /auth/signup
        Sent encrypted and kept private.
      `,
    ));
});

describe('A15: the phone step takes the place of the form', () => {
  test.each([
    <LoginView
      key="login"
      snapshot={at(loginMachine, { origin: null, email: '', notice: null }, 'phoneStep')}
      send={ignore}
      phoneStep={<b>The phone step</b>}
    />,
    <SignUpView
      key="signUp"
      snapshot={at(signUpMachine, { origin: null, email: '', passwordMinimum: 6 }, 'phoneStep')}
      send={ignore}
      phoneStep={<b>The phone step</b>}
    />,
  ])('%#', (view) => expectReading(view, `The phone step`));
});

describe('§2 Sign-up', () => {
  const signUp = (value: string, context: object = {}) => (
    <SignUpView
      snapshot={at(signUpMachine, { origin: null, email: '', passwordMinimum: 6 }, value, context)}
      send={ignore}
      phoneStep={<b>The phone step</b>}
    />
  );
  const typed = { name: 'Wanjiku', email: 'a@b.c', phone: '0712', password: 'abc' };

  test('an empty form', () =>
    expectReading(
      signUp('form'),
      `
        heading 1 "Sign Up"
        One account for orders, deliveries and warranties.
        form "Sign Up"
          textbox "Full Name" = '' [name] (required)
          textbox "Email Address" = '' [email] (email, required)
          textbox "Phone Number" = '' [phone] (tel, required) : We send a code by SMS to this number, e.g. 0712345678.
          We send a code by SMS to this number, e.g. 0712345678.
          textbox "Password" = '' [password] (password, required) : At least 6 characters. Longer is safer.
          button "Show password"
          At least 6 characters. Longer is safer.
          checkbox "I am 18 or older and accept the Terms of Service and the Privacy Policy ." [acceptTerms]
          I am 18 or older and accept the
          link "Terms of Service" -> /terms-of-service (in a new tab)
          and the
          link "Privacy Policy" -> /privacy-policy (in a new tab)
          .
          button "Sign Up" (submits)
        Already have an account?
        link "Login" -> /auth/login
        Sent encrypted and kept private.
      `,
    ));

  test('a refused form with a readable password', () =>
    expectReading(
      signUp('form', {
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
      `
        heading 1 "Sign Up"
        One account for orders, deliveries and warranties.
        form "Sign Up"
          alert
            Something went wrong
            Request req-1
          textbox "Full Name" = 'Wanjiku' [name] (required, invalid) : No name
          No name
          textbox "Email Address" = 'a@b.c' [email] (email, required, invalid) : No email
          No email
          textbox "Phone Number" = '0712' [phone] (tel, required, invalid) : We send a code by SMS to this number, e.g. 0712345678.; No phone
          We send a code by SMS to this number, e.g. 0712345678.
          No phone
          textbox "Password" = 'abc' [password] (required, invalid) : Weak password. Longer is better; add capitals, numbers or signs.; No password
          button "Hide password"
          Weak password. Longer is better; add capitals, numbers or signs.
          No password
          checkbox "I am 18 or older and accept the Terms of Service and the Privacy Policy ." [acceptTerms] (invalid) : Not yet
          I am 18 or older and accept the
          link "Terms of Service" -> /terms-of-service (in a new tab)
          and the
          link "Privacy Policy" -> /privacy-policy (in a new tab)
          .
          Not yet
          button "Sign Up" (submits)
        Already have an account?
        link "Login" -> /auth/login
        Sent encrypted and kept private.
      `,
    ));

  test('on its way', () =>
    expectReading(
      signUp('registering', { ...typed, acceptTerms: true }),
      `
        heading 1 "Sign Up"
        One account for orders, deliveries and warranties.
        form "Sign Up"
          textbox "Full Name" = 'Wanjiku' [name] (read only, required)
          textbox "Email Address" = 'a@b.c' [email] (email, read only, required)
          textbox "Phone Number" = '0712' [phone] (tel, read only, required) : We send a code by SMS to this number, e.g. 0712345678.
          We send a code by SMS to this number, e.g. 0712345678.
          textbox "Password" = 'abc' [password] (password, read only, required) : Weak password. Longer is better; add capitals, numbers or signs.
          button "Show password" (disabled)
          Weak password. Longer is better; add capitals, numbers or signs.
          checkbox "I am 18 or older and accept the Terms of Service and the Privacy Policy ." [acceptTerms] (disabled, checked)
          I am 18 or older and accept the
          link "Terms of Service" -> /terms-of-service (in a new tab)
          and the
          link "Privacy Policy" -> /privacy-policy (in a new tab)
          .
          button "Processing..." (off, busy, submits)
        Already have an account?
        link "Login" -> /auth/login
        Sent encrypted and kept private.
      `,
    ));
});

describe('A17: how good a password is', () => {
  const hint = (password: string) => <StrengthHint password={password} minimum={8} />;

  test('nothing typed', () => expectReading(hint(''), `At least 8 characters. Longer is safer.`));
  test('weak', () => expectReading(hint('abc'), `Weak password. Longer is better; add capitals, numbers or signs.`));
  test('fair', () => expectReading(hint('abcdefg1'), `Fair password. A few more characters make it strong.`));
  test('strong', () => expectReading(hint('abcDEF123!xyzXYZ'), `Strong password.`));
});

describe('§4 OTP', () => {
  const step = (value: string | object, context: object = {}) => (
    <PhoneVerificationView
      snapshot={at(phoneVerificationMachine, { phone: '0712345678', userName: 'Wanjiku' }, value, {
        now: 1_000,
        resendAt: 61_000,
        expiresAt: 601_000,
        ...context,
      })}
      send={ignore}
      completing="Loading your account"
    />
  );

  test('the code is being sent', () =>
    expectReading(
      step('sending'),
      `
        heading 1 "Verify Your Phone Number"
        A 6-digit code goes to 0712 345 678.
        form "Verify Your Phone Number"
          textbox "Verification code" = '' [code] (required)
          button "Verify" (disabled, submits)
          button "Back"
          button "Resend Code" (off, busy)
        Sent encrypted and kept private.
      `,
    ));

  test('it could not be sent', () =>
    expectReading(
      step({ sendFailed: 'allowed' }, { problem }),
      `
        heading 1 "Verify Your Phone Number"
        A 6-digit code goes to 0712 345 678.
        form "Verify Your Phone Number"
          alert
            Something went wrong
            Request req-1
          textbox "Verification code" = '' [code] (required)
          button "Verify" (submits)
          button "Back"
          button "Resend Code"
        Sent encrypted and kept private.
      `,
    ));

  test('a code was typed, and another may not be sent yet', () =>
    expectReading(
      step({ open: { code: 'usable', resend: 'blocked' } }, { code: '123456' }),
      `
        heading 1 "Verify Your Phone Number"
        We sent a 6-digit code to 0712 345 678.
        form "Verify Your Phone Number"
          textbox "Verification code" = '123456' [code] (required)
          timer
            The code is valid for 10:00
          button "Verify" (submits)
          button "Back"
          button "Resend Code in 60 s" (disabled)
        Sent encrypted and kept private.
      `,
    ));

  test('it is being checked', () =>
    expectReading(
      step({ open: { code: 'verifying', resend: 'allowed' } }, { code: '123456' }),
      `
        heading 1 "Verify Your Phone Number"
        We sent a 6-digit code to 0712 345 678.
        form "Verify Your Phone Number"
          textbox "Verification code" = '123456' [code] (read only, required)
          timer
            The code is valid for 10:00
          button "Verify" (off, busy, submits)
          button "Back"
          button "Resend Code" (disabled)
        Sent encrypted and kept private.
      `,
    ));

  test('it was wrong, and another may be sent', () =>
    expectReading(
      step({ open: { code: 'none', resend: 'allowed' } }, { codeError: 'Wrong code' }),
      `
        heading 1 "Verify Your Phone Number"
        We sent a 6-digit code to 0712 345 678.
        form "Verify Your Phone Number"
          textbox "Verification code" = '' [code] (required, invalid) : Wrong code
          Wrong code
          timer
            The code is valid for 10:00
          button "Verify" (submits)
          button "Back"
          button "Resend Code"
        Sent encrypted and kept private.
      `,
    ));

  test('the account is being completed', () =>
    expectReading(
      step('completing'),
      `
        status
          Loading your account
      `,
    ));
});
