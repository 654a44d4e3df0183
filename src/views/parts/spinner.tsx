import { hidden } from './visually-hidden.css.ts';
import * as styles from './spinner.css.ts';

interface SpinnerProps {
  /** Name of the running action. Always announced; visible when `shown`. */
  readonly label: string;
  readonly shown?: boolean;
}

export function Spinner({ label, shown = false }: SpinnerProps) {
  return (
    <span role="status" className={styles.spinner}>
      <span className={styles.ring} />
      <span className={shown ? undefined : hidden}>{label}</span>
    </span>
  );
}

/** For a page that waits, e.g. 'Checking authentication...'. */
export function PageSpinner({ label }: { readonly label: string }) {
  return (
    <div className={styles.page}>
      <Spinner label={label} shown />
    </div>
  );
}
