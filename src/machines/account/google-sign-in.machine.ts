import { assign, setup } from 'xstate';
import { phoneError, stripPhone } from '../../../contract/rules/phone.ts';
import { toFailedCall, createProblem, toProblem } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import { signIn } from './sign-in.parts.ts';
import { assertPresent } from '../../rules/required.ts';
import type { SignIn } from './login.machine.ts';
import type { phoneVerificationMachine } from './phone-verification.machine.ts';
import type { PhoneVerificationOutput } from './phone-verification.types.ts';
import type { Credentials } from './session.machine.ts';
import { given, withEvent, withOutput } from '../parts.ts';
import type { EventScope, Failure } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, machineSlot, slot } from '../slots.ts';
import * as texts from '../../texts/account.ts';

/**
 * Google's button and One Tap on the login and sign-up pages (§4 Google sign-in): the credential, the phone if it is
 * missing, the completion. Login and sign-up invoke it beside their form, so that submitting the form ends it. They
 * also navigate to the next page when a shopper is signed in.
 */

export interface GoogleSignInInput {
  readonly screen: 'login' | 'signUp';
}

/** A pending sign-in with Google that needs its phone within 15 min (D2). */
export interface PendingSignIn {
  /** Passed on unread and never shown. */
  readonly userId: string;
  readonly name: string;
}

export interface GoogleSignInContext extends GoogleSignInInput {
  readonly credential: string;
  readonly pending: PendingSignIn | null;
  readonly phone: string;
  /** Under the phone field. */
  readonly phoneError: string | null;
  /** At the top of the form. */
  readonly problem: Problem | null;
}

export type GoogleSignInEvent =
  | { readonly type: 'google.ready' }
  | { readonly type: 'google.unavailable' }
  /** `null` when Google's reply has no credential. */
  | { readonly type: 'google.credential'; readonly credential: string | null }
  | { readonly type: 'google.failed' }
  | { readonly type: 'button.press' }
  | { readonly type: 'phone.change'; readonly phone: string }
  | { readonly type: 'phone.submit' }
  | { readonly type: 'step.back' };

/** Both are `null` when the server requires the phone without naming the account. */
export interface GoogleReply {
  readonly credentials: Credentials | null;
  readonly pending: PendingSignIn | null;
}

const NO_CREDENTIAL = createProblem(texts.noGoogleCredential);
const GOOGLE_FAILED = createProblem(texts.googleFailedTryAgain);
const NO_USER = createProblem(texts.missingUserData);

export const googleSignInMachine = setup({
  types: {
    input: {} as GoogleSignInInput,
    context: {} as GoogleSignInContext,
    events: {} as GoogleSignInEvent,
    tags: {} as 'step',
    children: {} as { phoneVerification: 'phoneVerification' },
  },
  actors: {
    /** Draws Google's button, prompts with One Tap, and sends their results. */
    watchGoogle: listenerSlot<{ screen: GoogleSignInInput['screen'] }>(),
    googleLogin: callSlot<GoogleReply, { credential: string }>(),
    reservePhone: callSlot<void, { userId: string; phone: string }>(),
    phoneVerification: machineSlot<typeof phoneVerificationMachine>(),
  },
  actions: {
    signIn: effectSlot<SignIn>(),
    /** Announces it in a status region that outlives the page (A54). */
    announce: effectSlot<{ text: string }>(),
    logProblem: effectSlot<{ problem: Problem }>(),
    setCredential: assign((_, { credential }: { credential: string }) => ({ credential, problem: null })),
    setPending: assign({ pending: (_, { pending }: { pending: PendingSignIn }) => pending }),
    setPhone: assign((_, { phone }: { phone: string }) => ({ phone, phoneError: null, problem: null })),
    markPhone: assign({ phoneError: ({ context }) => phoneError(context.phone), problem: null }),
    setProblem: assign({ problem: (_, params: { problem: Problem }) => params.problem }),
    clearErrors: assign({ phoneError: null, problem: null }),
    /** Nothing of an abandoned sign-in is kept. */
    forgetPending: assign({ credential: '', pending: null, phone: '', phoneError: null, problem: null }),
  },
  guards: {
    hasNone: (_, { credential }: { credential: string | null }) => credential === null || credential === '',
    isSignedIn: (_, { credentials }: GoogleReply | PhoneVerificationOutput) => credentials !== null,
    isPending: (_, { pending }: GoogleReply) => pending !== null,
    isPhoneWrong: ({ context }) => phoneError(context.phone) !== null,
    hasFailed: (_, { failure }: PhoneVerificationOutput) => failure !== null,
  },
}).createMachine({
  id: 'googleSignIn',
  description: "Google's button with One Tap, and the phone of an account that has none yet.",
  context: ({ input: { screen } }) => ({
    screen,
    credential: '',
    pending: null,
    phone: '',
    phoneError: null,
    problem: null,
  }),
  initial: 'idle',
  states: {
    idle: {
      id: 'idle',
      description: "The form of the page, with Google's button above it.",
      invoke: { ...slot('watchGoogle'), input: ({ context: { screen } }) => ({ screen }) },
      on: {
        'google.credential': [
          {
            description: "Google's reply contains no credential (§8).",
            guard: withEvent('hasNone'),
            actions: saying({ problem: NO_CREDENTIAL }),
          },
          {
            description: "Google's reply contains a credential.",
            target: 'signingIn',
            actions: {
              type: 'setCredential',
              params: ({ event }) => ({ credential: assertPresent(event.credential) }),
            },
          },
        ],
        'google.failed': { actions: saying({ problem: GOOGLE_FAILED }) },
      },
      initial: 'loading',
      states: {
        loading: {
          description: "Google's script is loading. The placeholder button cannot be pressed yet.",
          on: { 'google.ready': 'ready', 'google.unavailable': 'unavailable' },
        },
        ready: { description: "Google's own button is shown." },
        unavailable: {
          description: "Google's script did not load. Our button explains it when pressed, and tries again.",
          on: {
            'button.press': { target: '#idle', reenter: true, actions: saying({ problem: GOOGLE_FAILED }) },
          },
        },
      },
    },

    signingIn: {
      description: "The shop checks Google's credential.",
      invoke: {
        id: 'googleLogin',
        src: 'googleLogin',
        input: ({ context: { credential } }) => ({ credential }),
        onDone: [
          {
            description: 'The account is complete, and the shopper is logged in.',
            guard: withOutput('isSignedIn'),
            target: 'done',
            actions: {
              type: 'signIn',
              params: ({ context: { screen }, event }) => ({
                credentials: assertPresent(event.output.credentials),
                load: screen === 'signUp',
              }),
            },
          },
          {
            description: 'The phone of the account must still be verified (§4).',
            guard: withOutput('isPending'),
            target: 'phoneEntry',
            actions: { type: 'setPending', params: ({ event }) => ({ pending: assertPresent(event.output.pending) }) },
          },
          {
            description: 'The server requires a phone without naming the account (§8).',
            target: 'idle',
            actions: saying({ problem: NO_USER }),
          },
        ],
        onError: { target: 'idle', actions: saying(toSignInProblem) },
      },
    },

    phoneEntry: {
      description: 'Google knows the shopper, but the shop needs a phone number.',
      tags: ['step'],
      on: {
        'phone.change': { actions: withEvent('setPhone') },
        'phone.submit': [
          {
            description: 'The phone is missing or not a phone number (§5).',
            guard: 'isPhoneWrong',
            actions: 'markPhone',
          },
          { description: 'The phone is a phone number.', target: 'reserving', actions: 'clearErrors' },
        ],
        'step.back': { target: 'idle', actions: 'forgetPending' },
      },
    },

    reserving: {
      description: 'The server reserves the phone for this sign-in.',
      tags: ['step'],
      on: { 'step.back': { target: 'idle', actions: 'forgetPending' } },
      invoke: {
        ...slot('reservePhone'),
        input: ({ context: { pending, phone } }) => ({
          userId: assertPresent(pending).userId,
          phone: stripPhone(phone),
        }),
        onDone: 'otp',
        onError: { target: 'phoneEntry', actions: given('setProblem', toReservationProblem) },
      },
    },

    otp: {
      description: 'The code screen, and the completion of the account.',
      tags: ['step'],
      invoke: {
        id: 'phoneVerification',
        src: 'phoneVerification',
        input: ({ context: { pending, phone } }) => ({
          phone: stripPhone(phone),
          userName: assertPresent(pending).name,
          userId: assertPresent(pending).userId,
        }),
        onDone: [
          {
            description: 'The code was right, and the account is complete.',
            guard: withOutput('isSignedIn'),
            target: 'done',
            actions: signIn,
          },
          {
            description: 'The code was right, but the account could not be completed.',
            guard: withOutput('hasFailed'),
            target: 'phoneEntry',
            actions: {
              type: 'setProblem',
              params: ({ event }) => ({ problem: toCompletionFailure(event.output.failure) }),
            },
          },
          { description: 'The shopper left the code screen.', target: 'phoneEntry' },
        ],
      },
    },

    done: {
      type: 'final',
      description: 'The shopper is logged in. The next page announces it.',
      entry: given('announce', { text: texts.googleCompleted }),
    },
  },
});

/** Shows the problem at the top of the form and logs it. */
function saying<Params>(params: Params) {
  return [given('setProblem', params), given('logProblem', params)] as const;
}

function toSignInProblem({ event: { error } }: EventScope<Failure>) {
  const isUnreadable = toFailedCall(error).kind === 'broken';
  return { problem: toProblem(error, isUnreadable ? texts.unexpectedResponse : texts.googleFailed) };
}

function toReservationProblem({ event: { error } }: EventScope<Failure>) {
  return { problem: toProblem(error, texts.codeNotSent) };
}

/** Google's completion has no prefix in §8. */
function toCompletionFailure(error: unknown): Problem {
  return toProblem(error, texts.setupFailed);
}
