import type * as v from 'valibot';
import {
  getFacets,
  getPriceRange,
  getProduct,
  listBanners,
  listBrands,
  listCategories,
  listFlashDeals,
  listFrequentlyBought,
  listProducts,
} from '../../contract/catalogue.ts';
import type { Api } from './api.ts';

/** Reads the catalogue. Every function rejects with `ApiError`. */
export function createCatalogueService(call: Api) {
  return {
    async list(request: v.InferInput<typeof listProducts.request>, signal: AbortSignal) {
      return (await call(listProducts, request, { signal })).data;
    },
    /** Without retries: the next typed letter sends a new request (A41). */
    async suggestions(request: v.InferInput<typeof listProducts.request>, signal: AbortSignal) {
      return (await call(listProducts, request, { signal, once: true })).data.products;
    },
    async facets(request: v.InferInput<typeof getFacets.request>, signal: AbortSignal) {
      return (await call(getFacets, request, { signal })).data;
    },
    async priceRange(request: v.InferInput<typeof getPriceRange.request>, signal: AbortSignal) {
      return (await call(getPriceRange, request, { signal })).data;
    },
    async product(idOrSlug: string, signal: AbortSignal) {
      return (await call(getProduct, { idOrSlug }, { signal })).data.product;
    },
    async banners(request: v.InferInput<typeof listBanners.request>, signal: AbortSignal) {
      return (await call(listBanners, request, { signal })).data.banners;
    },
    async brands(signal: AbortSignal) {
      return (await call(listBrands, {}, { signal })).data.brands;
    },
    async popular(request: v.InferInput<typeof listFrequentlyBought.request>, signal: AbortSignal) {
      return (await call(listFrequentlyBought, request, { signal })).data.products;
    },
    async flashDeals(signal: AbortSignal) {
      return (await call(listFlashDeals, {}, { signal })).data.flashDeals;
    },
    async categories(request: v.InferInput<typeof listCategories.request>, signal: AbortSignal) {
      return (await call(listCategories, request, { signal })).data.categories;
    },
  };
}
