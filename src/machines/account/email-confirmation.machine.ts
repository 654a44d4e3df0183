import { assign, setup } from 'xstate';
import { failedCall, listedProblem, problem, problemOf } from '../../rules/failure.ts';
import type { FailedCall, Problem } from '../../rules/failure.ts';
import { required } from '../../rules/required.ts';
import { withEvent } from '../parts.ts';
import type { Failure } from '../parts.ts';
import { callSlot, listenerSlot, notProvided, slot } from '../slots.ts';
import * as texts from '../../texts/account.ts';

/**
 * Confirms a new e-mail address by the link that was sent to it, for whoever holds it, logged in or not (D22). The token
 * leaves the address as soon as it is read and stands nowhere but here (D15).
 */

export interface EmailConfirmationInput {
  /** Of the address. */
  readonly token: string | null;
}

export interface EmailConfirmationContext extends EmailConfirmationInput {
  readonly isSignedIn: boolean;
  /** Why the address is not confirmed. */
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
    /** Sends `session.changed` at once and whenever somebody logs in or out. */
    watchSession: listenerSlot(),
  },
  actions: {
    /** Takes the token out of the address bar and the history. */
    stripAddress: notProvided,
    /** The session asks the server for its user. */
    reloadProfile: notProvided,
    setSession: assign((_, { isSignedIn }: { isSignedIn: boolean }) => ({ isSignedIn })),
    sayOver: assign({ problem: problem(OVER) }),
    setTaken: assign({ problem: (_, { error }: Failure) => problemOf(error, IN_USE) }),
    setOver: assign({ problem: (_, { error }: Failure) => problemOf(error, OVER) }),
    setFailure: assign({ problem: (_, { error }: Failure) => failureOf(error) }),
    clearProblem: assign({ problem: null }),
    /** It is used up. */
    forgetToken: assign({ token: null }),
  },
  guards: {
    hasToken: ({ context }) => context.token !== null,
    isSignedIn: ({ context }) => context.isSignedIn,
    isTaken: (_, { error }: Failure) => isTaken(failedCall(error)),
    isRefused: (_, { error }: Failure) => isRefused(failedCall(error)),
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
      description: 'The address is read.',
      always: [
        { description: 'The address has a token.', guard: 'hasToken', target: 'posting', actions: 'stripAddress' },
        { description: 'The address has no token.', target: 'invalid', actions: 'sayOver' },
      ],
    },

    posting: {
      description: 'The server looks at the link.',
      invoke: {
        ...slot('confirmEmail'),
        input: ({ context }) => ({ token: required(context.token) }),
        onDone: [
          {
            description: 'Somebody is logged in here, so the new address is fetched too.',
            guard: 'isSignedIn',
            target: 'confirmed',
            actions: ['forgetToken', 'reloadProfile'],
          },
          { description: 'Nobody is logged in here.', target: 'confirmed', actions: 'forgetToken' },
        ],
        onError: [
          {
            description: 'Somebody else has confirmed this e-mail address meanwhile (D22).',
            guard: withEvent('isTaken'),
            target: 'taken',
            actions: [withEvent('setTaken'), 'forgetToken'],
          },
          {
            description: 'The server refused the link: used, too old or none of ours (D22).',
            guard: withEvent('isRefused'),
            target: 'invalid',
            actions: [withEvent('setOver'), 'forgetToken'],
          },
          {
            description: "There was no answer, a server's fault, or it was asked too often.",
            target: 'failed',
            actions: withEvent('setFailure'),
          },
        ],
      },
    },

    confirmed: { description: 'The new address is the one to log in with.' },
    invalid: { description: 'The link is used, too old, replaced by a newer one, or none of ours.' },
    taken: { description: 'Somebody else has the new address by now; the old one stays.' },

    failed: {
      description: 'There was no usable answer; the link may still be good.',
      on: { 'confirm.again': { target: 'posting', actions: 'clearProblem' } },
    },
  },
});

/** H15: a conflict, or its code. */
function isTaken({ kind, status, code }: FailedCall): boolean {
  return kind === 'refused' && (status === 409 || (status < 500 && code === 'email-in-use'));
}

/** The server judged the link; asking again would change nothing. */
function isRefused({ kind, status }: FailedCall): boolean {
  return kind === 'refused' && status < 500 && status !== 429;
}

/** The wait that a limit names (H15), else the listed text; what was said of a stored session is not about the link. */
function failureOf(error: unknown): Problem {
  const say = failedCall(error).kind === 'unauthorized' ? listedProblem : problemOf;
  return say(error, texts.errorOccurred);
}
