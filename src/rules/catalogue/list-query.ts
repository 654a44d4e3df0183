import { isTracker } from '../../../contract/rules/trackers.ts';
import { toReadableText } from '../address-text.ts';
import { paths } from '../paths.ts';
import * as texts from '../../texts/catalogue.ts';

/**
 * The query of a product list, read from the address (§2 Products). It contains only parameters that the address has.
 */
export interface ListQuery {
  readonly category?: string;
  /** Comma-separated slugs. */
  readonly brand?: string;
  readonly search?: string;
  /** Whole shillings. */
  readonly minPrice?: number;
  readonly maxPrice?: number;
  readonly sortBy?: ListSort;
  /** Starts at 1. */
  readonly page: number;
  readonly featured?: true;
  /** Products per page, when the address sets it (A10). */
  readonly limit?: number;
  /** Lists the flash deals instead of the catalogue (A43). */
  readonly deals?: 'flash';
  /** Specification filters, name to value. Those that no product has do nothing (A5). */
  readonly specs: Readonly<Record<string, string>>;
  /** Other parameters of the address that are not filters, e.g. trackers. They are preserved (A5). */
  readonly kept?: readonly (readonly [string, string])[];
}

export const LIST_SORTS = ['newest', 'price_low', 'price_high', 'rating'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

export const LIST_PAGE_SIZE = 12;
/** A10. */
const LARGEST_PAGE = 48;

/** Parameters that have their own field. */
const READ = [
  'category',
  'brand',
  'search',
  'minPrice',
  'maxPrice',
  'sortBy',
  'page',
  'limit',
  'deals',
  'featured',
] as const;
const RESERVED: ReadonlySet<string> = new Set([...READ, 'activeOnly', 'rating', 'minRating']);

/** The longest values that the server accepts (contract/catalogue.ts). */
const LONGEST = { category: 200, brand: 500, search: 200 } as const;
const HIGHEST_PRICE = 20_000_000;
const LAST_PAGE = 100_000;
/** The number of specifications, and the length of their names and values, that the server accepts. */
const MOST_SPECS = 10;
const LONGEST_SPEC = 200;
/** The most other parameters that the address preserves; a real link has fewer. */
const MOST_KEPT = 50;

/** Parses `location.search`. Ignores invalid values (page 0, sort "x") and cuts values that are too long. */
export function parseListQuery(search: string): ListQuery {
  const params = new URLSearchParams(search);
  const text = (name: keyof typeof LONGEST) => toReadableText(params.get(name) ?? '', LONGEST[name]) || undefined;
  const amount = (name: string) => parseWholeNumber(params.get(name), 0, HIGHEST_PRICE);
  const sortBy = LIST_SORTS.find((sort) => sort === params.get('sortBy'));
  const [minPrice, maxPrice] = sortPrices(amount('minPrice'), amount('maxPrice'));
  const others = [...params].filter(([name]) => !isKnownParam(name));
  const read = others.filter(isSpec);
  const specs = Object.fromEntries(
    read.slice(0, MOST_SPECS).map(([name, value]) => [name.replace(/^spec\./, ''), value]),
  );
  const kept = [...others.filter((one) => !isSpec(one)), ...read.slice(MOST_SPECS)].slice(0, MOST_KEPT);
  return {
    ...optionalField('category', text('category')),
    ...optionalField('brand', text('brand')),
    ...optionalField('search', text('search')),
    ...optionalField('minPrice', minPrice),
    ...optionalField('maxPrice', maxPrice),
    ...optionalField('sortBy', sortBy),
    page: parseWholeNumber(params.get('page'), 1, LAST_PAGE) ?? 1,
    ...optionalField('limit', parsePageSize(params.get('limit'))),
    ...(params.get('featured') === 'true' && { featured: true as const }),
    ...(params.get('deals') === 'flash' && { deals: 'flash' as const }),
    specs,
    ...(kept.length > 0 && { kept }),
  };
}

/** Formats a query as an address, e.g. `?category=tvs&page=2`; empty for the plain list. */
export function formatListQuery({ specs, page, kept = [], ...rest }: ListQuery): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) params.set(name, String(value));
  for (const [name, value] of Object.entries(toSpecParams(specs))) params.set(name, value);
  if (page > 1) params.set('page', String(page));
  for (const [name, value] of kept) params.append(name, value);
  const text = params.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/**
 * Returns the canonical address of a list for search engines: sorting and narrowing are ignored, the page counts (X83).
 */
export function canonicalListQuery({ category, brand, page, featured, deals }: ListQuery): string {
  const query = {
    ...optionalField('category', category),
    ...optionalField('brand', brand),
    ...optionalField('featured', featured),
    ...optionalField('deals', deals),
  };
  return `${paths.products}${formatListQuery({ ...query, page, specs: {} })}`;
}

/**
 * Returns the request of `GET /products` (§7). A search leaves the order to the server, which lists the best match
 * first (U27).
 */
export function toListRequest({ specs, sortBy, featured, limit, deals: _, kept: __, ...query }: ListQuery) {
  const sort = sortBy ?? (query.search === undefined ? 'newest' : undefined);
  return {
    ...toSpecParams(specs),
    ...query,
    ...optionalField('sortBy', sort),
    ...(featured && { featured: 'true' }),
    limit: limit ?? LIST_PAGE_SIZE,
    activeOnly: true,
  };
}

export type ListRequest = ReturnType<typeof toListRequest>;

/** Returns whether two queries list the same products. Parameters that are not filters do not count (A5). */
export function isSameListQuery(one: ListQuery, other: ListQuery): boolean {
  const canonical = ({ kept: _, ...query }: ListQuery) => formatListQuery(query).slice(1).split('&').sort().join('&');
  return canonical(one) === canonical(other);
}

/**
 * Returns 'All Products', the category's name or 'Flash Deals' (§2 Products, A44). A category without a known name is
 * named after its slug.
 */
export function listHeading(
  { category, deals }: ListQuery,
  named: readonly { readonly slug: string; readonly name: string }[],
): string {
  if (deals !== undefined) return texts.flashDeals;
  if (category === undefined) return texts.allProducts;
  const known = named.find(({ slug }) => slug === category)?.name;
  return known ?? formatSlug(category);
}

/** Converts `home-appliances` to Home Appliances, for a category whose name is unknown. */
export function formatSlug(slug: string): string {
  return slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function optionalField<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: Value });
}

/** Reserved names win, so a specification with a reserved name is written as `spec.<name>` (A5). */
function toSpecParams(specs: ListQuery['specs']): Record<string, string> {
  const needsPrefix = (name: string) => RESERVED.has(name) || isTracker(name) || name.startsWith('spec.');
  return Object.fromEntries(
    Object.entries(specs).map(([name, value]) => [needsPrefix(name) ? `spec.${name}` : name, value]),
  );
}

function isKnownParam(name: string): boolean {
  return READ.some((key) => key === name);
}

/** Returns whether a parameter may be a specification: neither reserved nor a tracker, and readable for the server. */
function isSpec([key, value]: readonly [string, string]): boolean {
  const name = key.replace(/^spec\./, '');
  const isFree = key !== name || (!RESERVED.has(name) && !isTracker(name));
  return (
    isFree && [name, value].every((text) => text.trim() !== '' && toReadableText(text, LONGEST_SPEC) === text.trim())
  );
}

/** Swaps a minimum above the maximum, as the price inputs do (§5 Price apply). */
function sortPrices(min: number | undefined, max: number | undefined) {
  return min !== undefined && max !== undefined && min > max ? ([max, min] as const) : ([min, max] as const);
}

/** Clamps the page size to 1–48; `undefined` when it is unreadable (A10). */
function parsePageSize(text: string | null): number | undefined {
  if (text === null || !/^-?\d{1,9}$/.test(text)) return undefined;
  return Math.max(1, Math.min(LARGEST_PAGE, Number(text)));
}

function parseWholeNumber(text: string | null, least: number, most: number): number | undefined {
  if (text === null || !/^\d{1,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= least ? Math.min(number, most) : undefined;
}
