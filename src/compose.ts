import type { ActorRefFrom } from 'xstate';
import { createCart } from './compose/cart/cart.ts';
import type { Browser, ComposeEnv } from './compose/env.ts';
import { createRootActor } from './compose/inspection.ts';
import { shellMachines } from './compose/shell/shell.ts';
import { accountBearer } from './compose/account/session.ts';
import { createWishlist } from './compose/cart/wishlist.ts';
import type { Api } from './services/api.ts';

type ShellMachines = ReturnType<typeof shellMachines>;

/** What a browser adds to a server's composition. */
export interface Options {
  /** Base of the API, e.g. `https://duka.test/api`. */
  readonly base: string;
  /** Called with the server's time of each answer, epoch ms (H13). */
  readonly onServerTime?: (epochMs: number) => void;
}

/**
 * The composition root: the only place, with its parts in src/compose, where machines meet services, storage
 * and navigation. What stands around every page is composed here, what a page needs when its code arrives.
 */
export function composeApp(browser: Browser, { base, onServerTime }: Options) {
  let api: Promise<Api> | undefined;
  const env: ComposeEnv = {
    ...browser,
    api: () =>
      (api ??= import('./services/api.ts').then(
        ({ createApi }) => createApi({ base, ...accountBearer(env), ...(onServerTime && { onServerTime }) }),
        (error: unknown) => {
          api = undefined;
          throw error;
        },
      )),
    connection: () => connection,
    session: () => session,
    cart: () => cart,
  };
  const machines = shellMachines(env);
  const connection: ActorRefFrom<ShellMachines['connection']> = createRootActor(machines.connection);
  const session: ActorRefFrom<ShellMachines['session']> = createRootActor(machines.session);
  const cart: ActorRefFrom<ShellMachines['cart']> = createCart(machines.cart, env);
  const wishlist: ActorRefFrom<ShellMachines['wishlist']> = createWishlist(machines.wishlist, env);
  const composed = new Map<unknown, unknown>();
  return {
    env,
    machines,
    connection,
    session,
    cart,
    wishlist,
    /** What the server rendered of them, for hydration. */
    first: {
      connection: connection.getSnapshot(),
      session: session.getSnapshot(),
      cart: cart.getSnapshot(),
      wishlist: wishlist.getSnapshot(),
    },
    /** The machines of a page (src/compose/account/auth.ts …), composed once for this app. */
    compose<Machines>(area: (env: ComposeEnv) => Machines): Machines {
      const machines = (composed.get(area) as Machines | undefined) ?? area(env);
      composed.set(area, machines);
      return machines;
    },
    /** In the order in which they are started, once, after hydration: then they read the storage. */
    longLived: [session, cart, wishlist, connection] as const,
  };
}

export type App = ReturnType<typeof composeApp>;
