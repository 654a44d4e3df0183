import { assign, setup } from 'xstate';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import { toFailedCall, toProblem } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import { signUpPasswordError } from '../../../contract/rules/password.ts';
import { cleanLine } from '../../../contract/rules/clean-text.ts';
import { nameError } from '../../../contract/rules/name.ts';
import { phoneError, stripPhone } from '../../../contract/rules/phone.ts';
import type { googleSignInMachine } from './google-sign-in.machine.ts';
import type { SignIn } from './login.machine.ts';
import type { phoneVerificationMachine } from './phone-verification.machine.ts';
import type { PhoneVerificationOutput } from './phone-verification.types.ts';
import type { Credentials } from './session.machine.ts';
import { afterCode, goToOrigin, signIn, whenAuthenticated } from './sign-in.parts.ts';
import type { PendingSignUp } from '../../rules/account/pending-sign-up.ts';
import { given, withEvent, withOutput } from '../parts.ts';
import type { Failure } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, machineSlot, slot } from '../slots.ts';
import * as texts from '../../texts/account.ts';

/**
 * Sign-up (§2): the form, the phone step, the completion. Then the shopper returns to the page that required an
 * account, or goes home (U22). The tab stores a pending sign-up without the password, so that a reloaded page continues
 * it (X22); the next sign-up replaces it (A15).
 */

export interface SignUpInput {
  /** The remembered page to return to. Not trusted. */
  readonly origin: string | null;
  /** Typed earlier on another account page (U22). */
  readonly email: string;
  /** Characters, a setting of the shop (A17). */
  readonly passwordMinimum: number;
}

export interface SignUpFields {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly password: string;
}

export type SignUpErrors = Readonly<Record<keyof SignUpFields | 'acceptTerms', string | null>>;

export interface SignUpContext extends SignUpFields {
  readonly origin: string | null;
  readonly passwordMinimum: number;
  readonly acceptTerms: boolean;
  readonly isPasswordShown: boolean;
  readonly errors: SignUpErrors;
  /** At the top of the form. */
  readonly problem: Problem | null;
  /** The page was reloaded during the phone step. */
  readonly isResumed: boolean;
}

export type SignUpEvent =
  | { readonly type: 'name.change'; readonly name: string }
  | { readonly type: 'email.change'; readonly email: string }
  | { readonly type: 'phone.change'; readonly phone: string }
  | { readonly type: 'password.change'; readonly password: string }
  | { readonly type: 'password.show' }
  | { readonly type: 'password.hide' }
  | { readonly type: 'terms.toggle' }
  | { readonly type: 'form.submit' }
  | { readonly type: 'signUp.found'; readonly waiting: PendingSignUp; readonly hasCode: boolean }
  | { readonly type: 'session.authenticated' };

/** Our server sends no token before the phone is verified, but the shop accepts one (A14). */
export interface RegisterReply {
  readonly credentials: Credentials | null;
}

const NO_ERRORS: SignUpErrors = { name: null, email: null, phone: null, password: null, acceptTerms: null };

export const signUpMachine = setup({
  types: {
    input: {} as SignUpInput,
    context: {} as SignUpContext,
    events: {} as SignUpEvent,
    children: {} as { phoneVerification: 'phoneVerification'; googleSignIn: 'googleSignIn' },
  },
  actors: {
    register: callSlot<RegisterReply, SignUpFields>(),
    phoneVerification: machineSlot<typeof phoneVerificationMachine>(),
    /** Signs in by itself. The page continues through `watchSession` (§4 Google sign-in). */
    googleSignIn: machineSlot<typeof googleSignInMachine>(),
    /** Sends `session.authenticated` when a shopper is logged in. */
    watchSession: listenerSlot(),
    /** Sends `signUp.found` to a guest if the tab stores a pending sign-up. */
    findWaiting: listenerSlot(),
  },
  actions: {
    signIn: effectSlot<SignIn>(),
    goTo: effectSlot<{ path: string }>(),
    keepWaiting: effectSlot<{ waiting: PendingSignUp }>(),
    forgetWaiting: effectSlot<undefined>(),
    fillIn: assign((_, { waiting: { name, email, phone } }: { waiting: PendingSignUp }) => ({
      name,
      email,
      phone,
      errors: NO_ERRORS,
      problem: null,
    })),
    setResumed: assign({ isResumed: (_, params: { isResumed: boolean }) => params.isResumed }),
    setField: assign(({ context }, field: Partial<SignUpFields>) => ({
      ...field,
      errors: clearErrors(context.errors, field),
      problem: null,
    })),
    toggleTerms: assign(({ context }) => ({
      acceptTerms: !context.acceptTerms,
      errors: { ...context.errors, acceptTerms: null },
      problem: null,
    })),
    showPassword: assign({ isPasswordShown: true }),
    hidePassword: assign({ isPasswordShown: false }),
    markFields: assign({ errors: ({ context }) => getSignUpErrors(context), problem: null }),
    clearErrors: assign({ errors: NO_ERRORS, problem: null }),
    setFailure: assign((_, { error }: Failure) => toSignUpFailure(error)),
    setProblem: assign({ problem: (_, params: { problem: Problem }) => params.problem }),
  },
  guards: {
    /** Typed input takes precedence over stored input. */
    isTouched: ({ context: { name, email, phone, password } }, { waiting }: { waiting: PendingSignUp }) =>
      name + phone + password !== '' || (email !== '' && email !== waiting.email),
    isCodeOut: (_, { hasCode }: { hasCode: boolean }) => hasCode,
    isIncomplete: ({ context }) => Object.values(getSignUpErrors(context)).some((error) => error !== null),
    isLoggedIn: (_, { credentials }: RegisterReply | PhoneVerificationOutput) => credentials !== null,
    hasFailed: (_, { failure }: PhoneVerificationOutput) => failure !== null,
  },
}).createMachine({
  id: 'signUp',
  description: 'Sign-up: the form, the phone step and the completion of the account.',
  context: ({ input }) => ({
    ...input,
    name: '',
    phone: '',
    password: '',
    acceptTerms: false,
    isPasswordShown: false,
    errors: NO_ERRORS,
    problem: null,
    isResumed: false,
  }),
  invoke: slot('findWaiting'),
  initial: 'form',
  states: {
    form: {
      description: 'The shopper fills in the form, or signs up with Google.',
      invoke: [slot('watchSession'), { ...slot('googleSignIn'), input: { screen: 'signUp' } }],
      on: {
        'name.change': { actions: { type: 'setField', params: ({ event: { name } }) => ({ name }) } },
        'email.change': { actions: { type: 'setField', params: ({ event: { email } }) => ({ email }) } },
        'phone.change': { actions: { type: 'setField', params: ({ event: { phone } }) => ({ phone }) } },
        'password.change': { actions: { type: 'setField', params: ({ event: { password } }) => ({ password }) } },
        'password.show': { actions: 'showPassword' },
        'password.hide': { actions: 'hidePassword' },
        'terms.toggle': { actions: 'toggleTerms' },
        'form.submit': [
          { description: 'A field is missing or breaks a rule (§5).', guard: 'isIncomplete', actions: 'markFields' },
          {
            description: 'All fields are right, and the terms are accepted.',
            target: 'registering',
            actions: 'clearErrors',
          },
        ],
        'signUp.found': [
          { description: 'The shopper has already typed something.', guard: withEvent('isTouched') },
          {
            description: 'The page was reloaded, and the code is still valid (X22).',
            guard: withEvent('isCodeOut'),
            target: 'phoneStep',
            actions: [withEvent('fillIn'), given('setResumed', { isResumed: true })],
          },
          {
            description: 'The code is no longer valid. The form shows the earlier input (X22).',
            actions: withEvent('fillIn'),
          },
        ],
        'session.authenticated': whenAuthenticated,
      },
    },

    registering: {
      description: 'The registration is being sent.',
      invoke: {
        id: 'register',
        src: 'register',
        input: ({ context }) => toRegisterRequest(context),
        onDone: [
          {
            description: 'The server has already logged the shopper in (A14).',
            guard: withOutput('isLoggedIn'),
            target: 'done',
            actions: [signIn, goToOrigin],
          },
          {
            description: 'The phone must still be verified (A14).',
            target: 'phoneStep',
            actions: [
              { type: 'keepWaiting', params: ({ context }) => ({ waiting: toPendingSignUp(context) }) },
              given('setResumed', { isResumed: false }),
            ],
          },
        ],
        onError: { target: 'form', actions: withEvent('setFailure') },
      },
    },

    phoneStep: {
      description: 'The code screen, and the creation of the account.',
      invoke: {
        ...slot('phoneVerification'),
        input: ({ context: { phone, name, isResumed } }) => ({
          phone: stripPhone(phone),
          userName: cleanLine(name),
          isResumed,
        }),
        onDone: afterCode('isLoggedIn'),
      },
    },

    done: {
      type: 'final',
      description: 'The account exists. The shopper returns to the page that required it.',
      entry: 'forgetWaiting',
    },
  },
});

/** Checks all fields together and returns an error for each (§2, §5 Sign-up). */
function getSignUpErrors({ name, email, phone, password, passwordMinimum, acceptTerms }: SignUpContext): SignUpErrors {
  return {
    name: nameError(name),
    email: emailError(email),
    phone: phoneError(phone),
    password: signUpPasswordError(password, passwordMinimum),
    acceptTerms: acceptTerms ? null : texts.acceptTerms,
  };
}

function clearErrors(errors: SignUpErrors, fields: object): SignUpErrors {
  return { ...errors, ...Object.fromEntries(Object.keys(fields).map((field) => [field, null])) };
}

/**
 * Converts the form to the request: e-mail lowercased and trimmed, phone normalised (Q8), password exactly as typed.
 */
function toRegisterRequest({ name, email, phone, password }: SignUpFields): SignUpFields {
  return { name: cleanLine(name), email: normaliseEmail(email), phone: stripPhone(phone), password };
}

function toPendingSignUp({ name, email, phone }: SignUpFields): PendingSignUp {
  return { name, email, phone };
}

/** Returns the errors of a refused registration: for the fields that the server names (H15), and for the form. */
function toSignUpFailure(error: unknown): Pick<SignUpContext, 'errors' | 'problem'> {
  const { fields, message } = toFailedCall(error);
  const errors = { ...NO_ERRORS };
  for (const field of Object.keys(NO_ERRORS) as (keyof SignUpErrors)[]) errors[field] = fields[field] ?? null;
  const isOnlyFields = message === '' && Object.values(errors).some((text) => text !== null);
  return { errors, problem: isOnlyFields ? null : toProblem(error, texts.registrationFailed) };
}
