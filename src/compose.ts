import { createActor } from 'xstate';
import type { ActorRefFrom } from 'xstate';
import { accountMachines } from './compose/account.ts';
import { catalogueMachines } from './compose/catalogue.ts';
import type { Browser, ComposeEnv } from './compose/env.ts';
import { homeMachines } from './compose/home.ts';
import { accountBearer } from './compose/session.ts';
import { shopMachines } from './compose/shop.ts';
import type { Api } from './services/api.ts';

/** Every machine with its slots filled. Tests walk this record to prove that no slot is empty. */
export function machinesOf(env: ComposeEnv) {
  return { ...accountMachines(env), ...shopMachines(env), ...catalogueMachines(env), ...homeMachines(env) };
}

export type Machines = ReturnType<typeof machinesOf>;

/** What a browser adds to a server's composition. */
export interface Options {
  /** Base of the API, e.g. `https://duka.test/api`. */
  readonly base: string;
  /** Told the server's time of each answer, epoch ms (H13). */
  readonly onServerTime?: (epochMs: number) => void;
}

/** The composition root: the only place where machines meet services, storage and navigation. */
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
    session: () => session,
    cart: () => cart,
  };
  const machines = machinesOf(env);
  const session: ActorRefFrom<Machines['session']> = createActor(machines.session);
  const cart: ActorRefFrom<Machines['cart']> = createActor(machines.cart);
  return {
    env,
    machines,
    session,
    cart,
    /** What the server rendered of them, for hydration. */
    first: { session: session.getSnapshot(), cart: cart.getSnapshot() },
    /** Lets them read the storage; called once, after hydration. */
    start() {
      session.start();
      cart.start();
    },
  };
}

export type App = ReturnType<typeof composeApp>;
