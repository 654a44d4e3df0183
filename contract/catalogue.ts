import * as v from 'valibot';
import { endpoint } from './endpoint.ts';
import { queryInteger, success, text } from './fields.ts';

export const PAGE_SIZE = 12;

/** Category or brand of a product: an object, or text in old replies (§3 Product). */
const Named = v.union([
  v.object({
    _id: v.optional(v.string(), ''),
    name: v.string(),
    slug: v.optional(v.string(), ''),
    logo: v.optional(v.nullable(v.string()), null),
  }),
  v.string(),
]);

/** §3 Product with A2's normalised prices. All money in whole shillings. */
export const Product = v.object({
  _id: v.string(),
  slug: v.string(),
  name: v.string(),
  description: v.optional(v.string(), ''),
  /** Selling price without a flash deal. */
  price: v.number(),
  /** Before the discount; null when there is none. */
  originalPrice: v.optional(v.nullable(v.number()), null),
  /** Charged now: the flash price while the deal runs, else `price` (A2, A3). */
  finalPrice: v.optional(v.nullable(v.number()), null),
  /** Whole percent. */
  discount: v.optional(v.nullable(v.number()), null),
  images: v.optional(v.array(v.string()), []),
  category: v.optional(v.nullable(Named), null),
  brand: v.optional(v.nullable(Named), null),
  rating: v.optional(v.number(), 0),
  numReviews: v.optional(v.number(), 0),
  /** Pieces that can be ordered; missing means no known bound (U17). */
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
  /** Followed through `safeLink` only (D20). */
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
  /** A deal without it has no clock (H10). */
  flashEndsAt: v.optional(v.nullable(v.string()), null),
});
export type FlashDeal = v.InferOutput<typeof FlashDeal>;

/** What a selection of products can be narrowed by (U16). */
export const Facets = v.object({
  /** Each with the number of products that choosing it adds: the brands chosen already are left aside. */
  brands: v.array(Brand),
  /** Each value with the number of products that choosing it leaves: its own group's choice is left aside. */
  specifications: v.array(
    v.object({ name: v.string(), values: v.array(v.object({ value: v.string(), count: v.number() })) }),
  ),
});
export type Facets = v.InferOutput<typeof Facets>;

/** A list's `limit` for suggestions; with `search` and `activeOnly` alone the total is counted to 100 only (A41). */
export const SUGGESTIONS = 8;

export const SORTS = ['newest', 'price_low', 'price_high', 'rating'] as const;
export type Sort = (typeof SORTS)[number];

/**
 * Unknown keys are specification filters or trackers; the server ignores those it does not know (A5, Q25), so this is
 * the one request that is not strict.
 */
const ListRequest = v.objectWithRest(
  {
    category: v.optional(text(200)),
    /** Slugs, separated by commas. */
    brand: v.optional(text(500)),
    search: v.optional(text(200)),
    minPrice: v.optional(queryInteger(0, 20_000_000)),
    maxPrice: v.optional(queryInteger(0, 20_000_000)),
    /** Unknown ones count as not given: newest first, while searching best match first (U27). */
    sortBy: v.optional(text(40)),
    page: v.optional(queryInteger(1, 100_000)),
    /** Clamped to 1-48 by the server; 1000 only for the legacy filter call (A10). */
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
      /** There is no such category (A58). */
      isUnknownCategory: v.optional(v.boolean()),
    }),
  ),
});

/** What the products of a list can be narrowed by; takes what the list takes, order and page do nothing (U16). */
export const getFacets = endpoint({
  method: 'GET',
  path: '/products/facets',
  access: 'public',
  request: ListRequest,
  reply: success(Facets),
});

/** Least and highest price that is charged now (A3); both are missing where no product is chosen. */
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
      /** The shop's popular tags that find something (A60). */
      tags: v.optional(v.array(v.string())),
    }),
  ),
});

/** Brands that have products, those with most of them first. */
export const listBrands = endpoint({
  method: 'GET',
  path: '/brands',
  access: 'public',
  request: v.strictObject({ limit: v.optional(queryInteger(1, 100)) }),
  reply: success(v.object({ brands: v.array(Brand) })),
});

/** The banners of a place, in their owner's order; those of all places where none is named. */
export const listBanners = endpoint({
  method: 'GET',
  path: '/banners',
  access: 'public',
  request: v.strictObject({ position: v.optional(text(40)) }),
  reply: success(v.object({ banners: v.array(Banner) })),
});

/** The deals that run now, newest product first (A43). */
export const listFlashDeals = endpoint({
  method: 'GET',
  path: '/deals/flash',
  access: 'public',
  request: v.strictObject({}),
  reply: success(v.object({ flashDeals: v.array(FlashDeal) })),
});

/** What is bought most; the newest products fill up what is missing (A12). 8 where no limit is given. */
export const listFrequentlyBought = endpoint({
  method: 'GET',
  path: '/orders/frequently-bought',
  access: 'public',
  request: v.strictObject({ limit: v.optional(queryInteger(-1_000_000, 1_000_000)) }),
  reply: success(v.object({ products: v.array(Product) })),
});
