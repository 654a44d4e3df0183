import * as v from 'valibot';
import { PAGE_SIZE, SORTS, type Sort } from '../../../contract/catalogue.ts';
import type { listProducts } from '../../../contract/catalogue.ts';
import { requiredText } from '../../../contract/fields.ts';
import { isTracker } from '../../../contract/rules/trackers.ts';
import { termsOf, type Term } from './search.rules.ts';

export interface Specification {
  readonly name: string;
  readonly value: string;
}

/** One value of a specification and how many products have it, of the chosen category where there is one. */
export interface CountedValue extends Specification {
  readonly products: number;
}

/** What a list asks for, already checked and clamped. Money in whole shillings. */
export interface ProductFilter {
  /** Slug; its children count too. */
  readonly category: string | null;
  /** Slugs; empty is any brand. */
  readonly brands: readonly string[];
  /** What is searched for; null is no search, none are signs that no product is found by. */
  readonly terms: readonly Term[] | null;
  readonly minPrice: number | null;
  readonly maxPrice: number | null;
  readonly isFeatured: boolean;
  readonly specifications: readonly CountedValue[];
  /** Best match first where a search does not say otherwise (U27). */
  readonly sort: Sort | 'relevance';
  readonly limit: number;
  readonly offset: number;
}

type ListRequest = v.InferOutput<(typeof listProducts)['request']>;

/** Rows of one page at most (A10). */
const LARGEST_PAGE = 48;
/** The one larger size that is answered, for the old filter call, with slim rows (A10). */
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

/** The keys of a list request that may be specifications; `spec.` reaches those with a reserved name (A5). */
export function specificationCandidates(request: ListRequest): Specification[] {
  return Object.entries(request)
    .filter(([key]) => !KNOWN.has(key) && !isTracker(key))
    .map(([key, value]) => ({ name: key.replace(/^spec\./, ''), value }))
    .filter((it): it is Specification => v.is(SpecificationText, it.name) && v.is(SpecificationText, it.value))
    .slice(0, MOST_SPECIFICATIONS);
}

/** A list request as the repository wants it; whatever is unknown falls back instead of failing (§2 Products, A10). */
export function filterOf(request: ListRequest, specifications: readonly CountedValue[]): ProductFilter {
  const limit = request.limit === LEGACY_LIMIT ? LEGACY_LIMIT : clamp(request.limit ?? PAGE_SIZE);
  const search = trimmed(request.search);
  return {
    category: trimmed(request.category),
    // In one order, each once: the same choice is the same answer.
    brands: [...new Set((request.brand ?? '').split(',').map((slug) => slug.trim()))]
      .filter((slug) => slug !== '')
      .slice(0, MOST_BRANDS)
      .sort(),
    terms: search === null ? null : termsOf(search),
    minPrice: request.minPrice ?? null,
    maxPrice: request.maxPrice ?? null,
    isFeatured: request.featured === 'true',
    specifications: [...specifications].sort((one, other) =>
      `${one.name}\n${one.value}` < `${other.name}\n${other.value}` ? -1 : 1,
    ),
    sort: sortOf(request.sortBy) ?? (search === null ? 'newest' : 'relevance'),
    limit,
    offset: ((request.page ?? 1) - 1) * limit,
  };
}

/** Of what is bought most. */
export const MOST_SHOWN = 48;

/** How many of what is bought most are shown where so many are asked for. */
export function shownOf(asked = 8): number {
  return Math.max(1, Math.min(MOST_SHOWN, asked));
}

/** Whether nothing that is counted already says how many products have what (0009-search). */
export function isCountedAnew({ terms, minPrice, maxPrice, specifications }: ProductFilter): boolean {
  return terms !== null || minPrice !== null || maxPrice !== null || specifications.length > 0;
}

/** Whether nothing but words is asked for, in the order of relevance. */
export function isPlainSearch({ terms, sort, ...filter }: ProductFilter): boolean {
  return terms !== null && sort === 'relevance' && !isNarrowed(filter);
}

/** Whether a filter asks for more than words, order and page. */
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

function trimmed(value: string | undefined): string | null {
  return value === undefined || value.trim() === '' ? null : value.trim();
}

function sortOf(value: string | undefined): Sort | undefined {
  return SORTS.find((sort) => sort === value);
}

/** Rows up to the end of a page, rounded up; null beyond the tenth of twelve, which hardly anybody opens. */
export function reachOf({ limit, offset }: Pick<ProductFilter, 'limit' | 'offset'>): 48 | 120 | null {
  const rows = limit + offset;
  return rows <= 48 ? 48 : rows <= 120 ? 120 : null;
}

/**
 * Names a list's statement by the filters that are present, whatever their values; empty when it is not kept. Each
 * connection of PostgreSQL holds what was prepared by name (130 KB a statement), so only what many shoppers ask for is.
 */
export function statementName(filter: ProductFilter, isSlim: boolean): string {
  const { category, brands, terms, minPrice, maxPrice, isFeatured, specifications, sort } = filter;
  const price = `${Number(minPrice !== null)}${Number(maxPrice !== null)}`;
  const flags = [category !== null, brands.length > 0, price !== '00', isFeatured];
  const reach = reachOf(filter);
  const isCommon = terms === null && specifications.length === 0 && flags.filter(Boolean).length <= 2;
  return isCommon && !isSlim && reach !== null
    ? `products_${flags.map(Number).join('')}_${price}_${sort}_${reach}`
    : '';
}
