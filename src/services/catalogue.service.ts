import { getProduct, listCategories, listProducts } from '../../contract/catalogue.ts';
import { listRequest } from '../../contract/rules/list-query.ts';
import type { ListQuery } from '../../contract/rules/list-query.ts';
import type { Api } from './api.ts';

/** Reading the catalogue. Every function rejects with ApiError. */
export function createCatalogueService(call: Api) {
  return {
    async list(query: ListQuery, signal: AbortSignal) {
      return (await call(listProducts, listRequest(query), { signal })).data;
    },
    async product(idOrSlug: string, signal: AbortSignal) {
      return (await call(getProduct, { idOrSlug }, { signal })).data.product;
    },
    async categories(signal: AbortSignal) {
      return (await call(listCategories, { status: 'active' }, { signal })).data.categories;
    },
  };
}
