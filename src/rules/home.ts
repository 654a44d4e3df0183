import { shop } from '../../contract/shop.config.ts';

/** The calls of the home page and the footer, word for word (§7 Home requests, §9). */
export const NEW_ARRIVALS_REQUEST = { limit: 10, sortBy: 'newest' } as const;
export const FEATURED_REQUEST = { limit: 10, page: 1, featured: 'true' } as const;
/** By the section that shows the answer. */
export const SECTION_REQUESTS = { newArrivals: NEW_ARRIVALS_REQUEST, featured: FEATURED_REQUEST } as const;
export const TOP_CATEGORIES_REQUEST = { limit: 6, status: 'active' } as const;

/** 'View All New Products' is linked from this many on (A11). */
export const VIEW_ALL_NEW_FROM = 8;

interface Linked {
  readonly name: string;
  readonly slug: string;
}

/** The categories to link: the shop's fixed six where the server's are not known, or there are none (§2 Footer). */
export function linkedCategories(known: readonly Linked[] | null): readonly Linked[] {
  return known === null || known.length === 0 ? shop.fallbackCategories : known;
}
