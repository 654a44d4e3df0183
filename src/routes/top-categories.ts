import { useActorRef } from '@xstate/react';
import { TOP_CATEGORIES_REQUEST } from '../rules/home.ts';
import { shop } from '../../contract/shop.config.ts';
import { useApp } from './app-context.tsx';
import { useSnapshot } from './connect.tsx';
import { usePageData } from './page-data.ts';
import type { PageCall } from './page-data.ts';

export const topCategoriesCall: PageCall = { path: '/categories', request: TOP_CATEGORIES_REQUEST };

/** The six top categories; the shop's fixed ones until and unless the server's are there (§2 Footer, A48). */
export function useTopCategories(): readonly { readonly name: string; readonly slug: string }[] {
  const { machines } = useApp();
  const loaded = usePageData('/categories', TOP_CATEGORIES_REQUEST)?.data.categories ?? null;
  const snapshot = useSnapshot(useActorRef(machines.topCategories, { input: { loaded } }));
  return (snapshot.matches('ready') ? snapshot.context.categories : null) ?? shop.fallbackCategories;
}
