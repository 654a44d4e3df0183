import { isTracker } from '../../../contract/rules/trackers.ts';
import { readable } from '../address-text.ts';
import { paths } from '../paths.ts';
import * as texts from '../../texts/catalogue.ts';

/** What the listing shows, as read from the address (§2 Products). Only what the shopper asked for is in it. */
export interface ListQuery {
  readonly category?: string;
  /** Comma separated slugs. */
  readonly brand?: string;
  readonly search?: string;
  /** Whole shillings. */
  readonly minPrice?: number;
  readonly maxPrice?: number;
  readonly sortBy?: ListSort;
  /** From 1. */
  readonly page: number;
  readonly featured?: true;
  /** Cards on a page, where the address says so (A10). */
  readonly limit?: number;
  /** The flash deals instead of the catalogue (A43). */
  readonly deals?: 'flash';
  /** Specification filters, name to value; those that no product has do nothing (A5). */
  readonly specs: Readonly<Record<string, string>>;
  /** What else stands in the address and is no filter, e.g. trackers; it stays there (A5). */
  readonly kept?: readonly (readonly [string, string])[];
}

export const LIST_SORTS = ['newest', 'price_low', 'price_high', 'rating'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

export const LIST_PAGE_SIZE = 12;
/** A10. */
const LARGEST_PAGE = 48;

/** Keys that are read into a field of their own. */
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

/** As much as the server takes (contract/catalogue.ts). */
const LONGEST = { category: 200, brand: 500, search: 200 } as const;
const HIGHEST_PRICE = 20_000_000;
const LAST_PAGE = 100_000;
/** As many specifications, of names and values as long, as the server looks at. */
const MOST_SPECS = 10;
const LONGEST_SPEC = 200;
/** What the address keeps of others; beyond that it is nobody's link any more. */
const MOST_KEPT = 50;

/**
 * Reads `location.search`. Values that cannot be meant (page 0, sort "x") count as not given, too large ones are cut.
 */
export function readListQuery(search: string): ListQuery {
  const params = new URLSearchParams(search);
  const text = (name: keyof typeof LONGEST) => readable(params.get(name) ?? '', LONGEST[name]) || undefined;
  const amount = (name: string) => wholeNumber(params.get(name), 0, HIGHEST_PRICE);
  const sortBy = LIST_SORTS.find((sort) => sort === params.get('sortBy'));
  const [minPrice, maxPrice] = inOrder(amount('minPrice'), amount('maxPrice'));
  const others = [...params].filter(([name]) => !isRead(name));
  const read = others.filter(isSpec);
  const specs = Object.fromEntries(
    read.slice(0, MOST_SPECS).map(([name, value]) => [name.replace(/^spec\./, ''), value]),
  );
  const kept = [...others.filter((one) => !isSpec(one)), ...read.slice(MOST_SPECS)].slice(0, MOST_KEPT);
  return {
    ...given('category', text('category')),
    ...given('brand', text('brand')),
    ...given('search', text('search')),
    ...given('minPrice', minPrice),
    ...given('maxPrice', maxPrice),
    ...given('sortBy', sortBy),
    page: wholeNumber(params.get('page'), 1, LAST_PAGE) ?? 1,
    ...given('limit', pageSize(params.get('limit'))),
    ...(params.get('featured') === 'true' && { featured: true as const }),
    ...(params.get('deals') === 'flash' && { deals: 'flash' as const }),
    specs,
    ...(kept.length > 0 && { kept }),
  };
}

/** The address of a query, e.g. `?category=tvs&page=2`, empty for the plain list. */
export function writeListQuery({ specs, page, kept = [], ...rest }: ListQuery): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) params.set(name, String(value));
  for (const [name, value] of Object.entries(asKeys(specs))) params.set(name, value);
  if (page > 1) params.set('page', String(page));
  for (const [name, value] of kept) params.append(name, value);
  const text = params.toString().replaceAll('%2C', ',');
  return text === '' ? '' : `?${text}`;
}

/** The one address of a list for search engines: sorted or narrowed it is the same list, another page is another (X83). */
export function listAddress({ category, brand, page, featured, deals }: ListQuery): string {
  const query = {
    ...given('category', category),
    ...given('brand', brand),
    ...given('featured', featured),
    ...given('deals', deals),
  };
  return `${paths.products}${writeListQuery({ ...query, page, specs: {} })}`;
}

/** The request of `GET /products` (§7). Searching leaves the order to the server: best match first (U27). */
export function listRequest({ specs, sortBy, featured, limit, deals: _, kept: __, ...query }: ListQuery) {
  const sort = sortBy ?? (query.search === undefined ? 'newest' : undefined);
  return {
    ...asKeys(specs),
    ...query,
    ...given('sortBy', sort),
    ...(featured && { featured: 'true' }),
    limit: limit ?? LIST_PAGE_SIZE,
    activeOnly: true,
  };
}

export type ListRequest = ReturnType<typeof listRequest>;

/** Whether two addresses list the same; what is no filter makes no difference (A5). */
export function isSameListQuery(one: ListQuery, other: ListQuery): boolean {
  const canonical = ({ kept: _, ...query }: ListQuery) => writeListQuery(query).slice(1).split('&').sort().join('&');
  return canonical(one) === canonical(other);
}

/** 'All Products', the category's name or 'Flash Deals' (§2 Products, A44); an unnamed category is named by its slug. */
export function listHeading(
  { category, deals }: ListQuery,
  named: readonly { readonly slug: string; readonly name: string }[],
): string {
  if (deals !== undefined) return texts.flashDeals;
  if (category === undefined) return texts.allProducts;
  const known = named.find(({ slug }) => slug === category)?.name;
  return known ?? wordsOfSlug(category);
}

/** `home-appliances` as Home Appliances, where nobody has told the name. */
export function wordsOfSlug(slug: string): string {
  return slug
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: Value });
}

/** A5: reserved names win, so a specification whose name would be read otherwise travels as `spec.<name>`. */
function asKeys(specs: ListQuery['specs']): Record<string, string> {
  const needsPrefix = (name: string) => RESERVED.has(name) || isTracker(name) || name.startsWith('spec.');
  return Object.fromEntries(
    Object.entries(specs).map(([name, value]) => [needsPrefix(name) ? `spec.${name}` : name, value]),
  );
}

function isRead(name: string): boolean {
  return READ.some((key) => key === name);
}

/** What may be a specification: neither reserved nor a tracker, and as the server would read it. */
function isSpec([key, value]: readonly [string, string]): boolean {
  const name = key.replace(/^spec\./, '');
  const isFree = key !== name || (!RESERVED.has(name) && !isTracker(name));
  return isFree && [name, value].every((text) => text.trim() !== '' && readable(text, LONGEST_SPEC) === text.trim());
}

/** A link with the minimum above the maximum means what is between them, as the price inputs do (§5 Price apply). */
function inOrder(min: number | undefined, max: number | undefined) {
  return min !== undefined && max !== undefined && min > max ? ([max, min] as const) : ([min, max] as const);
}

/** A10: 1 to 48; an unreadable one counts as not given. */
function pageSize(text: string | null): number | undefined {
  if (text === null || !/^-?\d{1,9}$/.test(text)) return undefined;
  return Math.max(1, Math.min(LARGEST_PAGE, Number(text)));
}

function wholeNumber(text: string | null, least: number, most: number): number | undefined {
  if (text === null || !/^\d{1,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= least ? Math.min(number, most) : undefined;
}
