import { expect } from 'vitest';
import { ApiError } from '../../contract/errors.ts';
import type { SignUpFields, signUpMachine } from '../../src/machines/sign-up.machine.ts';
import { SignUpView } from '../../src/views/auth/sign-up.view.tsx';
import { failures } from '../../model-testing/model/failures.ts';
import type { LiveActor } from '../../model-testing/model/live.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { credentials, fieldNamed, leavePhoneStep, verifyPhone } from './account.samples.ts';

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

const fill = async (live: Live, { name, email, phone, password, acceptTerms }: Typed) => {
  await live.send({ type: 'name.change', name });
  await live.send({ type: 'email.change', email });
  await live.send({ type: 'phone.change', phone });
  await live.send({ type: 'password.change', password });
  if (live.snapshot.context.acceptTerms !== acceptTerms) await live.send({ type: 'terms.toggle' });
};

const submit = (live: Live) => live.send({ type: 'form.submit' });

const submitWith = async (live: Live, change: Partial<Typed> = {}) => {
  await fill(live, { ...VALID, ...change });
  await submit(live);
};

/** `name 'W', acceptTerms false` as fields. */
const typedIn = (words: string): Partial<Typed> =>
  Object.fromEntries(
    [...words.matchAll(/(name|email|phone|password|acceptTerms) (?:'(.*?)'|(true|false))(?=[, )]|$)/g)].map(
      ([, field, text, box]) => [field, text ?? box === 'true'],
    ),
  );

const phoneStep = async (live: Live) => {
  await submitWith(live);
  await live.answer('register', { credentials: null });
};

export const signUpTable: Table<typeof signUpMachine> = {
  view: (snapshot) => (
    <SignUpView snapshot={snapshot} send={() => undefined} phoneStep={<h1>Verify Your Phone Number</h1>} />
  ),
  start: { always: '' },
  reach: {
    form: async (live, { on }) => {
      if (!on.includes('after back')) return;
      await phoneStep(live);
      await leavePhoneStep(live);
    },
    registering: (live) => submitWith(live),
    phoneStep,
    completing: async (live) => {
      await phoneStep(live);
      await verifyPhone(live);
    },
  },
  on: [
    [/^submit\(everything empty/, submit],
    [/^submit\(again\)$/, submit],
    [/^submit\(a valid form but (.*)\)(?: \[.*\])?$/, (live, [, words = '']) => submitWith(live, typedIn(words))],
    [/^submit\(the same form again, after back/, submit],
    [/^submit\((name .*)\)$/, (live, [, words = '']) => submitWith(live, typedIn(words))],
    [/^type password\('(.*)'\)$/, (live, [, password = '']) => live.send({ type: 'password.change', password })],
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
  running: ['phoneVerification'],
  inside: { phoneVerification: 'runs in these rows; its own table has the rest' },
  does: [
    [
      /^store token and user$/,
      (outcome) => void outcome.effect('signIn', { credentials: { token: 'T', user: { _id: 'u1' } }, load: true }),
    ],
    [/^go to the origin page or \/$/, (outcome) => void outcome.effect('goTo', { path: '/' })],
    [/^show the strength hint$/, ({ page }) => expect(page.text).toContain('Weak password')],
    [
      /^the password is readable$/,
      ({ page }) => expect(fieldNamed(page, 'password').getAttribute('type')).toBe('text'),
    ],
    [
      /^the password is dotted$/,
      ({ page }) => expect(fieldNamed(page, 'password').getAttribute('type')).toBe('password'),
    ],
    [
      /^show it under Email$/,
      ({ page }) => {
        const described = fieldNamed(page, 'email').getAttribute('aria-describedby') ?? '';
        expect(page.element.querySelector(`[id="${described}"]`)?.textContent).toBe('This email is already registered');
        expect(page.queryByRole('alert')).toBeNull();
      },
    ],
    [/^show it on top$/, ({ page }) => void page.getByRole('alert')],
    [/^all fields as they were$/, ({ snapshot: { context } }) => expect(context).toMatchObject(VALID)],
    // The alert takes the focus when it appears: tests/views/auth.test.tsx.
    [/^focus on the alert$/, ({ page }) => expect(page.getByRole('alert').getAttribute('tabindex')).toBe('-1')],
  ],
  elsewhere: [
    { rows: /^form: Google sign-in/, by: 'later: Google sign-in' },
    { rows: /^form: press /, by: 'tests/views/auth.test.tsx' },
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
