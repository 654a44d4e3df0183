import { ApiError } from '../../contract/errors.ts';
import { phoneVerificationMachine } from '../../src/machines/phone-verification.machine.ts';
import type { PhoneVerificationContext } from '../../src/machines/phone-verification.machine.ts';
import { actsOf, defineModel } from '../../model-testing/model/define.ts';
import { fill, press } from '../../model-testing/view/act.ts';
import { credentials, verification } from './account.samples.ts';

/** Server time of the first code, epoch ms. */
export const SENT_AT = 1_000_000_000_000;

const GONE = 'No verification session found. Please request a new code.';

/** Where the shopper's clock stands: which deadlines are past. */
const phase = ({ now, resendAt, expiresAt }: PhoneVerificationContext) =>
  expiresAt === 0 ? 'no code' : now >= expiresAt ? 'expired' : now >= resendAt ? 'resendable' : 'fresh';

export const phoneVerificationModel = defineModel({
  flow: 'phone-verification',
  machine: phoneVerificationMachine,
  inputs: { '': { phone: '0712345678', userName: 'Wanjiku' } },
  events: {
    'code.change': { six: { code: '123456' }, mixed: { code: '12a3 4' } },
    'code.filled': { sentBy: 'webOtp', cases: { six: { code: '123456' } } },
    'code.verify': { six: { code: '123456' }, four: { code: '1234' } },
    'code.resend': { '': {} },
    'clock.tick': {
      sentBy: 'clock',
      cases: {
        '1 s': { now: SENT_AT + 1_000 },
        '100 s': { now: SENT_AT + 100_000 },
        '700 s': { now: SENT_AT + 700_000 },
      },
    },
    'step.back': { '': {} },
  },
  acts: actsOf<typeof phoneVerificationMachine>({
    'code.change': ({ code }) => fill('Verification code', code),
    'code.verify': ({ code }, { context }) => (code === context.code ? press('button', 'Verify') : null),
    'code.resend': press('button', /^Resend Code/),
    'step.back': press('button', 'Back'),
  }),
  done: {
    sendOtp: { P1: { pinId: 'P1', sentAt: SENT_AT } },
    verifyOtp: {
      right: verification,
      wrong: { verified: false, msisdn: '254712345678' },
      'as text': { verified: 'False', msisdn: '' },
    },
    complete: { '': credentials },
  },
  fail: {
    verifyOtp: { 'no session': new ApiError({ kind: 'refused', status: 400, message: GONE, requestId: 'req-9' }) },
  },
  late: ['verifyOtp'],
  project: (context) => ({
    code: context.code.length,
    phase: phase(context),
    codeError: context.codeError,
    problem: context.problem?.text,
    isVerified: context.verification.verified === true,
  }),
  delays: { codeLifetime: 600_000, resendBlock: 60_000 },
  beyond: [
    { what: /^sending(Again)?: code\.change/, why: '§4 OTP: the SMS may be there before the answer' },
    { what: /\[is(Resending|Verifying)\] -> \(stays\)$/, why: '§4 OTP: one of the two at a time; the other is off' },
    { what: /^completing: step\.back -> \(stays\)$/, why: '§7: nothing to go back to; the view has no Back' },
    { what: /^completing: complete (answers|fails)/, why: '§7: by the rows of sign-up and login from completing' },
  ],
  states: {
    sending: (snapshot) => snapshot.matches('sending'),
    sendFailed: (snapshot) => snapshot.matches('sendFailed'),
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
    'it is completed only with what the server answered to the right code': ({ started }) =>
      started
        .filter(({ slot }) => slot === 'complete')
        .every(({ input }) => (input as { verificationData: unknown }).verificationData === verification),
    'it ends with credentials, a failure, or neither': ({ snapshot }) => {
      if (snapshot.status !== 'done') return true;
      const { credentials, failure } = snapshot.output;
      return (
        (credentials !== null) === snapshot.matches('completed') && (failure !== null) === snapshot.matches('failed')
      );
    },
  },
});
