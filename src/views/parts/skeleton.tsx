import * as styles from './skeleton.css.ts';

/** Holds the room of what is still loading; unseen by screen readers, so pair it with a Spinner or a status. */
export function Skeleton({ shape = 'text' }: { readonly shape?: keyof typeof styles.shape }) {
  return <span aria-hidden="true" className={styles.shape[shape]} />;
}
