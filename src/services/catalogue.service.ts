import { getProduct, listCategories, listProducts } from '../../contract/catalogue.ts';
import type { ListRequest } from '../rules/list-query.ts';
import type { Api } from './api.ts';

/** Reading the catalogue. Every function rejects with ApiError. */
export function createCatalogueService(call: Api) {
  return {
    async list(request: ListRequest, signal: AbortSignal) {
      return (await call(listProducts, request, { signal })).data;
    },
    async product(idOrSlug: string, signal: AbortSignal) {
      return (await call(getProduct, { idOrSlug }, { signal })).data.product;
    },
    async categories(signal: AbortSignal) {
      return (await call(listCategories, { status: 'active' }, { signal })).data.categories;
    },
  };
}
