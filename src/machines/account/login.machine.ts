import { assign, setup } from 'xstate';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import { parseOtp, otpError } from '../../../contract/rules/otp.ts';
import { toFailedCall, toProblem } from '../../rules/failure.ts';
import { isLoginCodeRequired } from '../../rules/failure-kinds.ts';
import type { Problem } from '../../rules/failure.ts';
import type { googleSignInMachine } from './google-sign-in.machine.ts';
import type { phoneVerificationMachine } from './phone-verification.machine.ts';
import type { PhoneVerificationOutput } from './phone-verification.types.ts';
import type { Credentials } from './session.machine.ts';
import { afterCode, goToOrigin, whenAuthenticated } from './sign-in.parts.ts';
import { assertPresent } from '../../rules/required.ts';
import { withEvent, withOutput } from '../parts.ts';
import type { Failure } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, machineSlot, slot } from '../slots.ts';
import * as texts from '../../texts/account.ts';

/**
 * Login by e-mail and password (§2 Login). An account whose phone was never verified continues with the phone step
 * (A15). After several wrong passwords a code is required too (D26). Then the shopper returns to the page that required
 * the login, or goes home (D18).
 */

export interface LoginInput {
  /** The remembered page to return to. Not trusted. */
  readonly origin: string | null;
  /** Typed earlier on another account page (U22). */
  readonly email: string;
  /** Why the tracking page sent the shopper here (§6). */
  readonly notice: 'notLoggedIn' | 'invalidSession' | null;
}

export interface LoginContext {
  readonly origin: string | null;
  readonly notice: LoginInput['notice'];
  readonly email: string;
  /** Sent as typed and stored only here. */
  readonly password: string;
  /** Digits only, at most six; `null` unless the server requires a code (D26). */
  readonly code: string | null;
  readonly remember: boolean;
  readonly isPasswordShown: boolean;
  readonly emailError: string | null;
  readonly passwordError: string | null;
  readonly codeError: string | null;
  /** At the top of the form. */
  readonly problem: Problem | null;
  /** Of the account whose phone is not verified yet. */
  readonly phone: string;
  readonly userName: string;
}

export type LoginEvent =
  | { readonly type: 'email.change'; readonly email: string }
  | { readonly type: 'password.change'; readonly password: string }
  | { readonly type: 'code.change'; readonly code: string }
  | { readonly type: 'password.show' }
  | { readonly type: 'password.hide' }
  | { readonly type: 'remember.toggle' }
  | { readonly type: 'form.submit' }
  | { readonly type: 'session.authenticated' };

export interface LoginRequest {
  readonly email: string;
  readonly password: string;
  readonly remember: boolean;
  readonly code?: string;
}

/** Logged in, or without credentials the phone that must be verified first (Q7). */
export interface LoginReply {
  readonly credentials: Credentials | null;
  readonly phone: string;
  readonly userName: string;
}

export interface SignIn {
  readonly credentials: Credentials;
  /** Whether the session must load the profile afterwards (§2). */
  readonly load: boolean;
}

export const loginMachine = setup({
  types: {
    input: {} as LoginInput,
    context: {} as LoginContext,
    events: {} as LoginEvent,
    children: {} as { phoneVerification: 'phoneVerification'; googleSignIn: 'googleSignIn' },
  },
  actors: {
    login: callSlot<LoginReply, LoginRequest>(),
    phoneVerification: machineSlot<typeof phoneVerificationMachine>(),
    /** Signs in by itself. The page continues through `watchSession` (§4 Google sign-in). */
    googleSignIn: machineSlot<typeof googleSignInMachine>(),
    /** Sends `session.authenticated` when a shopper is logged in. */
    watchSession: listenerSlot(),
  },
  actions: {
    signIn: effectSlot<SignIn>(),
    goTo: effectSlot<{ path: string }>(),
    /** A code belongs to one account. */
    setEmail: assign((_, { email }: { email: string }) => ({
      email,
      emailError: null,
      code: null,
      codeError: null,
      problem: null,
    })),
    setPassword: assign((_, { password }: { password: string }) => ({ password, passwordError: null, problem: null })),
    setCode: assign((_, { code }: { code: string }) => ({ code: parseOtp(code), codeError: null, problem: null })),
    showPassword: assign({ isPasswordShown: true }),
    hidePassword: assign({ isPasswordShown: false }),
    toggleRemember: assign({ remember: ({ context }) => !context.remember }),
    markFields: assign(({ context }) => ({ ...fieldErrors(context), problem: null })),
    clearErrors: assign({ emailError: null, passwordError: null, codeError: null, problem: null, notice: null }),
    setFailure: assign((_, { error }: Failure) => toLoginFailure(error)),
    askForCode: assign({
      code: '',
      problem: (_, { error }: Failure) => toProblem(error, texts.loginFailed),
    }),
    setProblem: assign({ problem: (_, params: { problem: Problem }) => params.problem }),
    setUnverified: assign((_, { phone, userName }: LoginReply) => ({ phone, userName })),
  },
  guards: {
    hasCode: ({ context }) => context.code !== null,
    isCodeAsked: (_, { error }: Failure) => isLoginCodeRequired(error),
    isIncomplete: ({ context }) => Object.values(fieldErrors(context)).some((error) => error !== null),
    isPhoneUnverified: (_, { credentials }: LoginReply) => credentials === null,
    isCompleted: (_, { credentials }: PhoneVerificationOutput) => credentials !== null,
    hasFailed: (_, { failure }: PhoneVerificationOutput) => failure !== null,
  },
}).createMachine({
  id: 'login',
  description: 'Login by e-mail and password, with the phone step if it is still open.',
  context: ({ input }) => ({
    ...input,
    password: '',
    code: null,
    remember: true,
    isPasswordShown: false,
    emailError: null,
    passwordError: null,
    codeError: null,
    problem: null,
    phone: '',
    userName: '',
  }),
  initial: 'form',
  states: {
    form: {
      description: 'The shopper types e-mail, password and a code if one is required, or signs in with Google.',
      invoke: [slot('watchSession'), { ...slot('googleSignIn'), input: { screen: 'login' } }],
      on: {
        'email.change': { actions: withEvent('setEmail') },
        'password.change': { actions: withEvent('setPassword') },
        'code.change': { description: 'A code is required (D26).', guard: 'hasCode', actions: withEvent('setCode') },
        'password.show': { actions: 'showPassword' },
        'password.hide': { actions: 'hidePassword' },
        'remember.toggle': { actions: 'toggleRemember' },
        'form.submit': [
          {
            description: 'E-mail, password or code is missing or malformed (§5).',
            guard: 'isIncomplete',
            actions: 'markFields',
          },
          { description: 'All required fields are filled in.', target: 'submitting', actions: 'clearErrors' },
        ],
        'session.authenticated': whenAuthenticated,
      },
    },

    submitting: {
      description: 'The server checks e-mail, password and code.',
      invoke: {
        id: 'login',
        src: 'login',
        input: ({ context: { email, password, remember, code } }) => ({
          email: normaliseEmail(email),
          password,
          remember,
          ...(code !== null && { code }),
        }),
        onDone: [
          {
            description: 'The login is correct, but the phone was never verified (A15, Q7).',
            guard: withOutput('isPhoneUnverified'),
            target: 'phoneStep',
            actions: withOutput('setUnverified'),
          },
          {
            description: 'The login is correct.',
            target: 'done',
            actions: [
              {
                type: 'signIn',
                params: ({ event }) => ({ credentials: assertPresent(event.output.credentials), load: false }),
              },
              goToOrigin,
            ],
          },
        ],
        onError: [
          {
            description: 'After several wrong passwords for this e-mail, a code was sent (D26).',
            guard: withEvent('isCodeAsked'),
            target: 'form',
            actions: withEvent('askForCode'),
          },
          {
            description: 'The login was refused, or there was no reply.',
            target: 'form',
            actions: withEvent('setFailure'),
          },
        ],
      },
    },

    phoneStep: {
      description: 'The phone of the account was never verified. The code screen completes the sign-up.',
      invoke: [
        slot('watchSession'),
        {
          ...slot('phoneVerification'),
          input: ({ context: { phone, userName } }) => ({ phone, userName }),
          onDone: afterCode('isCompleted'),
        },
      ],
      on: {
        'session.authenticated': whenAuthenticated,
      },
    },

    done: { type: 'final', description: 'Logged in. The shopper returns to the page that required the login.' },
  },
});

type Fields = Pick<LoginContext, 'emailError' | 'passwordError' | 'codeError'>;

/** Checks all fields together and returns an error for each (§5 Login). */
function fieldErrors({ email, password, code }: LoginContext): Fields {
  return {
    emailError: emailError(email),
    passwordError: password === '' ? texts.passwordIsRequired : null,
    codeError: code === null ? null : otpError(code),
  };
}

/** Returns the errors of a refused login: for the fields that the server names (H15), and for the form. */
function toLoginFailure(error: unknown): Fields & Pick<LoginContext, 'problem'> {
  const { fields, message } = toFailedCall(error);
  const emailError = fields['email'] ?? null;
  const passwordError = fields['password'] ?? null;
  const codeError = fields['code'] ?? null;
  const isOnlyFields = message === '' && [emailError, passwordError, codeError].some((error) => error !== null);
  return { emailError, passwordError, codeError, problem: isOnlyFields ? null : toProblem(error, texts.loginFailed) };
}
