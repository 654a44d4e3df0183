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
import type { Services } from '../../composition.ts';
import { keptHandler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { isCountedAnew, shownOf } from './product-filter.rules.ts';

export function catalogueRoutes({ catalogue }: Pick<Services, 'catalogue'>): Handler[] {
  return [
    keptHandler(listProducts, catalogue.askedOfList, async (asked) => ok(await catalogue.list(asked))),
    // Fixed paths must come before the path parameter (A1, A40).
    keptHandler(getFacets, catalogue.askedOfFacets, async (asked) => ok(await catalogue.facets(asked)), isCountedAnew),
    keptHandler(getPriceRange, catalogue.askedOfRange, async (asked) => ok(await catalogue.range(asked))),
    keptHandler(
      getProductBySlug,
      ({ slug }) => ({ slug }),
      async ({ slug }) => ok({ product: await catalogue.find(slug) }),
    ),
    keptHandler(
      getProduct,
      ({ idOrSlug }) => ({ idOrSlug }),
      async ({ idOrSlug }) => ok({ product: await catalogue.find(idOrSlug) }),
    ),
    keptHandler(
      listCategories,
      ({ limit }) => ({ limit }),
      async ({ limit }) => {
        const [categories, tags] = await Promise.all([catalogue.categories(limit), catalogue.tags()]);
        return ok({ categories, tags });
      },
    ),
    keptHandler(
      listBrands,
      ({ limit }) => ({ limit }),
      async ({ limit }) => ok({ brands: await catalogue.brands(limit) }),
    ),
    keptHandler(
      listBanners,
      ({ position }) => ({ position }),
      async ({ position }) => ok({ banners: await catalogue.banners(position) }),
    ),
    keptHandler(
      listFlashDeals,
      () => ({}),
      async () => ok({ flashDeals: await catalogue.flashDeals() }),
    ),
    keptHandler(
      listFrequentlyBought,
      ({ limit }) => ({ limit: shownOf(limit) }),
      async ({ limit }) => ok({ products: await catalogue.frequentlyBought(limit) }),
    ),
  ];
}
