import type { Banner, Brand, FlashDeal, Product } from '../../../contract/catalogue.ts';
import { toFailedCall, toListedProblem, toProblem } from '../failure.ts';
import type { Problem } from '../failure.ts';
import * as texts from '../../texts/home.ts';

export type HomeSectionName = 'hero' | 'flash' | 'newArrivals' | 'brands' | 'popular' | 'featured';

/** Content of a section: one kind of item each. The flash section has its deals and the products of the first ones. */
export interface SectionContent {
  readonly banners?: readonly Banner[];
  readonly brands?: readonly Brand[];
  readonly products?: readonly Product[];
  /** All running deals, and the server time when they were loaded. */
  readonly deals?: { readonly deals: readonly FlashDeal[]; readonly now: number };
}

/** Sizes of the home page (§2, §9). */
const FLASH_DEALS = 4;
export const BRANDS_A_PAGE = 6;

/** Returns the number of items to show. */
export function countItems({ banners = [], brands = [], products = [] }: SectionContent): number {
  return banners.length + brands.length + products.length;
}

/** Returns the content of the flash section. It shows the first deals and counts down to all of them (§2 Home). */
export function toFlashContent(known: NonNullable<SectionContent['deals']>): SectionContent {
  return { products: known.deals.slice(0, FLASH_DEALS).map(({ product }) => product), deals: known };
}

/** Error texts by section (§8). */
const SECTION_FAILURES: Readonly<Record<HomeSectionName, string>> = {
  hero: texts.failedToLoadBanners,
  flash: texts.failedToLoadFlashDeals,
  newArrivals: texts.failedToLoadNewArrivals,
  brands: texts.failedToLoadBrands,
  popular: texts.unableToLoadProducts,
  featured: texts.failedToLoadFeaturedProducts,
};

/** Returns the problem of a section. The deals have a different text when the server replied without success (A55). */
export function toSectionProblem(section: HomeSectionName, error: unknown): Problem {
  const { kind, status } = toFailedCall(error);
  return section === 'flash' && kind === 'refused' && status < 500
    ? toProblem(error, texts.failedToFetchFlashDeals)
    : toListedProblem(error, SECTION_FAILURES[section]);
}

/** Requests of the home page (§7 Home requests, §9). */
export const NEW_ARRIVALS_REQUEST = { limit: 10, sortBy: 'newest' } as const;
export const FEATURED_REQUEST = { limit: 10, page: 1, featured: 'true' } as const;
export const BANNERS_REQUEST = { position: 'hero' } as const;
export const POPULAR_REQUEST = { limit: 5 } as const;

/** Number of new products from which 'View All New Products' is linked (A11). */
export const VIEW_ALL_NEW_FROM = 8;
/** Number of popular products from which 'View All' is shown (A12). */
export const VIEW_ALL_POPULAR_FROM = 5;
