import { assign, setup } from 'xstate';
import { changedPasswordError } from '../../../contract/rules/password.ts';
import { toFailedCall, createProblem, toProblem } from '../../rules/failure.ts';
import { isSignedOut } from '../../rules/failure-kinds.ts';
import type { Problem } from '../../rules/failure.ts';
import { assertPresent } from '../../rules/required.ts';
import { signedOut, withEvent } from '../parts.ts';
import type { Failure } from '../parts.ts';
import { callSlot, listenerSlot, slot } from '../slots.ts';
import * as texts from '../../texts/account.ts';

/**
 * Changes the password of the logged-in shopper (§2 Profile). One message at a time shows the result and disappears by
 * itself (§4 Profile tabs). Typing does not remove it, so that the shopper can read it while correcting the input.
 */

export interface ChangePasswordContext {
  /** The three passwords are stored only here. */
  readonly currentPassword: string;
  readonly newPassword: string;
  readonly confirmPassword: string;
  readonly isCurrentShown: boolean;
  readonly isNewShown: boolean;
  readonly isConfirmShown: boolean;
  /** Why the password was not changed. */
  readonly problem: Problem | null;
}

export type ChangePasswordEvent =
  | { readonly type: 'current.change'; readonly currentPassword: string }
  | { readonly type: 'new.change'; readonly newPassword: string }
  | { readonly type: 'confirm.change'; readonly confirmPassword: string }
  | { readonly type: 'current.toggle' }
  | { readonly type: 'new.toggle' }
  | { readonly type: 'confirm.toggle' }
  | { readonly type: 'form.submit' }
  | { readonly type: 'session.ended' };

export interface PasswordChange {
  readonly currentPassword: string;
  readonly newPassword: string;
}

const EMPTY = {
  currentPassword: '',
  newPassword: '',
  confirmPassword: '',
  isCurrentShown: false,
  isNewShown: false,
  isConfirmShown: false,
} as const;

export const changePasswordMachine = setup({
  types: { context: {} as ChangePasswordContext, events: {} as ChangePasswordEvent },
  actors: {
    changePassword: callSlot<void, PasswordChange>(),
    /** Sends `session.ended`. */
    watchSession: listenerSlot(),
  },
  actions: {
    setCurrent: assign((_, { currentPassword }: { currentPassword: string }) => ({ currentPassword })),
    setNew: assign((_, { newPassword }: { newPassword: string }) => ({ newPassword })),
    setConfirm: assign((_, { confirmPassword }: { confirmPassword: string }) => ({ confirmPassword })),
    toggleCurrent: assign({ isCurrentShown: ({ context }) => !context.isCurrentShown }),
    toggleNew: assign({ isNewShown: ({ context }) => !context.isNewShown }),
    toggleConfirm: assign({ isConfirmShown: ({ context }) => !context.isConfirmShown }),
    setRefusal: assign(({ context }) => ({ problem: createProblem(assertPresent(getPasswordRefusal(context))) })),
    setFailure: assign((_, { error }: Failure) => ({ problem: toProblem(error, toFailureText(error)) })),
    clearProblem: assign({ problem: null }),
    forgetPasswords: assign(EMPTY),
  },
  guards: {
    isRefused: ({ context }) => getPasswordRefusal(context) !== null,
    isUnauthorized: (_, { error }: Failure) => isSignedOut(error),
  },
  delays: { successClears: 5_000, errorClears: 8_000 },
}).createMachine({
  id: 'changePassword',
  description: 'Changes the password of the logged-in shopper, who must type the current one.',
  context: { ...EMPTY, problem: null },
  invoke: slot('watchSession'),
  initial: 'editing',
  on: { 'session.ended': '.gone' },
  states: {
    editing: {
      description: 'The shopper types the current password, and the new one twice.',
      initial: 'plain',
      on: {
        'current.change': { actions: withEvent('setCurrent') },
        'new.change': { actions: withEvent('setNew') },
        'confirm.change': { actions: withEvent('setConfirm') },
        'current.toggle': { actions: 'toggleCurrent' },
        'new.toggle': { actions: 'toggleNew' },
        'confirm.toggle': { actions: 'toggleConfirm' },
        'form.submit': [
          {
            description: 'A password is missing, the new ones differ, or the new one breaks a rule (§5).',
            guard: 'isRefused',
            target: '.refused',
            actions: 'setRefusal',
          },
          { description: 'All three passwords follow the rules.', target: 'saving' },
        ],
      },
      states: {
        plain: { description: 'No message is shown.' },
        refused: {
          description: 'The form shows which rule is broken. Nothing was sent.',
          exit: 'clearProblem',
          after: { errorClears: { description: '8 s after the error appeared (§4).', target: 'plain' } },
        },
        failed: {
          description: 'The password was not changed, or the result is unknown. The input stays.',
          exit: 'clearProblem',
          after: { errorClears: { description: '8 s after the error appeared (§4).', target: 'plain' } },
        },
        changed: {
          description: 'The password is changed, and the form is empty.',
          after: { successClears: { description: '5 s after the success appeared (§4).', target: 'plain' } },
        },
      },
    },

    saving: {
      description: 'The server compares the current password and sets the new one.',
      invoke: {
        ...slot('changePassword'),
        input: ({ context: { currentPassword, newPassword } }) => ({ currentPassword, newPassword }),
        onDone: { target: 'editing.changed', actions: 'forgetPasswords' },
        onError: [
          signedOut('gone'),
          {
            description: 'The password was not changed for another reason. The form shows the error.',
            target: 'editing.failed',
            actions: withEvent('setFailure'),
          },
        ],
      },
    },

    gone: {
      type: 'final',
      description: 'The shopper is logged out; the login page replaces this one.',
      entry: 'forgetPasswords',
    },
  },
});

/**
 * Returns the message of the first rule of §5 Change password that fails, or `null`. The current password is only
 * required.
 */
function getPasswordRefusal({ currentPassword, newPassword, confirmPassword }: ChangePasswordContext): string | null {
  if ([currentPassword, newPassword, confirmPassword].includes('')) return texts.fillInPasswordFields;
  if (newPassword !== confirmPassword) return texts.newPasswordsDoNotMatch;
  return changedPasswordError(newPassword);
}

/** A 400 without a message most likely means a wrong current password (Q5). */
function toFailureText(error: unknown): string {
  return toFailedCall(error).status === 400 ? texts.passwordNotChanged : texts.failedToChangePassword;
}
