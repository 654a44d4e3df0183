import type * as v from 'valibot';
import {
  SUGGESTIONS,
  type Banner,
  type Brand,
  type Category,
  type Facets,
  type FlashDeal,
  type getPriceRange,
  type listProducts as listEndpoint,
} from '../../../contract/catalogue.ts';
import { toSafeLink } from '../../../contract/rules/link.ts';
import { shop } from '../../../contract/shop.config.ts';
import { createConcurrencyLimit } from '../../concurrency-limit.ts';
import type { Services } from '../../services.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import {
  findProduct,
  hasCategory,
  findProductBySlug,
  listBanners,
  listCategories,
  findRunningDeals,
} from './catalogue.repository.ts';
import {
  countFacets,
  countValues,
  findKnownSpecifications,
  findPriceRange,
  findTopBrands,
} from './facets.repository.ts';
import { listProducts } from './list.repository.ts';
import {
  toFilter,
  isCountedOnDemand,
  isPlainSearch,
  LEGACY_LIMIT,
  toSpecificationCandidates,
} from './product-filter.rules.ts';
import type { ProductFilter } from './product-filter.rules.ts';
import { toBrandView, toFacetsView, toProductView } from './product-view.rules.ts';
import * as texts from './catalogue.texts.ts';

type ListRequest = v.InferOutput<(typeof listEndpoint)['request']>;
type RangeRequest = v.InferOutput<(typeof getPriceRange)['request']>;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const MOST_CATEGORIES = 100;
/** Ten pages of the brand carousel on the home page. */
const MOST_BRANDS = 60;
const MOST_DEALS = 200;
/** A shopper does not wait for more banners, at 5 s each. */
const MOST_BANNERS = 20;
/** Facet requests that may wait for an on-demand count. */
const MOST_WAITING = 30;
/** Long, because the results of a tag rarely change from some products to none. */
const TAGS_CACHE_MS = 60_000;

/** Catalogue reads for shoppers. Inactive products and categories are hidden. */
export function createCatalogueService(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { search, popular }: Pick<Services, 'search' | 'popular'>,
) {
  const counting = createConcurrencyLimit({ places: 1, waiting: MOST_WAITING });
  let tagsKept: { readonly tags: string[]; readonly until: number } | null = null;

  /** Normalises a list request, so that equal requests share one cache entry (X57). */
  function normaliseListRequest(request: ListRequest) {
    return whenKnown(resolveFilter(request), (filter) => ({ filter, page: request.page ?? null }));
  }

  /** Handles `GET /products` (§7). Unknown sorts, unknown keys and pages after the last are not errors (Q25, A10). */
  async function list({ filter, page }: Awaited<ReturnType<typeof normaliseListRequest>>) {
    const now = clock.now();
    const options = {
      isSlim: filter.limit === LEGACY_LIMIT,
      isSuggestion: isPlainSearch(filter) && page === null && filter.limit === SUGGESTIONS,
    };
    const { rows, total } = await withCorrection(
      filter,
      { rows: [], total: 0 },
      (it) => listProducts(db.reads, it, options, now),
      ({ total }) => total === 0,
    );
    const { category } = filter;
    return {
      products: rows.map((row) => toProductView(row, now)),
      pagination: { page: page ?? 1, limit: filter.limit, total, pages: Math.ceil(total / filter.limit) },
      ...(total === 0 && category !== null && !(await hasCategory(db.reads, category)) && { isUnknownCategory: true }),
    };
  }

  /** Normalises a facets request. Sort and page do not change the result (U16). */
  function normaliseFacetsRequest(request: ListRequest): ProductFilter | Promise<ProductFilter> {
    return whenKnown(resolveFilter(request), (filter) => ({ ...filter, sort: 'newest', limit: 0, offset: 0 }));
  }

  /** Handles `GET /products/facets` (§7, U16). On-demand counts run one at a time. */
  async function facets(filter: ProductFilter): Promise<v.InferInput<typeof Facets>> {
    return isCountedOnDemand(filter) ? counting.run(async () => computeFacets(filter)) : computeFacets(filter);
  }

  async function computeFacets(filter: ProductFilter): Promise<v.InferInput<typeof Facets>> {
    const now = clock.now();
    return withCorrection(
      filter,
      { brands: [], specifications: [] },
      async (it) => {
        const [{ brands, specifications }, ...own] = await Promise.all([
          countFacets(db.reads, it, now),
          ...it.specifications.map(({ name }) => countValues(db.reads, it, now, name)),
        ]);
        return toFacetsView(brands, specifications, own.flat());
      },
      ({ brands }) => brands.length === 0,
    );
  }

  function normaliseRangeRequest(request: RangeRequest): Pick<ProductFilter, 'category' | 'brands'> {
    const { category, brands } = toFilter({ category: request.category, brand: request.brand }, []);
    return { category, brands };
  }

  /** Handles `GET /products/price-range` (§7). */
  async function range(filter: ReturnType<typeof normaliseRangeRequest>) {
    const { min, max } = await findPriceRange(db.reads, filter, clock.now());
    return min === null || max === null ? {} : { minPrice: min, maxPrice: max };
  }

  /**
   * Converts a request to a filter. An unknown key becomes a specification filter when some product has that
   * specification (A5). Only such a key asks the database.
   */
  function resolveFilter(request: ListRequest): ProductFilter | Promise<ProductFilter> {
    const candidates = toSpecificationCandidates(request);
    const filter = toFilter(request, []);
    if (candidates.length === 0) return filter;
    const known = findKnownSpecifications(db.reads, candidates, filter.category);
    return known.then((specifications) => toFilter(request, specifications));
  }

  /** Runs `ask` with the given search terms, and again with the corrected terms when nothing is found. */
  async function withCorrection<Found>(
    filter: ProductFilter,
    nothing: Found,
    ask: (filter: ProductFilter) => Promise<Found>,
    isNothing: (found: Found) => boolean,
  ): Promise<Found> {
    if (filter.terms?.length === 0) return nothing;
    const found = await ask(filter);
    if (filter.terms === null || !isNothing(found)) return found;
    const terms = await search.corrected(filter.terms);
    return terms === null ? found : ask({ ...filter, terms });
  }

  /** Returns one product by id or slug (A1). Throws `Refusal` `not-found`. */
  async function find(idOrSlug: string) {
    const byId = UUID.test(idOrSlug) ? await findProduct(db.reads, idOrSlug) : null;
    const row = byId ?? (await findProductBySlug(db.reads, idOrSlug));
    if (row === null) throw new Refusal('not-found', texts.productNotFound);
    return toProductView(row, clock.now());
  }

  /** Handles `GET /categories` (§7). The product count includes child categories. */
  async function categories(limit = MOST_CATEGORIES): Promise<v.InferInput<typeof Category>[]> {
    const rows = await listCategories(db.reads, limit);
    return rows.map(({ id, parentId, ...rest }) => ({
      _id: id,
      ...rest,
      parent: parentId === null ? null : { _id: parentId },
    }));
  }

  /** Returns the popular tags that find at least one product (A60). */
  async function tags(): Promise<string[]> {
    const now = clock.now().getTime();
    if (tagsKept === null || tagsKept.until <= now)
      tagsKept = { tags: await search.thatFind(shop.popularTags), until: now + TAGS_CACHE_MS };
    return tagsKept.tags;
  }

  /** Handles `GET /brands` (§7). */
  async function brands(limit = MOST_BRANDS): Promise<v.InferInput<typeof Brand>[]> {
    return (await findTopBrands(db.reads, limit)).map(toBrandView);
  }

  /** Handles `GET /banners` (§7). Unsafe links become `null` (D20). */
  async function banners(position: string | null = null): Promise<v.InferInput<typeof Banner>[]> {
    const rows = await listBanners(db.reads, position, MOST_BANNERS);
    return rows.map(({ id, title, subtitle, buttonText, link, image, position: place }) => ({
      _id: id,
      title,
      subtitle,
      buttonText,
      link: toSafeLink(link) === null ? null : link,
      image: image === '' ? null : image,
      position: place,
    }));
  }

  /** Handles `GET /deals/flash` (§7): the deals that run now (A3). */
  async function flashDeals(): Promise<v.InferInput<typeof FlashDeal>[]> {
    const now = clock.now();
    const rows = await findRunningDeals(db.reads, MOST_DEALS, now);
    return rows.map((row) => ({
      _id: row.id,
      product: toProductView(row, now),
      flashPrice: row.flashPrice ?? row.price,
      flashEndsAt: row.flashEndsAt?.toISOString() ?? '',
    }));
  }

  /** Handles `GET /orders/frequently-bought` (§7). */
  async function frequentlyBought(limit?: number) {
    const now = clock.now();
    return (await popular.frequentlyBought(limit)).map((row) => toProductView(row, now));
  }

  return {
    askedOfList: normaliseListRequest,
    list,
    askedOfFacets: normaliseFacetsRequest,
    facets,
    askedOfRange: normaliseRangeRequest,
    range,
    find,
    categories,
    tags,
    brands,
    banners,
    flashDeals,
    frequentlyBought,
  };
}

/** Applies `then` synchronously if the value is not a promise, so that the caller can cache the result. */
function whenKnown<In, Out>(value: In | Promise<In>, then: (value: In) => Out): Out | Promise<Out> {
  return value instanceof Promise ? value.then(then) : then(value);
}
