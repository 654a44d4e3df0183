import { expect } from 'vitest';
import type { EventFrom } from 'xstate';
import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { googleSignInMachine } from '../../../src/machines/account/google-sign-in.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import { LOOK } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { leavePhoneStep, verifyPhone } from '../support/account.judges.ts';
import { credentials } from '../support/account.samples.ts';
import { pending } from './google-sign-in.model.ts';

type Live = LiveActor<typeof googleSignInMachine>;

const submit = (phone: string): EventFrom<typeof googleSignInMachine>[] => [
  { type: 'phone.change', phone },
  { type: 'phone.submit' },
];

const signingIn = (live: Live) => live.emit('watchGoogle', { type: 'google.credential', credential: 'jwt' });
const phoneEntry = async (live: Live) => {
  await signingIn(live);
  await live.answer('googleLogin', { credentials: null, pending });
};
const reserving = async (live: Live) => {
  await phoneEntry(live);
  for (const event of submit('0712345678')) await live.send(event);
};
const otp = async (live: Live) => {
  await reserving(live);
  await live.answer('reservePhone', undefined);
};

const signedIn = { credentials, pending: null };
const unnamed = { credentials: null, pending: null };
const REQUIREMENTS = 'tests/flows/google-sign-in/google-sign-in.requirements.test.ts';

export const googleSignInTable: Table<typeof googleSignInMachine> = {
  start: { always: '' },
  reach: {
    idle: async (live, { on }) => {
      if (on.startsWith("Google's script")) await live.emit('watchGoogle', { type: 'google.unavailable' });
    },
    signingIn,
    phoneEntry,
    reserving,
    otp,
    completing: async (live) => {
      await otp(live);
      await verifyPhone(live);
    },
    done: async (live) => {
      await signingIn(live);
      await live.answer('googleLogin', signedIn);
    },
  },
  input: ({ when }) => (when?.includes('sign-up screen') === true ? 'sign-up' : ''),
  when: [
    [/^on the (login|sign-up) screen$/, { holds: () => true }],
    { 'the shopper presses the button': { holds: ({ snapshot }) => snapshot.matches({ idle: 'unavailable' }) } },
    [/origin /, { because: `the page goes, not this machine: ${REQUIREMENTS}` }],
  ],
  on: [
    {
      // The machine no longer listens to Google in this state.
      "Google gives a credential('jwt2', one-tap)": LOOK,
      'Google gives no credential': (live) => live.emit('watchGoogle', { type: 'google.credential', credential: null }),
      'Google reports an error': (live) => live.emit('watchGoogle', { type: 'google.failed' }),
      "Google's script does not load": { type: 'button.press' },
      'the shopper closes one-tap or the pop-up': LOOK,
      back: (live) => (live.snapshot.matches('otp') ? leavePhoneStep(live) : { type: 'step.back' }),
      'wait (any time)': (live) => live.advance(60_000),
    },
    [
      /^Google gives (?:a|an empty) credential\('(.*?)'/,
      (live, [, credential = '']) => live.emit('watchGoogle', { type: 'google.credential', credential }),
    ],
    [
      /^submit phone\('(.*?)'\)/,
      (live, [, phone = '']) => (live.snapshot.matches('reserving') ? { type: 'phone.submit' } : submit(phone)),
    ],
    [/^phone verified/, verifyPhone],
  ],
  calls: [
    {
      call: 'POST /auth/google-login',
      slot: 'googleLogin',
      input: ({ credential }) => ({ credential }),
      answers: [
        {
          "success true, requirePhoneVerification true, data.userId 'pend1', data.email 'wanjiku@gmail.com', data.name 'Wanjiku'":
            { credentials: null, pending },
          "success false, message 'X'": new ApiError({ kind: 'refused', status: 200, message: 'X' }),
          'success false, no message': new ApiError({ kind: 'refused', status: 200 }),
        },
        [/data\.token 'T', data\.user|data\.token, data\.user/, signedIn],
        [/^requirePhoneVerification true/, unnamed],
        [/./, failures['broken']],
      ],
    },
    {
      call: 'POST /auth/verify-google-phone',
      slot: 'reservePhone',
      input: ({ userId, phone }) => ({ userId, phone }),
      answers: [
        {
          "success false, message 'X'": new ApiError({ kind: 'refused', status: 200, message: 'X' }),
          'success false, no message': new ApiError({ kind: 'refused', status: 200 }),
          success: undefined,
        },
        [/cannot be read$/, failures['broken']],
      ],
      fails: [{ '503': new ApiError({ kind: 'refused', status: 503 }) }],
    },
    {
      call: 'POST /auth/send-otp',
      slot: 'sendOtp',
      input: ({ phone, userName }) => ({ phone, userName }),
    },
    {
      call: 'POST /auth/complete-google-phone-verification',
      slot: 'complete',
      input: ({ phone, verificationData, userId }) => ({ phone, verificationData, userId }),
      answers: [
        {
          'data.token, data.user': credentials,
          "success false, message 'X'": new ApiError({ kind: 'refused', status: 200, message: 'X' }),
          'success false, no message': new ApiError({ kind: 'refused', status: 200 }),
        },
        [/without data\.(?:token|user)$/, failures['broken']],
      ],
    },
  ],
  unseen: { forgetCode: 'of the code screen; its own table' },
  running: ['phoneVerification'],
  inside: { phoneVerification: 'runs in these rows; its own table has the rest' },
  does: [
    {
      'log the error': (outcome) =>
        void outcome.effect('logProblem', { problem: outcome.snapshot.context.problem ?? undefined }),
      'store token and user': (outcome, _, { from, when }) => {
        const load = from === 'completing' || when?.includes('sign-up') === true;
        outcome.effect('signIn', { credentials: { token: 'T', user: { _id: 'u1' } }, load });
        outcome.effect('announce', { text: 'Google sign-in completed' });
      },
      'remove token and user from localStorage': { judgedBy: REQUIREMENTS },
      'the phone as it was': ({ snapshot }) => expect(snapshot.context.phone).toBe('0712345678'),
      'the text stands in a status region of the next page; nothing waits for it, no focus moves to it': {
        judgedBy: REQUIREMENTS,
      },
    },

    // Login and sign-up navigate exactly once after a sign-in.
    [/^go to /, { judgedBy: REQUIREMENTS }],
  ],
  elsewhere: [
    { rows: /: session became authenticated/, by: REQUIREMENTS },
    { rows: /: page reloaded/, by: REQUIREMENTS },
    { rows: /^done: GET \/auth\/profile fails/, by: 'tests/flows/session/session.requirements.test.ts' },
    { rows: /^invariant: Google's errors show as form-level/, by: REQUIREMENTS },
    { rows: /^invariant: 'Google sign-in completed' never holds/, by: REQUIREMENTS },
    { rows: /^invariant: the GET \/auth\/profile of the done rows/, by: REQUIREMENTS },
  ],
};
