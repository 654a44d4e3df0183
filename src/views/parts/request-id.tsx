import * as styles from './request-id.css.ts';
import * as texts from '../../texts/common.ts';

/** Identifies a refused call in the server's log (H14); a quiet line below the message. */
export function RequestId({ children }: { readonly children: string }) {
  return <span className={styles.request}>{texts.requestId(children)}</span>;
}
