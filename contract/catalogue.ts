import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { queryInteger, success, text } from './fields.ts';

export const PAGE_SIZE = 12;

/** Category or brand of a product. Older responses contain text instead of an object (§3 Product). */
const Named = v.union([
  v.object({
    _id: v.optional(v.string(), ''),
    name: v.string(),
    slug: v.optional(v.string(), ''),
    logo: v.optional(v.nullable(v.string()), null),
  }),
  v.string(),
]);

/** §3 Product with the normalised prices of A2, in whole shillings. */
export const Product = v.object({
  _id: v.string(),
  slug: v.string(),
  name: v.string(),
  description: v.optional(v.string(), ''),
  /** Selling price without a flash deal. */
  price: v.number(),
  /** Price before the discount, or `null`. */
  originalPrice: v.optional(v.nullable(v.number()), null),
  /** Current price: the flash price during a deal, otherwise `price` (A2, A3). */
  finalPrice: v.optional(v.nullable(v.number()), null),
  /** Whole percent. */
  discount: v.optional(v.nullable(v.number()), null),
  images: v.optional(v.array(v.string()), []),
  category: v.optional(v.nullable(Named), null),
  brand: v.optional(v.nullable(Named), null),
  rating: v.optional(v.number(), 0),
  numReviews: v.optional(v.number(), 0),
  /** Available items. Missing means unlimited (U17). */
  stock: v.optional(v.nullable(v.number()), null),
  isNewArrival: v.optional(v.boolean(), false),
  isFlashDeal: v.optional(v.boolean(), false),
  flashPrice: v.optional(v.nullable(v.number()), null),
  flashEndsAt: v.optional(v.nullable(v.string()), null),
  specifications: v.optional(v.array(v.object({ name: v.string(), value: v.string() })), []),
});
export type Product = v.InferOutput<typeof Product>;

/** §3 Pagination. */
export const Pagination = v.object({ page: v.number(), limit: v.number(), total: v.number(), pages: v.number() });
export type Pagination = v.InferOutput<typeof Pagination>;

export const Category = v.object({
  _id: v.string(),
  name: v.string(),
  slug: v.string(),
  isActive: v.optional(v.boolean(), true),
  order: v.optional(v.number(), 0),
  parent: v.optional(v.nullable(v.object({ _id: v.string() })), null),
  productCount: v.optional(v.number(), 0),
});
export type Category = v.InferOutput<typeof Category>;

/** §3 Brand. */
export const Brand = v.object({
  _id: v.string(),
  name: v.string(),
  slug: v.string(),
  logo: v.optional(v.nullable(v.string()), null),
  productCount: v.optional(v.number(), 0),
});
export type Brand = v.InferOutput<typeof Brand>;

/** §3 Banner. */
export const Banner = v.object({
  _id: v.string(),
  title: v.string(),
  subtitle: v.optional(v.string(), ''),
  buttonText: v.optional(v.string(), ''),
  /** Only follow through `toSafeLink` (D20). */
  link: v.optional(v.nullable(v.string()), null),
  image: v.optional(v.nullable(v.string()), null),
  position: v.optional(v.string(), 'hero'),
});
export type Banner = v.InferOutput<typeof Banner>;

/** §3 Flash deal. */
export const FlashDeal = v.object({
  _id: v.string(),
  product: Product,
  /** Whole shillings. */
  flashPrice: v.number(),
  /** A deal without an end has no countdown (H10). */
  flashEndsAt: v.optional(v.nullable(v.string()), null),
});
export type FlashDeal = v.InferOutput<typeof FlashDeal>;

/** Filter options of a product list (U16). */
export const Facets = v.object({
  /** With the number of products that each adds. Ignores the selected brands. */
  brands: v.array(Brand),
  /** With the number of products per value. Ignores the selection in the same group. */
  specifications: v.array(
    v.object({ name: v.string(), values: v.array(v.object({ value: v.string(), count: v.number() })) }),
  ),
});
export type Facets = v.InferOutput<typeof Facets>;

/** `limit` of suggestions. With `search` and `activeOnly` alone, the total is counted only to 100 (A41). */
export const SUGGESTIONS = 8;

export const SORTS = ['newest', 'price_low', 'price_high', 'rating'] as const;
export type Sort = (typeof SORTS)[number];

/**
 * The only request that is not strict, because unknown keys are specification filters or trackers. The server ignores
 * those it does not know (A5, Q25).
 */
const ListRequest = v.objectWithRest(
  {
    category: v.optional(text(200)),
    /** Comma-separated slugs. */
    brand: v.optional(text(500)),
    search: v.optional(text(200)),
    minPrice: v.optional(queryInteger(0, 20_000_000)),
    maxPrice: v.optional(queryInteger(0, 20_000_000)),
    /** Unknown values use the default: newest first, or best match first in a search (U27). */
    sortBy: v.optional(text(40)),
    page: v.optional(queryInteger(1, 100_000)),
    /** The server clamps it to 1-48. 1000 only for the legacy filter request (A10). */
    limit: v.optional(queryInteger(-1_000_000, 1_000_000)),
    featured: v.optional(text(10)),
    activeOnly: v.optional(v.union([v.boolean(), text(10)])),
  },
  v.unknown(),
);

export const listProducts = endpoint({
  method: 'GET',
  path: '/products',
  access: 'public',
  request: ListRequest,
  reply: success(
    v.object({
      products: v.array(Product),
      pagination: Pagination,
      /** True when the category does not exist (A58). */
      isUnknownCategory: v.optional(v.boolean()),
    }),
  ),
});

/** Filter options of a product list. Takes the same parameters. Sort and page have no effect (U16). */
export const getFacets = endpoint({
  method: 'GET',
  path: '/products/facets',
  access: 'public',
  request: ListRequest,
  reply: success(Facets),
});

/** Lowest and highest current price (A3). Both are missing when there are no products. */
export const getPriceRange = endpoint({
  method: 'GET',
  path: '/products/price-range',
  access: 'public',
  request: v.objectWithRest(
    {
      category: v.optional(text(200)),
      brand: v.optional(text(500)),
      activeOnly: v.optional(v.union([v.boolean(), text(10)])),
    },
    v.unknown(),
  ),
  reply: success(v.object({ minPrice: v.optional(v.number()), maxPrice: v.optional(v.number()) })),
});

export const getProduct = endpoint({
  method: 'GET',
  path: '/products/:idOrSlug',
  access: 'public',
  request: v.strictObject({ idOrSlug: text(200) }),
  reply: success(v.object({ product: Product })),
});

export const getProductBySlug = endpoint({
  method: 'GET',
  path: '/products/slug/:slug',
  access: 'public',
  request: v.strictObject({ slug: text(200) }),
  reply: success(v.object({ product: Product })),
});

export const listCategories = endpoint({
  method: 'GET',
  path: '/categories',
  access: 'public',
  request: v.strictObject({ limit: v.optional(queryInteger(1, 100)), status: v.optional(text(20)) }),
  reply: success(
    v.object({
      categories: v.array(Category),
      /** Popular tags with at least one product (A60). */
      tags: v.optional(v.array(v.string())),
    }),
  ),
});

/** The brands with the most products. */
export const listBrands = endpoint({
  method: 'GET',
  path: '/brands',
  access: 'public',
  request: v.strictObject({ limit: v.optional(queryInteger(1, 100)) }),
  reply: success(v.object({ brands: v.array(Brand) })),
});

/** Banners of a position, or of all positions, in the configured order. */
export const listBanners = endpoint({
  method: 'GET',
  path: '/banners',
  access: 'public',
  request: v.strictObject({ position: v.optional(text(40)) }),
  reply: success(v.object({ banners: v.array(Banner) })),
});

/** Running deals, newest product first (A43). */
export const listFlashDeals = endpoint({
  method: 'GET',
  path: '/deals/flash',
  access: 'public',
  request: v.strictObject({}),
  reply: success(v.object({ flashDeals: v.array(FlashDeal) })),
});

/** Bestsellers, filled up with the newest products (A12). 8 by default. */
export const listFrequentlyBought = endpoint({
  method: 'GET',
  path: '/orders/frequently-bought',
  access: 'public',
  request: v.strictObject({ limit: v.optional(queryInteger(-1_000_000, 1_000_000)) }),
  reply: success(v.object({ products: v.array(Product) })),
});
