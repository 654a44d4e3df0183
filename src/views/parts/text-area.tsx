import type { ComponentProps } from 'react';
import { Field } from './field.tsx';
import type { FieldProps } from './field.tsx';
import * as styles from './field.css.ts';

type Native = Omit<ComponentProps<'textarea'>, 'className' | 'style' | 'id' | 'value' | 'onChange' | 'children'>;

interface TextAreaProps extends FieldProps, Native {
  /** Required: it also preserves text typed before hydration. */
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Several lines of text. */
export function TextArea({ label, error, hint, optional, onChange, ...native }: TextAreaProps) {
  return (
    <Field label={label} error={error} hint={hint} optional={optional}>
      {(naming) => (
        <textarea {...native} {...naming} className={styles.area} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  );
}
