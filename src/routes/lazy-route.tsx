import { use } from 'react';
import type { ComponentType } from 'react';
import type { PageCall } from './page-data.ts';

/** The address that a page is opened with. */
export interface RoutePlace {
  readonly pathname: string;
  /** With its question mark, or empty. */
  readonly search: string;
  /** The `:name` parts of the route's pattern. */
  readonly params: Readonly<Record<string, string | undefined>>;
}

export interface RouteProps {
  readonly params: RoutePlace['params'];
}

/** What a `*.route.tsx` exports. */
export interface RouteModule {
  readonly default: ComponentType<RouteProps>;
  /** The page's data; the first call is what the page is about: if the server has no such thing, the page is a 404. */
  readonly calls?: (place: RoutePlace) => readonly PageCall[];
  /** The page is made of parts that stand without each other: no call alone decides what becomes of it. */
  readonly isOfParts?: true;
  /** Whether the first call's reply tells that there is no such page, though it is no failure. */
  readonly isMissing?: (reply: unknown) => boolean;
}

export interface LazyRoute {
  (props: RouteProps): React.ReactNode;
  /** Fetches the page's code; resolves at once where it is already there. */
  readonly preload: () => Promise<RouteModule>;
  /** The page's code, once it is there. */
  readonly loaded: () => RouteModule | undefined;
}

/**
 * A page whose code is a chunk of its own. Preloaded it renders without Suspense, on the server and while
 * hydrating; otherwise it suspends, and since the router navigates in a transition the old page stays.
 */
export function lazyRoute(load: () => Promise<RouteModule>): LazyRoute {
  let loaded: RouteModule | undefined;
  const preload = askedOnce(load, (module) => {
    loaded = module;
  });
  function Route(props: RouteProps) {
    const { default: Page } = use(preload());
    return <Page {...props} />;
  }
  return Object.assign(Route, { preload, loaded: () => loaded });
}

/** Code for `use`, fetched by the first call; `onLoaded` is told of it before it is rendered. */
export function askedOnce<Code>(load: () => Promise<Code>, onLoaded?: (code: Code) => void): () => Promise<Code> {
  let pending: Promise<Code> | undefined;
  return () => {
    if (pending !== undefined) return pending;
    const loading = load();
    // React reads `status` and does not suspend for a promise that it knows to be settled.
    loading.then(
      (value) => {
        onLoaded?.(value);
        void Object.assign(loading, { status: 'fulfilled', value });
      },
      // Kept too: asked for again in each render, a missing chunk would be asked for without end.
      (reason: unknown) => void Object.assign(loading, { status: 'rejected', reason }),
    );
    pending = loading;
    return loading;
  };
}
