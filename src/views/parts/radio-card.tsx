import { useId } from 'react';
import type { ReactNode } from 'react';
import * as styles from './radio-card.css.ts';

interface RadioCardProps<Value extends string> {
  readonly name: string;
  readonly value: Value;
  readonly checked: boolean;
  readonly title: ReactNode;
  /** One line that explains the choice, or why it is unavailable. */
  readonly note?: ReactNode;
  readonly disabled?: boolean;
  readonly onChange: (value: Value) => void;
}

/** One choice of a RadioGroup. The whole card can be pressed. */
export function RadioCard<Value extends string>(props: RadioCardProps<Value>) {
  const { name, value, checked, title, note, disabled = false, onChange } = props;
  const id = useId();
  return (
    <label className={styles.card}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        className={styles.radio}
        aria-labelledby={`${id}-title`}
        aria-describedby={note == null ? undefined : `${id}-note`}
        onChange={() => onChange(value)}
      />
      <span className={styles.body}>
        <span id={`${id}-title`} className={styles.title}>
          {title}
        </span>
        {note != null && (
          <span id={`${id}-note`} className={styles.note}>
            {note}
          </span>
        )}
      </span>
    </label>
  );
}

interface RadioGroupProps {
  readonly legend: string;
  /** Heading size: of a section (2), or of a part of one (3). */
  readonly size?: 2 | 3;
  readonly children: ReactNode;
}

/** Radio buttons under a legend that looks like the other headings of the page (X36). */
export function RadioGroup({ legend, size = 2, children }: RadioGroupProps) {
  return (
    <fieldset>
      <legend className={styles.legend[size]}>{legend}</legend>
      <div className={styles.group}>{children}</div>
    </fieldset>
  );
}
