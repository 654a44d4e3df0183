import { fromPromise } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { StoredSession } from '../rules/stored-session.ts';
import type { SessionStatus } from '../machines/protected-page.machine.ts';
import { sessionMachine } from '../machines/session.machine.ts';
import type { SessionEvent } from '../machines/session.machine.ts';
import { paths } from '../rules/paths.ts';
import type { ApiOptions } from '../services/api.ts';
import type { createAuthService } from '../services/auth.service.ts';
import { browserStorage } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { listener, stopAll, watchActor } from './listen.ts';
import type { Stop } from './listen.ts';

export type SessionSnapshot = SnapshotFrom<typeof sessionMachine>;

/** §3: the keys of the two scopes. */
const KEYS = {
  customer: { token: 'token', user: 'user' },
  admin: { token: 'adminToken', user: 'adminUser' },
} as const;

type Scope = keyof typeof KEYS;

/** The session with its slots filled. */
export function composeSession(env: ComposeEnv, auth: () => Promise<ReturnType<typeof createAuthService>>) {
  const storage = browserStorage(env);
  const read = (scope: Scope): StoredSession => ({
    token: storage.read(KEYS[scope].token),
    user: storage.read(KEYS[scope].user),
  });
  const clear = (scope: Scope) => {
    storage.remove(KEYS[scope].token);
    storage.remove(KEYS[scope].user);
  };

  return sessionMachine.provide({
    actors: {
      watchStorage: listener<SessionEvent>((send) => {
        const sendChanges = (scope: Scope) =>
          storage.subscribe(Object.values(KEYS[scope]), () => send({ type: `${scope}.changed`, stored: read(scope) }));
        const stop = stopAll(sendChanges('customer'), sendChanges('admin'));
        send({ type: 'customer.read', stored: read('customer') });
        send({ type: 'admin.read', stored: read('admin') });
        return stop;
      }),
      loadProfile: fromPromise(async ({ signal }) => (await auth()).profile(signal)),
      logout: fromPromise(async ({ signal }) => (await auth()).logout(signal)),
    },
    actions: {
      storeSession: (_, { token, user }) => {
        clear('customer');
        // The user first: other tabs take a user without a token for a session that is being written.
        const isUserStored = storage.write(KEYS.customer.user, JSON.stringify(user));
        const isTokenStored = storage.write(KEYS.customer.token, token);
        if (!isUserStored || !isTokenStored) env.session().send({ type: 'storage.refused' });
      },
      storeUser: (_, { user }) => void storage.write(KEYS.customer.user, JSON.stringify(user)),
      clearStored: (_, { scope }) => clear(scope),
      leaveForLogin: () => env.assign(paths.login),
    },
  });
}

/** The API client's part in the session: the token that it sends, and what follows a refused one (§6: two scopes). */
export function accountBearer({ session }: Pick<ComposeEnv, 'session'>): Pick<ApiOptions, 'token' | 'onUnauthorized'> {
  return {
    token: (url) => {
      const { token, adminToken } = session().getSnapshot().context;
      return url.includes('/admin/') ? adminToken : token;
    },
    onUnauthorized: (url, token) => session().send({ type: 'request.unauthorized', url, token }),
  };
}

/** What protected pages need to know of the session. */
export function sessionStatus(session: SessionSnapshot): SessionStatus {
  if (session.hasTag('loading')) return 'loading';
  if (session.hasTag('leaving')) return 'leaving';
  // While logging out the page stays as it is.
  return session.hasTag('signedOut') ? 'signedOut' : 'signedIn';
}

/** Hands on what `select` makes of the session: at once unless it is `known`, and whenever it is another value. */
export function watchSession<Value>(
  { session }: Pick<ComposeEnv, 'session'>,
  select: (snapshot: SessionSnapshot) => Value,
  onValue: (value: Value) => void,
  known?: Value,
): Stop {
  return watchActor(session(), select, onValue, known);
}

/** Says when nobody is logged in any more; a logout leaves the page by itself (A25). */
export function watchSessionEnd(env: Pick<ComposeEnv, 'session'>, onEnd: () => void): Stop {
  const hasEnded = (session: SessionSnapshot) => session.hasTag('signedOut') && !session.hasTag('leaving');
  return watchSession(env, hasEnded, (isOver) => isOver && onEnd(), hasEnded(env.session().getSnapshot()));
}

/** Hands on the id of the shopper who is signed in, null for nobody: at once, and whenever it is another. */
export function watchShopper(env: Pick<ComposeEnv, 'session'>, onShopper: (id: string | null) => void): Stop {
  return watchSession(
    env,
    (session) => (session.hasTag('signedIn') ? (session.context.user?._id ?? null) : null),
    onShopper,
  );
}
