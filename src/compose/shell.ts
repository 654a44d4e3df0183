import { fromPromise } from 'xstate';
import { TOP_CATEGORIES_REQUEST } from '../rules/home.ts';
import { menuMachine } from '../machines/menu.machine.ts';
import type { MenuEvent } from '../machines/menu.machine.ts';
import { protectedPageMachine } from '../machines/protected-page.machine.ts';
import type { ProtectedPageEvent, SessionStatus } from '../machines/protected-page.machine.ts';
import { topCategoriesMachine } from '../machines/top-categories.machine.ts';
import { paths } from '../rules/paths.ts';
import { composeCart } from './cart.ts';
import { composeConnection } from './connection.ts';
import { lazyService } from './env.ts';
import type { ComposeEnv } from './env.ts';
import { listener, stopAll } from './listen.ts';
import { watchScreen } from './screen.ts';
import { composeSession, sessionStatus, watchSession } from './session.ts';
import type { SessionSnapshot } from './session.ts';

/** What stands around every page and is therefore on the first one: connection, session, cart, guard, menus, footer. */
export function shellMachines(env: ComposeEnv) {
  const auth = lazyService(env, async () => (await import('../services/auth.service.ts')).createAuthService);
  const catalogue = lazyService(
    env,
    async () => (await import('../services/catalogue.service.ts')).createCatalogueService,
  );
  const goTo = (_: unknown, { path }: { path: string }) => env.navigate(path, { replace: true });

  const protectedPage = protectedPageMachine.provide({
    actors: {
      watchSession: listener<ProtectedPageEvent, { status: SessionStatus }>((send, known) =>
        watchSession(env, sessionStatus, (status) => send({ type: 'session.changed', status }), known.status),
      ),
    },
    actions: {
      goToLogin: (_, { origin }) => env.navigate(paths.login, { replace: true, state: { origin } }),
      goTo,
    },
  });

  const menu = menuMachine.provide({
    actors: {
      watchSession: listener<MenuEvent>((send) =>
        watchSession(env, nameOf, (name) =>
          send(name === null ? { type: 'session.signedOut' } : { type: 'session.signedIn', name }),
        ),
      ),
      watchPage: listener<MenuEvent>((send) =>
        stopAll(
          env.on('pointerdown', ({ target }) => {
            const isInside = target instanceof Element && target.closest('[data-menu]') !== null;
            if (!isInside) send({ type: 'outside.pressed' });
          }),
          watchScreen(env, { large: () => send({ type: 'screen.widened' }) }),
        ),
      ),
    },
    actions: { logOut: () => env.session().send({ type: 'session.logout' }) },
  });

  const topCategories = topCategoriesMachine.provide({
    actors: {
      loadCategories: fromPromise(async ({ signal }) => (await catalogue()).categories(TOP_CATEGORIES_REQUEST, signal)),
    },
  });

  return {
    connection: composeConnection(env),
    session: composeSession(env, auth),
    cart: composeCart(env),
    protectedPage,
    menu,
    topCategories,
  };
}

/** The name of who is logged in, null for a guest; somebody who is logging out counts as one. */
function nameOf(session: SessionSnapshot): string | null {
  return session.hasTag('signedIn') ? (session.context.user?.name ?? '') : null;
}
