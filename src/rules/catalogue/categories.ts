import type { Category } from '../../../contract/catalogue.ts';
import { shop } from '../../../contract/shop.config.ts';
import { textInAddress } from '../address-text.ts';
import { failedCall, problemOf } from '../failure.ts';
import type { Problem } from '../failure.ts';
import { paths } from '../paths.ts';
import * as texts from '../../texts/catalogue.ts';

/** The nav bar's call (§7, A42). */
export const CATEGORIES_REQUEST = { status: 'active' } as const;

/** The footer's call (§7, §9). */
export const TOP_CATEGORIES_REQUEST = { limit: 6, status: 'active' } as const;

/** What the nav bar links: active and without a parent, by order, then name (§2 Category nav bar, A42). */
export function navCategories(known: readonly Category[]): readonly Category[] {
  return known
    .filter(({ isActive, parent }) => isActive && parent === null)
    .sort((one, other) => one.order - other.order || one.name.localeCompare(other.name));
}

/** The slug that an address names; null where it is no list, or one of all categories. */
export function categoryOf(path: string): string | null {
  const [pathname = '', search] = path.split('?', 2);
  const isList = pathname === paths.products || pathname === paths.search;
  return (isList && textInAddress(search ?? '', 'category')) || null;
}

/** §8 Categories, A55: the call came back without categories, or did not come back. */
export function categoriesProblem(error: unknown): Problem {
  const { status } = failedCall(error);
  const isAnswered = status >= 200 && status < 300;
  return problemOf(error, isAnswered ? texts.failedToFetchCategories : texts.failedToLoadCategories);
}

interface Linked {
  readonly name: string;
  readonly slug: string;
}

/** The categories to link: the shop's fixed six where the server's are not known, or there are none (§2 Footer). */
export function linkedCategories(known: readonly Linked[] | null): readonly Linked[] {
  return known === null || known.length === 0 ? shop.fallbackCategories : known;
}
