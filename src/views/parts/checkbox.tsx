import { useId } from 'react';
import type { ReactNode } from 'react';
import * as styles from './checkbox.css.ts';
import { error as errorStyle } from './field.css.ts';

interface CheckboxProps {
  readonly name: string;
  readonly checked: boolean;
  /** The label; may contain links. */
  readonly children: ReactNode;
  readonly error?: string | null | undefined;
  readonly disabled?: boolean;
  readonly onChange: (checked: boolean) => void;
}

export function Checkbox({ name, checked, children, error = null, disabled = false, onChange }: CheckboxProps) {
  const id = useId();
  return (
    <div>
      <label className={styles.row}>
        <input
          type="checkbox"
          name={name}
          checked={checked}
          disabled={disabled}
          className={styles.box}
          aria-invalid={error === null ? undefined : true}
          aria-describedby={error === null ? undefined : id}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>{children}</span>
      </label>
      {error !== null && (
        <p id={id} className={errorStyle}>
          {error}
        </p>
      )}
    </div>
  );
}
