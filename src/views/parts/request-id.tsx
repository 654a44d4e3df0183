import * as styles from './request-id.css.ts';

/** Finds a refused call in the server's log (H14); a quiet line below the message. */
export function RequestId({ children }: { readonly children: string }) {
  return <span className={styles.request}>{`Request ${children}`}</span>;
}
