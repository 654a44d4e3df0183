import type * as v from 'valibot';
import { getProduct, listCategories, listProducts } from '../../contract/catalogue.ts';
import type { Api } from './api.ts';

/** Reading the catalogue. Every function rejects with ApiError. */
export function createCatalogueService(call: Api) {
  return {
    async list(request: v.InferInput<typeof listProducts.request>, signal: AbortSignal) {
      return (await call(listProducts, request, { signal })).data;
    },
    async product(idOrSlug: string, signal: AbortSignal) {
      return (await call(getProduct, { idOrSlug }, { signal })).data.product;
    },
    async categories(request: v.InferInput<typeof listCategories.request>, signal: AbortSignal) {
      return (await call(listCategories, request, { signal })).data.categories;
    },
  };
}
