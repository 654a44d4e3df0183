import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';
import * as styles from './field.css.ts';

interface SelectProps
  extends FieldProps, Omit<ComponentProps<'select'>, 'className' | 'style' | 'id' | 'value' | 'onChange' | 'children'> {
  readonly name: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** Shown while nothing is chosen (`value` is ''). It cannot be chosen again. */
  readonly placeholder?: string;
  readonly onChange: (value: string) => void;
}

export function Select({
  label,
  error,
  hint,
  optional,
  inline,
  options,
  placeholder,
  onChange,
  ...native
}: SelectProps) {
  return (
    <Field label={label} error={error} hint={hint} optional={optional} inline={inline}>
      {(naming) => (
        <select {...native} {...naming} className={styles.select} onChange={(event) => onChange(event.target.value)}>
          {placeholder !== undefined && (
            <option value="" disabled hidden>
              {placeholder}
            </option>
          )}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
