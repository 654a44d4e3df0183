import * as v from 'valibot';
import { PAGE_SIZE, SORTS, type Sort } from '../../../contract/catalogue.ts';
import type { listProducts } from '../../../contract/catalogue.ts';
import { requiredText } from '../../../contract/fields.ts';
import { isTracker } from '../../../contract/rules/trackers.ts';
import { parseTerms, type Term } from './search.rules.ts';

export interface Specification {
  readonly name: string;
  readonly value: string;
}

/** A specification value with its number of products, limited to the selected category if there is one. */
export interface CountedValue extends Specification {
  readonly products: number;
}

/** A validated and clamped list request. Prices are in whole shillings. */
export interface ProductFilter {
  /** Slug. Includes child categories. */
  readonly category: string | null;
  /** Slugs. Empty means any brand. */
  readonly brands: readonly string[];
  /** Search terms. `null` without a search. Empty when the search text contains no words, so nothing is found. */
  readonly terms: readonly Term[] | null;
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly isFeatured: boolean;
  readonly specifications: readonly CountedValue[];
  /** A search sorts by relevance unless the request has a sort (U27). */
  readonly sort: Sort | 'relevance';
  readonly limit: number;
  readonly offset: number;
}

type ListRequest = v.InferOutput<(typeof listProducts)['request']>;

/** Maximum number of rows per page (A10). */
const LARGEST_PAGE = 48;
/** The one larger page size that is allowed. The legacy filter request uses it, and gets slim rows (A10). */
export const LEGACY_LIMIT = 1000;
const MOST_BRANDS = 50;
const MOST_SPECIFICATIONS = 10;

const KNOWN = new Set([
  'category',
  'brand',
  'search',
  'minPrice',
  'maxPrice',
  'sortBy',
  'page',
  'limit',
  'featured',
  'activeOnly',
  'deals',
  // Reserved for a filter that the shop does not have (A8).
  'rating',
  'minRating',
]);

const SpecificationText = requiredText(200);

/** Returns the keys of a list request that may be specifications. The prefix `spec.` allows reserved names (A5). */
export function toSpecificationCandidates(request: ListRequest): Specification[] {
  return Object.entries(request)
    .filter(([key]) => !KNOWN.has(key) && !isTracker(key))
    .map(([key, value]) => ({ name: key.replace(/^spec\./, ''), value }))
    .filter((it): it is Specification => v.is(SpecificationText, it.name) && v.is(SpecificationText, it.value))
    .slice(0, MOST_SPECIFICATIONS);
}

/** Converts a list request to a filter. Unknown values fall back to defaults instead of failing (§2 Products, A10). */
export function toFilter(request: ListRequest, specifications: readonly CountedValue[]): ProductFilter {
  const limit = request.limit === LEGACY_LIMIT ? LEGACY_LIMIT : clamp(request.limit ?? PAGE_SIZE);
  const search = trimOrNull(request.search);
  return {
    category: trimOrNull(request.category),
    // Sorted and unique, so that equal selections share one cache entry.
    brands: [...new Set((request.brand ?? '').split(',').map((slug) => slug.trim()))]
      .filter((slug) => slug !== '')
      .slice(0, MOST_BRANDS)
      .sort(),
    terms: search === null ? null : parseTerms(search),
    minPrice: request.minPrice ?? null,
    maxPrice: request.maxPrice ?? null,
    isFeatured: request.featured === 'true',
    specifications: [...specifications].sort((one, other) =>
      `${one.name}\n${one.value}` < `${other.name}\n${other.value}` ? -1 : 1,
    ),
    sort: parseSort(request.sortBy) ?? (search === null ? 'newest' : 'relevance'),
    limit,
    offset: ((request.page ?? 1) - 1) * limit,
  };
}

/** Maximum number of bestsellers. */
export const MOST_SHOWN = 48;

/** Clamps the requested number of bestsellers. */
export function toShownLimit(asked = 8): number {
  return Math.max(1, Math.min(MOST_SHOWN, asked));
}

/** Returns whether no precomputed counts cover the filter (migration `0009-search`). */
export function isCountedOnDemand({ terms, minPrice, maxPrice, specifications }: ProductFilter): boolean {
  return terms !== null || minPrice !== null || maxPrice !== null || specifications.length > 0;
}

/** Returns whether the request has only search words and sorts by relevance. */
export function isPlainSearch({ terms, sort, ...filter }: ProductFilter): boolean {
  return terms !== null && sort === 'relevance' && !isNarrowed(filter);
}

/** Returns whether a filter has more than words, sort and page. */
export function isNarrowed({
  category,
  brands,
  minPrice,
  maxPrice,
  isFeatured,
  specifications,
}: Omit<ProductFilter, 'terms' | 'sort' | 'limit' | 'offset'>): boolean {
  const isPriced = minPrice !== null || maxPrice !== null;
  return category !== null || brands.length > 0 || isPriced || isFeatured || specifications.length > 0;
}

function clamp(limit: number): number {
  return Math.max(1, Math.min(LARGEST_PAGE, limit));
}

function trimOrNull(value: string | undefined): string | null {
  return value === undefined || value.trim() === '' ? null : value.trim();
}

function parseSort(value: string | undefined): Sort | undefined {
  return SORTS.find((sort) => sort === value);
}

/**
 * Rounds up the number of rows to the end of the page. `null` after page ten (with twelve rows per page), which
 * shoppers rarely open.
 */
export function toReach({ limit, offset }: Pick<ProductFilter, 'limit' | 'offset'>): 48 | 120 | null {
  const rows = limit + offset;
  return rows <= 48 ? 48 : rows <= 120 ? 120 : null;
}

/**
 * Names a list's statement by the filters that are present. Empty when the statement is not cached. Each PostgreSQL
 * connection holds its named statements (130 KB each), so only common combinations are cached.
 */
export function statementName(filter: ProductFilter, isSlim: boolean): string {
  const { category, brands, terms, minPrice, maxPrice, isFeatured, specifications, sort } = filter;
  const price = `${Number(minPrice !== null)}${Number(maxPrice !== null)}`;
  const flags = [category !== null, brands.length > 0, price !== '00', isFeatured];
  const reach = toReach(filter);
  const isCommon = terms === null && specifications.length === 0 && flags.filter(Boolean).length <= 2;
  return isCommon && !isSlim && reach !== null
    ? `products_${flags.map(Number).join('')}_${price}_${sort}_${reach}`
    : '';
}
