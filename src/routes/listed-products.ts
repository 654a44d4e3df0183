import { useEffect } from 'react';
import type { Product } from '../../contract/catalogue.ts';
import type { ComposeEnv } from '../compose/env.ts';
import { useMachines } from './app-context.tsx';

/** Time for which a product's page may show what a list has loaded. The cart checks price and stock again (A4). */
const FRESH_MS = 60_000;

type Clock = Pick<ComposeEnv, 'now'>;

/** The products of each list that was shown last, so at most one page of products for each kind of list. */
export function createListedProducts({ now }: Clock) {
  const lists = new Map<string, { readonly products: readonly Product[]; readonly at: number }>();
  return {
    /** Replaces the products of the list with this name. */
    remember(list: string, products: readonly Product[]) {
      lists.set(list, { products, at: now() });
    },
    /** Returns a product by id or slug, or `null`. A flash deal is loaded again, because its price ends. */
    find(idOrSlug: string): Product | null {
      for (const { products, at } of [...lists.values()].sort((one, other) => other.at - one.at)) {
        const found = products.find(({ _id, slug }) => slug === idOrSlug || _id === idOrSlug);
        if (found !== undefined) return now() - at < FRESH_MS && !found.isFlashDeal ? found : null;
      }
      return null;
    },
  };
}

/** Remembers the products that a list shows, for the page that the shopper opens from it (decision 0120). */
export function useRememberedList(list: string, products: readonly Product[] | null): void {
  const listed = useMachines(createListedProducts);
  useEffect(() => {
    if (products !== null) listed.remember(list, products);
  }, [listed, list, products]);
}

/** Returns the product as a list has loaded it within the last minute, or `null`. */
export function useListedProduct(idOrSlug: string): Product | null {
  return useMachines(createListedProducts).find(idOrSlug);
}
