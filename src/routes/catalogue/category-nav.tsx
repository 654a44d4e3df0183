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

const CategoriesContext = createContext<ReturnType<typeof useStableCategories> | null>(null);

/** Wraps all pages. The categories arrive with the page or are loaded once, and navigation does not load them again. */
export function Categories({ children }: { readonly children: ReactNode }) {
  return <CategoriesContext value={useStableCategories()}>{children}</CategoriesContext>;
}

/** Returns the active top-level categories, or none before they are loaded. */
export function useCategories(): readonly Category[] {
  const { actor, first } = useCategoriesContext();
  return useSelected(actor, first, ({ context }) => context.categories) ?? NONE;
}

function Bar() {
  const { actor, first } = useCategoriesContext();
  return <CategoryNavView snapshot={useSnapshot(actor, first)} send={actor.send} />;
}

/** A constant element, so that updates of the frame do not force its hydration. */
export const categoryNav = (
  <HydrationBoundary>
    <Bar />
  </HydrationBoundary>
);

function useCategoriesContext() {
  const known = use(CategoriesContext);
  if (known === null) throw new Error('useCategories: not inside of Categories');
  return known;
}

/** Returns the same object as long as the app lives, so that updates of the frame cause no further render. */
function useStableCategories() {
  const { machines } = useApp();
  const loaded = usePageData('/categories', CATEGORIES_REQUEST)?.data.categories ?? null;
  const actor = useRootActor(machines.categoryNav, { input: { loaded, path: usePath() } });
  usePath(useCallback((path) => actor.send({ type: 'address.changed', path }), [actor]));
  return useMemo(() => ({ actor, first: actor.getSnapshot() }), [actor]);
}
