import {
  getFacets,
  getPriceRange,
  getProduct,
  getProductBySlug,
  listBrands,
  listCategories,
  listFlashDeals,
  listFrequentlyBought,
  listProducts,
} from '../../../contract/catalogue.ts';
import type { Deps } from '../../deps.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { createCatalogueService } from './catalogue.service.ts';

export function catalogueRoutes(deps: Deps): Handler[] {
  const catalogue = createCatalogueService(deps);
  return [
    handler(listProducts, async (request) => ok(await catalogue.list(request))),
    // Fixed paths stand before the parameter (A1, A40).
    handler(getFacets, async (request) => ok(await catalogue.facets(request))),
    handler(getPriceRange, async (request) => ok(await catalogue.range(request))),
    handler(getProductBySlug, async ({ slug }) => ok({ product: await catalogue.find(slug) })),
    handler(getProduct, async ({ idOrSlug }) => ok({ product: await catalogue.find(idOrSlug) })),
    handler(listCategories, async ({ limit }) => {
      const [categories, tags] = await Promise.all([catalogue.categories(limit), catalogue.tags()]);
      return ok({ categories, tags });
    }),
    handler(listBrands, async ({ limit }) => ok({ brands: await catalogue.brands(limit) })),
    handler(listFlashDeals, async () => ok({ flashDeals: await catalogue.flashDeals() })),
    handler(listFrequentlyBought, async ({ limit }) => ok({ products: await catalogue.frequentlyBought(limit) })),
  ];
}
