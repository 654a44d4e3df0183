import * as styles from './product-card.css.ts';
import { Skeleton } from './skeleton.tsx';

/** Same height as a ProductCard, so that nothing jumps when the products load. */
export function ProductCardSkeleton() {
  return (
    <div className={styles.card}>
      <Skeleton shape="picture" />
      <div className={styles.body}>
        <div className={styles.name}>
          <Skeleton />
        </div>
        <div className={styles.ratingSkeleton}>
          <Skeleton shape="short" />
        </div>
        <div className={styles.price}>
          <Skeleton shape="short" />
        </div>
      </div>
      <Skeleton shape="button" />
    </div>
  );
}
