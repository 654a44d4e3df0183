import type { Facets } from '../../../contract/catalogue.ts';
import { isSameListQuery } from './list-query.ts';
import type { ListQuery } from './list-query.ts';

/** Filters that narrow the list, each shown as a removable chip (§2 Filter sidebar). */
export type ActiveFilter =
  | { readonly kind: 'category'; readonly slug: string }
  | { readonly kind: 'brand'; readonly slug: string }
  | { readonly kind: 'price'; readonly minPrice: number | null; readonly maxPrice: number | null }
  | { readonly kind: 'specification'; readonly name: string; readonly value: string };

/** Returns whether two queries select the same products, ignoring order and page. */
export function isSameSelection(one: ListQuery, other: ListQuery): boolean {
  return isSameListQuery(toSelection(one), toSelection(other));
}

function toSelection({ sortBy: _, limit: __, ...query }: ListQuery): ListQuery {
  return { ...query, page: 1 };
}

/** Returns the facets without nameless specifications and values (§5 Filter options). */
export function removeUnnamedFacets({ brands, specifications }: Facets): Facets {
  const named = specifications.flatMap(({ name, values }) => {
    const readable = values.filter(({ value }) => value.trim() !== '');
    return name.trim() === '' || readable.length === 0 ? [] : [{ name, values: readable }];
  });
  return { brands, specifications: named };
}

export function hasNoFilters({ brands, specifications }: Facets): boolean {
  return brands.length === 0 && specifications.length === 0;
}

/** Returns the chosen brand slugs without duplicates. */
export function getChosenBrands({ brand = '' }: ListQuery): readonly string[] {
  const slugs = brand.split(',').map((slug) => slug.trim());
  return [...new Set(slugs)].filter((slug) => slug !== '');
}

export function withBrand(query: ListQuery, slug: string): ListQuery {
  const chosen = getChosenBrands(query);
  return withBrands(query, chosen.includes(slug) ? chosen.filter((one) => one !== slug) : [...chosen, slug]);
}

export function withSpecification(query: ListQuery, name: string, value: string): ListQuery {
  return { ...query, page: 1, specs: { ...query.specs, [name]: value } };
}

/** Changes the category and drops the prices, because another category has a different range (§4 Filters). */
export function withCategory({ category: _, ...query }: ListQuery, slug: string | null): ListQuery {
  return { ...withPrices(query, null), ...(slug !== null && { category: slug }) };
}

/** Changes the prices, or removes them for `null`. */
export function withPrices(
  { minPrice: _, maxPrice: __, ...query }: ListQuery,
  prices: Pick<ListQuery, 'minPrice' | 'maxPrice'> | null,
): ListQuery {
  return { ...query, ...prices, page: 1 };
}

export function hasPrice({ minPrice, maxPrice }: ListQuery): boolean {
  return minPrice !== undefined || maxPrice !== undefined;
}

/** Removes one filter. */
export function removeFilter(query: ListQuery, filter: ActiveFilter): ListQuery {
  if (filter.kind === 'category') return withCategory(query, null);
  if (filter.kind === 'price') return withPrices(query, null);
  if (filter.kind === 'specification') return removeSpecifications(query, [filter.name]);
  return withBrands(
    query,
    getChosenBrands(query).filter((slug) => slug !== filter.slug),
  );
}

/** Removes all filters. Search words, order and other parameters of the address stay. */
export function removeAllFilters(query: ListQuery, known: readonly string[]): ListQuery {
  return withBrands(withCategory(removeSpecifications(query, known), null), []);
}

export function removeSpecifications({ specs, ...query }: ListQuery, names: readonly string[]): ListQuery {
  const left = Object.entries(specs).filter(([name]) => !names.includes(name));
  return { ...query, page: 1, specs: Object.fromEntries(left) };
}

function withBrands({ brand: _, ...query }: ListQuery, slugs: readonly string[]): ListQuery {
  return { ...query, ...(slugs.length > 0 && { brand: slugs.join(',') }), page: 1 };
}

/**
 * Returns the chips, from the widest filter to the narrowest. Only specifications that some product has (A5), and none
 * for the flash deals (A43).
 */
export function getActiveFilters(query: ListQuery, known: readonly string[]): readonly ActiveFilter[] {
  if (query.deals !== undefined) return [];
  const { category, minPrice = null, maxPrice = null, specs } = query;
  return [
    ...(category === undefined ? [] : [{ kind: 'category' as const, slug: category }]),
    ...(hasPrice(query) ? [{ kind: 'price' as const, minPrice, maxPrice }] : []),
    ...getChosenBrands(query).map((slug) => ({ kind: 'brand' as const, slug })),
    ...Object.entries(specs)
      .filter(([name]) => known.includes(name))
      .map(([name, value]) => ({ kind: 'specification' as const, name, value })),
  ];
}
