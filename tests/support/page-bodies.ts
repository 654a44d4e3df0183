import {
  categories,
  toDeals,
  createFacets,
  createPage,
  products,
  television,
} from '../flows/support/catalogue.samples.ts';
import { banners } from '../flows/support/home.samples.ts';

const FLASH = { isFlashDeal: true, flashPrice: 30_000, flashEndsAt: '2026-01-02T00:00:00.000Z' };

/** Response bodies of the calls of pages by path, with all fields that a page shows. */
export const BODIES: Readonly<Record<string, object>> = {
  '/categories': { categories, tags: ['usb-c'] },
  '/banners': { banners: banners(1) },
  '/deals/flash': { flashDeals: toDeals(1).map((deal) => ({ ...deal, product: { ...deal.product, ...FLASH } })) },
  '/brands': { brands: createFacets('RAM').brands.slice(0, 1) },
  '/orders/frequently-bought': { products: products(1, FLASH) },
  '/products': { ...createPage(30, 2), products: products(2, FLASH) },
  '/products/facets': createFacets('RAM'),
  '/products/price-range': { minPrice: 500, maxPrice: 90_000 },
  '/products/:idOrSlug': { product: { ...television, ...FLASH } },
};
