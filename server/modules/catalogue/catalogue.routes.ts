import {
  getFacets,
  getPriceRange,
  getProduct,
  getProductBySlug,
  listBanners,
  listBrands,
  listCategories,
  listFlashDeals,
  listFrequentlyBought,
  listProducts,
} from '../../../contract/catalogue.ts';
import type { Services } from '../../services.ts';
import { cachedHandler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { isCountedOnDemand, toShownLimit } from './product-filter.rules.ts';

export function catalogueRoutes({ catalogue }: Pick<Services, 'catalogue'>): Handler[] {
  return [
    cachedHandler(listProducts, catalogue.askedOfList, async (asked) => ok(await catalogue.list(asked))),
    // Fixed paths must come before the path parameter (A1, A40).
    cachedHandler(
      getFacets,
      catalogue.askedOfFacets,
      async (asked) => ok(await catalogue.facets(asked)),
      isCountedOnDemand,
    ),
    cachedHandler(getPriceRange, catalogue.askedOfRange, async (asked) => ok(await catalogue.range(asked))),
    cachedHandler(
      getProductBySlug,
      ({ slug }) => ({ slug }),
      async ({ slug }) => ok({ product: await catalogue.find(slug) }),
    ),
    cachedHandler(
      getProduct,
      ({ idOrSlug }) => ({ idOrSlug }),
      async ({ idOrSlug }) => ok({ product: await catalogue.find(idOrSlug) }),
    ),
    cachedHandler(
      listCategories,
      ({ limit }) => ({ limit }),
      async ({ limit }) => {
        const [categories, tags] = await Promise.all([catalogue.categories(limit), catalogue.tags()]);
        return ok({ categories, tags });
      },
    ),
    cachedHandler(
      listBrands,
      ({ limit }) => ({ limit }),
      async ({ limit }) => ok({ brands: await catalogue.brands(limit) }),
    ),
    cachedHandler(
      listBanners,
      ({ position }) => ({ position }),
      async ({ position }) => ok({ banners: await catalogue.banners(position) }),
    ),
    cachedHandler(
      listFlashDeals,
      () => ({}),
      async () => ok({ flashDeals: await catalogue.flashDeals() }),
    ),
    cachedHandler(
      listFrequentlyBought,
      ({ limit }) => ({ limit: toShownLimit(limit) }),
      async ({ limit }) => ok({ products: await catalogue.frequentlyBought(limit) }),
    ),
  ];
}
