import { createContext, use, useCallback, useMemo } from 'react';
import type { ReactNode } from 'react';
import type { Category } from '../../../contract/catalogue.ts';
import { CATEGORIES_REQUEST } from '../../rules/catalogue/categories.ts';
import { CategoryNavView } from '../../views/catalogue/category-nav.view.tsx';
import { HydrationBoundary } from '../../views/parts/hydration-boundary.tsx';
import { useApp } from '../app-context.tsx';
import { useSelected, useSnapshot } from '../connect.tsx';
import { usePageData } from '../page-data.ts';
import type { PageCall } from '../page-data.ts';
import { useRootActor } from '../root-actor.ts';
import { usePath } from '../use-path.ts';

export const categoriesCall: PageCall = { path: '/categories', request: CATEGORIES_REQUEST };

const NONE: readonly Category[] = [];

const CategoriesContext = createContext<ReturnType<typeof useOnce> | null>(null);

/** Around all pages: the categories come with the page or are asked for once, wherever the shopper goes then. */
export function Categories({ children }: { readonly children: ReactNode }) {
  return <CategoriesContext value={useOnce()}>{children}</CategoriesContext>;
}

/** The active top-level categories, as far as they are known. */
export function useCategories(): readonly Category[] {
  const { actor, first } = useKnown();
  return useSelected(actor, first, ({ context }) => context.categories) ?? NONE;
}

function Bar() {
  const { actor, first } = useKnown();
  return <CategoryNavView snapshot={useSnapshot(actor, first)} send={actor.send} />;
}

/** Always the same, so that news of the frame do not hurry its hydration. */
export const categoryNav = (
  <HydrationBoundary>
    <Bar />
  </HydrationBoundary>
);

function useKnown() {
  const known = use(CategoriesContext);
  if (known === null) throw new Error('useCategories: not inside of Categories');
  return known;
}

/** The same object as long as the app lives, so that news of the frame render nothing again. */
function useOnce() {
  const { machines } = useApp();
  const loaded = usePageData('/categories', CATEGORIES_REQUEST)?.data.categories ?? null;
  const actor = useRootActor(machines.categoryNav, { input: { loaded, path: usePath() } });
  usePath(useCallback((path) => actor.send({ type: 'address.changed', path }), [actor]));
  return useMemo(() => ({ actor, first: actor.getSnapshot() }), [actor]);
}
