import { assign, setup } from 'xstate';
import { resetPasswordError } from '../../../contract/rules/password.ts';
import { failedCall, listedProblem, problem, problemOf } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import { paths } from '../../rules/paths.ts';
import { required } from '../../rules/required.ts';
import type { Credentials } from './session.machine.ts';
import { given, withEvent, withOutput } from '../parts.ts';
import type { Failure } from '../parts.ts';
import { callSlot, effectSlot, notProvided, slot } from '../slots.ts';
import * as texts from '../../texts/account.ts';

/**
 * A new password by the link of a mail (§2 Reset password). The token leaves the address as soon as it is read and stands
 * nowhere but here (D15); whether it is good is known when the password is sent (§4 Reset flow).
 */

export interface ResetPasswordInput {
  /** Of the address. */
  readonly token: string | null;
}

export interface ResetPasswordContext extends ResetPasswordInput {
  /** Sent exactly as typed. */
  readonly password: string;
  readonly confirmPassword: string;
  readonly isPasswordShown: boolean;
  readonly isConfirmShown: boolean;
  readonly passwordError: string | null;
  readonly confirmError: string | null;
  /** On top of the form. */
  readonly problem: Problem | null;
}

export type ResetPasswordEvent =
  | { readonly type: 'password.change'; readonly password: string }
  | { readonly type: 'confirm.change'; readonly confirmPassword: string }
  | { readonly type: 'password.toggle' }
  | { readonly type: 'confirm.toggle' }
  | { readonly type: 'form.submit' }
  | { readonly type: 'home.go' }
  | { readonly type: 'profile.go' };

export interface NewPassword {
  readonly token: string;
  readonly password: string;
}

/** `replace`: Back does not lead here again. */
interface Way {
  readonly path: string;
  readonly replace: boolean;
}

const RIGHT = { passwordError: null, confirmError: null, problem: null } as const;

export const resetPasswordMachine = setup({
  types: {
    input: {} as ResetPasswordInput,
    context: {} as ResetPasswordContext,
    events: {} as ResetPasswordEvent,
  },
  actors: { resetPassword: callSlot<Credentials, NewPassword>() },
  actions: {
    /** Takes the token out of the address bar and the history. */
    stripAddress: notProvided,
    signIn: effectSlot<Credentials>(),
    goTo: effectSlot<Way>(),
    setPassword: assign((_, { password }: { password: string }) => ({ password, ...RIGHT })),
    setConfirm: assign((_, { confirmPassword }: { confirmPassword: string }) => ({
      confirmPassword,
      confirmError: null,
      problem: null,
    })),
    togglePassword: assign({ isPasswordShown: ({ context }) => !context.isPasswordShown }),
    toggleConfirm: assign({ isConfirmShown: ({ context }) => !context.isConfirmShown }),
    markFields: assign(({ context }) => fieldErrors(context)),
    sayNoToken: assign({ problem: problem(texts.invalidResetToken) }),
    clearErrors: assign({ passwordError: null, problem: null }),
    setFailure: assign((_, { error }: Failure) => failureOf(error)),
    /** Nothing needs them any more. */
    forgetSecrets: assign({ token: null, password: '', confirmPassword: '' }),
  },
  guards: {
    hasToken: ({ context }) => context.token !== null,
    isIncomplete: ({ context }) => Object.values(fieldErrors(context)).some((error) => error !== null),
  },
  delays: { redirectAfter: 3_000 },
}).createMachine({
  id: 'resetPassword',
  description: 'Sets a new password with the token of an e-mailed link, and logs in.',
  context: ({ input }) => ({
    ...input,
    password: '',
    confirmPassword: '',
    isPasswordShown: false,
    isConfirmShown: false,
    ...RIGHT,
  }),
  initial: 'opening',
  states: {
    opening: {
      description: 'The address is read.',
      always: [
        { description: 'The address has a token (§4).', guard: 'hasToken', target: 'form', actions: 'stripAddress' },
        { description: 'The address has no token (§4).', target: 'invalidLink' },
      ],
    },

    invalidLink: { description: 'The link has no token; another one can be asked for.' },

    form: {
      description: 'The shopper types the new password twice.',
      on: {
        'password.change': { actions: withEvent('setPassword') },
        'confirm.change': { actions: withEvent('setConfirm') },
        'password.toggle': { actions: 'togglePassword' },
        'confirm.toggle': { actions: 'toggleConfirm' },
        'form.submit': [
          {
            description: 'A password is missing or breaks a rule, or the two differ (§5).',
            guard: 'isIncomplete',
            actions: 'markFields',
          },
          {
            description: 'Both passwords are right, and the link had a token.',
            guard: 'hasToken',
            target: 'saving',
            actions: 'clearErrors',
          },
          { description: 'Both passwords are right, but there is no token any more (§5).', actions: 'sayNoToken' },
        ],
      },
    },

    saving: {
      description: 'The server looks at the token and sets the password.',
      invoke: {
        ...slot('resetPassword'),
        input: ({ context: { token, password } }) => ({ token: required(token), password }),
        onDone: { target: 'success', actions: [withOutput('signIn'), 'forgetSecrets'] },
        onError: { target: 'form', actions: withEvent('setFailure') },
      },
    },

    success: {
      description: 'The password is set and the shopper logged in; home comes by itself.',
      after: {
        redirectAfter: {
          description: '3 s after the password was set (§9).',
          target: 'left',
          actions: given('goTo', { path: paths.home, replace: true }),
        },
      },
      on: {
        'home.go': { target: 'left', actions: given('goTo', { path: paths.home, replace: false }) },
        'profile.go': { target: 'left', actions: given('goTo', { path: paths.profile(), replace: false }) },
      },
    },

    left: { type: 'final', description: 'On the way to another page; nothing leads elsewhere any more.' },
  },
});

type Fields = Pick<ResetPasswordContext, 'passwordError' | 'confirmError'>;

/** Both fields are checked at once, each with its first error (§5 Reset password). */
function fieldErrors({ password, confirmPassword }: ResetPasswordContext): Fields {
  const differs = confirmPassword === password ? null : texts.passwordsDoNotMatch;
  return {
    passwordError: resetPasswordError(password),
    confirmError: confirmPassword === '' ? texts.confirmPassword : differs,
  };
}

/** What a refused password shows: under its field where the server names it (H15), else on top. */
function failureOf(error: unknown): Pick<ResetPasswordContext, 'passwordError' | 'problem'> {
  const { fields, message } = failedCall(error);
  const passwordError = fields['password'] ?? null;
  const isOnlyField = passwordError !== null && (message === '' || message === fields['password']);
  return { passwordError, problem: isOnlyField ? null : problemIn(error) };
}

/** §8 Reset: one text for a refusal without words, another where there was no usable answer. */
function problemIn(error: unknown): Problem {
  const { kind, status } = failedCall(error);
  return kind === 'refused' && status < 500
    ? problemOf(error, texts.passwordResetFailed)
    : listedProblem(error, texts.errorOccurred);
}
