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
  /** Specification filters, name to value. */
  readonly specs: Readonly<Record<string, string>>;
}

export const LIST_SORTS = ['newest', 'price_low', 'price_high', 'rating'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

export const LIST_PAGE_SIZE = 12;

const RESERVED = new Set([
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
  'activeOnly',
  'rating',
  'minRating',
]);

/** Keys that messengers and advertisers add to links; they are not filters (A5). */
const TRACKERS = /^(utm_.*|fbclid|gclid|gbraid|wbraid|msclkid|ttclid|igshid|mc_[ce]id|_ga|_gl|ref|section)$/;

/** As much as the server takes (contract/catalogue.ts). */
const LONGEST = { category: 200, brand: 500, search: 200 } as const;
const HIGHEST_PRICE = 20_000_000;
const LAST_PAGE = 100_000;

/**
 * Reads `location.search`. Values that cannot be meant (page 0, sort "x") count as not given, too large ones are cut.
 */
export function readListQuery(search: string): ListQuery {
  const params = new URLSearchParams(search);
  const text = (name: keyof typeof LONGEST) => readable(params.get(name) ?? '', LONGEST[name]) || undefined;
  const amount = (name: string) => wholeNumber(params.get(name), 0, HIGHEST_PRICE);
  const sortBy = LIST_SORTS.find((sort) => sort === params.get('sortBy'));
  const specs = [...params].flatMap(([name, value]): [string, string][] => {
    const isSpec = value !== '' && !RESERVED.has(name) && !TRACKERS.test(name);
    return isSpec ? [[name.replace(/^spec\./, ''), value]] : [];
  });
  return {
    ...given('category', text('category')),
    ...given('brand', text('brand')),
    ...given('search', text('search')),
    ...given('minPrice', amount('minPrice')),
    ...given('maxPrice', amount('maxPrice')),
    ...given('sortBy', sortBy),
    page: wholeNumber(params.get('page'), 1, LAST_PAGE) ?? 1,
    ...(params.get('featured') === 'true' && { featured: true as const }),
    specs: Object.fromEntries(specs),
  };
}

/** The address of a query, e.g. `?category=tvs&page=2`, empty for the plain list. */
export function writeListQuery({ specs, page, ...rest }: ListQuery): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) params.set(name, String(value));
  for (const [name, value] of Object.entries(withoutReserved(specs))) params.set(name, value);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** The request of `GET /products` (§7). Searching leaves the order to the server: best match first (U27). */
export function listRequest({ specs, sortBy, featured, ...query }: ListQuery) {
  const sort = sortBy ?? (query.search === undefined ? 'newest' : undefined);
  return {
    ...withoutReserved(specs),
    ...query,
    ...given('sortBy', sort),
    ...(featured && { featured: 'true' }),
    limit: LIST_PAGE_SIZE,
    activeOnly: true,
  };
}

export type ListRequest = ReturnType<typeof listRequest>;

export function isSameListQuery(one: ListQuery, other: ListQuery): boolean {
  const canonical = (query: ListQuery) => writeListQuery(query).slice(1).split('&').sort().join('&');
  return canonical(one) === canonical(other);
}

/** 'All Products' or the category's name (§2 Products, A44); a category without products is named by its slug. */
export function listHeading(
  { category }: ListQuery,
  named: readonly { readonly slug: string; readonly name: string }[],
): string {
  if (category === undefined) return 'All Products';
  const known = named.find(({ slug }) => slug === category)?.name;
  return (
    known ??
    category
      .split('-')
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(' ')
  );
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: Value });
}

/** A5: reserved names win, so a specification called like one travels as `spec.<name>`. */
function withoutReserved(specs: ListQuery['specs']): Record<string, string> {
  return Object.fromEntries(
    Object.entries(specs).map(([name, value]) => [RESERVED.has(name) ? `spec.${name}` : name, value]),
  );
}

/** Without control characters, cut between characters. */
function readable(text: string, longest: number): string {
  return text
    .replace(/[\u0000-\u001f\u007f]/g, ' ')
    .trim()
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
}

function wholeNumber(text: string | null, least: number, most: number): number | undefined {
  if (text === null || !/^\d{1,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= least ? Math.min(number, most) : undefined;
}
