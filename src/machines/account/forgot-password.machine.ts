import { assign, setup, stateIn } from 'xstate';
import { emailError, normaliseEmail } from '../../../contract/rules/email.ts';
import { failedCall, problemOf } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import { withEvent, withOutput } from '../parts.ts';
import type { Failure } from '../parts.ts';
import { callSlot, listenerSlot, notProvided, slot } from '../slots.ts';
import * as texts from '../../texts/account.ts';

/**
 * Asks for a link that sets a new password, and once a minute for another (§2 Forgot password, U8). It never learns
 * whether anybody has the address (D16).
 *
 * `now` is the server's time as last heard (H13): a page that slept catches up with one tick.
 */

export interface ForgotPasswordContext {
  /** As typed. */
  readonly email: string;
  readonly emailError: string | null;
  /** On top of the form, or beside the button that sends again. */
  readonly problem: Problem | null;
  /** The last thing that happened is a good resend. */
  readonly isSentAgain: boolean;
  /** Epoch ms; 0 until a link was asked for. */
  readonly now: number;
  readonly resendAt: number;
}

export type ForgotPasswordEvent =
  | { readonly type: 'email.change'; readonly email: string }
  | { readonly type: 'form.submit' }
  | { readonly type: 'link.resend' }
  | { readonly type: 'clock.tick'; readonly now: number };

export interface SentLink {
  /** Server time of the answer, epoch ms. */
  readonly sentAt: number;
}

/** U8, Q9: one a minute, the first one counts; a refusal names its own wait (H15). */
const RESEND_EVERY_MS = 60_000;
/** U8: so long it looks busy at least. */
const RESEND_LOOK_MS = 1_500;

export const forgotPasswordMachine = setup({
  types: { context: {} as ForgotPasswordContext, events: {} as ForgotPasswordEvent },
  actors: {
    requestLink: callSlot<SentLink, { email: string }>(),
    /** Sends `clock.tick` each second and whenever the page is shown again. */
    clock: listenerSlot(),
  },
  actions: {
    logNotSent: notProvided,
    setEmail: assign((_, { email }: { email: string }) => ({ email, emailError: null, problem: null })),
    markEmail: assign(({ context }) => ({ emailError: unusable(context) })),
    clearErrors: assign({ problem: null, isSentAgain: false }),
    setSent: assign((_, { sentAt }: SentLink) => ({ now: sentAt, resendAt: sentAt + RESEND_EVERY_MS })),
    setProblem: assign({ problem: (_, { error }: Failure) => notSent(error) }),
    setNow: assign({ now: ({ context }, params: { now: number }) => Math.max(context.now, params.now) }),
    waitAsAsked: assign({
      resendAt: ({ context }, { error }: Failure) => context.now + (failedCall(error).retryAfter ?? RESEND_EVERY_MS),
    }),
    saySentAgain: assign({ isSentAgain: true }),
  },
  guards: {
    isUnusable: ({ context }) => unusable(context) !== null,
    isLimit: (_, { error }: Failure) => failedCall(error).status === 429,
    canResend: ({ context }) => context.now >= context.resendAt,
    wasSent: stateIn('#resendSent'),
    wasTooOften: stateIn('#resendTooOften'),
  },
  delays: { resendEvery: ({ context }) => context.resendAt - context.now, resendLook: RESEND_LOOK_MS },
}).createMachine({
  id: 'forgotPassword',
  description: 'Asks for a link by e-mail that sets a new password.',
  context: { email: '', emailError: null, problem: null, isSentAgain: false, now: 0, resendAt: 0 },
  initial: 'form',
  states: {
    form: {
      description: 'The shopper types the e-mail of the account.',
      on: {
        'email.change': { actions: withEvent('setEmail') },
        'form.submit': [
          {
            description: 'The e-mail is missing or cannot be one (U9).',
            guard: 'isUnusable',
            actions: ['markEmail', 'logNotSent'],
          },
          { description: 'The e-mail can be one.', target: 'sending', actions: 'clearErrors' },
        ],
      },
    },

    sending: {
      description: 'The shop is asked for a link.',
      invoke: {
        ...slot('requestLink'),
        input: ({ context }) => ({ email: normaliseEmail(context.email) }),
        onDone: { target: 'checkEmail', actions: withOutput('setSent') },
        onError: { target: 'form', actions: withEvent('setProblem') },
      },
    },

    checkEmail: {
      description: 'If anybody has this e-mail, a link is on its way to it.',
      invoke: slot('clock'),
      on: { 'clock.tick': { actions: withEvent('setNow') } },
      initial: 'waiting',
      states: {
        waiting: {
          description: 'A link was asked for less than a minute ago, or the shop wants to be asked later.',
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
          description: 'Another link may be asked for.',
          on: { 'link.resend': { target: 'resending', actions: 'clearErrors' } },
        },
        resending: {
          description: 'The shop is asked for another link; that is seen for a moment at least.',
          type: 'parallel',
          states: {
            look: {
              description: 'How long it looks busy.',
              initial: 'shown',
              states: {
                shown: {
                  description: 'Too short a time to be seen.',
                  after: { resendLook: { description: '1.5 s after Resend was pressed (§9).', target: 'over' } },
                },
                over: { description: 'It was seen.', type: 'final' },
              },
            },
            answer: {
              description: 'What the shop says.',
              initial: 'awaited',
              states: {
                awaited: {
                  description: 'There is no answer yet.',
                  invoke: {
                    ...slot('requestLink'),
                    input: ({ context }) => ({ email: normaliseEmail(context.email) }),
                    onDone: { target: 'sent', actions: withOutput('setSent') },
                    onError: [
                      {
                        description: 'The shop wants to be asked later (H15).',
                        guard: withEvent('isLimit'),
                        target: 'tooOften',
                        actions: [withEvent('setProblem'), withEvent('waitAsAsked')],
                      },
                      {
                        description: 'It could not be asked for, for another reason.',
                        target: 'failed',
                        actions: withEvent('setProblem'),
                      },
                    ],
                  },
                },
                sent: { id: 'resendSent', description: 'The mail is on its way again.', type: 'final' },
                tooOften: { id: 'resendTooOften', description: 'It was asked too often.', type: 'final' },
                failed: { description: 'It could not be asked for.', type: 'final' },
              },
            },
          },
          onDone: [
            {
              description: 'The mail is on its way again.',
              guard: 'wasSent',
              target: 'waiting',
              actions: 'saySentAgain',
            },
            {
              description: 'It was asked too often: the wait that the shop named runs.',
              guard: 'wasTooOften',
              target: 'waiting',
            },
            { description: 'It could not be asked for, and it can be tried again at once.', target: 'ready' },
          ],
        },
      },
    },
  },
});

/** U9: one text for whatever is wrong with it, or null. */
function unusable({ email }: ForgotPasswordContext): string | null {
  return emailError(email) === null ? null : texts.enterValidEmail;
}

function notSent(error: unknown): Problem {
  return problemOf(error, texts.errorOccurred);
}
