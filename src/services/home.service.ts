import type * as v from 'valibot';
import { listCategories, listProducts } from '../../contract/catalogue.ts';
import type { Api } from './api.ts';

/** What the home page and the footer ask for. Rejects with ApiError. */
export function createHomeService(call: Api) {
  return {
    async products(request: v.InferInput<typeof listProducts.request>, signal: AbortSignal) {
      return (await call(listProducts, request, { signal })).data.products;
    },
    async categories(request: v.InferInput<typeof listCategories.request>, signal: AbortSignal) {
      return (await call(listCategories, request, { signal })).data.categories;
    },
  };
}
