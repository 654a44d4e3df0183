import { classNames } from './class-names.ts';
import * as styles from './stars.css.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const OUTLINE = 'm12 2.5 2.9 6.1 6.6.9-4.8 4.6 1.2 6.7L12 17.6l-5.9 3.2 1.2-6.7L2.5 9.500l6.600-.9z';
const FIVE = [1, 2, 3, 4, 5];

/** Five stars, the first of them full: the nearest whole number is drawn, the number itself read out. */
export function Stars({ rating }: { readonly rating: number }) {
  return (
    <>
      <span className={styles.stars}>
        {FIVE.map((at) => (
          <Star key={at} isFull={at <= Math.round(rating)} />
        ))}
      </span>
      <VisuallyHidden>{`Rated ${Number(rating.toFixed(1))} of 5`}</VisuallyHidden>
    </>
  );
}

/** Decoration; give the control that it stands in a name. */
export function Star({ isFull }: { readonly isFull: boolean }) {
  return (
    <svg className={classNames(styles.star, isFull && styles.full)} viewBox="0 0 24 24" aria-hidden="true">
      <path d={OUTLINE} />
    </svg>
  );
}
