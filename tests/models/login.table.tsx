import { expect } from 'vitest';
import type { EventFrom } from 'xstate';
import type { loginMachine, LoginRequest } from '../../src/machines/login.machine.ts';
import { failures } from '../../model-testing/model/failures.ts';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { press } from '../../model-testing/view/act.ts';
import { credentials, leavePhoneStep, verifyPhone } from './account.samples.ts';

type Event = EventFrom<typeof loginMachine>;
type Live = LiveActor<typeof loginMachine>;

const submit = (email: string, password: string): Event[] => [
  { type: 'email.change', email },
  { type: 'password.change', password },
  { type: 'form.submit' },
];

const unverified = { credentials: null, phone: '254712345678', userName: 'Wanjiku' };

const submitting = async (live: Live) => {
  for (const event of submit('wanjiku@example.com', 'Secret12')) await live.send(event);
};

const phoneStep = async (live: Live) => {
  await submitting(live);
  await live.answer('login', unverified);
};

/** The page that asked for the login, as a row names it. */
const originIn = (words: string | null) => / ?origin ([/\w]\S*)/.exec(words ?? '')?.[1];

export const loginTable: Table<typeof loginMachine> = {
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
    completing: async (live) => {
      await phoneStep(live);
      await verifyPhone(live);
    },
  },
  when: [
    [/origin/, { holds: ({ snapshot: { context } }, { when }) => context.origin === (originIn(when) ?? null) }],
    [/remember me on/, { holds: (live) => (live.open('login').input as LoginRequest).remember }],
    [
      /remember me off/,
      {
        before: { type: 'remember.toggle' },
        holds: (live) => !(live.open('login').input as LoginRequest).remember,
      },
    ],
  ],
  input: ({ when }) => originIn(when),
  on: [
    [/^submit\(email '(.*?)', password '(.*?)'\)/, (_, [, email = '', password = '']) => submit(email, password)],
    [/^toggle remember me$/, { type: 'remember.toggle' }],
    [/^press (Forgot Password|Sign Up)$/, (_, [, name = '']) => press('link', new RegExp(`^${name}`))],
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
      (outcome, _, { from }) =>
        void outcome.effect('signIn', {
          credentials: { token: 'T', user: { _id: 'u1' } },
          load: from === 'completing',
        }),
    ],
    [/^go to the origin page or \/$/, (outcome) => void outcome.effect('goTo', { path: '/' })],
    // What Sign Up passes on: tests/views/auth.test.tsx.
    [/^go to (\/auth\/[^\s,]+)/, ({ live }, [, path]) => expect(live.path).toBe(path)],
    [/^go to (\S+)$/, (outcome, [, path]) => void outcome.effect('goTo', { path })],
    [/^remove token and user .* \(there are none\)$/, ({ live }) => expect(live.effects).toEqual([])],
    [
      /^the box changes; nothing is stored yet$/,
      ({ page }) => expect(page.getByRole('checkbox', { name: 'Remember me' })).toHaveProperty('checked', false),
    ],
  ],
  elsewhere: [
    { rows: /^form: Google sign-in/, by: 'later: Google sign-in' },
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
