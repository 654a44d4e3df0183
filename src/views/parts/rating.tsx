import * as styles from './rating.css.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import * as texts from '../../texts/common.ts';

/** Stars of a product, 0 to 5, with the number of reviews, or a text when there are none. */
export function Rating({ rating, count }: { readonly rating: number; readonly count: number }) {
  if (count === 0) return <span className={styles.rating}>{texts.noReviewsYet}</span>;
  return (
    <span className={styles.rating}>
      <svg className={styles.star} viewBox="0 0 24 24" aria-hidden="true">
        <path d="m12 2.5 2.9 6.1 6.6.9-4.8 4.6 1.2 6.7L12 17.6l-5.9 3.2 1.2-6.7L2.5 9.500l6.600-.9z" />
      </svg>
      <span aria-hidden="true">{`${rating.toFixed(1)} (${count})`}</span>
      <VisuallyHidden>{texts.rated(rating.toFixed(1), count)}</VisuallyHidden>
    </span>
  );
}
