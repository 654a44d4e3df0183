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
  'category', 'brand', 'search', 'minPrice', 'maxPrice', 'sortBy', 'page', 'limit', 'deals', 'featured', 'activeOnly', 'rating', 'minRating',
]);

/** Keys that messengers and advertisers add to links; they are not filters (A5). */
const TRACKERS = /^(utm_.*|fbclid|gclid|gbraid|wbraid|msclkid|ttclid|igshid|mc_[ce]id|_ga|_gl|ref|section)$/;

/** Reads `location.search`. Values that cannot be meant (page 0, sort "x") count as not given. */
export function readListQuery(search: string): ListQuery {
  const params = new URLSearchParams(search);
  const text = (name: string) => params.get(name)?.trim() || undefined;
  const amount = (name: string) => wholeNumber(params.get(name), 0);
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
    page: wholeNumber(params.get('page'), 1) ?? 1,
    ...(params.get('featured') === 'true' && { featured: true as const }),
    specs: Object.fromEntries(specs),
  };
}

/** The address of a query, e.g. `?category=tvs&page=2`, empty for the plain list. */
export function writeListQuery({ specs, page, ...rest }: ListQuery): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) params.set(name, String(value));
  for (const [name, value] of Object.entries(specs)) params.set(RESERVED.has(name) ? `spec.${name}` : name, value);
  if (page > 1) params.set('page', String(page));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** The request of `GET /products` (§7). Searching leaves the order to the server: best match first (U27). */
export function listRequest({ specs, sortBy, featured, ...query }: ListQuery) {
  const sort = sortBy ?? (query.search === undefined ? 'newest' : undefined);
  return {
    ...specs,
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
export function listHeading({ category }: ListQuery, named: readonly { readonly slug: string; readonly name: string }[]): string {
  if (category === undefined) return 'All Products';
  const known = named.find(({ slug }) => slug === category)?.name;
  return known ?? category.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

function given<Name extends string, Value>(name: Name, value: Value | undefined): { [Key in Name]?: Value } {
  return value === undefined ? {} : ({ [name]: value } as { [Key in Name]?: Value });
}

function wholeNumber(text: string | null, least: number): number | undefined {
  if (text === null || !/^\d{1,9}$/.test(text)) return undefined;
  const number = Number(text);
  return number >= least ? number : undefined;
}
