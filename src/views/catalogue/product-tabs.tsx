import type { ReactNode } from 'react';
import type { Product } from '../../../contract/catalogue.ts';
import { Tabs } from '../parts/tabs.tsx';
import * as styles from './product-tabs.css.ts';
import * as texts from '../../texts/catalogue.ts';

interface ProductTabsProps {
  readonly product: Product;
  readonly open: 'specifications' | 'reviews';
  /** The panel of the reviews, which hides itself while the other one is open. */
  readonly reviews: ReactNode;
  readonly onOpen: (tab: 'specifications' | 'reviews') => void;
}

export function ProductTabs({ product, open, reviews, onOpen }: ProductTabsProps) {
  return (
    <Tabs
      label={texts.aboutThisProduct}
      open={open}
      onOpen={onOpen}
      tabs={[
        { id: 'specifications', title: texts.productSpecifications },
        { id: 'reviews', title: texts.productReviews },
      ]}
    >
      {open === 'specifications' && <Specifications list={product.specifications} />}
      {reviews}
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
