import { useEffect, useRef } from 'react';
import { Icon } from './icon.tsx';
import * as styles from './stepper.css.ts';

interface StepperProps {
  /** What is counted, e.g. the product's name; read out with the buttons. */
  readonly label: string;
  readonly value: number;
  /** Pieces in stock; null or 0 is no bound (U17). */
  readonly max: number | null;
  /** The wanted number, at least 1; the machine bounds it to the stock. */
  readonly onChange: (value: number) => void;
}

/** Quantity − n +, from 1 to the stock, with 'Only n left' at its end (§2, U17). A number may be typed too. */
export function Stepper({ label, value, max, onChange }: StepperProps) {
  const field = useRef<HTMLInputElement>(null);
  const bound = max !== null && max > 0 ? max : null;
  const isFull = bound !== null && value >= bound;
  useEffect(() => show(field.current, value), [value]);
  const commit = (input: HTMLInputElement) => {
    const typed = Number(input.value);
    if (Number.isInteger(typed) && typed !== value) onChange(Math.max(1, typed));
    // A refused or bounded number gives way to the real one.
    queueMicrotask(() => show(field.current, Number(field.current?.dataset['value'])));
  };
  return (
    <div className={styles.stepper}>
      <div className={styles.row} role="group" aria-label={`Quantity of ${label}`}>
        <button type="button" className={styles.step} aria-label="Decrease quantity" disabled={value <= 1} onClick={() => onChange(value - 1)}>
          <Icon name="minus" size="s" />
        </button>
        <input
          ref={field}
          className={styles.amount}
          type="text"
          inputMode="numeric"
          aria-label="Quantity"
          autoComplete="off"
          maxLength={4}
          defaultValue={value}
          data-value={value}
          onBlur={(event) => commit(event.currentTarget)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            commit(event.currentTarget);
          }}
        />
        <button type="button" className={styles.step} aria-label="Increase quantity" disabled={isFull} onClick={() => onChange(value + 1)}>
          <Icon name="plus" size="s" />
        </button>
      </div>
      <span role="status" className={styles.left}>{isFull ? `Only ${bound} left` : null}</span>
    </div>
  );
}

function show(input: HTMLInputElement | null, value: number) {
  if (input !== null) input.value = String(value);
}
