import { Link } from '../parts/link.tsx';
import { listHeading, LIST_PAGE_SIZE, LIST_SORTS, writeListQuery } from '../../rules/list-query.ts';
import type { ListQuery, ListSort } from '../../rules/list-query.ts';
import type { productListMachine } from '../../machines/product-list.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Alert } from '../parts/alert.tsx';
import { Button, LinkButton } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { HydrationBoundary } from '../parts/hydration-boundary.tsx';
import { LiveRegion } from '../parts/live-region.tsx';
import { PageTitle } from '../parts/page.tsx';
import { Pagination } from '../parts/pagination.tsx';
import { ProductCard } from '../parts/product-card.tsx';
import { ProductCardSkeleton } from '../parts/product-card-skeleton.tsx';
import { CARD_SIZES, ProductGrid } from '../parts/product-grid.tsx';
import { RetryButton } from '../parts/retry-button.tsx';
import { Select } from '../parts/select.tsx';
import { Spinner } from '../parts/spinner.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './product-list.css.ts';

type Props = ViewProps<typeof productListMachine>;

interface Cart {
  /** Pieces in the cart by product id. */
  readonly inCart: ReadonlyMap<string, number>;
}

/** The cards that a phone shows without scrolling get their pictures at once. */
const EAGER = 2;

const SORT_LABELS: Record<ListSort, string> = {
  newest: 'Newest',
  price_low: 'Price: Low to High',
  price_high: 'Price: High to Low',
  rating: 'Highest Rated',
};

export function ProductListView({ snapshot, send, inCart }: Props & Cart) {
  const { added } = snapshot.context;
  return (
    <>
      <div className={styles.head}>
        <PageTitle lead={leadOf(snapshot)}>{headingOf(snapshot)}</PageTitle>
        <Categories snapshot={snapshot} />
      </div>
      {hasToolbar(snapshot) && <Toolbar snapshot={snapshot} send={send} />}
      <HydrationBoundary>
        <Products snapshot={snapshot} send={send} inCart={inCart} />
      </HydrationBoundary>
      <LiveRegion
        message={added === null ? null : `${added.name} added to cart, ${inCart.get(added._id) ?? 0} in cart`}
      />
    </>
  );
}

function Categories({ snapshot }: Pick<Props, 'snapshot'>) {
  const { categories, query } = snapshot.context;
  if (categories === null) return <div className={styles.categories} />;
  return (
    <nav aria-label="Categories" className={styles.categories}>
      <Link
        to={paths.products}
        className={styles.category}
        aria-current={query.category === undefined ? 'page' : undefined}
      >
        All
      </Link>
      {categories.map(({ slug, name }) => (
        <Link
          key={slug}
          to={paths.category(slug)}
          className={styles.category}
          aria-current={query.category === slug ? 'page' : undefined}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

function Toolbar({ snapshot, send }: Props) {
  const { query, page } = snapshot.context;
  const isGrid = snapshot.matches({ view: 'grid' });
  return (
    <div className={styles.toolbar}>
      <p role="status" className={styles.position}>
        {snapshot.hasTag('busy') ? 'Loading products' : `Page ${page?.pagination.page} of ${page?.pagination.pages}`}
      </p>
      <div className={styles.choices}>
        <div className={styles.layoutToggle} role="group" aria-label="Layout">
          <Button
            look={isGrid ? 'primary' : 'secondary'}
            aria-pressed={isGrid}
            onClick={isGrid ? undefined : () => send({ type: 'view.grid' })}
          >
            Grid
          </Button>
          <Button
            look={isGrid ? 'secondary' : 'primary'}
            aria-pressed={!isGrid}
            onClick={isGrid ? () => send({ type: 'view.list' }) : undefined}
          >
            List
          </Button>
        </div>
        <Select
          label="Sort by"
          inline
          name="sortBy"
          value={query.sortBy ?? (query.search === undefined ? 'newest' : '')}
          placeholder="Best match"
          options={LIST_SORTS.map((value) => ({ value, label: SORT_LABELS[value] }))}
          onChange={(value) => send({ type: 'sort.choose', sortBy: value as ListSort })}
        />
      </div>
    </div>
  );
}

function Products({ snapshot, send, inCart }: Props & Cart) {
  const { page, problem } = snapshot.context;
  if (snapshot.hasTag('busy')) return <Loading isFirst={!hasToolbar(snapshot)} />;
  if (snapshot.matches({ products: 'failed' })) {
    return (
      <Alert problem={problem}>
        <RetryButton onRetry={() => send({ type: 'list.retry' })} />
      </Alert>
    );
  }
  if (page === null || snapshot.matches({ products: 'empty' })) {
    return (
      <div role="status">
        <EmptyState
          title="No products found"
          icon="search"
          actions={<LinkButton to={paths.products}>All Products</LinkButton>}
        />
      </div>
    );
  }
  const isGrid = snapshot.matches({ view: 'grid' });
  return (
    <>
      <ProductGrid label="Products" layout={isGrid ? 'grid' : 'rows'}>
        {page.products.map((product, index) => (
          <ProductCard
            key={product._id}
            product={product}
            to={paths.product(product.slug)}
            inCart={inCart.get(product._id) ?? 0}
            sizes={CARD_SIZES}
            level={2}
            layout={isGrid ? 'card' : 'row'}
            priority={index < EAGER}
            canAdd={snapshot.can({ type: 'cart.add', product })}
            onAdd={() => send({ type: 'cart.add', product })}
          />
        ))}
      </ProductGrid>
      <Pagination
        page={page.pagination.page}
        pages={page.pagination.pages}
        to={(number) => addressOf(snapshot, number)}
      />
    </>
  );
}

/** Stays while another page of the same list loads, and with it the focus of who sorts by keyboard. */
function hasToolbar(snapshot: Props['snapshot']): boolean {
  return LIST_SORTS.some((sortBy) => snapshot.can({ type: 'sort.choose', sortBy }));
}

/** Holds the room of a page of cards, so that nothing jumps when they come. */
function Loading({ isFirst }: { readonly isFirst: boolean }) {
  return (
    <>
      {isFirst && (
        <div className={styles.loading}>
          <Spinner label="Loading products" shown />
        </div>
      )}
      <div aria-hidden="true">
        <ProductGrid label="Loading">
          {Array.from({ length: LIST_PAGE_SIZE }, (_, index) => (
            <ProductCardSkeleton key={index} />
          ))}
        </ProductGrid>
      </div>
    </>
  );
}

function headingOf({ context: { query, page, categories } }: Props['snapshot']): string {
  const shown = (page?.products ?? []).flatMap(({ category }) =>
    category !== null && typeof category === 'object' ? [category] : [],
  );
  return listHeading(query, [...(categories ?? []), ...shown]);
}

/** While the products load, a line without words keeps its room. */
function leadOf(snapshot: Props['snapshot']): string | null {
  const { query, page } = snapshot.context;
  if (snapshot.hasTag('busy')) return '\u00a0';
  return page === null ? null : countOf(page.pagination.total, query);
}

function countOf(total: number, { search }: ListQuery): string {
  const count = `${total} ${total === 1 ? 'product' : 'products'}`;
  return search === undefined ? count : `${count} for “${search}”`;
}

function addressOf({ context: { query } }: Props['snapshot'], page: number): string {
  return writeListQuery({ ...query, page }) || '?';
}
