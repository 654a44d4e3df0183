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
import type { Deps } from '../../deps.ts';
import { keptHandler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { createCatalogueService } from './catalogue.service.ts';

export function catalogueRoutes(deps: Deps): Handler[] {
  const catalogue = createCatalogueService(deps);
  return [
    keptHandler(listProducts, async (request) => ok(await catalogue.list(request))),
    // Fixed paths stand before the parameter (A1, A40).
    keptHandler(getFacets, async (request) => ok(await catalogue.facets(request))),
    keptHandler(getPriceRange, async (request) => ok(await catalogue.range(request))),
    keptHandler(getProductBySlug, async ({ slug }) => ok({ product: await catalogue.find(slug) })),
    keptHandler(getProduct, async ({ idOrSlug }) => ok({ product: await catalogue.find(idOrSlug) })),
    keptHandler(listCategories, async ({ limit }) => {
      const [categories, tags] = await Promise.all([catalogue.categories(limit), catalogue.tags()]);
      return ok({ categories, tags });
    }),
    keptHandler(listBrands, async ({ limit }) => ok({ brands: await catalogue.brands(limit) })),
    keptHandler(listBanners, async ({ position }) => ok({ banners: await catalogue.banners(position) })),
    keptHandler(listFlashDeals, async () => ok({ flashDeals: await catalogue.flashDeals() })),
    keptHandler(listFrequentlyBought, async ({ limit }) => ok({ products: await catalogue.frequentlyBought(limit) })),
  ];
}
