import { assign, setup } from 'xstate';
import type { User } from '../../../contract/user.ts';
import { toReplyProblem, toFailedCall } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import type { ProfileSection } from '../../rules/account/profile-section.ts';
import { given, withEvent } from '../parts.ts';
import type { EventScope, Failure } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, notProvided, slot } from '../slots.ts';
import * as texts from '../../texts/account.ts';

/**
 * The profile page: the shopper, the tabs, and the tab that logs out (§2 Profile). The content of the tabs is in other
 * flows.
 */

export interface ProfileInput {
  /** The tab in the address. */
  readonly section: ProfileSection;
}

export interface ProfileContext extends ProfileInput {
  /** The last server data, from this or another tab; `null` until the profile is loaded. */
  readonly user: User | null;
  readonly problem: Problem | null;
}

export type ProfileEvent =
  | { readonly type: 'section.choose'; readonly section: ProfileSection }
  | { readonly type: 'address.changed'; readonly section: ProfileSection }
  | { readonly type: 'logout.cancel' }
  | { readonly type: 'logout.confirm' }
  | { readonly type: 'profile.retry' }
  | { readonly type: 'user.changed'; readonly user: User }
  | { readonly type: 'session.ended' };

interface SectionChoice {
  readonly section: ProfileSection;
}

const loadedUser = ({ event }: EventScope<{ readonly output: User }>) => ({ user: event.output });

export const profileMachine = setup({
  types: {
    input: {} as ProfileInput,
    context: {} as ProfileContext,
    events: {} as ProfileEvent,
  },
  actors: {
    loadProfile: callSlot<User>(),
    /** Ends the session, even if the server call fails, and leaves for the login page (A25). */
    logout: callSlot<void>(),
    /** Sends `user.changed` and `session.ended`. */
    watchSession: listenerSlot(),
  },
  actions: {
    replaceUser: effectSlot<{ user: User }>(),
    /** Without a new history entry (A52). */
    replaceAddress: effectSlot<SectionChoice>(),
    /** Removes the stored session. The wrapper of the page then redirects to the login. */
    endSession: notProvided,
    setSection: assign((_, { section }: SectionChoice) => ({ section })),
    setUser: assign((_, { user }: { user: User }) => ({ user })),
    setProblem: assign((_, { error }: Failure) => ({ problem: loadProblem(error) })),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    endsSession: (_, { error }: Failure) => [401, 403].includes(toFailedCall(error).status),
    isOther: ({ context }, { section }: SectionChoice) => section !== context.section,
    isAccount: ({ context }) => context.section === 'account',
    isOrders: ({ context }) => context.section === 'orders',
    isAddress: ({ context }) => context.section === 'address',
  },
}).createMachine({
  id: 'profile',
  description: 'The profile page: its loading, its tabs and the logout dialog.',
  context: ({ input }) => ({ ...input, user: null, problem: null }),
  invoke: slot('watchSession'),
  initial: 'loading',
  on: {
    'session.ended': '.gone',
    'address.changed': { actions: withEvent('setSection') },
  },
  states: {
    loading: {
      description: "The shopper's profile is being loaded.",
      invoke: {
        ...slot('loadProfile'),
        onDone: { target: 'ready', actions: [given('setUser', loadedUser), given('replaceUser', loadedUser)] },
        onError: [
          {
            description: 'The server replies that the shopper is logged out, or may not see the profile (U7).',
            guard: withEvent('endsSession'),
            target: 'gone',
            actions: 'endSession',
          },
          {
            description: 'There was no usable reply. The shopper stays logged in (U7).',
            target: 'loadFailed',
            actions: withEvent('setProblem'),
          },
        ],
      },
    },
    loadFailed: {
      description: 'The profile could not be loaded. The shopper stays logged in (U7) and can try again.',
      exit: 'clearProblem',
      on: { 'profile.retry': 'loading' },
    },
    ready: {
      description: 'The shopper with the tabs.',
      initial: 'deciding',
      on: {
        'user.changed': { actions: withEvent('setUser') },
        'section.choose': {
          description: 'The tab is not the open one.',
          guard: withEvent('isOther'),
          target: '.deciding',
          actions: [withEvent('setSection'), withEvent('replaceAddress')],
        },
        'address.changed': {
          description: 'The tab is not the open one.',
          guard: withEvent('isOther'),
          target: '.deciding',
          actions: withEvent('setSection'),
        },
      },
      states: {
        deciding: {
          description: 'Decides which tab the address names. This takes no time.',
          always: [
            { description: 'The address names the account tab.', guard: 'isAccount', target: 'account' },
            { description: 'The address names the orders tab.', guard: 'isOrders', target: 'orders' },
            { description: 'The address names the address tab.', guard: 'isAddress', target: 'address' },
            { description: 'The address names the logout (A52).', target: 'logoutDialog' },
          ],
        },
        account: { description: 'The tab My Account.' },
        orders: { description: 'The tab Order History.' },
        address: { description: 'The tab Address.' },
        logoutDialog: {
          description: 'A dialog over the account tab asks whether to log out.',
          on: {
            'logout.confirm': '#profile.loggingOut',
            'logout.cancel': {
              target: 'account',
              actions: [given('setSection', { section: 'account' }), given('replaceAddress', { section: 'account' })],
            },
          },
        },
      },
    },
    loggingOut: {
      description: 'The server ends the session. The shopper is logged out even if that fails.',
      invoke: { ...slot('logout'), onDone: 'gone', onError: 'gone' },
    },
    gone: { description: 'The shopper is logged out; the login page follows.' },
  },
});

/** Returns the problem of a reply without a profile, or of no usable reply (§8 Profile load). */
function loadProblem(error: unknown): Problem {
  return toReplyProblem(error, { answered: texts.failedToLoadUserProfile, unanswered: texts.failedToLoadData });
}
