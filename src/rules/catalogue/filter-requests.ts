import { toListRequest } from './list-query.ts';
import type { ListQuery } from './list-query.ts';

/** Returns the request of `GET /products/facets`: the selection without its order and page (U16). */
export function facetsRequest(query: ListQuery) {
  const { sortBy: _, page: __, limit: ___, ...request } = toListRequest(query);
  return request;
}

export type FacetsRequest = ReturnType<typeof facetsRequest>;

/** The request of `GET /products/price-range` (§7). */
export function priceRangeRequest({ category, brand }: ListQuery) {
  return { ...(category !== undefined && { category }), ...(brand !== undefined && { brand }), activeOnly: true };
}

export type PriceRangeRequest = ReturnType<typeof priceRangeRequest>;
