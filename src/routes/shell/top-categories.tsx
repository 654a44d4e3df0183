import { createContext, use, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { getLinkedCategories, TOP_CATEGORIES_REQUEST } from '../../rules/catalogue/categories.ts';
import { useApp } from '../app-context.tsx';
import { useSnapshot } from '../connect.tsx';
import { usePageData } from '../page-data.ts';
import type { PageCall } from '../page-data.ts';
import { useRootActor } from '../root-actor.ts';

export const topCategoriesCall: PageCall = { path: '/categories', request: TOP_CATEGORIES_REQUEST };

const TopCategoriesContext = createContext<ReturnType<typeof useStableTopCategories> | null>(null);

/** Wraps all pages. The categories arrive with the page or are loaded once, and navigation does not load them again. */
export function TopCategories({ children }: { readonly children: ReactNode }) {
  return <TopCategoriesContext value={useStableTopCategories()}>{children}</TopCategoriesContext>;
}

/**
 * Returns the footer's content: the six top categories, with the shop's fixed ones until the server's arrive (§2, A48),
 * and the popular tags that came with the page (A60).
 */
export function useTopCategories() {
  const known = use(TopCategoriesContext);
  if (known === null) throw new Error('useTopCategories: not inside of TopCategories');
  const { actor, first, ...tags } = known;
  return { categories: getLinkedCategories(useSnapshot(actor, first).context.categories), ...tags };
}

/** Returns the same object as long as the app lives, so that updates of the frame cause no further render. */
function useStableTopCategories() {
  const { machines } = useApp();
  const known = usePageData('/categories', TOP_CATEGORIES_REQUEST)?.data;
  const [tags] = useState(known?.tags);
  const actor = useRootActor(machines.topCategories, { input: { loaded: known?.categories ?? null } });
  return useMemo(() => ({ actor, first: actor.getSnapshot(), ...(tags && { tags }) }), [actor, tags]);
}
