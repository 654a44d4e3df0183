import type { ActorRefFrom } from 'xstate';
import type { cartMachine } from '../machines/cart/cart.machine.ts';
import type { connectionMachine } from '../machines/shell/connection.machine.ts';
import type { sessionMachine } from '../machines/account/session.machine.ts';
import type { Api } from '../services/api.ts';
import { createBrowserStorage } from '../services/browser-storage.ts';
import { withTimeout } from '../services/with-timeout.ts';

/** The current address. `state` is what the last navigation carried. */
export interface Place {
  readonly pathname: string;
  /** Includes the question mark, or is empty. */
  readonly search: string;
  readonly state: unknown;
}

export interface NavigateOptions {
  readonly replace?: boolean;
  readonly state?: unknown;
}

/** Calls the listener for each event of the type. Returns a function that stops listening. */
export type Listen = <Type extends keyof WindowEventMap | 'visibilitychange'>(
  type: Type,
  listener: (event: Type extends keyof WindowEventMap ? WindowEventMap[Type] : Event) => void,
) => () => void;

/**
 * Everything that the flows need from the browser. On the server none of it is called, because no actor starts there.
 */
export interface Browser {
  /** Navigates to a page inside the app. Paths come from src/rules/paths.ts. */
  readonly navigate: (path: string, options?: NavigateOptions) => void;
  /** Goes one step back in the history, or to the home page when there is no earlier entry. */
  readonly back: () => void;
  /** Leaves through a full page load (A25). */
  readonly assign: (path: string) => void;
  readonly place: () => Place;
  /** `localStorage`. Throws when the browser refuses access (H10). */
  readonly storage: () => Storage;
  /** `sessionStorage`: private to this tab, until the tab is closed. Throws like `storage`. */
  readonly tabStorage: () => Storage;
  /**
   * Listens to events of window and document in the bubbling phase: storage, focus, online, visibilitychange,
   * pointerdown.
   */
  readonly on: Listen;
  readonly isOnline: () => boolean;
  readonly isVisible: () => boolean;
  /**
   * Reports whether a media query matches, immediately and after each change. Returns a function that stops listening.
   */
  readonly onMedia: (query: string, listener: (isMatching: boolean) => void) => () => void;
  /** Epoch ms of the server clock, once a reply has reported it (H13). */
  readonly now: () => number;
  /** Returns a new UUIDv4, e.g. for an idempotency key. */
  readonly uuid: () => string;
  /**
   * Runs `work` under a lock that all tabs share, in request order, and returns its result. Without lock support, or
   * when the browser refuses locks, it runs `work` immediately.
   */
  readonly inTurn: <Result>(work: () => Result) => Promise<Result>;
}

/** The argument of every `…Machines(env)` in src/compose. */
export interface ComposeEnv extends Browser {
  /** The API client. The first call fetches its code (ky, valibot), which keeps it out of the first page. */
  readonly api: () => Promise<Api>;
  /** Actors that live as long as the page. They start only after hydration; call these inside slots only. */
  readonly connection: () => ActorRefFrom<typeof connectionMachine>;
  readonly session: () => ActorRefFrom<typeof sessionMachine>;
  readonly cart: () => ActorRefFrom<typeof cartMachine>;
}

/**
 * Creates a service whose code is fetched when a slot first needs it: `const auth = lazyService(env, async () => (await
 * import('../services/auth.service.ts')).createAuthService)`, then `(await auth()).login(input, signal)` inside the
 * slot. A chunk that fails, or does not arrive within the 10 s of a call (§7), counts as offline; if it arrives later,
 * the next call uses it.
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
    return withTimeout(loading, () => OFFLINE);
  };
}

/** Wraps `create` so that all flows of an app share one instance, created on first use. */
export function onePerApp<Shared>(create: (env: ComposeEnv) => Shared): (env: ComposeEnv) => Shared {
  const made = new WeakMap<ComposeEnv, Shared>();
  return (env) => {
    const shared = made.get(env) ?? create(env);
    made.set(env, shared);
    return shared;
  };
}

/**
 * The app's only local storage wrapper. Values that the browser refuses to store must be in one memory that all flows
 * read.
 */
export const browserStorage = onePerApp(createBrowserStorage);

/** The tab's only session storage wrapper, for the same reason. */
export const tabStorage = onePerApp(({ tabStorage, on }) => createBrowserStorage({ storage: tabStorage, on }));

/** A `FailedCall` (src/rules/failure.ts). Importing the class that services throw would bundle valibot. */
const OFFLINE = {
  kind: 'offline',
  status: 0,
  message: '',
  requestId: null,
  fields: {},
  data: undefined,
  retryAfter: null,
};
