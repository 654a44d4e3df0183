import { assign, not, setup, stateIn } from 'xstate';
import { toFailedCall, toListedProblem, createProblem } from '../../rules/failure.ts';
import type { Problem } from '../../rules/failure.ts';
import { parseStoredStaff, parseStoredUser } from '../../rules/account/stored-session.ts';
import type { StoredSession } from '../../rules/account/stored-session.ts';
import type { Access } from '../../../contract/endpoint.ts';
import type { User } from '../../../contract/user.ts';
import { given, withEvent } from '../parts.ts';
import type { EventScope, Failure } from '../parts.ts';
import { callSlot, effectSlot, listenerSlot, notProvided, slot } from '../slots.ts';
import * as texts from '../../texts/account.ts';

/**
 * The logged-in users, for as long as the page lives. Two independent scopes: the customer (keys token and user) and
 * the admin (adminToken and adminUser). A 401 ends the scope whose token was refused (§6).
 */

export interface SessionContext {
  readonly token: string | null;
  readonly user: User | null;
  readonly adminToken: string | null;
  /** Result of the last profile load (§8). */
  readonly problem: Problem | null;
}

export interface Credentials {
  readonly token: string;
  readonly user: User;
}

/** The call or page that received a 401, and the token that it sent. */
interface RefusedRequest {
  readonly access: Access;
  readonly path: string;
  readonly token: string | null;
}

interface StoredEvent<Type extends string> {
  readonly type: Type;
  readonly stored: StoredSession;
}

export type SessionEvent =
  | StoredEvent<'customer.read'>
  | StoredEvent<'customer.changed'>
  | StoredEvent<'admin.read'>
  | StoredEvent<'admin.changed'>
  | { readonly type: 'storage.refused' }
  /** `load`: whether to load the profile afterwards (§2 Sign-up, but not after login). */
  | ({ readonly type: 'session.signedIn'; readonly load: boolean } & Credentials)
  | ({ readonly type: 'request.unauthorized' } & RefusedRequest)
  | { readonly type: 'user.update'; readonly user: User }
  | { readonly type: 'profile.load' }
  | { readonly type: 'error.clear' }
  | { readonly type: 'session.logout' };

const clearCustomer = given('clearStored', { scope: 'customer' });
const loadedUser = ({ event }: EventScope<{ readonly output: User }>) => ({ user: event.output });

export const sessionMachine = setup({
  types: {
    context: {} as SessionContext,
    events: {} as SessionEvent,
    tags: {} as 'loading' | 'signedIn' | 'signedOut' | 'leaving' | 'busy',
  },
  actors: {
    /** Sends `customer.read` and `admin.read` once, then changes by other tabs, and `storage.refused`. */
    watchStorage: listenerSlot(),
    loadProfile: callSlot<User>(),
    logout: callSlot<void>(),
  },
  actions: {
    storeSession: effectSlot<Credentials>(),
    storeUser: effectSlot<{ user: User }>(),
    clearStored: effectSlot<{ scope: 'customer' | 'admin' }>(),
    leaveForLogin: notProvided,
    setSession: assign((_, { token, user }: Credentials) => ({ token, user, problem: null })),
    restoreSession: assign(({ event }) => ({
      token: getStoredSession(event).token,
      user: parseStoredUser(getStoredSession(event).user),
    })),
    setUser: assign({ user: (_, params: { user: User }) => params.user }),
    forgetSession: assign({ token: null, user: null }),
    setAdmin: assign({ adminToken: ({ event }) => getStoredSession(event).token }),
    forgetAdmin: assign({ adminToken: null }),
    setProblem: assign({ problem: (_, params: { problem: Problem }) => params.problem }),
    clearProblem: assign({ problem: null }),
  },
  guards: {
    isCustomer: ({ event }) => hasToken(event) && parseStoredUser(getStoredSession(event).user) !== null,
    isStaff: ({ event }) => hasToken(event) && parseStoredStaff(getStoredSession(event).user) !== null,
    isOtherCustomer: ({ context, event }) =>
      hasToken(event) &&
      parseStoredUser(getStoredSession(event).user) !== null &&
      getStoredSession(event).token !== context.token,
    isSameCustomer: ({ context }, { user }: { user: User }) => user._id === context.user?._id,
    isNothing: ({ event }) => getStoredSession(event).token === null && getStoredSession(event).user === null,
    isWithoutToken: ({ event }) => getStoredSession(event).token === null,
    isAboutCustomer: (_, { access }: RefusedRequest) => access !== 'admin',
    isCustomersToken: ({ context }, { access, token }: RefusedRequest) => access !== 'admin' && token === context.token,
    isAdminsToken: ({ context }, { access, token }: RefusedRequest) =>
      access === 'admin' && token === context.adminToken,
    isOwnProfileLoad: (_, { path }: RefusedRequest) => path === '/auth/profile',
    endsSession: (_, { error }: Failure) => [401, 403].includes(toFailedCall(error).status),
    isGuest: stateIn({ customer: 'guest' }),
    isNotLeaving: not(stateIn({ customer: 'loggingOut' })),
    isToBeLoaded: (_, { load }: { load: boolean }) => load,
  },
}).createMachine({
  id: 'session',
  description: 'The logged-in customer and the logged-in staff member.',
  context: { token: null, user: null, adminToken: null, problem: null },
  type: 'parallel',
  invoke: slot('watchStorage'),
  states: {
    customer: {
      description: 'The customer, under the keys token and user.',
      initial: 'starting',
      states: {
        starting: {
          description: 'The storage has not been read yet. Protected pages wait.',
          tags: ['loading'],
          on: {
            'customer.read': [
              {
                description: 'The storage holds a readable token and user (Q2).',
                guard: 'isCustomer',
                target: 'authenticated',
                actions: 'restoreSession',
              },
              { description: 'The storage holds neither a token nor a user.', guard: 'isNothing', target: 'guest' },
              {
                description: 'One of the two is missing or unreadable (Q2).',
                target: 'guest',
                actions: clearCustomer,
              },
            ],
          },
        },
        guest: {
          description: 'No customer is logged in.',
          tags: ['signedOut'],
          entry: 'forgetSession',
          initial: 'browsing',
          states: {
            browsing: { description: 'A guest in the shop.' },
            leaving: {
              description: 'Logged out: the login page is loading.',
              tags: ['leaving'],
              entry: 'leaveForLogin',
            },
          },
          on: {
            // Another tab writes its two keys one after the other, so half a session does not count yet.
            'customer.changed': {
              description: 'A customer has logged in on another tab.',
              guard: 'isCustomer',
              target: 'authenticated',
              actions: 'restoreSession',
            },
            'profile.load': {
              actions: [clearCustomer, given('setProblem', { problem: createProblem(texts.noTokenFound) })],
            },
            'request.unauthorized': {
              description: 'The refused call was not a staff call (§6).',
              guard: withEvent('isAboutCustomer'),
              actions: clearCustomer,
            },
          },
        },
        authenticated: {
          description: 'A customer is logged in.',
          tags: ['signedIn'],
          exit: 'clearProblem',
          initial: 'confirming',
          states: {
            confirming: {
              description: 'The stored user is used while the newest data is loading.',
              entry: 'clearProblem',
              invoke: {
                ...slot('loadProfile'),
                onDone: {
                  target: 'confirmed',
                  actions: [given('setUser', loadedUser), given('storeUser', loadedUser)],
                },
                onError: [
                  {
                    description: 'The server replies that the shopper is logged out, or may not see the profile (U7).',
                    guard: withEvent('endsSession'),
                    target: '#session.customer.guest',
                    actions: [clearCustomer, given('setProblem', toLoadProblem)],
                  },
                  {
                    description: 'There was no usable reply. The shopper stays logged in (U7).',
                    target: 'unconfirmed',
                    actions: given('setProblem', toLoadProblem),
                  },
                ],
              },
              // The reply of this load decides.
              on: {
                'request.unauthorized': {
                  description: 'The refused call loads the profile itself, and its reply decides what follows.',
                  guard: withEvent('isOwnProfileLoad'),
                },
              },
            },
            confirmed: { description: 'The user data is current.' },
            unconfirmed: {
              description: 'The user data could not be loaded. The stored data stays, with a Retry button.',
            },
          },
          on: {
            // Also while it is loading, because the running request may be older than a confirmed e-mail (D22).
            'profile.load': '.confirming',
            'user.update': {
              description: 'The change concerns this customer.',
              guard: withEvent('isSameCustomer'),
              actions: [withEvent('setUser'), withEvent('storeUser')],
            },
            'customer.changed': [
              { description: 'The customer has logged out on another tab.', guard: 'isWithoutToken', target: 'guest' },
              {
                description: 'A customer has logged in again on another tab.',
                guard: 'isOtherCustomer',
                target: '.confirming',
                actions: 'restoreSession',
              },
              {
                description: 'Another tab has newer data of this customer.',
                guard: 'isCustomer',
                actions: 'restoreSession',
              },
              {
                description: 'The stored user was removed or is unreadable.',
                target: 'guest',
                actions: clearCustomer,
              },
            ],
            'request.unauthorized': {
              description: 'The token of this customer was refused (§6).',
              guard: withEvent('isCustomersToken'),
              target: 'guest',
              actions: clearCustomer,
            },
            'session.logout': 'loggingOut',
          },
        },
        loggingOut: {
          description: 'The server ends the session. The shopper is logged out even if that fails.',
          tags: ['busy'],
          on: { 'session.signedIn': {} },
          invoke: { ...slot('logout'), onDone: 'guest.leaving', onError: 'guest.leaving' },
          exit: clearCustomer,
        },
      },
      on: {
        'session.signedIn': [
          {
            description: 'The profile must be loaded, as after a sign-up (§2).',
            guard: withEvent('isToBeLoaded'),
            target: '.authenticated.confirming',
            actions: [withEvent('setSession'), withEvent('storeSession')],
          },
          {
            description: 'The profile need not be loaded, as after a login.',
            target: '.authenticated.confirmed',
            actions: [withEvent('setSession'), withEvent('storeSession')],
          },
        ],
        'error.clear': { actions: 'clearProblem' },
      },
    },

    storage: {
      description: "Whether the browser stores the customer's session.",
      initial: 'ok',
      states: {
        ok: {
          description: 'The session is stored, or there is none.',
          on: { 'storage.refused': 'memoryOnly' },
        },
        memoryOnly: {
          description:
            'The browser refuses to store the session. It ends when the page closes, and a notice explains this (H10).',
          always: {
            description: 'No customer is logged in, so there is nothing to store.',
            guard: 'isGuest',
            target: 'ok',
          },
          on: {
            'session.signedIn': {
              description: 'A customer logs in, and no logout is running.',
              guard: 'isNotLeaving',
              target: 'ok',
            },
          },
        },
      },
    },

    admin: {
      description: 'Staff, under the keys adminToken and adminUser.',
      initial: 'starting',
      states: {
        starting: {
          description: 'The storage has not been read yet.',
          on: {
            'admin.read': [
              {
                description: 'The storage holds a readable token and staff member.',
                guard: 'isStaff',
                target: 'signedIn',
                actions: 'setAdmin',
              },
              {
                description: 'The storage holds neither a token nor a staff member.',
                guard: 'isNothing',
                target: 'signedOut',
              },
              {
                description: 'One of the two is missing or unreadable.',
                target: 'signedOut',
                actions: given('clearStored', { scope: 'admin' }),
              },
            ],
          },
        },
        signedOut: {
          description: 'No staff member is logged in.',
          on: {
            'admin.changed': {
              description: 'A staff member has logged in on another tab.',
              guard: 'isStaff',
              target: 'signedIn',
              actions: 'setAdmin',
            },
          },
        },
        signedIn: {
          description: 'A staff member is logged in.',
          on: {
            'admin.changed': [
              { description: 'Another tab has stored a staff member.', guard: 'isStaff', actions: 'setAdmin' },
              {
                description: 'The staff member has logged out on another tab.',
                target: 'signedOut',
                actions: 'forgetAdmin',
              },
            ],
            'request.unauthorized': {
              description: 'The token of the staff was refused (§6).',
              guard: withEvent('isAdminsToken'),
              target: 'signedOut',
              actions: [given('clearStored', { scope: 'admin' }), 'forgetAdmin'],
            },
          },
        },
      },
    },
  },
});

function getStoredSession(event: SessionEvent): StoredSession {
  return 'stored' in event ? event.stored : { token: null, user: null };
}

function hasToken(event: SessionEvent): boolean {
  return (getStoredSession(event).token ?? '') !== '';
}

/** One text for every failure of the profile load (§8). */
function toLoadProblem({ event: { error } }: EventScope<Failure>) {
  return { problem: toListedProblem(error, texts.failedToLoadUser) };
}
