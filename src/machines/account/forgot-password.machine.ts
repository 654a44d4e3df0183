import { assign, setup, stateIn } from 'xstate';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import { toFailedCall, toProblem } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import { withEvent, withOutput } from '../parts.ts';
import type { Failure } from '../parts.ts';
import { callSlot, listenerSlot, notProvided, slot } from '../slots.ts';
import * as texts from '../../texts/account.ts';

/**
 * Requests a link that sets a new password, and at most one more per minute (§2 Forgot password, U8). It never learns
 * whether an account has the address (D16).
 *
 * `now` is the last known server time (H13): after a sleep, one tick updates everything.
 */

export interface ForgotPasswordContext {
  /** As typed. */
  readonly email: string;
  readonly emailError: string | null;
  /** At the top of the form, or beside the button that sends again. */
  readonly problem: Problem | null;
  /** Whether the last action was a successful resend. */
  readonly isSentAgain: boolean;
  /** Epoch ms; 0 until a link was requested. */
  readonly now: number;
  readonly resendAt: number;
}

export type ForgotPasswordEvent =
  | { readonly type: 'email.change'; readonly email: string }
  | { readonly type: 'form.submit' }
  | { readonly type: 'link.resend' }
  | { readonly type: 'clock.tick'; readonly now: number };

export interface SentLink {
  /** Server time of the reply. Epoch ms. */
  readonly sentAt: number;
}

/** One per minute including the first (U8, Q9). A refusal names its own wait (H15). */
const RESEND_EVERY_MS = 60_000;
/** Shortest time that the button looks busy (U8). */
const RESEND_LOOK_MS = 1_500;

export const forgotPasswordMachine = setup({
  types: { context: {} as ForgotPasswordContext, events: {} as ForgotPasswordEvent },
  actors: {
    requestLink: callSlot<SentLink, { email: string }>(),
    /** Sends `clock.tick` each second and when the page is shown again. */
    clock: listenerSlot(),
  },
  actions: {
    logNotSent: notProvided,
    setEmail: assign((_, { email }: { email: string }) => ({ email, emailError: null, problem: null })),
    markEmail: assign(({ context }) => ({ emailError: invalidLinkProblem(context) })),
    clearErrors: assign({ problem: null, isSentAgain: false }),
    setSent: assign((_, { sentAt }: SentLink) => ({ now: sentAt, resendAt: sentAt + RESEND_EVERY_MS })),
    setProblem: assign({ problem: (_, { error }: Failure) => toSendProblem(error) }),
    setNow: assign({ now: ({ context }, params: { now: number }) => Math.max(context.now, params.now) }),
    waitAsAsked: assign({
      resendAt: ({ context }, { error }: Failure) => context.now + (toFailedCall(error).retryAfter ?? RESEND_EVERY_MS),
    }),
    saySentAgain: assign({ isSentAgain: true }),
  },
  guards: {
    isUnusable: ({ context }) => invalidLinkProblem(context) !== null,
    isLimit: (_, { error }: Failure) => toFailedCall(error).status === 429,
    canResend: ({ context }) => context.now >= context.resendAt,
    wasSent: stateIn('#resendSent'),
    wasTooOften: stateIn('#resendTooOften'),
  },
  delays: { resendEvery: ({ context }) => context.resendAt - context.now, resendLook: RESEND_LOOK_MS },
}).createMachine({
  id: 'forgotPassword',
  description: 'Requests an e-mail with a link to set a new password.',
  context: { email: '', emailError: null, problem: null, isSentAgain: false, now: 0, resendAt: 0 },
  initial: 'form',
  states: {
    form: {
      description: 'The shopper types the e-mail of the account.',
      on: {
        'email.change': { actions: withEvent('setEmail') },
        'form.submit': [
          {
            description: 'The e-mail is missing or not an e-mail address (U9).',
            guard: 'isUnusable',
            actions: ['markEmail', 'logNotSent'],
          },
          { description: 'The text is an e-mail address.', target: 'sending', actions: 'clearErrors' },
        ],
      },
    },

    sending: {
      description: 'The request for a link is being sent.',
      invoke: {
        ...slot('requestLink'),
        input: ({ context }) => ({ email: normaliseEmail(context.email) }),
        onDone: { target: 'checkEmail', actions: withOutput('setSent') },
        onError: { target: 'form', actions: withEvent('setProblem') },
      },
    },

    checkEmail: {
      description: 'If an account has this e-mail, a link is on its way.',
      invoke: slot('clock'),
      on: { 'clock.tick': { actions: withEvent('setNow') } },
      initial: 'waiting',
      states: {
        waiting: {
          description: 'A link was requested less than a minute ago, or the shop asked to wait.',
          always: {
            description: 'The minute, or the wait that the shop named, is over (Q9).',
            guard: 'canResend',
            target: 'ready',
          },
          after: {
            resendEvery: {
              description: '60 s after the last mail (U8), or when the wait that the shop named is over (H15).',
              target: 'ready',
            },
          },
        },
        ready: {
          description: 'Another link can be requested.',
          on: { 'link.resend': { target: 'resending', actions: 'clearErrors' } },
        },
        resending: {
          description: 'Another link is being requested. The button stays busy long enough to be noticed.',
          type: 'parallel',
          states: {
            look: {
              description: 'Busy time of the button.',
              initial: 'shown',
              states: {
                shown: {
                  description: 'The button has been busy too briefly to be noticed.',
                  after: { resendLook: { description: '1.5 s after Resend was pressed (§9).', target: 'over' } },
                },
                over: { description: 'The button was busy long enough.', type: 'final' },
              },
            },
            answer: {
              description: 'The reply of the shop.',
              initial: 'awaited',
              states: {
                awaited: {
                  description: 'No reply has arrived yet.',
                  invoke: {
                    ...slot('requestLink'),
                    input: ({ context }) => ({ email: normaliseEmail(context.email) }),
                    onDone: { target: 'sent', actions: withOutput('setSent') },
                    onError: [
                      {
                        description: 'The shop asked to wait (H15).',
                        guard: withEvent('isLimit'),
                        target: 'tooOften',
                        actions: [withEvent('setProblem'), withEvent('waitAsAsked')],
                      },
                      {
                        description: 'The request failed for another reason.',
                        target: 'failed',
                        actions: withEvent('setProblem'),
                      },
                    ],
                  },
                },
                sent: { id: 'resendSent', description: 'The mail has been sent again.', type: 'final' },
                tooOften: { id: 'resendTooOften', description: 'There were too many requests.', type: 'final' },
                failed: { description: 'The request failed.', type: 'final' },
              },
            },
          },
          onDone: [
            {
              description: 'The mail has been sent again.',
              guard: 'wasSent',
              target: 'waiting',
              actions: 'saySentAgain',
            },
            {
              description: 'There were too many requests. The wait that the shop named is running.',
              guard: 'wasTooOften',
              target: 'waiting',
            },
            { description: 'The request failed and can be repeated immediately.', target: 'ready' },
          ],
        },
      },
    },
  },
});

/** Returns one text for any invalid e-mail, or `null` (U9). */
function invalidLinkProblem({ email }: ForgotPasswordContext): string | null {
  return emailError(email) === null ? null : texts.enterValidEmail;
}

function toSendProblem(error: unknown): Problem {
  return toProblem(error, texts.errorOccurred);
}
