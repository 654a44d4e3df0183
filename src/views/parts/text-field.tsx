import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';
import * as styles from './field.css.ts';

type Native = Omit<ComponentProps<'input'>, 'className' | 'style' | 'id' | 'value' | 'onChange' | 'children'>;

export interface TextFieldProps extends FieldProps, Native {
  /** Required: it also preserves text typed before hydration. */
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One line of text. `type` is text (default), email, tel or search; set `autoComplete` and `inputMode` too. */
export function TextField({ label, error, hint, optional, onChange, ...native }: TextFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} optional={optional}>
      {(naming) => (
        <input {...native} {...naming} className={styles.control} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
