import type { Banner, Brand, FlashDeal, Product } from '../../../contract/catalogue.ts';
import { failedCall, listedProblem, problemOf } from '../failure.ts';
import type { Problem } from '../failure.ts';
import * as texts from '../../texts/home.ts';

export type HomeSectionName = 'hero' | 'flash' | 'newArrivals' | 'brands' | 'popular' | 'featured';

/** What a section shows; one kind of things each, the deals beside the products of the first of them. */
export interface SectionContent {
  readonly banners?: readonly Banner[];
  readonly brands?: readonly Brand[];
  readonly products?: readonly Product[];
  /** All that run, and the server's time at which they were known. */
  readonly deals?: { readonly deals: readonly FlashDeal[]; readonly now: number };
}

/** §2, §9. */
const FLASH_DEALS = 4;
export const BRANDS_A_PAGE = 6;

/** How many things there are to show. */
export function sizeOf({ banners = [], brands = [], products = [] }: SectionContent): number {
  return banners.length + brands.length + products.length;
}

/** The first deals are shown, all of them are counted (§2 Home). */
export function flashContent(known: NonNullable<SectionContent['deals']>): SectionContent {
  return { products: known.deals.slice(0, FLASH_DEALS).map(({ product }) => product), deals: known };
}

/** §8, by section. */
const FAILED: Readonly<Record<HomeSectionName, string>> = {
  hero: texts.failedToLoadBanners,
  flash: texts.failedToLoadFlashDeals,
  newArrivals: texts.failedToLoadNewArrivals,
  brands: texts.failedToLoadBrands,
  popular: texts.unableToLoadProducts,
  featured: texts.failedToLoadFeaturedProducts,
};

/** Why a section shows nothing; the deals have another text where the server answered without success (A55). */
export function sectionProblem(section: HomeSectionName, error: unknown): Problem {
  const { kind, status } = failedCall(error);
  return section === 'flash' && kind === 'refused' && status < 500
    ? problemOf(error, texts.failedToFetchFlashDeals)
    : listedProblem(error, FAILED[section]);
}

/** The calls of the home page, word for word (§7 Home requests, §9). */
export const NEW_ARRIVALS_REQUEST = { limit: 10, sortBy: 'newest' } as const;
export const FEATURED_REQUEST = { limit: 10, page: 1, featured: 'true' } as const;
export const BANNERS_REQUEST = { position: 'hero' } as const;
export const POPULAR_REQUEST = { limit: 5 } as const;

/** 'View All New Products' is linked from this many on (A11). */
export const VIEW_ALL_NEW_FROM = 8;
/** 'View All' is shown from as many popular products as are asked for (A12). */
export const VIEW_ALL_POPULAR_FROM = 5;
