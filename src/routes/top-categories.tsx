import { useActorRef } from '@xstate/react';
import { createContext, use, useMemo } from 'react';
import type { ReactNode } from 'react';
import { linkedCategories, TOP_CATEGORIES_REQUEST } from '../rules/home.ts';
import { useApp } from './app-context.tsx';
import { useSnapshot } from './connect.tsx';
import { usePageData } from './page-data.ts';
import type { PageCall } from './page-data.ts';

export const topCategoriesCall: PageCall = { path: '/categories', request: TOP_CATEGORIES_REQUEST };

const TopCategoriesContext = createContext<ReturnType<typeof useOnce> | null>(null);

/** Around all pages: the categories come with the page or are asked for once, wherever the shopper goes then. */
export function TopCategories({ children }: { readonly children: ReactNode }) {
  return <TopCategoriesContext value={useOnce()}>{children}</TopCategoriesContext>;
}

/** The six top categories; the shop's fixed ones until and unless the server's are there (§2 Footer, A48). */
export function useTopCategories() {
  const known = use(TopCategoriesContext);
  if (known === null) throw new Error('useTopCategories: not inside of TopCategories');
  return linkedCategories(useSnapshot(known.actor, known.first).context.categories);
}

/** The same object as long as the app lives, so that news of the frame render nothing again. */
function useOnce() {
  const { machines } = useApp();
  const loaded = usePageData('/categories', TOP_CATEGORIES_REQUEST)?.data.categories ?? null;
  const actor = useActorRef(machines.topCategories, { input: { loaded } });
  return useMemo(() => ({ actor, first: actor.getSnapshot() }), [actor]);
}
