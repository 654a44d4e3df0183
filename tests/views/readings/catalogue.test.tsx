// @vitest-environment happy-dom
import { categoryNavMachine } from '../../../src/machines/catalogue/category-nav.machine.ts';
import { filtersMachine } from '../../../src/machines/catalogue/filters.machine.ts';
import { priceFilterMachine } from '../../../src/machines/catalogue/price-filter.machine.ts';
import { productDetailMachine } from '../../../src/machines/catalogue/product-detail.machine.ts';
import { productListMachine } from '../../../src/machines/catalogue/product-list.machine.ts';
import { searchBoxMachine } from '../../../src/machines/catalogue/search-box.machine.ts';
import { CategoryNavView } from '../../../src/views/catalogue/category-nav.view.tsx';
import { FiltersView } from '../../../src/views/catalogue/filters.view.tsx';
import { PriceFilterView } from '../../../src/views/catalogue/price-filter.view.tsx';
import { ProductDetailView } from '../../../src/views/catalogue/product-detail.view.tsx';
import { ProductListView } from '../../../src/views/catalogue/product-list.view.tsx';
import { ReviewList } from '../../../src/views/catalogue/review-list.tsx';
import { SearchBoxView } from '../../../src/views/catalogue/search-box.view.tsx';
import { reviewNo } from '../../flows/reviews/reviews.samples.ts';
import { categories, createFacets, createPage, products, television } from '../../flows/support/catalogue.samples.ts';
import { at, ignore } from '../reads.tsx';
import { formIn, NO_DRAFT, reviewsIn } from '../reviews.samples.tsx';
import { readings } from './readings.tsx';
import type { Draw } from './readings.tsx';

const problem = { text: 'Failed to load', requestId: 'req-1' };

const detail =
  (
    change: object,
    value: object | string = { ready: { tab: 'specifications' } },
    context: Readonly<Record<string, unknown>> = {},
    rated: { readonly average: number; readonly total: number } | null = null,
  ): Draw =>
  (send) => (
    <ProductDetailView
      snapshot={at(
        productDetailMachine,
        { idOrSlug: 'sony-tv', loaded: { ...television, ...change }, isMissing: false },
        value,
        { product: { ...television, ...change }, ...context },
      )}
      send={send}
      reviews={JSON.stringify(value).includes('reviews') && <p>Said by buyers</p>}
      rated={rated}
    />
  );

const list =
  (value: object, context: object = {}, query: object = {}, around: object = {}): Draw =>
  (send) => (
    <ProductListView
      snapshot={at(productListMachine, { query: { page: 1, specs: {}, ...query }, loaded: null }, value, context)}
      send={send}
      inCart={new Map([['p1', 2]])}
      categories={[{ name: 'TVs', slug: 'tvs' }]}
      {...around}
    />
  );
const onePage = { page: 1, limit: 12, total: 1, pages: 1 };

const reviewList =
  (...changes: readonly object[]): Draw =>
  () => (
    <ReviewList
      reviews={changes.map((change, index) => ({ ...reviewNo(2), _id: `r${index + 2}`, ...change }))}
      total={changes.length}
      canLoadMore={false}
      isLoadingMore={false}
      onMore={ignore}
    />
  );
const reviewProblem = { text: 'Something went wrong', requestId: 'req-1' };

const filters =
  (value: object, query: object = {}, context: object = {}): Draw =>
  (send) => (
    <FiltersView
      snapshot={at(
        filtersMachine,
        { query: { page: 1, specs: {}, ...query }, loaded: createFacets('RAM') },
        { facets: 'ready', drawer: 'closed', ...value },
        context,
      )}
      send={send}
      price={<p>Price</p>}
      category="TVs"
    />
  );

const price =
  (value: object, context: object = {}, query: object = {}): Draw =>
  (send) => (
    <PriceFilterView
      snapshot={at(
        priceFilterMachine,
        { query: { page: 1, specs: {}, ...query }, loaded: { minPrice: 1_000, maxPrice: 5_000 } },
        { range: { ready: 'clean' }, price: 'inactive', ...value },
        context,
      )}
      send={send}
    />
  );
const DRAFT = { draft: { min: '2000', max: '4000' } };

const search =
  (value: object | string, context: object): Draw =>
  (send) => <SearchBoxView snapshot={at(searchBoxMachine, { searched: '' }, value, context)} send={send} />;

const nav =
  (loaded: typeof categories | null, path: string, value: object, context: object = {}): Draw =>
  (send) => <CategoryNavView snapshot={at(categoryNavMachine, { loaded, path }, value, context)} send={send} />;

readings('catalogue', {
  'product-detail': {
    'on sale, with its specifications (§2 Product detail)': detail({}),
    'a deal, one picture, the last piece, reviews with the newest average': detail(
      {
        isFlashDeal: true,
        flashPrice: 30_000,
        flashEndsAt: '2026-11-21T08:00:00Z',
        images: ['/media/tv-1'],
        stock: 1,
      },
      { ready: { tab: 'reviews' } },
      {},
      { average: 4.6, total: 13 },
    ),
    'sold out, without category, brand, price cut and reviews': detail(
      { stock: 0, category: null, brand: null, originalPrice: null, discount: null, numReviews: 0, images: [] },
      { ready: { tab: 'reviews' } },
    ),
    'category without an address': detail(
      { category: 'TVs', brand: 'Sony', specifications: [], stock: null },
      undefined,
      { picture: 1, quantity: 2 },
    ),
    'quantity can change': detail({ stock: 4 }, { ready: { tab: 'specifications', buying: 'open' } }, { quantity: 3 }),
    'all pieces are in the cart': detail(
      { stock: 1 },
      { ready: { tab: 'specifications', buying: 'taken' } },
      { quantity: 1 },
    ),
    'is loaded': detail({}, 'loading', { product: null }),
    'unknown product (A13)': detail({}, 'notFound', {
      product: null,
      reason: { text: 'The shop may no longer sell it, or the address may be mistyped.', requestId: null },
    }),
  },
  'product-list': {
    'cards, the second of three pages (§2 Products)': list(
      { products: 'ready', view: 'grid' },
      {
        page: {
          products: [...products(1), { ...television, _id: 'p9', slug: 'none', name: 'Sold TV', stock: 0, images: [] }],
          pagination: { page: 2, limit: 12, total: 27, pages: 3 },
        },
        added: television,
      },
      { page: 2 },
    ),
    'rows, a search in a category': list(
      { products: 'ready', view: 'list' },
      { page: { products: products(1), pagination: onePage } },
      { search: 'sony', category: 'tvs' },
    ),
    'a sorted search': list(
      { products: 'ready', view: 'grid' },
      { page: { products: products(1), pagination: onePage } },
      { search: 'sony', sortBy: 'rating' },
    ),
    'unknown category (A58)': list({ products: 'unknownCategory' }, {}, { category: 'gone' }),
    'flash deals (A43)': list(
      { products: { flash: 'ready' }, view: 'grid' },
      { page: { products: products(1), pagination: onePage } },
      { deals: 'flash' },
    ),
    'no flash deal (A43)': list({ products: { flash: 'empty' } }, { page: createPage(0) }, { deals: 'flash' }),
    'flash deals are loaded (A43)': list({ products: { flash: 'loading' } }, {}, { deals: 'flash' }),
    'flash deals could not be loaded (A43)': list({ products: { flash: 'failed' } }, { problem }, { deals: 'flash' }),
    'another page is loaded': list(
      { products: 'loading', view: 'grid' },
      { page: createPage(27) },
      { sortBy: 'price_low' },
    ),
    'first page is loaded': list({ products: 'loading', view: 'grid' }),
    'nothing found': list({ products: 'empty' }, { page: createPage(0) }, { search: 'xyz' }),
    'with the clock of the deals and the filters': list(
      { products: 'empty' },
      { page: createPage(0) },
      {},
      {
        countdown: <p>Clock</p>,
        filters: <p>Filters</p>,
      },
    ),
    'could not be loaded': list({ products: 'failed' }, { problem }),
  },
  'review-list': {
    'writers with and without a picture (H20)': reviewList(
      { user: { name: 'Jane', avatar: '/media/jane' } },
      { user: { name: 'Otieno', avatar: null } },
    ),
    'with and without title, verified and not': reviewList(
      { title: 'Loud' },
      { title: '', verified: false },
      { title: null, verified: false },
    ),
  },
  reviews: {
    'empty form (§2 Reviews section)': formIn('open', { draft: NO_DRAFT }),
    'two stars are chosen': formIn('open', { draft: { ...NO_DRAFT, rating: 2 } }),
    'one star, is sent': formIn('submitting', { draft: { rating: 1, title: 'Poor', comment: 'It broke' } }),
    'refused without a comment': formIn('open', {
      draft: { ...NO_DRAFT, rating: 4, comment: ' ' },
      formProblem: reviewProblem,
    }),
    'refused without stars': formIn('open', { draft: { ...NO_DRAFT, comment: 'Good' }, formProblem: reviewProblem }),
    'one review with its summary': reviewsIn(
      { list: 'ready', may: { allowed: 'closed' } },
      { reviews: [reviewNo(2)], total: 1, page: 1, pages: 1 },
    ),
    'first of several pages': reviewsIn(
      { list: 'ready', may: { allowed: 'closed' } },
      { reviews: [reviewNo(2)], total: 9, page: 1, pages: 5 },
    ),
    'more are loaded': reviewsIn(
      { list: 'loadingMore', may: 'checking' },
      { reviews: [reviewNo(2), reviewNo(3)], total: 9, page: 1, pages: 5 },
    ),
    'is loaded, for a guest': reviewsIn({ list: 'loading', may: 'guest' }),
    'could not be loaded, for a shopper who did not buy it': reviewsIn(
      { list: 'failed', may: 'mustPurchase' },
      { listProblem: reviewProblem },
    ),
    'neither list nor permission could be loaded': reviewsIn(
      { list: 'failed', may: 'unknown' },
      { listProblem: reviewProblem, mayProblem: reviewProblem },
    ),
    'none, and no review now': reviewsIn({ list: 'empty', may: 'notNow' }),
    'none, own review is not listed yet': reviewsIn({ list: 'empty', may: 'alreadyReviewed' }),
    'none, permission could not be loaded': reviewsIn({ list: 'empty', may: 'unknown' }, { mayProblem: reviewProblem }),
    'thanks for a review': reviewsIn({ may: 'alreadyReviewed' }, { isSent: true }),
  },
  filters: {
    'nothing is chosen (§2 Filter sidebar)': filters({}),
    'category, two brands, a price and a specification are chosen': filters(
      {},
      { category: 'tvs', brand: 'sony,tecno', minPrice: 500, maxPrice: 900, specs: { RAM: '8GB' } },
    ),
    'a highest price alone': filters({}, { category: 'tvs', brand: 'sony', maxPrice: 900, specs: { RAM: '8GB' } }),
    'drawer of small screens, after something was taken back': filters(
      { drawer: 'open' },
      { minPrice: 500 },
      { notice: 'Taken back' },
    ),
    'drawer, nothing is chosen': filters({ drawer: 'open' }),
    'none for this selection': filters({ facets: 'none' }, {}, { facets: createFacets('RAM') }),
    'could not be loaded again': filters({ facets: 'failed' }, {}, { facets: createFacets('RAM') }),
    'could not be loaded': filters({ facets: 'failed' }, {}, { facets: null }),
    'first ones are loaded': filters({ facets: 'loading' }, { maxPrice: 900 }, { facets: null }),
    'others are loaded': filters({ facets: 'loading' }),
    'chosen brand and value without hits (X35)': filters({}, { brand: 'sony,black-decker', specs: { RAM: '12GB' } }),
    'one brand alone': filters(
      {},
      {},
      { facets: { ...createFacets('RAM'), brands: createFacets('RAM').brands.slice(0, 1), specifications: [] } },
    ),
    'flash deals have none (A43)': filters({ facets: 'flash' }),
    'brands alone': filters({}, {}, { facets: { ...createFacets('RAM'), specifications: [] } }),
    'specifications alone': filters({}, {}, { facets: { ...createFacets('RAM'), brands: [] } }),
  },
  'price-filter': {
    'none is chosen': price({}),
    'typed and not applied': price({ range: { ready: 'pending' }, price: 'active' }, DRAFT, { minPrice: 1_500 }),
    'range is loaded': price({ range: 'loading' }),
    'no range': price({ range: 'unavailable' }),
  },
  'search-box': {
    'two suggestions, the second highlighted (§2 Search box)': search(
      { open: 'highlighted' },
      { text: 'sony', found: products(2), highlighted: 1 },
    ),
    'one suggestion': search('open', { text: 'sony', found: products(1) }),
    'nothing typed': search('idle', {}),
    'nothing found': search('noResults', { text: ' zz ' }),
  },
  'category-nav': {
    'fits, no category is open (§2, A59)': nav(categories, '/', { load: 'ready', scroll: 'fits' }),
    'is loaded': nav(null, '/', { load: 'loading' }),
    'scrolled to its middle (§2, A59)': nav(categories, '/products?category=phones', {
      load: 'ready',
      scroll: 'middle',
    }),
    'could not be loaded (§2, A59)': nav(
      null,
      '/',
      { load: 'failed' },
      { problem: { text: 'Something went wrong', requestId: null } },
    ),
  },
});
