import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { App } from '../compose.ts';
import type { NavigateOptions } from '../compose/env.ts';
import { OriginContext } from '../views/parts/head.tsx';
import { AppProvider } from './app-context.tsx';
import { FirstPageProvider } from './page-data.ts';
import type { FirstPage } from './page-data.ts';
import { Protected } from './account/protected-page.tsx';
import { RootError } from './root-error.tsx';
import { Scroll } from './scroll.tsx';
import { Shell } from './shell/shell.tsx';
import { findRoute } from './table.ts';

export interface RootProps {
  readonly app: App;
  readonly first: FirstPage;
  /** Origin of canonical links, e.g. `https://duka.test`. */
  readonly origin: string;
  /** Called once, after the first commit in the browser. */
  readonly onHydrated: (navigate: (path: string, options?: NavigateOptions) => void) => void;
  readonly onNavigated: () => void;
}

/** The whole app inside a router: the same tree on the server and in the browser. */
export function Root({ app, first, origin, onHydrated, onNavigated }: RootProps) {
  return (
    <RootError>
      <AppProvider value={app}>
        <OriginContext value={origin}>
          <FirstPageProvider value={first}>
            <Started firstKey={first.key} onHydrated={onHydrated} onNavigated={onNavigated} />
            <Scroll />
            <Shell>
              <Protected>
                <CurrentPage />
              </Protected>
            </Shell>
          </FirstPageProvider>
        </OriginContext>
      </AppProvider>
    </RootError>
  );
}

/** The page of the current address. A page with several addresses keeps its state between them. */
function CurrentPage() {
  const { entry, params } = findRoute(useLocation().pathname);
  return <entry.Page params={params} />;
}

/** First in the tree, so that its effect runs before those of the pages and the long-lived actors start first. */
function Started({
  firstKey,
  onHydrated,
  onNavigated,
}: Pick<RootProps, 'onHydrated' | 'onNavigated'> & { readonly firstKey: string }) {
  const navigate = useNavigate();
  const { key, pathname, search } = useLocation();
  const address = pathname + search;
  const [firstAddress] = useState(address);
  useEffect(() => onHydrated((path, options) => void navigate(path, options)), [navigate, onHydrated]);
  // An entry that the router did not create has no key.
  const isFirst = key === firstKey && address === firstAddress;
  useEffect(() => {
    if (!isFirst) onNavigated();
  }, [isFirst, onNavigated]);
  return null;
}
