import type { Product } from '../../../contract/catalogue.ts';
import { Rating } from '../parts/rating.tsx';
import { Tabs } from '../parts/tabs.tsx';
import * as styles from './product-tabs.css.ts';

interface ProductTabsProps {
  readonly product: Product;
  readonly open: 'specifications' | 'reviews';
  readonly onOpen: (tab: 'specifications' | 'reviews') => void;
}

export function ProductTabs({ product, open, onOpen }: ProductTabsProps) {
  return (
    <Tabs
      label="About this product"
      open={open}
      onOpen={onOpen}
      tabs={[
        { id: 'specifications', title: 'Product Specifications' },
        { id: 'reviews', title: 'Product Reviews' },
      ]}
    >
      {open === 'specifications' ? <Specifications list={product.specifications} /> : <Reviews product={product} />}
    </Tabs>
  );
}

function Specifications({ list }: { readonly list: Product['specifications'] }) {
  return (
    <dl className={styles.list}>
      {list.map(({ name, value }) => (
        <div key={name} className={styles.row}>
          <dt className={styles.name}>{name}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Reviews({ product: { rating, numReviews } }: Pick<ProductTabsProps, 'product'>) {
  if (numReviews === 0) return <p>No reviews yet</p>;
  return (
    <p className={styles.average}>
      <Rating rating={rating} count={numReviews} />
    </p>
  );
}
