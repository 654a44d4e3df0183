import type { Category } from '../../../contract/catalogue.ts';
import { shop } from '../../../contract/shop.config.ts';
import { getQueryText } from '../address-text.ts';
import { toFailedCall, toProblem } from '../failure.ts';
import type { Problem } from '../failure.ts';
import { paths } from '../paths.ts';
import * as texts from '../../texts/catalogue.ts';

/** The nav bar's request (§7, A42). */
export const CATEGORIES_REQUEST = { status: 'active' } as const;

/** The footer's request (§7, §9). */
export const TOP_CATEGORIES_REQUEST = { limit: 6, status: 'active' } as const;

/**
 * Returns the categories of the nav bar: active, without a parent, sorted by order and name (§2 Category nav bar, A42).
 */
export function getNavCategories(known: readonly Category[]): readonly Category[] {
  return known
    .filter(({ isActive, parent }) => isActive && parent === null)
    .sort((one, other) => one.order - other.order || one.name.localeCompare(other.name));
}

/** Returns the category slug in the address, or `null` for other pages and for the list of all categories. */
export function parseCategorySlug(path: string): string | null {
  const [pathname = '', search] = path.split('?', 2);
  const isList = pathname === paths.products || pathname === paths.search;
  return (isList && getQueryText(search ?? '', 'category')) || null;
}

/** Returns the problem of a call that failed or returned no categories (§8 Categories, A55). */
export function categoriesProblem(error: unknown): Problem {
  const { status } = toFailedCall(error);
  const isAnswered = status >= 200 && status < 300;
  return toProblem(error, isAnswered ? texts.failedToFetchCategories : texts.failedToLoadCategories);
}

interface LinkedCategory {
  readonly name: string;
  readonly slug: string;
}

/** Returns the categories to link, or the shop's fixed six when the server's are unknown or empty (§2 Footer). */
export function getLinkedCategories(known: readonly LinkedCategory[] | null): readonly LinkedCategory[] {
  return known === null || known.length === 0 ? shop.fallbackCategories : known;
}
