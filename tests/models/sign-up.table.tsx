import { expect } from 'vitest';
import type { EventFrom } from 'xstate';
import { ApiError } from '../../contract/errors.ts';
import type { SignUpFields, signUpMachine } from '../../src/machines/sign-up.machine.ts';
import { failures } from '../../model-testing/model/failures.ts';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { press } from '../../model-testing/view/act.ts';
import { credentials, expectError, expectProblem, leavePhoneStep, verifyPhone } from './account.samples.ts';
import { failGoogle } from './google-sign-in.parts.tsx';

type Event = EventFrom<typeof signUpMachine>;
type Live = LiveActor<typeof signUpMachine>;
type Typed = SignUpFields & { readonly acceptTerms: boolean };

/** The form of the table's rows. */
const VALID: Typed = {
  name: 'Wanjiku',
  email: 'wanjiku@example.com',
  phone: '0712345678',
  password: 'Secret12',
  acceptTerms: true,
};

/** All that a shopper does to hand in a form that is valid but for this. */
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

/** `name 'W', acceptTerms false` as fields. */
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
      if (!on.includes('after back')) return;
      await phoneStep(live);
      await leavePhoneStep(live);
    },
    phoneStep,
    completing: async (live) => {
      await phoneStep(live);
      await verifyPhone(live);
    },
  },
  on: [
    [/^submit\((everything empty|the same form again, after back)/, { type: 'form.submit' }],
    [/^submit\(a valid form but (.*)\)(?: \[.*\])?$/, (live, [, words = '']) => submit(live, typedIn(words))],
    [/^submit\((name .*)\)$/, (live, [, words = '']) => submit(live, typedIn(words))],
    [/^type password\('(.*)'\)$/, (_, [, password = '']) => ({ type: 'password.change', password })],
    [/^press Login$/, press('link', 'Login')],
    [/^press terms$/, press('link', 'Terms of Service')],
    [/^press privacy$/, press('link', 'Privacy Policy')],
    [/^phone verified/, verifyPhone],
    [/^back$/, leavePhoneStep],
    // What happens on its own is in its own table.
    [/^Google sign-in succeeded$/, { type: 'session.authenticated' }],
    [/^Google sign-in failed\('(.*)'\)$/, (live, [, text = '']) => failGoogle(live, text)],
  ],
  calls: [
    {
      call: 'POST /auth/register',
      slot: 'register',
      input: ({ name, email, password, phone }) => ({ name, email, password, phone }),
      answers: [
        [/^success false, no message$/, new ApiError({ kind: 'refused', status: 200 })],
        [/^success|^data\.token without data\.user$/, { credentials: null }],
        [/^data\.token, data\.user$/, { credentials }],
        [/cannot be read$/, failures['broken']],
      ],
      fails: [
        [
          /^400, fields \{email/,
          new ApiError({ kind: 'refused', status: 400, fields: { email: 'This email is already registered' } }),
        ],
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
        [/^data\.token, data\.user$/, credentials],
        [/^200 without data\.token$/, failures['broken']],
      ],
    },
  ],
  running: ['phoneVerification', 'googleSignIn'],
  inside: {
    phoneVerification: 'runs in these rows; its own table has the rest',
    googleSignIn: 'runs in these rows; its own table has the rest',
    watchGoogle: 'draws a button',
    googleLogin: "Google's own: tests/models/google-sign-in.table.tsx",
  },
  does: [
    [
      /^store token and user$/,
      (outcome) => void outcome.effect('signIn', { credentials: { token: 'T', user: { _id: 'u1' } }, load: true }),
    ],
    [/^go to the origin page or \/$/, (outcome) => void outcome.effect('goTo', { path: '/' })],
    [/^log the error$/, (outcome) => void outcome.effect('logProblem', { problem: { text: 'Google sign-in failed' } })],
    [/^show the strength hint$/, ({ page }) => expect(page.text).toContain('Weak password')],
    [
      /^show it under Email$/,
      ({ page }) => {
        expectError(page, 'email', 'This email is already registered');
        expectProblem(page, null);
      },
    ],
    // What Login passes on: tests/views/auth.test.tsx.
    [/^(?:go to|open) (\/\S+)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
    [/^show it on top$/, ({ page }) => void page.getByRole('alert')],
    [/^all fields as they were$/, ({ snapshot: { context } }) => expect(context).toMatchObject(VALID)],
  ],
  elsewhere: [
    { rows: /^phoneStep: page reloaded/, by: 'tests/requirements/sign-up.test.ts' },
    { rows: /^done: GET \/auth\/profile/, by: 'tests/requirements/session.test.ts' },
    { rows: /^invariant: the server alone decides/, by: 'tests/server/accounts/registration.test.ts' },
    { rows: /^invariant: no alert\(\) box/, by: 'tests/requirements/sign-up.test.ts' },
    { rows: /^invariant: the GET \/auth\/profile of the done rows/, by: 'tests/requirements/sign-up.test.ts' },
  ],
  corrections: [
    {
      rows: /answers\(data\.token, data\.user\)$/,
      ref: 'the session loads the profile, one call and not two: tests/requirements/sign-up.test.ts',
      calls: [],
    },
  ],
};
