import { classNames } from './class-names.ts';
import * as styles from './stars.css.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import * as texts from '../../texts/common.ts';

const OUTLINE = 'm12 2.5 2.9 6.1 6.6.9-4.8 4.6 1.2 6.7L12 17.6l-5.9 3.2 1.2-6.7L2.5 9.500l6.600-.9z';
const LEFT_HALF = 'M12 2.500V17.600l-5.900 3.200 1.200-6.700L2.500 9.500l6.600-.9z';
const FIVE = [1, 2, 3, 4, 5];

/** Five stars, rounded to halves (X35). Screen readers read the number. */
export function Stars({ rating }: { readonly rating: number }) {
  const halves = Math.round(rating * 2);
  return (
    <>
      <span className={styles.stars}>
        {FIVE.map((at) => (
          <Star key={at} isFull={2 * at <= halves} isHalf={2 * at - 1 === halves} />
        ))}
      </span>
      <VisuallyHidden>{texts.ratedStars(Number(rating.toFixed(1)))}</VisuallyHidden>
    </>
  );
}

/** Decoration. Give the surrounding control a name. */
export function Star({ isFull, isHalf = false }: { readonly isFull: boolean; readonly isHalf?: boolean }) {
  return (
    <svg className={classNames(styles.star, isFull && styles.full)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={OUTLINE} />
      {isHalf && <path className={styles.full} d={LEFT_HALF} />}
    </svg>
  );
}
