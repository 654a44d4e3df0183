// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import type { EventObject } from 'xstate';
import { createActor, fromCallback, fromPromise } from 'xstate';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { failures } from '../../model-testing.config.ts';
import type { Verification } from '../../contract/auth.ts';
import { googleSignInMachine } from '../../src/machines/account/google-sign-in.machine.ts';
import { loginMachine } from '../../src/machines/account/login.machine.ts';
import type { LoginReply, LoginRequest } from '../../src/machines/account/login.machine.ts';
import { phoneVerificationMachine } from '../../src/machines/account/phone-verification.machine.ts';
import type { Completion } from '../../src/machines/account/phone-verification.types.ts';
import type { Credentials } from '../../src/machines/account/session.machine.ts';
import { signUpMachine } from '../../src/machines/account/sign-up.machine.ts';
import type { RegisterReply, SignUpFields } from '../../src/machines/account/sign-up.machine.ts';
import { connect } from '../../src/routes/connect.tsx';
import { LoginView } from '../../src/views/account/login.view.tsx';
import { PhoneVerificationView } from '../../src/views/account/phone-verification.view.tsx';
import { SignUpView } from '../../src/views/account/sign-up.view.tsx';
import { credentials, verification } from '../flows/support/account.samples.ts';
import { until } from '../support/until.ts';

afterEach(cleanup);

const Login = connect(LoginView);
const SignUp = connect(SignUpView);
const PhoneVerification = connect(PhoneVerificationView);
const silent = fromCallback(() => undefined);
const noGoogle = fromCallback<EventObject, { screen: 'login' | 'signUp' }>(() => undefined);

function Arrived() {
  const { pathname, state } = useLocation();
  return <output>{JSON.stringify({ pathname, state })}</output>;
}

const arrived = () => JSON.parse(screen.getByRole('status').textContent ?? '') as unknown;

function show(page: React.ReactNode) {
  render(
    <MemoryRouter initialEntries={['/here']}>
      <Routes>
        <Route path="/here" element={page} />
        <Route path="*" element={<Arrived />} />
      </Routes>
    </MemoryRouter>,
  );
}

const verified = phoneVerificationMachine.provide({
  actors: {
    sendOtp: fromPromise(async () => ({ pinId: 'P1', sentAt: 1_000 })),
    verifyOtp: fromPromise<Verification, { pinId: string; pin: string }>(async () => verification),
    complete: fromPromise<Credentials | null, Completion>(() =>
      Promise.reject(failures['refused with words'] as Error),
    ),
    clock: silent,
    webOtp: silent,
  },
  actions: { forgetCode: () => undefined },
});

function showLogin() {
  const login = createActor(
    loginMachine.provide({
      actors: {
        login: fromPromise<LoginReply, LoginRequest>(async () => ({
          credentials: null,
          phone: '254712345678',
          userName: 'Wanjiku',
        })),
        phoneVerification: verified,
        googleSignIn: googleSignInMachine.provide({ actors: { watchGoogle: noGoogle } }),
        watchSession: silent,
      },
    }),
    { input: { origin: '/checkout', email: '', notice: null } },
  ).start();
  show(<Login actor={login} phoneStep={null} />);
  return login;
}

function showSignUp() {
  const signUp = createActor(
    signUpMachine.provide({
      actors: {
        register: fromPromise<RegisterReply, SignUpFields>(async () => ({ credentials })),
        phoneVerification: verified,
        googleSignIn: googleSignInMachine.provide({ actors: { watchGoogle: noGoogle } }),
        watchSession: silent,
        findWaiting: silent,
      },
    }),
    { input: { origin: '/checkout', email: '', passwordMinimum: 6 } },
  ).start();
  show(<SignUp actor={signUp} phoneStep={null} />);
  return signUp;
}

describe('links', () => {
  test('§2 Login, U22: Sign Up passes the origin and the e-mail', () => {
    showLogin();
    fireEvent.change(screen.getByRole('textbox', { name: 'Email' }), { target: { value: 'a@b.c' } });
    fireEvent.click(screen.getByRole('link', { name: 'Sign Up' }));
    expect(arrived()).toEqual({ pathname: '/auth/signup', state: { origin: '/checkout', email: 'a@b.c' } });
  });

  test('§2 Login: Forgot Password leads to its page', () => {
    showLogin();
    fireEvent.click(screen.getByRole('link', { name: /Forgot Password/ }));
    expect(arrived()).toMatchObject({ pathname: '/auth/forgot-password' });
  });

  test('§2 Sign-up, U22: Login passes the origin and the e-mail back', () => {
    showSignUp();
    fireEvent.click(screen.getByRole('link', { name: 'Login' }));
    expect(arrived()).toEqual({ pathname: '/auth/login', state: { origin: '/checkout', email: '' } });
  });

  test('A46: the checkbox states 18 years and links to terms and privacy, which open in a new tab', () => {
    showSignUp();
    screen.getByRole('checkbox', { name: /18 or older/ });
    for (const [name, href] of [
      ['Terms of Service', '/terms-of-service'],
      ['Privacy Policy', '/privacy-policy'],
    ] as const) {
      const link = screen.getByRole('link', { name });
      expect(link.getAttribute('href')).toBe(href);
      expect(link.getAttribute('target')).toBe('_blank');
    }
  });
});

describe('focus', () => {
  test('§5 Login: an invalid submit moves the focus to the first invalid field', async () => {
    showLogin();
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Login' })));
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Email' }));
    expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true');
  });

  test('U11: a failed completion moves the focus to the alert', async () => {
    const login = showLogin();
    await act(async () => {
      login.send({ type: 'email.change', email: 'a@b.c' });
      login.send({ type: 'password.change', password: 'x' });
      login.send({ type: 'form.submit' });
      await until(() =>
        expect(login.getSnapshot().children.phoneVerification?.getSnapshot().matches('open')).toBe(true),
      );
      login.getSnapshot().children.phoneVerification?.send({ type: 'code.verify', code: '123456' });
      await until(() => expect(login.getSnapshot().context.problem).not.toBeNull());
    });
    const alert = screen.getByRole('alert');
    expect(alert.textContent).toBe('Registration failed: The server says no.Request req-1');
    expect(document.activeElement).toBe(alert);
  });

  test('§4 OTP: the code field has the initial focus, and Verify sends its value', async () => {
    const actor = createActor(verified, { input: { phone: '254712345678', userName: 'Wanjiku' } }).start();
    await until(() => expect(actor.getSnapshot().matches('open')).toBe(true));
    show(<PhoneVerification actor={actor} completing="Loading your account" />);
    const field = screen.getByRole('textbox', { name: 'Verification code' });
    expect(document.activeElement).toBe(field);
    expect(screen.getByText('0712 345 678')).toBeTruthy();
    fireEvent.change(field, { target: { value: '123 456' } });
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Verify' })));
    expect(actor.getSnapshot().context.verification).toEqual(verification);
  });
});
