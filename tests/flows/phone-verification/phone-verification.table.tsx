import { expect } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Table } from 'model-testing/table/table';
import { fieldNamed } from '../support/account.judges.ts';
import { verification } from '../support/account.samples.ts';
import { codeGone, SENT_AT, tooSoon } from './phone-verification.model.ts';

type Live = LiveActor<typeof phoneVerificationMachine>;

const P1 = { pinId: 'P1', sentAt: SENT_AT };

const isAsking = (live: Live, slot: string) => live.openCalls().some((call) => call.slot === slot);
const open = (live: Live) => live.answer('sendOtp', P1);
const verify = (live: Live, code: string) => live.send({ type: 'code.verify', code });
const resend = (live: Live) => live.send({ type: 'code.resend' });
const tick = (seconds: number) => ({ type: 'clock.tick', now: SENT_AT + seconds * 1_000 }) as const;

const resending = async (live: Live) => {
  await open(live);
  await live.advance(60_000);
  await resend(live);
};

/** Parses `599 s after the code was sent`. */
const secondsIn = (on: string): number | null => {
  const found = /(\d+) s after the code was sent/.exec(on)?.[1];
  return found === undefined ? null : Number(found);
};

const usable = async (live: Live, { on }: { readonly on: string }) => {
  if (on.includes('after a resend') || on.includes('while a resend is running')) await resending(live);
  else await open(live);
  if (on.includes("after a resend that gave pinId 'P2'"))
    await live.answer('sendOtp', { pinId: 'P2', sentAt: SENT_AT + 60_000 });
  if (on.includes('after a resend that failed')) {
    await live.fail('sendOtp', failures['offline']);
    await live.send({ type: 'code.change', code: '' });
  }
  const seconds = secondsIn(on);
  if (seconds !== null) await live.advance(seconds * 1_000);
};

export const phoneVerificationTable: Table<typeof phoneVerificationMachine> = {
  start: { always: '' },
  reach: {
    open,
    'sendFailed.waiting': (live) => live.fail('sendOtp', tooSoon),
    'open.code.usable': usable,
    'open.code.verifying': async (live, { on }) => {
      await open(live);
      await verify(live, '123456');
      const seconds = secondsIn(on);
      if (seconds !== null) await live.advance(seconds * 1_000);
    },
  },
  when: [
    [
      /^other browsers have used up this phone's 5 codes|^four fifths of the hour's budget are spent/,
      { because: 'D23, D24: who is counted is the server’s: tests/server/accounts/sign-up-secrecy.test.ts' },
    ],
    {
      'no resend is running': { holds: (live) => !isAsking(live, 'sendOtp') },
      'no check is running': { holds: (live) => !isAsking(live, 'verifyOtp') },
      'a resend is running': { holds: (live) => isAsking(live, 'sendOtp') },
      'resend is allowed': { after: (live) => live.advance(60_000) },
    },
  ],
  on: [
    {
      back: { type: 'step.back' },
      'one second passes(1 s after the code was sent)': tick(1),
    },
    [
      /^verify\(code '(.*?)'/,
      (_, [, code = '']) => [
        { type: 'code.change', code },
        { type: 'code.verify', code },
      ],
    ],
    [/^type code\('(.*)'\)$/, (_, [, code = '']) => ({ type: 'code.change', code })],
    [/^the phone fills in the code\('(.*)'\)$/, (_, [, code = '']) => ({ type: 'code.filled', code })],
    [/^resend/, { type: 'code.resend' }],

    // The machine has received no time before.
    [
      /^page shown again\((\d+) s after the refusal/,
      (_, [, seconds]) => ({ type: 'clock.tick', now: Number(seconds) * 1_000 }),
    ],
    [/^page shown again\((\d+) s/, (_, [, seconds]) => tick(Number(seconds))],
  ],
  calls: [
    {
      call: 'POST /auth/send-otp',
      slot: 'sendOtp',
      input: ({ phone, userName }) => ({ phone, userName }),
      answers: [
        {
          "data.pinId 'P9', balance null, smsStatus 'Message Sent'": { pinId: 'P9', sentAt: SENT_AT },
          "data.pinId 'P2'": { pinId: 'P2', sentAt: SENT_AT + 60_000 },
          '200 without data.pinId': failures['broken'],
        },
        [/^data\.pinId 'P1'/, P1],
      ],
      fails: [
        {
          "429, Retry-After 41, message 'Please wait a minute and try again.'": tooSoon,
          "429, Retry-After 2400, message 'Please try again in 40 minutes.'": new ApiError({
            kind: 'refused',
            status: 429,
            message: 'Please try again in 40 minutes.',
            retryAfter: 2_400_000,
          }),
          "400, message 'Failed to send verification code'": new ApiError({
            kind: 'refused',
            status: 400,
            message: 'Failed to send verification code',
          }),
        },
      ],
    },
    {
      call: 'POST /auth/verify-termii-otp',
      slot: 'verifyOtp',
      input: ({ pinId, pin }) => ({ pinId, pin }),
      answers: [
        {
          "data.verified false, msisdn '254712345678'": { verified: false, msisdn: '254712345678' },
          "data.verified 'False'": { verified: 'False', msisdn: '' },
          'data.verified missing': { msisdn: '' },
        },
        [/^data\.verified true/, verification],
        [/cannot be read$/, failures['broken']],
      ],
      fails: [
        {
          "400, code 'no-otp-session', message 'No verification session found. Please request a new code.'": codeGone,
          "400, message 'Invalid verification code. Please try again.', 601 s after the code was sent": new ApiError({
            kind: 'refused',
            status: 400,
            message: 'Invalid verification code. Please try again.',
          }),
        },
      ],
    },
  ],
  unseen: {
    forgetCode: 'in the storage; nothing is seen of it until another code screen: requirements/sign-up.test.ts',
  },
  inside: { complete: 'the flow that asked; its own table has the call' },
  does: [
    {
      'the code field is empty': ({ page }) => expect(fieldNamed(page, 'code').getAttribute('value')).toBe(''),
      'the first code is still good': ({ snapshot }) => {
        expect(snapshot.context.pinId).toBe('P1');
        expect(snapshot.matches({ open: { code: 'usable' } })).toBe(true);
      },
      "the old code's pinId P1 is dropped": ({ snapshot }) => expect(snapshot.context.pinId).toBe('P2'),
    },
    [/^countdown (?:starts|starts again) at 10:00$/, ({ page }) => expect(page.text).toContain('valid for 10:00')],
    [/^countdown shows (\d+:\d\d)$/, ({ page }, [, time]) => expect(page.text).toContain(`valid for ${time}`)],
    [
      /^resend is blocked for (\d+ s|\d+:\d\d)$/,
      ({ page }, [, time]) =>
        expect(page.getByRole('button', { name: `Resend Code in ${time}` })).toHaveProperty('disabled', true),
    ],
    [
      /^resend is allowed$|^Resend is usable$/,
      ({ page }) => expect(page.getByRole('button', { name: 'Resend Code' })).toHaveProperty('disabled', false),
    ],
    [
      /^the field holds '(.*)'$/,
      ({ page }, [, code]) => expect(fieldNamed(page, 'code').getAttribute('value')).toBe(code),
    ],
    [
      /^hand \{verified:true, msisdn/,
      ({ live }) => expect(live.open('complete').input).toMatchObject({ verificationData: verification }),
    ],
  ],
  elsewhere: [
    { rows: /^left: /, by: 'tests/flows/phone-verification/phone-verification.requirements.test.ts' },
    {
      rows: /^invariant: open\.code and open\.resend run side by side/,
      by: 'tests/flows/phone-verification/phone-verification.paths.test.tsx',
    },
    {
      rows: /^invariant: no two send calls within 60 s/,
      by: 'tests/flows/phone-verification/phone-verification.requirements.test.ts',
    },
    { rows: /^invariant: what the screen shows never tells/, by: 'tests/server/accounts/unsent-codes.test.ts' },
    { rows: /^invariant: data\.balance is never shown/, by: 'tests/services/auth.service.test.ts' },
    {
      rows: /^invariant: the countdown counts real time/,
      by: 'tests/flows/phone-verification/phone-verification.requirements.test.ts',
    },
  ],
};
