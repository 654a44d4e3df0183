import { dequal } from 'dequal';
import { defineModel } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import { phoneVerificationMachine } from '../../../src/machines/account/phone-verification.machine.ts';
import type { PhoneVerificationContext } from '../../../src/machines/account/phone-verification.types.ts';
import { defineActs } from 'model-testing/model/define';
import type { Step } from 'model-testing/model/timed';
import { fill, press } from 'model-testing/view/act';
import { credentials, verification } from '../support/account.samples.ts';

/** Server time of the first code, epoch ms. */
export const SENT_AT = 1_000_000_000_000;

/** As a login passes it on: the phone comes from the server. */
const shopper = { phone: '254712345678', userName: 'Wanjiku' };

/** The refusal after another tab requested a code 19 s ago. */
export const tooSoon = new ApiError({
  kind: 'refused',
  status: 429,
  message: 'Please wait a minute and try again.',
  requestId: 'req-8',
  retryAfter: 41_000,
});

/** The refusal when the code is no longer valid (D4). */
export const codeGone = new ApiError({
  kind: 'refused',
  status: 400,
  message: 'No verification session found. Please request a new code.',
  code: 'no-otp-session',
  requestId: 'req-9',
});

/** The deadlines that have passed by the machine's clock. */
const phase = ({ now, resendAt, expiresAt }: PhoneVerificationContext) =>
  expiresAt === 0 ? `no code at ${now}` : now >= expiresAt ? 'expired' : now >= resendAt ? 'resendable' : 'fresh';

/** Seconds since the first code when the step is a clock tick; otherwise `null`. */
const tickIn = (step: Step | null): number | null =>
  step?.event.type === 'clock.tick' ? (Number(step.event['now']) - SENT_AT) / 1_000 : null;

/** Lists context fields that are not read before they are set. */
const unread = (reason: string, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [`context ${field} begins otherwise`, reason]));

export const phoneVerificationModel = defineModel({
  flow: 'phone-verification',
  machine: phoneVerificationMachine,
  inputs: { '': shopper, 'after a reload': { ...shopper, isResumed: true } },
  events: {
    'code.change': { six: { code: '123456' }, mixed: { code: '12a3 4' } },
    'code.filled': { sentBy: 'webOtp', cases: { six: { code: '123456' } } },
    'code.verify': { six: { code: '123456' }, four: { code: '1234' } },
    'code.resend': { '': {} },
    'clock.tick': {
      sentBy: 'clock',
      cases: {
        '59.999 s': { now: SENT_AT + 59_999 },
        '60 s': { now: SENT_AT + 60_000 },
        '599.999 s': { now: SENT_AT + 599_999 },
        '600 s': { now: SENT_AT + 600_000 },
      },
    },
    'step.back': { '': {} },
  },
  acts: defineActs<typeof phoneVerificationMachine>({
    'code.change': ({ code }) => fill('Verification code', code),
    'code.verify': ({ code }, { context }) => (code === context.code ? press('button', 'Verify') : null),
    'code.resend': press('button', /^Resend Code/),
    'step.back': press('button', 'Back'),
  }),
  done: {
    sendOtp: { '': { pinId: 'P1', sentAt: SENT_AT } },
    verifyOtp: {
      right: verification,
      wrong: { verified: false, msisdn: '254712345678' },
      'as text': { verified: 'False', msisdn: '' },
    },
    complete: { '': credentials },
  },
  fail: {
    sendOtp: { 'too soon': tooSoon },
    verifyOtp: { 'no session': codeGone },
  },
  late: ['verifyOtp'],
  // A person types the code after the SMS.
  answersFirst: ['sendOtp'],
  project: (context) => ({
    code: context.code.length,
    phase: phase(context),
    codeError: context.codeError,
    problem: context.problem?.text,
    isVerified: context.verification.verified === true,
  }),
  delays: { codeLifetime: 600_000, resendBlock: 60_000, namedWait: ({ resendAt, now }) => resendAt - now },
  beyond: [
    { what: /^\(root\): clock\.tick/, why: 'H13: the time is known before a refusal or a code needs it' },
    { what: /^sending(Again)?: code\.change/, why: '§4 OTP: the SMS may be there before the answer' },
    { what: /\[is(Resending|Verifying)\] -> \(stays\)$/, why: '§4 OTP: one of the two at a time; the other is off' },
    { what: /^completing: step\.back -> \(stays\)$/, why: '§7: nothing to go back to; the view has no Back' },
    { what: /^completing: complete (answers|fails)/, why: '§7: by the rows of sign-up and login from completing' },
  ],
  states: {
    sending: (snapshot) => snapshot.matches('sending'),
    sendFailed: (snapshot) => snapshot.matches('sendFailed'),
    'sendFailed.waiting': (snapshot) => snapshot.matches({ sendFailed: 'waiting' }),
    'sendFailed.allowed': (snapshot) => snapshot.matches({ sendFailed: 'allowed' }),
    sendingAgain: (snapshot) => snapshot.matches('sendingAgain'),
    open: (snapshot) => snapshot.matches('open'),
    'open.code.usable': (snapshot) => snapshot.matches({ open: { code: 'usable' } }),
    'open.code.verifying': (snapshot) => snapshot.matches({ open: { code: 'verifying' } }),
    'open.code.none': (snapshot) => snapshot.matches({ open: { code: 'none' } }),
    'open.resend.blocked': (snapshot) => snapshot.matches({ open: { resend: 'blocked' } }),
    'open.resend.allowed': (snapshot) => snapshot.matches({ open: { resend: 'allowed' } }),
    'open.resend.sending': (snapshot) => snapshot.matches({ open: { resend: 'sending' } }),
    verified: ({ context }) => context.verification.verified === true,
    left: (snapshot) => snapshot.matches('left'),
  },
  invariants: {
    'the code field never holds anything but digits, at most 6': ({ snapshot: { context } }) =>
      /^\d{0,6}$/.test(context.code),
    'a call to verify always carries the pinId of the newest code and exactly 6 digits': ({ started, snapshot }) =>
      started
        .filter(({ slot }) => slot === 'verifyOtp')
        .every(({ input }) => {
          const { pinId, pin } = input as { pinId: string; pin: string };
          return pinId === snapshot.context.pinId && /^\d{6}$/.test(pin);
        }),
    'a refused send locks Resend for no longer than its own call, or than the wait that it names where no code was sent':
      ({ step, before, snapshot }) => {
        if (step?.label.startsWith('sendOtp fails') !== true) return true;
        const isNamed = step.label.includes('too soon') && before?.matches('open') === false;
        const { resendAt, now } = snapshot.context;
        return snapshot.can({ type: 'code.resend' }) !== isNamed && (!isNamed || resendAt - now === 41_000);
      },
    'a check and a resend never run at once': ({ snapshot }) =>
      !snapshot.matches({ open: { code: 'verifying', resend: 'sending' } }),
    'every server error also shows its request id': ({
      step,
      snapshot: {
        context: { problem },
      },
    }) =>
      step === null ||
      problem === null ||
      !/server error|with words|no session/.test(step.label) ||
      problem.requestId !== null,
    'it is completed for this phone, with what the server answered to the right code': ({ started }) =>
      started
        .filter(({ slot }) => slot === 'complete')
        .every(({ input }) => dequal(input, { phone: shopper.phone, verificationData: verification })),
    'what is typed stands in the field, says nothing and leads nowhere': ({ step, before, snapshot, started }) => {
      if (step === null || before === null || !/^code\.(change|filled)$/.test(step.event.type)) return true;
      const isSameState = JSON.stringify(before.value) === JSON.stringify(snapshot.value) && started.length === 0;
      if (!before.can(step.event as never)) return isSameState;
      const { code, codeError, problem } = snapshot.context;
      const typed = String(step.event['code']).replace(/\D/g, '').slice(0, 6);
      return isSameState && code === typed && (codeError ?? problem) === null;
    },
    'the SMS may be there before the answer, and its code is taken': ({ snapshot }) =>
      !snapshot.matches('sending') || snapshot.can({ type: 'code.change', code: '1' }),
    'every code goes to the phone that was given, in the name that was given': ({ started, snapshot: { context } }) =>
      started.every(
        ({ slot, input }) =>
          slot !== 'sendOtp' ||
          dequal(
            { ...(input as object), usableFor: 0 },
            { phone: context.phone, userName: context.userName, usableFor: 0 },
          ),
      ),
    'only the first code may be one that was sent before: of the last minute, or any after a reload': ({
      started,
      snapshot,
    }) =>
      started
        .filter(({ slot }) => slot === 'sendOtp')
        .every(({ input }) => {
          const { usableFor } = input as { usableFor: number };
          if (!snapshot.matches('sending')) return usableFor === 0;
          return usableFor === (snapshot.context.isResumed === true ? 600_000 : 60_000);
        }),
    'the tab forgets a code exactly when it is used up': ({ step, before, snapshot, effects }) => {
      const isUsedUp = (live: typeof snapshot) =>
        live.matches({ open: { code: 'none' } }) || live.matches('completing');
      if (step === null || before === null) return true;
      return effects.some(({ type }) => type === 'forgetCode') === (isUsedUp(snapshot) && !isUsedUp(before));
    },
    'one thing is wrong at a time': ({ snapshot: { context } }) =>
      context.codeError === null || context.problem === null,
    'checking a code has no part in when another may be asked for': ({ step, before, snapshot }) =>
      step?.event.type !== 'code.verify' ||
      ['blocked', 'allowed', 'sending'].every(
        (resend) => before?.matches({ open: { resend } } as never) === snapshot.matches({ open: { resend } } as never),
      ),
    'it begins with an empty field, and nothing is called wrong': ({ step, snapshot: { context } }) =>
      step?.kind !== 'start' || (context.code === '' && (context.codeError ?? context.problem) === null),
    'another code empties the field, and the first one leaves in it what was there before': ({
      step,
      before,
      snapshot,
    }) =>
      step?.kind !== 'done' ||
      !step.label.startsWith('sendOtp') ||
      snapshot.context.code === (before?.matches('open') === true ? '' : before?.context.code),
    'another code may be asked for 60 s after the last one, to the millisecond': ({ step, before, snapshot }) => {
      const seconds = tickIn(step);
      return (
        seconds === null ||
        before?.matches({ open: { resend: 'blocked' } }) !== true ||
        snapshot.matches({ open: { resend: seconds < 60 ? 'blocked' : 'allowed' } })
      );
    },
    'a code is good for 600 s, to the millisecond': ({ step, before, snapshot }) => {
      const seconds = tickIn(step);
      return (
        seconds === null ||
        before?.matches({ open: { code: 'usable' } }) !== true ||
        snapshot.matches({ open: { code: seconds < 600 ? 'usable' : 'none' } })
      );
    },
    'it ends with credentials, a failure, or neither': ({ snapshot }) => {
      if (snapshot.status !== 'done') return true;
      const { credentials, failure } = snapshot.output;
      return (
        (credentials !== null) === snapshot.matches('completed') && (failure !== null) === snapshot.matches('failed')
      );
    },
  },
  equivalents: {
    ...unread('the first code sets it', ['pinId', 'now', 'resendAt', 'expiresAt']),
    ...unread('the answer to the right code sets it', ['verification']),
    "params another's for action 1 of open.code.verifying: verifyOtp fails #1":
      'a session is gone only in the words of the server, which are said whatever was tried',
  },
});
