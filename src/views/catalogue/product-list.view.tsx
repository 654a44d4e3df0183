import type { ReactNode } from 'react';
import { listHeading, LIST_PAGE_SIZE, LIST_SORTS, formatListQuery } from '../../rules/catalogue/list-query.ts';
import type { ListQuery, ListSort } from '../../rules/catalogue/list-query.ts';
import type { productListMachine } from '../../machines/catalogue/product-list.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Alert } from '../parts/alert.tsx';
import { Button, LinkButton } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { HydrationBoundary } from '../parts/hydration-boundary.tsx';
import { LiveRegion } from '../parts/live-region.tsx';
import { PageTitle } from '../parts/page.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { MemoSubtree } from '../parts/memo-subtree.tsx';
import { ProductCard } from '../parts/product-card.tsx';
import { ProductCardSkeleton } from '../parts/product-card-skeleton.tsx';
import { BESIDE_SIZES, CARD_SIZES, ProductGrid } from '../parts/product-grid.tsx';
import { RetryButton } from '../parts/retry-button.tsx';
import { Select } from '../parts/select.tsx';
import { Spinner } from '../parts/spinner.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './product-list.css.ts';
import * as texts from '../../texts/catalogue.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof productListMachine>;

interface Cart {
  /** Quantity in the cart by product id. */
  readonly inCart: ReadonlyMap<string, number>;
}

interface CategoryNames {
  /** The categories whose names are known. */
  readonly categories: readonly { readonly slug: string; readonly name: string }[];
}

interface ListSlots {
  /** Beside the list; `null` for lists without filters (A43, A58). */
  readonly filters?: ReactNode;
  /** Above the flash deals. */
  readonly countdown?: ReactNode;
}

/** The number of products visible on a phone without scrolling. Their pictures load eagerly. */
const EAGER = 2;

const SORT_LABELS: Record<ListSort, string> = {
  newest: texts.newest,
  price_low: texts.priceLowToHigh,
  price_high: texts.priceHighToLow,
  rating: texts.highestRated,
};

export function ProductListView({
  snapshot,
  send,
  inCart,
  categories,
  filters = null,
  countdown = null,
}: Props & Cart & CategoryNames & ListSlots) {
  const { added } = snapshot.context;
  const list = (
    <>
      {hasToolbar(snapshot) && <Toolbar snapshot={snapshot} send={send} />}
      {snapshot.matches({ products: 'empty' }) && (
        <div className={styles.toolbar}>
          <Sort snapshot={snapshot} send={send} />
        </div>
      )}
      <HydrationBoundary>
        <Products snapshot={snapshot} send={send} inCart={inCart} isBeside={filters !== null} />
      </HydrationBoundary>
    </>
  );
  return (
    <>
      <PageTitle lead={getLead(snapshot)}>{getHeading(snapshot, categories)}</PageTitle>
      {countdown}
      {filters === null ? (
        list
      ) : (
        <div className={styles.beside}>
          {filters}
          <div className={styles.list}>{list}</div>
        </div>
      )}
      <LiveRegion message={added === null ? null : texts.addedToCart(added.name, inCart.get(added._id) ?? 0)} />
    </>
  );
}

function Toolbar({ snapshot, send }: Props) {
  const { page } = snapshot.context;
  const isGrid = snapshot.matches({ view: 'grid' });
  return (
    <div className={styles.toolbar}>
      <p role="status" className={styles.position}>
        {snapshot.hasTag('busy') || page === null
          ? texts.loadingProducts
          : texts.pageNumber(page.pagination.page, page.pagination.pages)}
      </p>
      <div className={styles.choices}>
        <div className={styles.layoutToggle} role="group" aria-label={texts.layout}>
          <Button
            look={isGrid ? 'primary' : 'secondary'}
            aria-pressed={isGrid}
            onClick={isGrid ? undefined : () => send({ type: 'view.grid' })}
          >
            {texts.gridLayout}
          </Button>
          <Button
            look={isGrid ? 'secondary' : 'primary'}
            aria-pressed={!isGrid}
            onClick={isGrid ? () => send({ type: 'view.list' }) : undefined}
          >
            {texts.listLayout}
          </Button>
        </div>
        <Sort snapshot={snapshot} send={send} />
      </div>
    </div>
  );
}

/** 'Best match' cannot be chosen (U27). An empty list has no sorting. */
function Sort({ snapshot, send }: Props) {
  const { query } = snapshot.context;
  return (
    <Select
      label={texts.sortBy}
      inline
      name="sortBy"
      disabled={!hasToolbar(snapshot)}
      value={query.sortBy ?? (query.search === undefined ? 'newest' : '')}
      {...(query.sortBy === undefined && query.search !== undefined && { placeholder: texts.bestMatch })}
      options={LIST_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
      onChange={(value) => send({ type: 'sort.choose', sortBy: value as ListSort })}
    />
  );
}

/** A press renders only the cards that it changes: rendering all cards takes too long on a slow phone. */
function Products({ snapshot, send, inCart, isBeside }: Props & Cart & { readonly isBeside: boolean }) {
  const { page, problem, query } = snapshot.context;
  const grid = isBeside ? 'beside' : 'grid';
  if (snapshot.hasTag('busy')) return <Loading isFirst={!hasToolbar(snapshot)} grid={grid} />;
  if (snapshot.can({ type: 'list.retry' })) {
    return (
      <Alert problem={problem}>
        <RetryButton onRetry={() => send({ type: 'list.retry' })} />
      </Alert>
    );
  }
  if (page === null || page.products.length === 0) {
    return (
      <div role="status">
        <EmptyState
          title={query.deals === undefined ? texts.noProductsFound : texts.noDealAvailable}
          icon={outlines.search}
          actions={<LinkButton to={paths.products}>{texts.allProducts}</LinkButton>}
        />
      </div>
    );
  }
  const isGrid = snapshot.matches({ view: 'grid' });
  return (
    <>
      <ProductGrid label={texts.products} layout={isGrid ? grid : 'rows'}>
        {page.products.map((product, index) => {
          const quantity = inCart.get(product._id);
          const canAdd = snapshot.can({ type: 'cart.add', product });
          const priority = index < EAGER;
          return (
            <MemoSubtree key={product._id} deps={[product, quantity, canAdd, priority, isBeside, send]}>
              {() => (
                <ProductCard
                  product={product}
                  to={paths.product(product.slug)}
                  inCart={quantity}
                  sizes={isBeside ? BESIDE_SIZES : CARD_SIZES}
                  level={2}
                  priority={priority}
                  canAdd={canAdd}
                  onAdd={() => send({ type: 'cart.add', product })}
                />
              )}
            </MemoSubtree>
          );
        })}
      </ProductGrid>
      <Pagination
        page={page.pagination.page}
        pages={page.pagination.pages}
        to={(number) => formatPageAddress(snapshot, number)}
      />
    </>
  );
}

/**
 * The toolbar stays while another page of the same list loads, and keeps the focus of a shopper who sorts by keyboard.
 */
function hasToolbar(snapshot: Props['snapshot']): boolean {
  // Either layout can be chosen while there are products, as an order can, which would compare four addresses.
  return snapshot.can({ type: 'view.list' }) || snapshot.can({ type: 'view.grid' });
}

/** Reserves the space of a page of products, so that nothing jumps when they load. */
function Loading({ isFirst, grid }: { readonly isFirst: boolean; readonly grid: 'grid' | 'beside' }) {
  return (
    <>
      {isFirst && (
        <div className={styles.loading}>
          <Spinner label={texts.loadingProducts} shown />
        </div>
      )}
      <div aria-hidden="true">
        <ProductGrid layout={grid}>
          {Array.from({ length: LIST_PAGE_SIZE }, (_, index) => (
            <ProductCardSkeleton key={index} />
          ))}
        </ProductGrid>
      </div>
    </>
  );
}

function getHeading(snapshot: Props['snapshot'], categories: CategoryNames['categories']): string {
  const { query, page } = snapshot.context;
  if (snapshot.matches({ products: 'unknownCategory' })) return texts.allProducts;
  const shown = (page?.products ?? []).flatMap(({ category }) =>
    category !== null && typeof category === 'object' ? [category] : [],
  );
  return listHeading(query, [...categories, ...shown]);
}

/** While the products load, a blank line reserves the space. */
function getLead(snapshot: Props['snapshot']): string | null {
  const { query, page } = snapshot.context;
  if (snapshot.hasTag('busy')) return '\u00a0';
  return page === null ? null : formatCount(page.pagination.total, query);
}

function formatCount(total: number, { search }: ListQuery): string {
  const count = total === 1 ? texts.oneProduct : texts.severalProducts(total);
  return search === undefined ? count : texts.productsForSearch(count, search);
}

function formatPageAddress({ context: { query } }: Props['snapshot'], page: number): string {
  return formatListQuery({ ...query, page }) || '?';
}
