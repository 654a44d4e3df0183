import { assign, setup } from 'xstate';
import { needsLogin } from '../../rules/account/access.ts';
import { toSafeOrigin } from '../../rules/account/origin.ts';
import type { SessionStatus } from '../../rules/account/session.ts';
import { given, withEvent } from '../parts.ts';
import { effectSlot, listenerSlot, slot } from '../slots.ts';

/**
 * The wrapper around pages that need a login (§2 route table): it waits for the session, shows the page, or redirects
 * to the login page and remembers the page.
 */

export interface ProtectedPageInput {
  /** Path with query. */
  readonly path: string;
  readonly status: SessionStatus;
}

export interface ProtectedPageContext extends ProtectedPageInput {
  /** The page to return to after login (D18), or `null`. */
  readonly origin: string | null;
}

export type ProtectedPageEvent =
  | { readonly type: 'session.changed'; readonly status: SessionStatus }
  | { readonly type: 'path.changed'; readonly path: string };

export const protectedPageMachine = setup({
  types: {
    input: {} as ProtectedPageInput,
    context: {} as ProtectedPageContext,
    events: {} as ProtectedPageEvent,
  },
  actors: {
    /** Sends `session.changed` after each change of the status. */
    watchSession: listenerSlot<{ status: SessionStatus }>(),
  },
  actions: {
    goToLogin: effectSlot<{ origin: string }>(),
    goTo: effectSlot<{ path: string }>(),
    setStatus: assign({ status: (_, params: { status: SessionStatus }) => params.status }),
    setPath: assign({ path: (_, params: { path: string }) => params.path }),
    rememberOrigin: assign({ origin: ({ context }) => toSafeOrigin(context.path) }),
  },
  guards: {
    isPublic: ({ context }) => !needsLogin(context.path),
    isLoading: ({ context }) => context.status === 'loading',
    isSignedIn: ({ context }) => context.status === 'signedIn',
    isLeaving: ({ context }) => context.status === 'leaving',
    isReturn: ({ context }, { status }: { status: SessionStatus }) => status === 'signedIn' && context.origin !== null,
    isSignIn: (_, { status }: { status: SessionStatus }) => status === 'signedIn',
  },
}).createMachine({
  id: 'protectedPage',
  description: 'Decides whether a page that needs a login is shown.',
  context: ({ input }) => ({ ...input, origin: null }),
  initial: 'deciding',
  invoke: { ...slot('watchSession'), input: ({ context: { status } }) => ({ status }) },
  on: {
    'session.changed': { target: '.deciding', actions: withEvent('setStatus') },
    'path.changed': { target: '.deciding', actions: withEvent('setPath') },
  },
  states: {
    deciding: {
      description: 'Decides from path and session what is shown. This takes no time.',
      always: [
        { description: 'The page needs no login (§6).', guard: 'isPublic', target: 'public' },
        { description: 'It is not known yet whether a shopper is logged in.', guard: 'isLoading', target: 'checking' },
        { description: 'A shopper is logged in.', guard: 'isSignedIn', target: 'shown' },
        {
          description: 'The shopper is logging out and already on the way to the login page.',
          guard: 'isLeaving',
          target: 'redirected',
        },
        {
          description: 'No shopper is logged in. The page is remembered for after the login (D18).',
          target: 'redirected',
          actions: [
            'rememberOrigin',
            { type: 'goToLogin', params: ({ context }) => ({ origin: context.origin ?? '/' }) },
          ],
        },
      ],
    },
    checking: { description: "The session is still loading: 'Checking authentication...'." },
    shown: { description: 'The shopper is logged in and sees the page.' },
    public: { description: 'The page needs no login.' },
    redirected: {
      description: 'A guest was sent to the login page.',
      on: {
        'session.changed': [
          {
            description: 'The shopper has logged in, and a page was remembered (D18).',
            guard: withEvent('isReturn'),
            target: 'shown',
            actions: [
              withEvent('setStatus'),
              { type: 'goTo', params: ({ context }) => ({ path: context.origin ?? '/' }) },
            ],
          },
          {
            description: 'The shopper has logged in, and no page was remembered.',
            guard: withEvent('isSignIn'),
            target: 'public',
            actions: [withEvent('setStatus'), given('goTo', { path: '/' })],
          },
          { description: 'No shopper has logged in yet.', actions: withEvent('setStatus') },
        ],
      },
    },
  },
});
