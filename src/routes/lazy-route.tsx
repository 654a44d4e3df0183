import { use } from 'react';
import type { ComponentType } from 'react';
import type { PageCall } from './page-data.ts';

/** The address that opened a page. */
export interface RoutePlace {
  readonly pathname: string;
  /** Includes the question mark, or is empty. */
  readonly search: string;
  /** Values of the `:name` parts in the route's pattern. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

export interface RouteProps {
  readonly params: RoutePlace['params'];
}

/** Exports of a `*.route.tsx`. */
export interface RouteModule {
  readonly default: ComponentType<RouteProps>;
  /** The page's data. The first call loads the page's subject; if the server does not find it, the page is a 404. */
  readonly calls?: (place: RoutePlace) => readonly PageCall[];
  /** `true` when the page consists of independent parts, so that no single call decides its status. */
  readonly hasIndependentParts?: true;
  /** Returns whether the first call's successful reply means that the page does not exist. */
  readonly isMissing?: (reply: unknown) => boolean;
}

export interface LazyRoute {
  (props: RouteProps): React.ReactNode;
  /** Fetches the page's code. Resolves immediately when it is already loaded. */
  readonly preload: () => Promise<RouteModule>;
  /** Fetches the page's code. Ignores a failure, so that `preload` fetches it again. */
  readonly prefetch: () => void;
  /** Returns the page's code when it is loaded. */
  readonly loaded: () => RouteModule | undefined;
}

/**
 * Creates a page whose code is a separate chunk. When preloaded it renders without Suspense, on the server and during
 * hydration; otherwise it suspends. The router navigates in a transition, so the old page stays visible.
 */
export function lazyRoute(load: () => Promise<RouteModule>): LazyRoute {
  let loaded: RouteModule | undefined;
  const preload = createLoader(load, (module) => {
    loaded = module;
  });
  function Route(props: RouteProps) {
    const { default: Page } = use(preload());
    return <Page {...props} />;
  }
  const prefetch = () => {
    // `preload` keeps a failure, so it runs only when the code is there.
    if (loaded === undefined)
      load()
        .then(preload)
        .catch(() => undefined);
  };
  return Object.assign(Route, { preload, prefetch, loaded: () => loaded });
}

/** Returns a loader for `use` that fetches the code on the first call. `onLoaded` runs before the code is rendered. */
export function createLoader<Code>(load: () => Promise<Code>, onLoaded?: (code: Code) => void): () => Promise<Code> {
  let pending: Promise<Code> | undefined;
  return () => {
    if (pending !== undefined) return pending;
    const loading = load();
    // React reads `status` and does not suspend for a promise that is already settled.
    loading.then(
      (value) => {
        onLoaded?.(value);
        void Object.assign(loading, { status: 'fulfilled', value });
      },
      // A rejected promise is kept too: otherwise each render would request the missing chunk again, endlessly.
      (reason: unknown) => void Object.assign(loading, { status: 'rejected', reason }),
    );
    pending = loading;
    return loading;
  };
}
