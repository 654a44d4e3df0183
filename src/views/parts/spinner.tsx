import { VisuallyHidden } from './visually-hidden.tsx';
import * as styles from './spinner.css.ts';

interface SpinnerProps {
  /** What is under way; read out, and seen too when `shown`. */
  readonly label: string;
  readonly shown?: boolean;
}

export function Spinner({ label, shown = false }: SpinnerProps) {
  return (
    <span role="status" className={styles.spinner}>
      <span className={styles.ring} />
      {shown ? label : <VisuallyHidden>{label}</VisuallyHidden>}
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
