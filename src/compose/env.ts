import type { ActorRefFrom } from 'xstate';
import type { cartMachine } from '../machines/cart/cart.machine.ts';
import type { connectionMachine } from '../machines/shell/connection.machine.ts';
import type { sessionMachine } from '../machines/account/session.machine.ts';
import type { Api } from '../services/api.ts';
import { createBrowserStorage } from '../services/browser-storage.ts';
import { inTime } from '../services/in-time.ts';

/** Where the shopper is; `state` is what the last navigation carried. */
export interface Place {
  readonly pathname: string;
  /** With its question mark, or empty. */
  readonly search: string;
  readonly state: unknown;
}

export interface NavigateOptions {
  readonly replace?: boolean;
  readonly state?: unknown;
}

/** Calls the listener with each event of the type; answers how to stop. */
export type Listen = <Type extends keyof WindowEventMap | 'visibilitychange'>(
  type: Type,
  listener: (event: Type extends keyof WindowEventMap ? WindowEventMap[Type] : Event) => void,
) => () => void;

/** All that the flows need of the browser. On the server nothing of it is called: no actor is started there. */
export interface Browser {
  /** Goes to a page inside the app. Paths come from src/rules/paths.ts. */
  readonly navigate: (path: string, options?: NavigateOptions) => void;
  /** One step back in the history, or home where there is none. */
  readonly back: () => void;
  /** Leaves for a full page load (A25). */
  readonly assign: (path: string) => void;
  readonly place: () => Place;
  /** `localStorage`. Throws where the browser refuses it (H10). */
  readonly storage: () => Storage;
  /** `sessionStorage`: of this tab alone, until it is closed. Throws like `storage`. */
  readonly tabStorage: () => Storage;
  /** Events of window and document, in the bubbling phase: storage, focus, online, visibilitychange, pointerdown … */
  readonly on: Listen;
  readonly isOnline: () => boolean;
  readonly isVisible: () => boolean;
  /** Says whether a media query holds, at once and whenever that changes; answers how to stop. */
  readonly onMedia: (query: string, listener: (isMatching: boolean) => void) => () => void;
  /** Epoch ms by the server's clock, as far as an answer has said (H13). */
  readonly now: () => number;
  /** A fresh UUIDv4, e.g. for an idempotency key. */
  readonly uuid: () => string;
  /**
   * What `work` gives, run while no other tab runs any, in the order asked for; at once where the browser has no locks
   * or refuses them.
   */
  readonly inTurn: <Result>(work: () => Result) => Promise<Result>;
}

/** What every `…Machines(env)` of src/compose is given. */
export interface ComposeEnv extends Browser {
  /** The API client; its code (ky, valibot) is fetched by the first call, so that it is not on the first page. */
  readonly api: () => Promise<Api>;
  /** The actors that live as long as the page. Not started before hydration; call them inside slots only. */
  readonly connection: () => ActorRefFrom<typeof connectionMachine>;
  readonly session: () => ActorRefFrom<typeof sessionMachine>;
  readonly cart: () => ActorRefFrom<typeof cartMachine>;
}

/**
 * A service whose code is fetched when a slot first asks for it:
 * `const auth = lazyService(env, async () => (await import('../services/auth.service.ts')).createAuthService)`,
 * then `(await auth()).login(input, signal)` inside the slot. A chunk that cannot be fetched, or is not there in the
 * 10 s that a call has (§7), counts as offline; a late one serves the next call.
 */
export function lazyService<Service>(
  { api }: Pick<ComposeEnv, 'api'>,
  load: () => Promise<(call: Api) => Service>,
): () => Promise<Service> {
  let loading: Promise<Service> | undefined;
  return () => {
    loading ??= Promise.all([api(), load()]).then(
      ([call, create]) => create(call),
      () => {
        loading = undefined;
        throw OFFLINE;
      },
    );
    return inTime(loading, () => OFFLINE);
  };
}

/** What all flows of an app share: made when it is first asked for, and the same from then on. */
export function onePerApp<Shared>(create: (env: ComposeEnv) => Shared): (env: ComposeEnv) => Shared {
  const made = new WeakMap<ComposeEnv, Shared>();
  return (env) => {
    const shared = made.get(env) ?? create(env);
    made.set(env, shared);
    return shared;
  };
}

/** The one storage of an app: what the browser refuses to keep, all flows must find in the same memory. */
export const browserStorage = onePerApp(createBrowserStorage);

/** The one storage of a tab, in the same way. */
export const tabStorage = onePerApp(({ tabStorage, on }) => createBrowserStorage({ storage: tabStorage, on }));

/** A `FailedCall` (src/rules/failure.ts); the class that services throw would bring valibot along. */
const OFFLINE = {
  kind: 'offline',
  status: 0,
  message: '',
  requestId: null,
  fields: {},
  data: undefined,
  retryAfter: null,
};
