import type { TextFieldProps } from './text-field.tsx';
import { classNames } from './class-names.ts';
import { Field } from './field.tsx';
import * as styles from './field.css.ts';
import * as texts from '../../texts/common.ts';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type'> {
  /** `current-password` or `new-password`. */
  readonly autoComplete: 'current-password' | 'new-password';
  /** Whether the characters are readable: a state of the machine. */
  readonly shown: boolean;
  readonly onToggle: () => void;
}

export function PasswordField({
  label,
  error,
  hint,
  optional,
  shown,
  onToggle,
  onChange,
  ...native
}: PasswordFieldProps) {
  return (
    <Field label={label} error={error} hint={hint} optional={optional}>
      {(naming) => (
        <div className={styles.withAddon}>
          <input
            {...native}
            {...naming}
            type={shown ? 'text' : 'password'}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            className={classNames(styles.control, styles.padded)}
            onChange={(event) => onChange(event.target.value)}
          />
          <button
            type="button"
            className={styles.addon}
            aria-controls={naming.id}
            disabled={native.readOnly}
            aria-label={`${shown ? texts.hide : texts.show} ${label.toLowerCase()}`}
            onClick={onToggle}
          >
            {shown ? texts.hide : texts.show}
          </button>
        </div>
      )}
    </Field>
  );
}
