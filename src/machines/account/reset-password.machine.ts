import { assign, setup } from 'xstate';
import { resetPasswordError } from '../../../contract/rules/password.ts';
import { toFailedCall, toListedProblem, createProblem, toProblem } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import { paths } from '../../rules/paths.ts';
import { assertPresent } from '../../rules/required.ts';
import type { Credentials } from './session.machine.ts';
import { given, withEvent, withOutput } from '../parts.ts';
import type { Failure } from '../parts.ts';
import { callSlot, effectSlot, notProvided, slot } from '../slots.ts';
import * as texts from '../../texts/account.ts';

/**
 * Sets a new password with the link of a mail (§2 Reset password). The token is removed from the address when it is
 * read, and is stored only here (D15). The server validates it together with the new password (§4 Reset flow).
 */

export interface ResetPasswordInput {
  /** From the address of the page. */
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
  /** At the top of the form. */
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

/** `replace`: Back does not return here. */
interface ResetLink {
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
    /** Removes the token from the address bar and the history. */
    stripAddress: notProvided,
    signIn: effectSlot<Credentials>(),
    goTo: effectSlot<ResetLink>(),
    setPassword: assign((_, { password }: { password: string }) => ({ password, ...RIGHT })),
    setConfirm: assign((_, { confirmPassword }: { confirmPassword: string }) => ({
      confirmPassword,
      confirmError: null,
      problem: null,
    })),
    togglePassword: assign({ isPasswordShown: ({ context }) => !context.isPasswordShown }),
    toggleConfirm: assign({ isConfirmShown: ({ context }) => !context.isConfirmShown }),
    markFields: assign(({ context }) => fieldErrors(context)),
    sayNoToken: assign({ problem: createProblem(texts.invalidResetToken) }),
    clearErrors: assign({ passwordError: null, problem: null }),
    setFailure: assign((_, { error }: Failure) => toResetFailure(error)),
    /** They are no longer needed. */
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
      description: 'Reads the address of the page.',
      always: [
        {
          description: 'The address contains a token (§4).',
          guard: 'hasToken',
          target: 'form',
          actions: 'stripAddress',
        },
        { description: 'The address contains no token (§4).', target: 'invalidLink' },
      ],
    },

    invalidLink: { description: 'The link has no token. The shopper can request another one.' },

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
            description: 'Both passwords follow the rules, and the link has a token.',
            guard: 'hasToken',
            target: 'saving',
            actions: 'clearErrors',
          },
          {
            description: 'Both passwords follow the rules, but there is no token any more (§5).',
            actions: 'sayNoToken',
          },
        ],
      },
    },

    saving: {
      description: 'The server checks the token and sets the password.',
      invoke: {
        ...slot('resetPassword'),
        input: ({ context: { token, password } }) => ({ token: assertPresent(token), password }),
        onDone: { target: 'success', actions: [withOutput('signIn'), 'forgetSecrets'] },
        onError: { target: 'form', actions: withEvent('setFailure') },
      },
    },

    success: {
      description: 'The password is set, and the shopper is logged in. The home page follows automatically.',
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

    left: { type: 'final', description: 'On the way to another page. Other buttons no longer work.' },
  },
});

type Fields = Pick<ResetPasswordContext, 'passwordError' | 'confirmError'>;

/** Checks both fields together and returns the first error of each (§5 Reset password). */
function fieldErrors({ password, confirmPassword }: ResetPasswordContext): Fields {
  const differs = confirmPassword === password ? null : texts.passwordsDoNotMatch;
  return {
    passwordError: resetPasswordError(password),
    confirmError: confirmPassword === '' ? texts.confirmPassword : differs,
  };
}

/** Returns the errors of a refused password: for its field if the server names it (H15), else for the form. */
function toResetFailure(error: unknown): Pick<ResetPasswordContext, 'passwordError' | 'problem'> {
  const { fields, message } = toFailedCall(error);
  const passwordError = fields['password'] ?? null;
  const isOnlyField = passwordError !== null && (message === '' || message === fields['password']);
  return { passwordError, problem: isOnlyField ? null : toResetProblem(error) };
}

/** One text for a refusal without a message, another one for no usable reply (§8 Reset). */
function toResetProblem(error: unknown): Problem {
  const { kind, status } = toFailedCall(error);
  return kind === 'refused' && status < 500
    ? toProblem(error, texts.passwordResetFailed)
    : toListedProblem(error, texts.errorOccurred);
}
