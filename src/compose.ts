import type { ActorRefFrom } from 'xstate';
import { createCart } from './compose/cart/cart.ts';
import type { Browser, ComposeEnv } from './compose/env.ts';
import { createRootActor } from './compose/inspection.ts';
import { shellMachines } from './compose/shell/shell.ts';
import { accountBearer } from './compose/account/session.ts';
import { createWishlist } from './compose/cart/wishlist.ts';
import type { Api } from './services/api.ts';

type ShellMachines = ReturnType<typeof shellMachines>;

/** Options that only a browser sets. */
export interface Options {
  /** Base of the API, e.g. `https://duka.test/api`. */
  readonly base: string;
  /** Called with the server time of each reply. Epoch ms (H13). */
  readonly onServerTime?: (epochMs: number) => void;
}

/**
 * The composition root. Only this file and its parts in src/compose connect machines to services, storage and
 * navigation. It composes the frame around every page; each page composes its own machines when its code arrives.
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
    /** Snapshots that the server rendered, for hydration. */
    first: {
      connection: connection.getSnapshot(),
      session: session.getSnapshot(),
      cart: cart.getSnapshot(),
      wishlist: wishlist.getSnapshot(),
    },
    /** Returns the machines of a page, e.g. of src/compose/account/auth.ts. They are composed once for this app. */
    compose<Machines>(area: (env: ComposeEnv) => Machines): Machines {
      const machines = (composed.get(area) as Machines | undefined) ?? area(env);
      composed.set(area, machines);
      return machines;
    },
    /** Actors in the order in which they start, once, after hydration. They read the storage when they start. */
    longLived: [session, cart, wishlist, connection] as const,
  };
}

export type App = ReturnType<typeof composeApp>;
