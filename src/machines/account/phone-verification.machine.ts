import { assign, setup, stateIn } from 'xstate';
import type { Verification } from '../../../contract/auth.ts';
import { NO_OTP_SESSION, OTP_LIFETIME_MS, OTP_RESEND_MS, parseOtp, otpError } from '../../../contract/rules/otp.ts';
import type { SentCode } from '../../rules/account/pending-sign-up.ts';
import { toFailedCall, createProblem, toProblem } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import type {
  CodeRequest,
  Completion,
  PhoneVerificationContext,
  PhoneVerificationEvent,
  PhoneVerificationInput,
  PhoneVerificationOutput,
} from './phone-verification.types.ts';
import type { Credentials } from './session.machine.ts';
import { given, withEvent, withOutput } from '../parts.ts';
import type { ContextScope, EventScope, Failure } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, slot } from '../slots.ts';
import * as texts from '../../texts/account.ts';

/**
 * The phone step: proves a phone with a one-time code in an SMS, and completes the step that waits for the proof.
 * Sign-up, the login of an unverified account, Google's sign-in and a payment by another person's phone invoke it. They
 * provide `complete` and the texts of its failure.
 *
 * `now` is the newest known server time (H13). Every deadline is compared with it, so a page that slept catches up with
 * one tick. The timers only ensure that a deadline is met on its millisecond.
 */

const incomplete = {
  description: 'The code does not have six digits (§5).',
  guard: withEvent('isIncomplete'),
  actions: withEvent('setCodeError'),
} as const;

const newCode = ({ context: { phone, userName } }: ContextScope<PhoneVerificationContext>) => ({
  phone,
  userName,
  usableFor: 0,
});

/** Requests the first code. Its SMS may arrive before the reply, so a code can already be typed. */
function askingForCode<Input, Params>(input: Input, params: Params) {
  return {
    tags: ['sending'],
    on: { 'code.change': { actions: withEvent('setCode') } },
    invoke: [
      slot('clock'),
      {
        ...slot('sendOtp'),
        input,
        onDone: { target: 'open', actions: withOutput('setSent') },
        onError: { target: 'sendFailed', actions: [given('setProblem', params), withEvent('waitAsAsked')] },
      },
    ],
  } as const;
}

export const phoneVerificationMachine = setup({
  types: {
    input: {} as PhoneVerificationInput,
    context: {} as PhoneVerificationContext,
    events: {} as PhoneVerificationEvent,
    output: {} as PhoneVerificationOutput,
    tags: {} as 'sending' | 'verifying' | 'resendable',
  },
  actors: {
    sendOtp: callSlot<SentCode, CodeRequest>(),
    verifyOtp: callSlot<Verification, { pinId: string; pin: string }>(),
    /** `null` when only the proof is needed. */
    complete: callSlot<Credentials | null, Completion>(),
    /** Sends `clock.tick` immediately, each second and when the page is shown again. */
    clock: listenerSlot(),
    /** Sends `code.filled` when the phone offers the code of the SMS (WebOTP, U22). */
    webOtp: listenerSlot(),
  },
  actions: {
    /** Removes the used code from the tab's storage (X22). */
    forgetCode: effectSlot<undefined>(),
    setSent: assign((_, { pinId, sentAt }: SentCode) => ({
      pinId,
      now: sentAt,
      resendAt: sentAt + OTP_RESEND_MS,
      expiresAt: sentAt + OTP_LIFETIME_MS,
      codeError: null,
      problem: null,
    })),
    /** The old code is no longer valid. */
    clearCode: assign({ code: '' }),
    setCode: assign((_, { code }: { code: string }) => ({ code: parseOtp(code), codeError: null, problem: null })),
    setCodeError: assign((_, { code }: { code: string }) => ({ codeError: otpError(code), problem: null })),
    /** A refusal may name its wait (H15). Nothing was sent, so there is no other block. */
    waitAsAsked: assign({
      resendAt: ({ context }, { error }: Failure) => context.now + (toFailedCall(error).retryAfter ?? 0),
    }),
    setProblem: assign((_, params: { problem: Problem }) => ({ problem: params.problem, codeError: null })),
    setVerification: assign({ verification: (_, verification: Verification) => verification }),
    setCredentials: assign({ credentials: (_, credentials: Credentials | null) => credentials }),
    setFailure: assign({ failure: (_, { error }: Failure) => toFailedCall(error) }),
    clearErrors: assign({ codeError: null, problem: null }),
    setNow: assign({ now: ({ context }, params: { now: number }) => Math.max(context.now, params.now) }),
    reachExpiry: assign({ now: ({ context }) => Math.max(context.now, context.expiresAt) }),
  },
  guards: {
    isIncomplete: (_, { code }: { code: string }) => otpError(code) !== null,
    isVerified: (_, { verified }: Verification) => verified === true,
    isSessionGone: (_, { error }: Failure) => toFailedCall(error).code === 'no-otp-session',
    isExpired: ({ context }) => context.now >= context.expiresAt,
    canResend: ({ context }) => context.now >= context.resendAt,
    isResending: stateIn('#resending'),
    isVerifying: stateIn('#verifying'),
  },
  delays: {
    codeLifetime: OTP_LIFETIME_MS,
    resendBlock: OTP_RESEND_MS,
    namedWait: ({ context }) => context.resendAt - context.now,
  },
}).createMachine({
  id: 'phoneVerification',
  description: 'The one-time-code screen (send, six digits, countdown, resend, verify), and the step that follows it.',
  context: ({ input }) => ({
    ...input,
    pinId: '',
    code: '',
    now: 0,
    resendAt: 0,
    expiresAt: 0,
    codeError: null,
    problem: null,
    verification: { msisdn: '' },
    credentials: null,
    failure: null,
  }),
  initial: 'sending',
  on: {
    'step.back': '.left',
    'clock.tick': { actions: withEvent('setNow') },
  },
  states: {
    sending: {
      description: 'The first code is being sent.',
      ...askingForCode(
        ({ context: { phone, userName, isResumed } }: ContextScope<PhoneVerificationContext>) => ({
          phone,
          userName,
          // Within a minute no other code is sent, so the code of this minute is used.
          usableFor: isResumed === true ? OTP_LIFETIME_MS : OTP_RESEND_MS,
        }),
        toSendProblem,
      ),
    },

    sendFailed: {
      description: 'No code was sent. Resend is available after the wait that the server named (Q3, X22).',
      invoke: slot('clock'),
      initial: 'waiting',
      on: {
        'code.change': { actions: withEvent('setCode') },
        'code.verify': [
          incomplete,
          {
            description: 'The code has six digits, but no code was sent (§5).',
            actions: given('setProblem', { problem: createProblem(NO_OTP_SESSION) }),
          },
        ],
      },
      states: {
        waiting: {
          description: 'The server asked to wait, e.g. because another tab has just requested a code (H15).',
          always: {
            description: 'The server named no wait, or it is over (Q3).',
            guard: 'canResend',
            target: 'allowed',
          },
          after: {
            namedWait: { description: 'The wait that the server named is over, e.g. 41 s (H15).', target: 'allowed' },
          },
        },
        allowed: {
          description: 'The code can be requested again.',
          tags: ['resendable'],
          on: { 'code.resend': { target: '#phoneVerification.sendingAgain', actions: 'clearErrors' } },
        },
      },
    },

    sendingAgain: {
      description: 'The first code is being requested again.',
      ...askingForCode(newCode, toResendProblem),
    },

    open: {
      id: 'open',
      description: 'A code was sent. The shopper can enter it, and request another one after a minute.',
      type: 'parallel',
      invoke: [slot('clock'), slot('webOtp')],
      after: { codeLifetime: { description: '10 minutes after the code was sent (§9).', actions: 'reachExpiry' } },
      states: {
        code: {
          description: 'The newest code.',
          initial: 'usable',
          states: {
            usable: {
              description: 'The code can be entered.',
              always: {
                description: 'The code has expired after 10 minutes (Q3).',
                guard: 'isExpired',
                target: 'none',
              },
              on: {
                'code.change': { actions: withEvent('setCode') },
                'code.filled': { actions: withEvent('setCode') },
                'code.verify': [
                  incomplete,
                  { description: 'Another code is being sent, which will replace this one.', guard: 'isResending' },
                  { description: 'The code has six digits.', target: 'verifying', actions: withEvent('setCode') },
                ],
              },
            },
            verifying: {
              id: 'verifying',
              description: 'The server checks the code.',
              tags: ['verifying'],
              invoke: {
                ...slot('verifyOtp'),
                input: ({ context }) => ({ pinId: context.pinId, pin: context.code }),
                onDone: [
                  {
                    description: 'The code was right.',
                    guard: withOutput('isVerified'),
                    target: '#phoneVerification.completing',
                    actions: withOutput('setVerification'),
                  },
                  {
                    description: 'The code was wrong.',
                    target: 'usable',
                    actions: given('setProblem', { problem: createProblem(texts.invalidCode) }),
                  },
                ],
                onError: [
                  {
                    description: 'The code is no longer valid: too old, or too many tries (D4).',
                    guard: withEvent('isSessionGone'),
                    target: 'none',
                    actions: given('setProblem', toVerifyProblem),
                  },
                  {
                    description: 'The code was not checked for another reason. The screen shows the error.',
                    target: 'usable',
                    actions: given('setProblem', toVerifyProblem),
                  },
                ],
              },
            },
            none: {
              description: 'The code has expired, or there were too many tries. Only a new code helps.',
              entry: 'forgetCode',
              on: {
                'code.change': { actions: withEvent('setCode') },
                'code.verify': [
                  incomplete,
                  {
                    description: 'The code has six digits, but is no longer valid (Q3).',
                    actions: given('setProblem', { problem: createProblem(NO_OTP_SESSION) }),
                  },
                ],
              },
            },
          },
        },
        resend: {
          description: 'Whether another code can be requested.',
          initial: 'blocked',
          states: {
            blocked: {
              description: 'A code was sent less than a minute ago.',
              always: {
                description: 'The 60 s are over, e.g. while the page was asleep (§9).',
                guard: 'canResend',
                target: 'allowed',
              },
              after: { resendBlock: { description: '60 s after the code was sent (§9).', target: 'allowed' } },
            },
            allowed: {
              description: 'Resend is available, unless a check is running.',
              tags: ['resendable'],
              on: {
                'code.resend': [
                  { description: 'A code is being checked.', guard: 'isVerifying' },
                  { description: 'No code is being checked.', target: 'sending', actions: 'clearErrors' },
                ],
              },
            },
            sending: {
              id: 'resending',
              description: 'Another code is being sent. The old one stays valid until then.',
              tags: ['sending'],
              invoke: {
                ...slot('sendOtp'),
                input: newCode,
                onDone: { target: '#open', actions: [withOutput('setSent'), 'clearCode'] },
                onError: { target: 'allowed', actions: given('setProblem', toResendProblem) },
              },
            },
          },
        },
      },
    },

    completing: {
      description: 'The server completes the waiting step. The shopper cannot go back.',
      entry: 'forgetCode',
      on: { 'step.back': {} },
      invoke: {
        ...slot('complete'),
        input: ({ context: { phone, verification, userId } }) => ({
          phone,
          verificationData: verification,
          ...(userId !== undefined && { userId }),
        }),
        onDone: { target: 'completed', actions: withOutput('setCredentials') },
        onError: { target: 'failed', actions: withEvent('setFailure') },
      },
    },

    completed: {
      type: 'final',
      description: 'The phone is verified, and the waiting step is complete.',
    },
    failed: {
      type: 'final',
      description: 'The phone is verified, but the waiting step failed. The page shows the error.',
    },
    left: { type: 'final', description: 'The shopper went back a step.' },
  },
  output: ({ context: { verification, credentials, failure } }) => ({
    verification: verification.verified === true ? verification : null,
    credentials,
    failure,
  }),
});

function toSendProblem({ event: { error } }: EventScope<Failure>) {
  return { problem: toProblem(error, texts.codeNotSent) };
}

function toResendProblem({ event: { error } }: EventScope<Failure>) {
  return { problem: toProblem(error, texts.codeNotResent) };
}

function toVerifyProblem({ event: { error } }: EventScope<Failure>) {
  return { problem: toProblem(error, texts.verificationFailed) };
}
