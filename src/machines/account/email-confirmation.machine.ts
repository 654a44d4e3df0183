import { assign, setup } from 'xstate';
import { toFailedCall, toListedProblem, createProblem, toProblem } from '../../rules/failure.ts';
import type { FailedCall, Problem } from '../../rules/failure.ts';
import { assertPresent } from '../../rules/required.ts';
import { withEvent } from '../parts.ts';
import type { Failure } from '../parts.ts';
import { callSlot, listenerSlot, notProvided, slot } from '../slots.ts';
import * as texts from '../../texts/account.ts';

/**
 * Confirms a new e-mail address with the link that was sent to it. The shopper may be logged in or not (D22). The token
 * is removed from the address when it is read, and is stored only here (D15).
 */

export interface EmailConfirmationInput {
  /** From the address of the page. */
  readonly token: string | null;
}

export interface EmailConfirmationContext extends EmailConfirmationInput {
  readonly isSignedIn: boolean;
  /** Why the e-mail address is not confirmed. */
  readonly problem: Problem | null;
}

export type EmailConfirmationEvent =
  | { readonly type: 'session.changed'; readonly isSignedIn: boolean }
  | { readonly type: 'confirm.again' };

const IN_USE = texts.emailInUse;
const OVER = texts.linkNotValid;

export const emailConfirmationMachine = setup({
  types: {
    input: {} as EmailConfirmationInput,
    context: {} as EmailConfirmationContext,
    events: {} as EmailConfirmationEvent,
  },
  actors: {
    confirmEmail: callSlot<void, { token: string }>(),
    /** Sends `session.changed` immediately and after each login or logout. */
    watchSession: listenerSlot(),
  },
  actions: {
    /** Removes the token from the address bar and the history. */
    stripAddress: notProvided,
    /** Makes the session reload its user. */
    reloadProfile: notProvided,
    setSession: assign((_, { isSignedIn }: { isSignedIn: boolean }) => ({ isSignedIn })),
    sayOver: assign({ problem: createProblem(OVER) }),
    setTaken: assign({ problem: (_, { error }: Failure) => toProblem(error, IN_USE) }),
    setOver: assign({ problem: (_, { error }: Failure) => toProblem(error, OVER) }),
    setFailure: assign({ problem: (_, { error }: Failure) => toConfirmationProblem(error) }),
    clearProblem: assign({ problem: null }),
    /** The token is used up. */
    forgetToken: assign({ token: null }),
  },
  guards: {
    hasToken: ({ context }) => context.token !== null,
    isSignedIn: ({ context }) => context.isSignedIn,
    isTaken: (_, { error }: Failure) => isEmailTaken(toFailedCall(error)),
    isRefused: (_, { error }: Failure) => isRefused(toFailedCall(error)),
  },
}).createMachine({
  id: 'emailConfirmation',
  description: 'The page behind the link that was sent to a changed e-mail address.',
  context: ({ input }) => ({ ...input, isSignedIn: false, problem: null }),
  invoke: slot('watchSession'),
  on: { 'session.changed': { actions: withEvent('setSession') } },
  initial: 'opening',
  states: {
    opening: {
      description: 'Reads the address of the page.',
      always: [
        { description: 'The address contains a token.', guard: 'hasToken', target: 'posting', actions: 'stripAddress' },
        { description: 'The address contains no token.', target: 'invalid', actions: 'sayOver' },
      ],
    },

    posting: {
      description: 'The server checks the link.',
      invoke: {
        ...slot('confirmEmail'),
        input: ({ context }) => ({ token: assertPresent(context.token) }),
        onDone: [
          {
            description: 'The shopper is logged in here, so the new e-mail is loaded too.',
            guard: 'isSignedIn',
            target: 'confirmed',
            actions: ['forgetToken', 'reloadProfile'],
          },
          { description: 'No shopper is logged in here.', target: 'confirmed', actions: 'forgetToken' },
        ],
        onError: [
          {
            description: 'Another account has confirmed this e-mail address meanwhile (D22).',
            guard: withEvent('isTaken'),
            target: 'taken',
            actions: [withEvent('setTaken'), 'forgetToken'],
          },
          {
            description: 'The server rejected the link: used, expired or unknown (D22).',
            guard: withEvent('isRefused'),
            target: 'invalid',
            actions: [withEvent('setOver'), 'forgetToken'],
          },
          {
            description: 'There was no reply, a server error, or too many tries.',
            target: 'failed',
            actions: withEvent('setFailure'),
          },
        ],
      },
    },

    confirmed: { description: 'The new e-mail address is now used to log in.' },
    invalid: { description: 'The link is used, expired, replaced by a newer one, or unknown.' },
    taken: { description: 'Another account has the new e-mail address now. The old one stays.' },

    failed: {
      description: 'There was no usable reply. The link may still be valid.',
      on: { 'confirm.again': { target: 'posting', actions: 'clearProblem' } },
    },
  },
});

/** A conflict, by status or by code (H15). */
function isEmailTaken({ kind, status, code }: FailedCall): boolean {
  return kind === 'refused' && (status === 409 || (status < 500 && code === 'email-in-use'));
}

/** Returns whether the server judged the link, so that a retry would change nothing. */
function isRefused({ kind, status }: FailedCall): boolean {
  return kind === 'refused' && status < 500 && status !== 429;
}

/**
 * Returns the wait that a limit names (H15), else the listed text. A message about the stored session does not concern
 * the link.
 */
function toConfirmationProblem(error: unknown): Problem {
  const say = toFailedCall(error).kind === 'unauthorized' ? toListedProblem : toProblem;
  return say(error, texts.errorOccurred);
}
