import { getProduct, getProductBySlug, listCategories, listProducts } from '../../../contract/catalogue.ts';
import type { Deps } from '../../deps.ts';
import { handler, type Handler } from '../../http/handler.ts';
import { ok } from '../../http/reply.ts';
import { createCatalogueService } from './catalogue.service.ts';

export function catalogueRoutes(deps: Deps): Handler[] {
  const catalogue = createCatalogueService(deps);
  return [
    handler(listProducts, async (request) => ok(await catalogue.list(request))),
    // The fixed path stands before the parameter (A1).
    handler(getProductBySlug, async ({ slug }) => ok({ product: await catalogue.find(slug) })),
    handler(getProduct, async ({ idOrSlug }) => ok({ product: await catalogue.find(idOrSlug) })),
    handler(listCategories, async ({ limit }) => ok({ categories: await catalogue.categories(limit) })),
  ];
}
