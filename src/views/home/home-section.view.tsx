import { Link } from '../parts/link.tsx';
import type { Product } from '../../../contract/catalogue.ts';
import { VIEW_ALL_NEW_FROM } from '../../rules/home.ts';
import type { HomeSectionName, homeSectionMachine } from '../../machines/home-section.machine.ts';
import { paths } from '../../rules/paths.ts';
import { Alert } from '../parts/alert.tsx';
import { LiveRegion } from '../parts/live-region.tsx';
import { ProductCard } from '../parts/product-card.tsx';
import { ProductCardSkeleton } from '../parts/product-card-skeleton.tsx';
import { ProductRail, RAIL_SIZES } from '../parts/product-grid.tsx';
import { RetryButton } from '../parts/retry-button.tsx';
import { Spinner } from '../parts/spinner.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './home.css.ts';

type Props = ViewProps<typeof homeSectionMachine> & {
  /** True for the section whose first pictures are the page's main ones. */
  readonly isFirst?: boolean;
  /** Pieces in the cart by product id. */
  readonly inCart: ReadonlyMap<string, number>;
};

const TEXTS: Readonly<Record<HomeSectionName, { readonly title: string; readonly empty: string }>> = {
  newArrivals: { title: 'New Arrivals', empty: 'No new products yet.' },
  featured: { title: 'Featured Products', empty: 'No featured products available at the moment.' },
};

/** As many as a phone shows at once. */
const EAGER = 2;
const PLACEHOLDERS = ['one', 'two', 'three', 'four', 'five'];

/** One row of the home page with its own texts (§2 Home, §8). */
export function HomeSectionView(props: Props) {
  const { section, products, added } = props.snapshot.context;
  const { title, empty } = TEXTS[section];
  return (
    <section className={styles.section} aria-labelledby={section}>
      <div className={styles.sectionHead}>
        <h2 id={section}>{title}</h2>
        {section === 'newArrivals' && (products?.length ?? 0) >= VIEW_ALL_NEW_FROM && (
          <Link to={paths.newest} className={styles.more}>
            View All New Products
          </Link>
        )}
      </div>
      {props.snapshot.matches('ready') && <Cards {...props} title={title} products={products ?? []} />}
      {props.snapshot.hasTag('busy') && <Placeholders title={title} />}
      {props.snapshot.matches('empty') && <p className={styles.message}>{empty}</p>}
      <Alert problem={props.snapshot.context.problem}>
        {props.snapshot.can({ type: 'section.retry' }) && (
          <RetryButton onRetry={() => props.send({ type: 'section.retry' })} />
        )}
      </Alert>
      <LiveRegion
        message={added === null ? null : `${added.name} added to cart, ${props.inCart.get(added._id) ?? 0} in cart`}
      />
    </section>
  );
}

function Cards({
  snapshot,
  send,
  title,
  products,
  isFirst = false,
  inCart,
}: Props & { readonly title: string; readonly products: readonly Product[] }) {
  return (
    <ProductRail label={title}>
      {products.map((product, index) => (
        <ProductCard
          key={product._id}
          product={product}
          to={paths.product(product.slug)}
          inCart={inCart.get(product._id) ?? 0}
          sizes={RAIL_SIZES}
          priority={isFirst && index < EAGER}
          canAdd={snapshot.can({ type: 'cart.add', product })}
          onAdd={() => send({ type: 'cart.add', product })}
        />
      ))}
    </ProductRail>
  );
}

function Placeholders({ title }: { readonly title: string }) {
  return (
    <>
      <Spinner label={`Loading ${title}`} />
      <ProductRail label={title}>
        {PLACEHOLDERS.map((key) => (
          <ProductCardSkeleton key={key} />
        ))}
      </ProductRail>
    </>
  );
}
