import { fromPromise } from 'xstate';
import type { StoredSession } from '../../rules/account/stored-session.ts';
import { sessionMachine } from '../../machines/account/session.machine.ts';
import type { SessionEvent } from '../../machines/account/session.machine.ts';
import { paths } from '../../rules/paths.ts';
import { getTokenFor } from '../../rules/account/session.ts';
import type { ApiOptions } from '../../services/api.ts';
import type { createAuthService } from '../../services/auth.service.ts';
import { browserStorage } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, stopAll } from '../listen.ts';

/** Storage keys of the two scopes (§3). */
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

/** Returns the customer's session as the storage holds it now. */
export function readStoredSession(env: ComposeEnv): StoredSession {
  return readKeys(env, 'customer');
}

/** Removes the customer from the storage. This tab's session machine continues until it receives an event (Q1). */
export function forgetStoredSession(env: ComposeEnv): void {
  clearKeys(env, 'customer');
}

export function composeSession(env: ComposeEnv, auth: () => Promise<ReturnType<typeof createAuthService>>) {
  const storage = browserStorage(env);
  const read = (scope: Scope) => readKeys(env, scope);
  const clear = (scope: Scope) => clearKeys(env, scope);

  return sessionMachine.provide({
    actors: {
      watchStorage: createListener<SessionEvent>((send) => {
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
        // Write the user first: other tabs read a user without a token as a session that is being written.
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

/** The session's part of the API client: the token to send, and what to do after a 401 (§6: two scopes). */
export function accountBearer({ session }: Pick<ComposeEnv, 'session'>): Pick<ApiOptions, 'token' | 'onUnauthorized'> {
  return {
    token: (access) => getTokenFor(access, session().getSnapshot().context),
    onUnauthorized: (call, token) => session().send({ type: 'request.unauthorized', ...call, token }),
  };
}
