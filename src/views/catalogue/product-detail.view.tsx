import type { ReactNode } from 'react';
import type { Product } from '../../../contract/catalogue.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import { toPriceView } from '../../../contract/rules/price.ts';
import type { ProductDetailEvent, productDetailMachine } from '../../machines/catalogue/product-detail.machine.ts';
import { paths } from '../../rules/paths.ts';
import { formatNairobiTime } from '../format/date.ts';
import { Badge } from '../parts/badge.tsx';
import { Breadcrumb } from '../parts/breadcrumb.tsx';
import { Button, LinkButton } from '../parts/button.tsx';
import { EmptyState } from '../parts/empty-state.tsx';
import { ProductHeart } from '../parts/heart.tsx';
import { HydrationBoundary } from '../parts/hydration-boundary.tsx';
import { Icon } from '../parts/icon.tsx';
import { List } from '../parts/list.tsx';
import { MemoSubtree } from '../parts/memo-subtree.tsx';
import { PageTitle } from '../parts/page.tsx';
import { Price } from '../parts/price.tsx';
import { Rating } from '../parts/rating.tsx';
import { PageSpinner } from '../parts/spinner.tsx';
import { Stepper } from '../parts/stepper.tsx';
import type { ViewProps } from '../view.ts';
import { Gallery } from './gallery.tsx';
import * as styles from './product-detail.css.ts';
import { ProductTabs } from './product-tabs.tsx';
import * as texts from '../../texts/catalogue.ts';
import * as outlines from '../parts/outlines.ts';

type Props = ViewProps<typeof productDetailMachine> & {
  /** The panel of the reviews. */
  readonly reviews?: ReactNode;
  /** Summary of all reviews, when it is newer than the product's. */
  readonly rated?: { readonly average: number; readonly total: number } | null;
};

/** A press renders only the part that it changes: the pictures, the offer or the tabs. */
export function ProductDetailView({ snapshot, send, reviews, rated = null }: Props) {
  const { product, reason, picture, quantity } = snapshot.context;
  if (snapshot.hasTag('busy')) return <PageSpinner label={texts.loadingProduct} />;
  if (product === null) {
    return (
      <EmptyState
        title={texts.productNotFound}
        level={1}
        actions={<LinkButton to={paths.home}>{texts.goToHome}</LinkButton>}
      >
        {reason?.text}
      </EmptyState>
    );
  }
  return (
    <article className={styles.page}>
      <MemoSubtree deps={[product]}>{() => <Breadcrumb items={getBreadcrumb(product)} />}</MemoSubtree>
      <div className={styles.columns}>
        <MemoSubtree deps={[product, picture, send]}>
          {() => (
            <Gallery
              name={product.name}
              images={product.images}
              picked={picture}
              onPick={(index) => send({ type: 'picture.pick', index })}
            />
          )}
        </MemoSubtree>
        <MemoSubtree deps={[product, quantity, snapshot.matches({ ready: { buying: 'taken' } }), rated, send]}>
          {() => <Offer product={product} snapshot={snapshot} send={send} rated={rated} />}
        </MemoSubtree>
      </div>
      <section className={styles.description} aria-labelledby="about-product">
        <h2 id="about-product">{texts.description}</h2>
        <p>{product.description}</p>
      </section>
      <HydrationBoundary>
        <ProductTabs
          product={product}
          open={snapshot.matches({ ready: { tab: 'reviews' } }) ? 'reviews' : 'specifications'}
          reviews={reviews}
          onOpen={(tab) => send({ type: `tab.${tab}` })}
        />
      </HydrationBoundary>
    </article>
  );
}

function Offer({ product, snapshot, send, rated }: Omit<Props, 'reviews'> & { readonly product: Product }) {
  const { quantity } = snapshot.context;
  const canChange = (wanted: number) => snapshot.can({ type: 'quantity.change', quantity: wanted });
  // A number above the stock may be typed when all pieces are already in the cart.
  const change = (wanted: number) => canChange(wanted) && send({ type: 'quantity.change', quantity: wanted });
  const isTaken = snapshot.matches({ ready: { buying: 'taken' } });
  const isForSale = isTaken || snapshot.can({ type: 'cart.add' });
  // A second press does nothing while the next page loads.
  const once = (event: ProductDetailEvent) => (snapshot.can(event) ? () => send(event) : undefined);
  const { savings } = toPriceView(product, 'detail');
  const brand = getCategoryName(product.brand);
  const category = getCategoryName(product.category);
  return (
    <div className={styles.offer}>
      <PageTitle>{product.name}</PageTitle>
      <div className={styles.facts}>
        <Rating rating={rated?.average ?? product.rating} count={rated?.total ?? product.numReviews} />
        {category !== '' && <span>{texts.categoryIs(category)}</span>}
        {brand !== '' && <span>{texts.brandIs(brand)}</span>}
      </div>
      <div>
        <Price product={product} legacy="detail" size="l" withDiscount />
        {savings > 0 && <p className={styles.savings}>{texts.youSave(formatKsh(savings))}</p>}
        {product.isFlashDeal && product.flashEndsAt !== null && (
          <p className={styles.deal}>{texts.dealUntil(formatNairobiTime(product.flashEndsAt))}</p>
        )}
      </div>
      <StockStatus stock={product.stock} />
      {isForSale && (
        <Stepper
          label={product.name}
          value={quantity}
          stock={product.stock}
          canDecrease={canChange(quantity - 1)}
          canIncrease={canChange(quantity + 1)}
          onDecrease={() => change(quantity - 1)}
          onIncrease={() => change(quantity + 1)}
          onChange={change}
        />
      )}
      <div className={styles.actions}>
        <Button look="secondary" wide disabled={!isForSale} data-next={paths.cart} onClick={once({ type: 'cart.add' })}>
          {texts.addToCart}
        </Button>
        <Button wide disabled={!isForSale} data-next={paths.checkout} onClick={once({ type: 'order.now' })}>
          {texts.orderNow}
        </Button>
      </div>
      <ProductHeart product={product} look="labelled" />
      <List className={styles.promises}>
        <Promise icon={outlines.shield}>{texts.securePayment}</Promise>
        <Promise icon={outlines.truck}>{texts.freeDelivery}</Promise>
        <Promise icon={outlines.check}>{texts.warranty}</Promise>
      </List>
    </div>
  );
}

function Promise({ icon, children }: { readonly icon: string; readonly children: ReactNode }) {
  return (
    <li className={styles.promise}>
      <Icon outline={icon} />
      <span>{children}</span>
    </li>
  );
}

function StockStatus({ stock }: Pick<Product, 'stock'>) {
  if (stock === 0)
    return (
      <p className={styles.stock}>
        <Badge tone="bad">{texts.soldOut}</Badge>
        {texts.outOfStock}
      </p>
    );
  return (
    <p className={styles.stock}>
      <Badge tone="good">{texts.inStock}</Badge>
    </p>
  );
}

function getCategoryName(named: Product['category']): string {
  return typeof named === 'string' ? named : (named?.name ?? '');
}

function getBreadcrumb({ category, name }: Product) {
  const slug = typeof category === 'object' ? category?.slug : undefined;
  const label = getCategoryName(category);
  return [
    { label: 'Home', to: paths.home },
    ...(label === '' ? [] : [{ label, ...(slug && { to: paths.category(slug) }) }]),
    { label: name },
  ];
}
