import { expect } from 'vitest';
import type { EventFrom } from 'xstate';
import { failures } from '../../../model-testing.config.ts';
import type { loginMachine, LoginRequest } from '../../../src/machines/account/login.machine.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { LiveActor } from 'model-testing/model/live';
import { LOOK } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import { expectField, leavePhoneStep, verifyPhone } from '../support/account.judges.ts';
import { credentials } from '../support/account.samples.ts';
import { askForPhone, failGoogle, goBackToGoogle } from '../google-sign-in/google-sign-in.parts.ts';

type Event = EventFrom<typeof loginMachine>;
type Live = LiveActor<typeof loginMachine>;

/** A retry with a code keeps the e-mail that the field already holds. */
const submit = ({ email, password, code }: { email: string; password: string; code?: string }): Event[] => [
  ...(code === undefined ? [{ type: 'email.change', email } as const] : []),
  { type: 'password.change', password },
  ...(code === undefined ? [] : [{ type: 'code.change', code } as const]),
  { type: 'form.submit' },
];

const unverified = { credentials: null, phone: '254712345678', userName: 'Wanjiku' };

const submitting = async (live: Live) => {
  for (const event of submit({ email: 'wanjiku@example.com', password: 'Secret12' })) await live.send(event);
};

const codeForm = async (live: Live) => {
  await submitting(live);
  await live.fail('login', CODE_ASKED);
};

const phoneStep = async (live: Live) => {
  await submitting(live);
  await live.answer('login', unverified);
};

/** A login that the server throttles (D24). */
const MUST_WAIT = new ApiError({ kind: 'refused', status: 429, message: 'Please try again in 2 minutes.' });

/** A login that needs a code (D26). */
const ASK_FOR_CODE =
  'Too many wrong passwords were typed for this email. Please enter your password and the 6-digit code that we sent to the phone or email of this account.';
const CODE_ASKED = new ApiError({ kind: 'refused', status: 409, message: ASK_FOR_CODE, data: { code: true } });

/** The page that redirected to the login, as a row names it. */
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
    form: async (live, { on }) => {
      if (on.includes('after a Google error')) await failGoogle(live, 'X');
      if (on.includes('within the wait')) {
        await submitting(live);
        await live.fail('login', MUST_WAIT);
      }
      if (!on.includes('goes back')) return;
      await live.send({ type: 'email.change', email: 'wanjiku@example.com' });
      await askForPhone(live);
    },
    'form.code': codeForm,
    submitting: async (live, { when }) => {
      if (when?.startsWith('a code was typed') === true) await codeForm(live);
      for (const event of when?.startsWith('a code was typed') === true
        ? submit({ email: '', password: 'Secret12', code: '123456' })
        : submit({ email: 'wanjiku@example.com', password: 'Secret12' }))
        await live.send(event);
    },
    completing: async (live) => {
      await phoneStep(live);
      await verifyPhone(live);
    },
  },
  when: [
    [
      /@example\.com' /,
      { because: 'D22: which e-mail is an account’s is the server’s: tests/server/accounts/new-email.test.ts' },
    ],
    {
      'an admin is signed in on this browser; no origin': {
        because: '§6: two scopes; tests/flows/session/session.requirements.test.ts',
      },
    },
    [/^a code was typed/, { holds: (live) => (live.open('login').input as LoginRequest).code === '123456' }],
    [
      /^this browser (?:never )?logged in|^no account has this e-mail/,
      { because: 'D26: what came before is counted by the server: tests/server/accounts/login-codes.test.ts' },
    ],
    { 'on a phone whose clock is wrong': { because: 'D26: no clock is read here; the machine has no delays' } },
    [/origin/, { holds: ({ snapshot: { context } }, { when }) => context.origin === (originIn(when) ?? null) }],
    {
      'remember me on; origin /checkout': { holds: (live) => (live.open('login').input as LoginRequest).remember },
      'remember me off; no origin': {
        before: { type: 'remember.toggle' },
        holds: (live) => !(live.open('login').input as LoginRequest).remember,
      },
    },
  ],
  input: ({ on, when }) => originIn(when ?? /^Google.*\((.*)\)$/.exec(on)?.[1] ?? null),
  on: [
    {
      'type another email': { type: 'email.change', email: 'njeri@example.com' },
      'toggle remember me': { type: 'remember.toggle' },
      back: leavePhoneStep,
      'Google sign-in asks for the phone': askForPhone,
      'Google sign-in goes back to its button': goBackToGoogle,
      // The machine listens to Google again when the form is back.
      'Google gives a credential(one-tap)': LOOK,
    },
    [
      /^submit\(email '(.*?)', password '(.*?)'(?:, code '(.*?)')?\)/,
      (_, [, email = '', password = '', code]) => submit({ email, password, ...(code !== undefined && { code }) }),
    ],
    [
      /^press (Forgot Password|Sign Up)(?: \[within the wait\])?$/,
      (_, [, name = '']) => press('link', new RegExp(`^${name}`)),
    ],
    [/^phone verified/, verifyPhone],

    // Rows about Google's own steps are in its own table.
    [/^Google sign-in succeeded/, { type: 'session.authenticated' }],
    [/^Google sign-in failed\('(.*)'\)$/, (live, [, text = '']) => failGoogle(live, text)],
  ],
  calls: [
    {
      call: 'POST /auth/login',
      slot: 'login',
      input: ({ email, password, code }) => ({ email, password, ...(code !== undefined && { code }) }),
      fails: [
        {
          "409, message 'Too many wrong passwords were typed for this email. Please enter your password and the 6-digit code that we sent to the phone or email of this account.', data.code true":
            CODE_ASKED,
          "409, message 'X', no data.code": new ApiError({ kind: 'refused', status: 409, message: 'X' }),
        },
      ],
      answers: [
        { "success false, message 'X'": new ApiError({ kind: 'refused', status: 200, message: 'X' }) },
        [/^data\.user(?: \{.*\})?, data\.token$/, { credentials, phone: '', userName: '' }],
        [/^the phone is not verified yet|requirePhoneVerification true, data\.phone/, unverified],
        [/^200 without data\.token$|^data\.token without data\.user$|no data\.phone$/, failures['broken']],
      ],
    },
    {
      call: 'POST /auth/send-otp',
      slot: 'sendOtp',
      input: ({ phone }) => ({ phone }),
      answers: [{ "data.pinId 'P1'": { pinId: 'P1', sentAt: 0 } }],
    },
    {
      call: 'POST /auth/complete-registration',
      slot: 'complete',
      input: ({ phone, verificationData }) => ({ phone, verificationData }),
      answers: [
        {
          'data.token, data.user': credentials,
          '200 without data.token': failures['broken'],
        },
      ],
    },
  ],
  unseen: { forgetCode: 'of the code screen; its own table' },
  running: ['phoneVerification', 'googleSignIn'],
  inside: {
    phoneVerification: 'runs in these rows; its own table has the rest',
    googleSignIn: 'runs in these rows; its own table has the rest',
    watchGoogle: 'draws a button',
    googleLogin: "Google's own: tests/flows/google-sign-in/google-sign-in.table.tsx",
  },
  does: [
    {
      'go to the origin page or /': (outcome) => void outcome.effect('goTo', { path: '/' }),
      "the step 'Verify Your Phone Number' stands in the place of the form (flow google-sign-in)": ({ page }) => {
        page.getByRole('heading', { name: 'Verify Your Phone Number' });
        expect(page.queryByLabelText('Password')).toBeNull();
      },
      'the form is there again, with what was typed': ({ page }) =>
        expectField(page, 'email', 'wanjiku@example.com', null),
      'the password is not judged': { judgedBy: 'tests/server/accounts/login-codes.test.ts' },
      'a code is sent': { judgedBy: 'tests/server/accounts/otp.test.ts' },
      'log the error': (outcome) =>
        void outcome.effect('logProblem', {
          problem: { text: outcome.snapshot.children.googleSignIn?.getSnapshot().context.problem?.text ?? '' },
        }),
      'adminToken and adminUser stay as they are': { judgedBy: 'tests/flows/session/session.requirements.test.ts' },
      'remove token and user from localStorage (there are none)': ({ live }) => expect(live.effects).toEqual([]),
      'the box changes; nothing is stored yet': ({ page }) =>
        expect(page.getByRole('checkbox', { name: 'Remember me' })).toHaveProperty('checked', false),
    },
    [
      /^store token and user/,
      (outcome, _, { from }) =>
        void outcome.effect('signIn', {
          credentials: { token: 'T', user: { _id: 'u1' } },
          load: from === 'completing',
        }),
    ],

    // The origin that Sign Up passes on is tested in tests/views/auth.test.tsx.
    [/^go to (\/auth\/[^\s,]+)/, ({ live }, [, path]) => expect(live.path).toBe(path)],
    [/^go to (\S+)$/, (outcome, [, path]) => void outcome.effect('goTo', { path })],
    [
      /^no wait$|^the button stays usable|^nothing is counted here/,
      ({ page }) => expect(page.getByRole('button', { name: 'Login' })).toHaveProperty('disabled', false),
    ],
    [
      /^(?:the field Verification code goes|no field Verification code)$/,
      ({ page }) => expect(page.queryByLabelText('Verification code')).toBeNull(),
    ],
    [/^(?:the error|the text of the wait) goes$/, ({ page }) => expect(page.queryByRole('alert')).toBeNull()],
  ],
  elsewhere: [
    { rows: /^phoneStep: page reloaded/, by: 'tests/flows/login/login.requirements.test.ts' },
    { rows: /^invariant: what a refused login says is the same/, by: 'tests/server/accounts/login-codes.test.ts' },
  ],
};
