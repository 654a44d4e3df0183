import { fromPromise } from 'xstate';
import type { StoredSession } from '../../rules/account/stored-session.ts';
import { sessionMachine } from '../../machines/account/session.machine.ts';
import type { SessionEvent } from '../../machines/account/session.machine.ts';
import { paths } from '../../rules/paths.ts';
import { hasEnded, shopperOf, tokenFor } from '../../rules/account/session.ts';
import type { ApiOptions } from '../../services/api.ts';
import type { createAuthService } from '../../services/auth.service.ts';
import { browserStorage } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { listener, stopAll, watchActor, watchPresent } from '../listen.ts';
import type { Stop } from '../listen.ts';

/** §3: the keys of the two scopes. */
const KEYS = {
  customer: { token: 'token', user: 'user' },
  admin: { token: 'adminToken', user: 'adminUser' },
} as const;

type Scope = keyof typeof KEYS;

const readKeys = (env: ComposeEnv, scope: Scope): StoredSession => ({
  token: browserStorage(env).read(KEYS[scope].token),
  user: browserStorage(env).read(KEYS[scope].user),
});
const clearKeys = (env: ComposeEnv, scope: Scope) => {
  browserStorage(env).remove(KEYS[scope].token);
  browserStorage(env).remove(KEYS[scope].user);
};

/** What the browser keeps of the customer now. */
export function storedSession(env: ComposeEnv): StoredSession {
  return readKeys(env, 'customer');
}

/** Takes the customer out of the storage; this tab's session goes on until it is told (Q1). */
export function forgetStoredSession(env: ComposeEnv): void {
  clearKeys(env, 'customer');
}

/** The session with its slots filled. */
export function composeSession(env: ComposeEnv, auth: () => Promise<ReturnType<typeof createAuthService>>) {
  const storage = browserStorage(env);
  const read = (scope: Scope) => readKeys(env, scope);
  const clear = (scope: Scope) => clearKeys(env, scope);

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
    token: (access) => tokenFor(access, session().getSnapshot().context),
    onUnauthorized: (call, token) => session().send({ type: 'request.unauthorized', ...call, token }),
  };
}

/** Says when nobody is logged in any more. */
export function watchSessionEnd({ session }: Pick<ComposeEnv, 'session'>, onEnd: () => void): Stop {
  return watchPresent(session(), hasEnded, onEnd, { known: hasEnded(session().getSnapshot()) });
}

/** Hands on the id of the shopper who is signed in, null for nobody: at once, and whenever it is another. */
export function watchShopper({ session }: Pick<ComposeEnv, 'session'>, onShopper: (id: string | null) => void): Stop {
  return watchActor(session(), shopperOf, onShopper);
}
