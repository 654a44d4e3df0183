import { fromCallback, fromPromise } from 'xstate';
import type { EventObject, SnapshotFrom } from 'xstate';
import type { StoredSession } from '../rules/stored-session.ts';
import type { SessionStatus } from '../machines/protected-page.machine.ts';
import { sessionMachine } from '../machines/session.machine.ts';
import type { SessionEvent } from '../machines/session.machine.ts';
import { paths } from '../rules/paths.ts';
import type { ApiOptions } from '../services/api.ts';
import type { createAuthService } from '../services/auth.service.ts';
import type { ComposeEnv } from './env.ts';
import { browserStorage } from './storage.ts';

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
      watchStorage: fromCallback<EventObject>(({ sendBack }) => {
        const tell = (event: SessionEvent) => sendBack(event);
        const tellChanges = (scope: Scope) => tell({ type: `${scope}.changed`, stored: read(scope) });
        const stops = [
          storage.subscribe(Object.values(KEYS.customer), () => tellChanges('customer')),
          storage.subscribe(Object.values(KEYS.admin), () => tellChanges('admin')),
          // A tab that slept (back/forward cache) was told nothing meanwhile.
          env.on('pageshow', ({ persisted }) => {
            if (!persisted) return;
            tellChanges('customer');
            tellChanges('admin');
          }),
        ];
        tell({ type: 'customer.read', stored: read('customer') });
        tell({ type: 'admin.read', stored: read('admin') });
        return () => stops.forEach((stop) => stop());
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

/** How the API client is told of the session, and tells it of a refused token (§6: two scopes). */
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

/** Tells what `select` makes of the session whenever it is another value than before; `told` is known already. */
export function watchSession<Value>(
  { session }: Pick<ComposeEnv, 'session'>,
  select: (snapshot: SessionSnapshot) => Value,
  tell: (value: Value) => void,
  told?: Value,
): () => void {
  let last = told;
  const tellNews = () => {
    const value = select(session().getSnapshot());
    if (value === last) return;
    last = value;
    tell(value);
  };
  const subscription = session().subscribe(tellNews);
  tellNews();
  return () => subscription.unsubscribe();
}
