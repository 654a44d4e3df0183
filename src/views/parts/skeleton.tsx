import * as styles from './skeleton.css.ts';

/** Reserves the space of loading content. Hidden from screen readers, so combine it with a Spinner or a status. */
export function Skeleton({ shape = 'text' }: { readonly shape?: keyof typeof styles.shape }) {
  return <span aria-hidden="true" className={styles.shape[shape]} />;
}
