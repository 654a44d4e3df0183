import { expect } from 'vitest';
import type { EventFrom } from 'xstate';
import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { SignUpFields, signUpMachine } from '../../../src/machines/account/sign-up.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import { expectError, leavePhoneStep, resendCode, verifyPhone } from '../support/account.judges.ts';
import { credentials } from '../support/account.samples.ts';
import { failGoogle } from '../google-sign-in/google-sign-in.parts.ts';

type Event = EventFrom<typeof signUpMachine>;
type Live = LiveActor<typeof signUpMachine>;
type Typed = SignUpFields & { readonly acceptTerms: boolean };

/** The valid form of the rows. */
const VALID: Typed = {
  name: 'Wanjiku',
  email: 'wanjiku@example.com',
  phone: '0712345678',
  password: 'Secret12',
  acceptTerms: true,
};

/** The fields that the tab stores. */
const WAITING = { name: VALID.name, email: VALID.email, phone: VALID.phone };

/** The events of a shopper who submits a valid form with these changes. */
const submit = ({ snapshot }: Live, change: Partial<Typed> = {}): Event[] => {
  const { name, email, phone, password, acceptTerms } = { ...VALID, ...change };
  return [
    { type: 'name.change', name },
    { type: 'email.change', email },
    { type: 'phone.change', phone },
    { type: 'password.change', password },
    ...(snapshot.context.acceptTerms === acceptTerms ? [] : [{ type: 'terms.toggle' } as const]),
    { type: 'form.submit' },
  ];
};

const registering = async (live: Live) => {
  for (const event of submit(live)) await live.send(event);
};

/** The refusal after the code when the e-mail of the sign-up is taken (F18). */
const TAKEN = new ApiError({ kind: 'refused', status: 400, message: 'This email is already registered' });

const COMMON = 'This password is too common. Please choose another.';

/** Parses fields from `name 'W', acceptTerms false`. */
const typedIn = (words: string): Partial<Typed> =>
  Object.fromEntries(
    [...words.matchAll(/(name|email|phone|password|acceptTerms) (?:'(.*?)'|(true|false))(?=[, )]|$)/g)].map(
      ([, field, text, box]) => [field, text ?? box === 'true'],
    ),
  );

const phoneStep = async (live: Live) => {
  await registering(live);
  await live.answer('register', { credentials: null });
};

export const signUpTable: Table<typeof signUpMachine> = {
  start: { always: '' },
  reach: {
    form: async (live, { on }) => {
      if (!/after back|after 'Registration failed/.test(on)) return;
      await phoneStep(live);
      if (on.includes('after back')) return leavePhoneStep(live);
      await verifyPhone(live);
      await live.fail('complete', TAKEN);
    },
    phoneStep: async (live, { on }) => {
      await phoneStep(live);
      if (!on.includes('16 min after')) return;
      await live.answer('sendOtp', { pinId: 'P1', sentAt: 0 });
      await live.advance(16 * 60_000);
    },
    completing: async (live) => {
      await phoneStep(live);
      await verifyPhone(live);
    },
  },
  when: [
    [
      /^the e-mail had an account before$|^another browser |^the same e-mail was registered again|^strangers behind/,
      { because: 'F18, F19, D24: what others did is the server’s: tests/server/accounts/sign-up-secrecy.test.ts' },
    ],
    {
      'registered more than 15 min ago': {
        because: 'D23: counted by the server: tests/server/accounts/registration.test.ts',
      },
    },
  ],
  on: [
    {
      'press terms': press('link', 'Terms of Service'),
      'press privacy': press('link', 'Privacy Policy'),
      'a new code is asked for(16 min after POST /auth/register answered)': resendCode,
      back: leavePhoneStep,
      // Rows about Google's own steps are in its own table.
      'Google sign-in succeeded': { type: 'session.authenticated' },
    },
    [/^submit\((everything empty|the same form again, after back)/, { type: 'form.submit' }],
    [
      /^submit\((?:a valid|the same) form but (.*)\)(?: \[.*\])?$/,
      (live, [, words = '']) => submit(live, typedIn(words)),
    ],
    [/^submit\((name .*)\)$/, (live, [, words = '']) => submit(live, typedIn(words))],
    [/^type password\('(.*)'\)$/, (_, [, password = '']) => ({ type: 'password.change', password })],
    [/^press Login(?: \[.*\])?$/, press('link', 'Login')],
    [/^phone verified/, verifyPhone],
    [
      /^the tab finds a sign-up that waits for its code\((.*)\)$/,
      (_, [, what = '']) => [
        ...(what.startsWith('another e-mail') ? [{ type: 'email.change', email: 'njeri@example.com' } as const] : []),
        { type: 'signUp.found', waiting: WAITING, hasCode: what !== 'the code counts no more' },
      ],
    ],
    [/^Google sign-in failed\('(.*)'\)$/, (live, [, text = '']) => failGoogle(live, text)],
  ],
  calls: [
    {
      call: 'POST /auth/register',
      slot: 'register',
      input: ({ name, email, password, phone }) => ({ name, email, password, phone }),
      answers: [
        {
          'success false, no message': new ApiError({ kind: 'refused', status: 200 }),
          'data.token, data.user': { credentials },
        },
        [/^success|^data\.token without data\.user$/, { credentials: null }],
        [/cannot be read$/, failures['broken']],
      ],
      fails: [
        {
          "400, message 'This password is too common. Please choose another.', fields {password:'This password is too common. Please choose another.'}":
            new ApiError({ kind: 'refused', status: 400, message: COMMON, fields: { password: COMMON } }),
        },
      ],
    },
    {
      call: 'POST /auth/send-otp',
      slot: 'sendOtp',
      input: ({ phone }) => ({ phone, userName: 'Wanjiku' }),
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
  unseen: {
    keepWaiting: 'no page shows it; what a reload finds: tests/flows/sign-up/sign-up.requirements.test.ts',
    forgetCode: 'of the code screen; its own table',
    forgetWaiting: 'no page shows it; what a reload finds: tests/flows/sign-up/sign-up.requirements.test.ts',
  },
  running: ['phoneVerification', 'googleSignIn'],
  inside: {
    phoneVerification: 'runs in these rows; its own table has the rest',
    googleSignIn: 'runs in these rows; its own table has the rest',
    watchGoogle: 'draws a button',
    googleLogin: "Google's own: tests/flows/google-sign-in/google-sign-in.table.tsx",
  },
  does: [
    {
      'store token and user': (outcome) =>
        void outcome.effect('signIn', { credentials: { token: 'T', user: { _id: 'u1' } }, load: true }),
      'go to the origin page or /': (outcome) => void outcome.effect('goTo', { path: '/' }),
      'log the error': (outcome) => void outcome.effect('logProblem', { problem: { text: 'Google sign-in failed' } }),
      'show the strength hint': ({ page }) => expect(page.text).toContain('Weak password'),
      'show it under Password': ({ page }) => expectError(page, 'password', COMMON),
      'the answer is the same, no code comes': { judgedBy: 'tests/server/accounts/unsent-codes.test.ts' },
      'the alert goes': ({ page }) => expect(page.queryByRole('alert')).toBeNull(),
      'the code that was sent before serves: nothing is sent': {
        judgedBy: 'tests/flows/sign-up/sign-up.requirements.test.ts',
      },
      'name, e-mail and phone are back, the password is not': ({ snapshot: { context } }) =>
        expect(context).toMatchObject({ ...WAITING, password: '' }),
      'the form stays as it is': ({ snapshot: { context } }) => expect(context).toMatchObject({ name: '', phone: '' }),
      'show it on top': ({ page }) => void page.getByRole('alert'),
      'all fields as they were': ({ snapshot: { context } }) => expect(context).toMatchObject(VALID),
    },
    [
      /^nothing here tells that the (?:e-mail|phone) is known$/,
      ({ page }) => expect(page.text).not.toMatch(/already/i),
    ],

    // The origin that Login passes on is tested in tests/views/auth.test.tsx.
    [/^(?:go to|open) (\/\S+)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
  ],
  elsewhere: [
    { rows: /^phoneStep: page reloaded/, by: 'tests/flows/sign-up/sign-up.requirements.test.ts' },
    { rows: /^done: GET \/auth\/profile/, by: 'tests/flows/session/session.requirements.test.ts' },
    { rows: /^invariant: the server alone decides/, by: 'tests/server/accounts/registration.test.ts' },
    {
      rows: /^invariant: (?:neither the answer to POST|'This email is already registered'|a sign-up that another browser)/,
      by: 'tests/server/accounts/sign-up-secrecy.test.ts',
    },
    { rows: /^invariant: no alert\(\) box/, by: 'tests/flows/sign-up/sign-up.requirements.test.ts' },
    {
      rows: /^invariant: the GET \/auth\/profile of the done rows/,
      by: 'tests/flows/sign-up/sign-up.requirements.test.ts',
    },
  ],
};
