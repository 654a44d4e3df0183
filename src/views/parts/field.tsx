import { useId } from 'react';
import type { ReactNode } from 'react';
import * as styles from './field.css.ts';
import * as texts from '../../texts/common.ts';

export interface FieldProps {
  readonly label: string;
  /**
   * Error text of an invalid field; empty when the form shows it in another place. `null` or omitted when the field is
   * valid.
   */
  readonly error?: string | null | undefined;
  /** Help that is always visible. */
  readonly hint?: ReactNode;
  /** Adds '(optional)' to the label. */
  readonly optional?: boolean | undefined;
  /** Puts the label beside the control, for toolbars. */
  readonly inline?: boolean | undefined;
}

export interface FieldNaming {
  readonly id: string;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-describedby': string | undefined;
}

/** Label, control, hint and error, connected for screen readers. `children` receives the attributes of the control. */
export function Field({
  label,
  error = null,
  hint,
  optional = false,
  inline = false,
  children,
}: FieldProps & {
  readonly children: (naming: FieldNaming) => ReactNode;
}) {
  const id = useId();
  const hasText = error !== null && error !== '';
  const describedBy = [hint != null && `${id}-hint`, hasText && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={inline ? styles.inline : styles.field}>
      <label htmlFor={id} className={styles.label}>
        <span>{label}</span>
        {optional && <span className={styles.optional}>{texts.optional}</span>}
      </label>
      {children({
        id,
        'aria-invalid': error === null ? undefined : true,
        'aria-describedby': describedBy === '' ? undefined : describedBy,
      })}
      {hint != null && (
        <div id={`${id}-hint`} className={styles.hint}>
          {hint}
        </div>
      )}
      {hasText && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
