import type { ReactNode } from 'react';
import type { Product } from '../../../contract/catalogue.ts';
import type { homeSectionMachine } from '../../machines/home/home-section.machine.ts';
import { VIEW_ALL_NEW_FROM, VIEW_ALL_POPULAR_FROM } from '../../rules/home/home.ts';
import type { HomeSectionName } from '../../rules/home/home.ts';
import { paths } from '../../rules/paths.ts';
import { Alert } from '../parts/alert.tsx';
import { Link } from '../parts/link.tsx';
import { LiveRegion } from '../parts/live-region.tsx';
import { MemoSubtree } from '../parts/memo-subtree.tsx';
import { ProductCard } from '../parts/product-card.tsx';
import { ProductCardSkeleton } from '../parts/product-card-skeleton.tsx';
import { ProductRail, RAIL_SIZES } from '../parts/product-grid.tsx';
import { RetryButton } from '../parts/retry-button.tsx';
import { Spinner } from '../parts/spinner.tsx';
import type { ViewProps } from '../view.ts';
import * as styles from './home.css.ts';
import * as texts from '../../texts/home.ts';

type Props = ViewProps<typeof homeSectionMachine> & {
  /** Quantity in the cart by product id. */
  readonly inCart: ReadonlyMap<string, number>;
  /** The banners or brands of a section that has loaded. */
  readonly inside?: ReactNode;
  /** Beside the title of the deals. */
  readonly clock?: ReactNode;
};

interface SectionTexts {
  readonly title: string;
  /** `null` when an empty section is hidden. */
  readonly empty: string | null;
  /** Text beside the problem. */
  readonly also?: string;
  /** The number of products from which the link is shown. */
  readonly more?: { readonly from: number; readonly text: string; readonly to: string };
}

/** Texts by section (§8, §9). */
const TEXTS: Readonly<Record<HomeSectionName, SectionTexts>> = {
  hero: { title: texts.offers, empty: null },
  flash: { title: texts.flashDeals, empty: texts.noFlashDeals },
  newArrivals: {
    title: texts.newArrivals,
    empty: texts.noNewArrivals,
    more: { from: VIEW_ALL_NEW_FROM, text: texts.viewAllNewProducts, to: paths.newest },
  },
  brands: { title: texts.topBrands, empty: null, also: texts.tryRefreshing },
  popular: {
    title: texts.mostPopularProducts,
    empty: texts.noPopularProducts,
    also: texts.failedToLoadProducts,
    more: { from: VIEW_ALL_POPULAR_FROM, text: texts.viewAll, to: paths.products },
  },
  featured: { title: texts.featuredProducts, empty: texts.noFeaturedProducts },
};

const PLACEHOLDERS = 5;

/** The number of deals visible on a phone without scrolling. Their pictures are its largest and load eagerly. */
const EAGER = 2;

/** A section of the home page with its own texts (§2 Home, §8). */
export function HomeSectionView(props: Props) {
  const { snapshot } = props;
  const { section, content, added } = snapshot.context;
  const { title, empty, more } = TEXTS[section];
  if (snapshot.matches({ items: 'empty' }) && empty === null) return null;
  if (section === 'hero') return <Hero {...props} />;
  const products = content?.products ?? [];
  return (
    <section className={styles.section} aria-labelledby={section}>
      <div className={styles.sectionHead}>
        <h2 id={section}>{title}</h2>
        {props.clock}
        {more !== undefined && products.length >= more.from && (
          <Link to={more.to} className={styles.more}>
            {more.text}
          </Link>
        )}
      </div>
      {snapshot.matches({ items: 'ready' }) && (props.inside ?? <Cards {...props} title={title} products={products} />)}
      {snapshot.hasTag('busy') && <Placeholders section={section} title={title} />}
      {snapshot.matches({ items: 'empty' }) && <p className={styles.message}>{empty}</p>}
      <Failure {...props} />
      <LiveRegion message={added === null ? null : texts.addedToCart(added.name, props.inCart.get(added._id) ?? 0)} />
    </section>
  );
}

function Failure({ snapshot, send }: Props) {
  const { section, problem } = snapshot.context;
  const { also } = TEXTS[section];
  return (
    <Alert problem={problem}>
      {also !== undefined && <p>{also}</p>}
      <RetryButton onRetry={() => send({ type: 'section.retry' })} />
    </Alert>
  );
}

/** Full width, without a title, because the banners have titles. */
function Hero(props: Props) {
  const { snapshot, inside } = props;
  if (snapshot.matches({ items: 'ready' })) return inside;
  return (
    <div className={styles.heroRoom}>
      {snapshot.hasTag('busy') && <Spinner label={texts.loadingSection(TEXTS.hero.title)} />}
      <Failure {...props} />
    </div>
  );
}

/** A press renders only the cards that it changes. */
function Cards({
  snapshot,
  send,
  title,
  products,
  inCart,
}: Props & { readonly title: string; readonly products: readonly Product[] }) {
  const eager = snapshot.context.section === 'flash' ? EAGER : 0;
  return (
    <ProductRail label={title} isBelow={snapshot.context.section !== 'flash'}>
      {products.map((product, index) => {
        const quantity = inCart.get(product._id);
        const canAdd = snapshot.can({ type: 'cart.add', product });
        return (
          <MemoSubtree key={product._id} deps={[product, quantity, canAdd, send]}>
            {() => (
              <ProductCard
                product={product}
                to={paths.product(product.slug)}
                inCart={quantity}
                sizes={RAIL_SIZES}
                priority={index < eager}
                canAdd={canAdd}
                onAdd={() => send({ type: 'cart.add', product })}
              />
            )}
          </MemoSubtree>
        );
      })}
    </ProductRail>
  );
}

function Placeholders({ section, title }: { readonly section: HomeSectionName; readonly title: string }) {
  return (
    <>
      <Spinner label={texts.loadingSection(title)} />
      {section === 'brands' ? (
        <div className={styles.brandsRoom} />
      ) : (
        <ProductRail label={title}>
          {Array.from({ length: PLACEHOLDERS }, (_, index) => (
            <ProductCardSkeleton key={index} />
          ))}
        </ProductRail>
      )}
    </>
  );
}
