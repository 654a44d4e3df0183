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
import { safeLink } from '../../../contract/rules/link.ts';
import { shop } from '../../../contract/shop.config.ts';
import { createConcurrencyLimit } from '../../concurrency-limit.ts';
import type { Services } from '../../composition.ts';
import type { Deps } from '../../deps.ts';
import { Refusal } from '../../refusal.ts';
import {
  findProduct,
  hasCategory,
  findProductBySlug,
  listBanners,
  listCategories,
  runningDeals,
} from './catalogue.repository.ts';
import { countFacets, countValues, knownSpecifications, priceRange, topBrands } from './facets.repository.ts';
import { listProducts } from './list.repository.ts';
import {
  filterOf,
  isCountedAnew,
  isPlainSearch,
  LEGACY_LIMIT,
  specificationCandidates,
} from './product-filter.rules.ts';
import type { ProductFilter } from './product-filter.rules.ts';
import { brandView, facetsView, productView } from './product-view.rules.ts';
import * as texts from './catalogue.texts.ts';

type ListRequest = v.InferOutput<(typeof listEndpoint)['request']>;
type RangeRequest = v.InferOutput<(typeof getPriceRange)['request']>;

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const MOST_CATEGORIES = 100;
/** Ten pages of the home page's carousel. */
const MOST_BRANDS = 60;
const MOST_DEALS = 200;
/** More than anybody waits for, at 5 s each. */
const MOST_BANNERS = 20;
/** Of filters that are counted anew. */
const MOST_WAITING = 30;
/** The catalogue seldom loses all that a tag finds. */
const TAGS_KEPT_MS = 60_000;

/** Reads of the catalogue for shoppers: inactive products and categories do not exist here. */
export function createCatalogueService(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { search, popular }: Pick<Services, 'search' | 'popular'>,
) {
  const counting = createConcurrencyLimit({ places: 1, waiting: MOST_WAITING });
  let tagsKept: { readonly tags: string[]; readonly until: number } | null = null;

  /** What a request for a list asks for, in one form whatever it was written like (X57). */
  async function askedOfList(request: ListRequest) {
    return { filter: await known(request), page: request.page ?? null };
  }

  /** §7 GET /products. Unknown sorts, pages beyond the last and unknown keys are not errors (Q25, A10). */
  async function list({ filter, page }: Awaited<ReturnType<typeof askedOfList>>) {
    const now = clock.now();
    const options = {
      isSlim: filter.limit === LEGACY_LIMIT,
      isSuggestion: isPlainSearch(filter) && page === null && filter.limit === SUGGESTIONS,
    };
    const { rows, total } = await orMeant(
      filter,
      { rows: [], total: 0 },
      (it) => listProducts(db.reads, it, options, now),
      ({ total }) => total === 0,
    );
    const { category } = filter;
    return {
      products: rows.map((row) => productView(row, now)),
      pagination: { page: page ?? 1, limit: filter.limit, total, pages: Math.ceil(total / filter.limit) },
      ...(total === 0 && category !== null && !(await hasCategory(db.reads, category)) && { isUnknownCategory: true }),
    };
  }

  /** What a request for facets asks for: order and page make no difference (U16). */
  async function askedOfFacets(request: ListRequest): Promise<ProductFilter> {
    return { ...(await known(request)), sort: 'newest', limit: 0, offset: 0 };
  }

  /** §7 GET /products/facets (U16). Those that have to be counted anew wait for one another. */
  async function facets(filter: ProductFilter): Promise<v.InferInput<typeof Facets>> {
    return isCountedAnew(filter) ? counting.run(async () => facetsOf(filter)) : facetsOf(filter);
  }

  async function facetsOf(filter: ProductFilter): Promise<v.InferInput<typeof Facets>> {
    const now = clock.now();
    return orMeant(
      filter,
      { brands: [], specifications: [] },
      async (it) => {
        const [{ brands, specifications }, ...own] = await Promise.all([
          countFacets(db.reads, it, now),
          ...it.specifications.map(({ name }) => countValues(db.reads, it, now, name)),
        ]);
        return facetsView(brands, specifications, own.flat());
      },
      ({ brands }) => brands.length === 0,
    );
  }

  function askedOfRange(request: RangeRequest): Pick<ProductFilter, 'category' | 'brands'> {
    const { category, brands } = filterOf({ category: request.category, brand: request.brand }, []);
    return { category, brands };
  }

  /** §7 GET /products/price-range. */
  async function range(filter: ReturnType<typeof askedOfRange>) {
    const { min, max } = await priceRange(db.reads, filter, clock.now());
    return min === null || max === null ? {} : { minPrice: min, maxPrice: max };
  }

  /** The filter of a request, with those of its unknown keys that some product has as a specification (A5). */
  async function known(request: ListRequest): Promise<ProductFilter> {
    const candidates = specificationCandidates(request);
    if (candidates.length === 0) return filterOf(request, []);
    const { category } = filterOf(request, []);
    return filterOf(request, await knownSpecifications(db.reads, candidates, category));
  }

  /** What `ask` finds for the words as they are or, where that is nothing, for those that were meant. */
  async function orMeant<Found>(
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

  /** One product by id or slug (A1). `not-found` 'Product not found'. */
  async function find(idOrSlug: string) {
    const byId = UUID.test(idOrSlug) ? await findProduct(db.reads, idOrSlug) : null;
    const row = byId ?? (await findProductBySlug(db.reads, idOrSlug));
    if (row === null) throw new Refusal('not-found', texts.productNotFound);
    return productView(row, clock.now());
  }

  /** §7 GET /categories, each with the number of its products, those of its children included. */
  async function categories(limit = MOST_CATEGORIES): Promise<v.InferInput<typeof Category>[]> {
    const rows = await listCategories(db.reads, limit);
    return rows.map(({ id, parentId, ...rest }) => ({
      _id: id,
      ...rest,
      parent: parentId === null ? null : { _id: parentId },
    }));
  }

  /** The shop's popular tags that find something (A60). */
  async function tags(): Promise<string[]> {
    const now = clock.now().getTime();
    if (tagsKept === null || tagsKept.until <= now)
      tagsKept = { tags: await search.thatFind(shop.popularTags), until: now + TAGS_KEPT_MS };
    return tagsKept.tags;
  }

  /** §7 GET /brands. */
  async function brands(limit = MOST_BRANDS): Promise<v.InferInput<typeof Brand>[]> {
    return (await topBrands(db.reads, limit)).map(brandView);
  }

  /** §7 GET /banners; a link that may not be followed is none (D20). */
  async function banners(position: string | null = null): Promise<v.InferInput<typeof Banner>[]> {
    const rows = await listBanners(db.reads, position, MOST_BANNERS);
    return rows.map(({ id, title, subtitle, buttonText, link, image, position: place }) => ({
      _id: id,
      title,
      subtitle,
      buttonText,
      link: safeLink(link) === null ? null : link,
      image: image === '' ? null : image,
      position: place,
    }));
  }

  /** §7 GET /deals/flash: those that run now (A3). */
  async function flashDeals(): Promise<v.InferInput<typeof FlashDeal>[]> {
    const now = clock.now();
    const rows = await runningDeals(db.reads, MOST_DEALS, now);
    return rows.map((row) => ({
      _id: row.id,
      product: productView(row, now),
      flashPrice: row.flashPrice ?? row.price,
      flashEndsAt: row.flashEndsAt?.toISOString() ?? '',
    }));
  }

  /** §7 GET /orders/frequently-bought. */
  async function frequentlyBought(limit?: number) {
    const now = clock.now();
    return (await popular.frequentlyBought(limit)).map((row) => productView(row, now));
  }

  return {
    askedOfList,
    list,
    askedOfFacets,
    facets,
    askedOfRange,
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
