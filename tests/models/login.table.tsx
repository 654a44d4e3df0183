import { expect } from 'vitest';
import type { loginMachine } from '../../src/machines/login.machine.ts';
import { LoginView } from '../../src/views/auth/login.view.tsx';
import { failures } from '../../model-testing/model/failures.ts';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { credentials, fieldNamed, leavePhoneStep, verifyPhone } from './account.samples.ts';

type Live = LiveActor<typeof loginMachine>;

const fill = async (live: Live, email: string, password: string) => {
  await live.send({ type: 'email.change', email });
  await live.send({ type: 'password.change', password });
};

const submit = (live: Live) => live.send({ type: 'form.submit' });

const submitting = async (live: Live) => {
  await fill(live, 'wanjiku@example.com', 'Secret12');
  await submit(live);
};

const unverified = { credentials: null, phone: '254712345678', userName: 'Wanjiku' };

const phoneStep = async (live: Live) => {
  await submitting(live);
  await live.answer('login', unverified);
};

export const loginTable: Table<typeof loginMachine> = {
  view: (snapshot) => (
    <LoginView snapshot={snapshot} send={() => undefined} phoneStep={<h1>Verify Your Phone Number</h1>} />
  ),
  start: {
    guest: '',
    'already authenticated: go to the origin page or /': {
      input: '',
      after: (live) => live.emit('watchSession', { type: 'session.authenticated' }),
    },
    'sent here by tracking without a token': 'without a token',
    'sent here by tracking with an unreadable stored user': 'with an unreadable user',
  },
  reach: {
    form: () => undefined,
    submitting,
    phoneStep,
    completing: async (live) => {
      await phoneStep(live);
      await verifyPhone(live);
    },
  },
  when: [[/origin|remember/, {}]],
  input: ({ when, on }) => / ?origin (\S+)$/.exec(when ?? '')?.[1] ?? /origin (\/checkout)/.exec(on)?.[1] ?? '',
  on: [
    [
      /^submit\(email '(.*?)', password '(.*?)'\)/,
      async (live, [, email = '', password = '']) => {
        await fill(live, email, password);
        await submit(live);
      },
    ],
    [/^submit\(again\)$/, submit],
    [/^toggle remember me$/, (live) => live.send({ type: 'remember.toggle' })],
    [/^show password$/, (live) => live.send({ type: 'password.show' })],
    [
      /^hide password$/,
      async (live) => {
        await live.send({ type: 'password.show' });
        await live.send({ type: 'password.hide' });
      },
    ],
    [/^session became authenticated/, (live) => live.emit('watchSession', { type: 'session.authenticated' })],
    [/^phone verified/, verifyPhone],
    [/^back$/, leavePhoneStep],
  ],
  calls: [
    {
      call: 'POST /auth/login',
      slot: 'login',
      input: ({ email, password }) => ({ email, password }),
      answers: [
        [/^data\.user, data\.token$/, { credentials, phone: '', userName: '' }],
        [/^the phone is not verified yet/, unverified],
        [/^200 without data\.token$|^data\.token without data\.user$/, failures['broken']],
      ],
    },
    { call: 'POST /auth/send-otp', slot: 'sendOtp', input: ({ phone }) => ({ phone }) },
    {
      call: 'POST /auth/complete-registration',
      slot: 'complete',
      input: ({ phone, verificationData }) => ({ phone, verificationData }),
      answers: [
        [/^data\.token, data\.user$/, credentials],
        [/^200 without data\.token$/, failures['broken']],
      ],
    },
  ],
  running: ['phoneVerification'],
  inside: { phoneVerification: 'runs in these rows; its own table has the rest' },
  does: [
    [
      /^store token and user/,
      (outcome) => {
        outcome.effect('signIn', { credentials: { token: 'T', user: { _id: 'u1' } } });
      },
    ],
    [/^go to the origin page or \/$/, (outcome) => void outcome.effect('goTo', { path: '/' })],
    [/^go to (\S+)$/, (outcome, [, path]) => void outcome.effect('goTo', { path })],
    [/^remove token and user from localStorage \(there are none\)$/, () => undefined],
    [
      /^the box changes; nothing is stored yet$/,
      ({ page }) => expect(page.getByRole('checkbox', { name: 'Remember me' })).toHaveProperty('checked', false),
    ],
    [
      /^the password is readable$/,
      ({ page }) => expect(fieldNamed(page, 'password').getAttribute('type')).toBe('text'),
    ],
    [
      /^the password is dotted$/,
      ({ page }) => expect(fieldNamed(page, 'password').getAttribute('type')).toBe('password'),
    ],
    // The alert takes the focus when it appears: tests/views/auth.test.tsx.
    [/^focus on the alert$/, ({ page }) => expect(page.getByRole('alert').getAttribute('tabindex')).toBe('-1')],
  ],
  elsewhere: [
    { rows: /^form: Google sign-in/, by: 'later: Google sign-in' },
    { rows: /^form: press /, by: 'tests/views/auth.test.tsx' },
    { rows: /^phoneStep: page reloaded/, by: 'tests/requirements/login.test.ts' },
  ],
  corrections: [
    {
      rows: /^completing: POST \/auth\/complete-registration answers\(data\.token, data\.user\)/,
      ref: 'the session loads the profile: tests/requirements/login.test.ts',
      calls: [],
    },
  ],
};
