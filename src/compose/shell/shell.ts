import { fromPromise } from 'xstate';
import { CATEGORIES_REQUEST, TOP_CATEGORIES_REQUEST } from '../../rules/catalogue/categories.ts';
import { categoryNavMachine } from '../../machines/catalogue/category-nav.machine.ts';
import { protectedPageMachine } from '../../machines/account/protected-page.machine.ts';
import type { ProtectedPageEvent } from '../../machines/account/protected-page.machine.ts';
import { topCategoriesMachine } from '../../machines/shell/top-categories.machine.ts';
import { paths } from '../../rules/paths.ts';
import { getSessionStatus } from '../../rules/account/session.ts';
import type { SessionStatus } from '../../rules/account/session.ts';
import { composeCart } from '../cart/cart.ts';
import { composeConnection } from './connection.ts';
import { catalogueService } from '../catalogue-service.ts';
import { lazyService } from '../env.ts';
import type { ComposeEnv } from '../env.ts';
import { createListener, watchActor } from '../listen.ts';
import { composeSession } from '../account/session.ts';
import { composeWishlist } from '../cart/wishlist.ts';

/**
 * Machines of the frame, which are part of every first page: connection, session, cart, wishlist, guard, nav bar, footer.
 */
export function shellMachines(env: ComposeEnv) {
  const auth = lazyService(env, async () => (await import('../../services/auth.service.ts')).createAuthService);
  const catalogue = catalogueService(env);
  const goTo = (_: unknown, { path }: { path: string }) => env.navigate(path, { replace: true });

  const protectedPage = protectedPageMachine.provide({
    actors: {
      watchSession: createListener<ProtectedPageEvent, { status: SessionStatus }>((send, known) =>
        watchActor(
          env.session(),
          getSessionStatus,
          (status) => send({ type: 'session.changed', status }),
          known.status,
        ),
      ),
    },
    actions: {
      goToLogin: (_, { origin }) => env.navigate(paths.login, { replace: true, state: { origin } }),
      goTo,
    },
  });

  const categoryNav = categoryNavMachine.provide({
    actors: {
      loadCategories: fromPromise(async ({ signal }) => (await catalogue()).categories(CATEGORIES_REQUEST, signal)),
    },
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
    wishlist: composeWishlist(env),
    protectedPage,
    categoryNav,
    topCategories,
  };
}
