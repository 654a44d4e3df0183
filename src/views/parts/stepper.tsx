import { useEffect, useRef } from 'react';
import { CART_LIMITS } from '../../../contract/rules/cart-limits.ts';
import { grouped } from '../../../contract/rules/money.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';
import * as styles from './stepper.css.ts';
import * as texts from '../../texts/common.ts';

interface StepperProps {
  /** What is counted, e.g. the product's name; read out with the buttons. */
  readonly label: string;
  readonly value: number;
  /** Pieces in stock, null where that is not known; named where no more can be taken (U17). */
  readonly stock: number | null;
  readonly canDecrease: boolean;
  readonly canIncrease: boolean;
  readonly onDecrease: () => void;
  readonly onIncrease: () => void;
  /** A number was typed: at least 1; the machine bounds it to the stock. */
  readonly onChange: (value: number) => void;
}

/** Quantity − n +, with 'Only n left' at its end, or what one order takes (§2, U17, X82). */
export function Stepper({
  label,
  value,
  stock,
  canDecrease,
  canIncrease,
  onDecrease,
  onIncrease,
  onChange,
}: StepperProps) {
  return (
    <div className={styles.stepper}>
      <div className={styles.row} role="group" aria-label={texts.quantityOf(label)}>
        <Step label={texts.decreaseQuantity} icon="minus" isOff={!canDecrease} onPress={onDecrease} />
        <TypedAmount value={value} onChange={onChange} />
        <Step label={texts.increaseQuantity} icon="plus" isOff={!canIncrease} onPress={onIncrease} />
      </div>
      <span role="status" className={styles.left}>
        {canIncrease ? null : boundOf(stock)}
      </span>
    </div>
  );
}

/** Why no more can be taken: the stock, or what one order takes (U17, X82). */
function boundOf(stock: number | null): string {
  return stock !== null && stock <= CART_LIMITS.pieces
    ? texts.onlyLeft(grouped(stock))
    : texts.atMost(grouped(CART_LIMITS.pieces));
}

interface StepProps {
  readonly label: string;
  readonly icon: IconName;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

/** Keeps the focus at the end of its way; a disabled button would drop it. */
function Step({ label, icon, isOff, onPress }: StepProps) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      aria-disabled={isOff ? true : undefined}
      onClick={isOff ? undefined : onPress}
    >
      <Icon name={icon} size="s" />
    </button>
  );
}

/** Keeps what is being typed to itself and hands over the number on Enter or when the field is left. */
function TypedAmount({ value, onChange }: { readonly value: number; readonly onChange: (value: number) => void }) {
  const field = useRef<HTMLInputElement>(null);
  // After every render, so that a refused or bounded number gives way to the real one.
  useEffect(() => {
    if (field.current !== null && field.current !== field.current.ownerDocument.activeElement)
      field.current.value = String(value);
  });
  const commit = (input: HTMLInputElement) => {
    const typed = Number(input.value);
    input.value = String(value);
    if (Number.isInteger(typed) && Math.max(1, typed) !== value) onChange(Math.max(1, typed));
  };
  return (
    <input
      ref={field}
      className={styles.amount}
      inputMode="numeric"
      aria-label={texts.quantity}
      autoComplete="off"
      maxLength={4}
      defaultValue={value}
      onBlur={(event) => commit(event.currentTarget)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        event.preventDefault();
        event.currentTarget.blur();
      }}
    />
  );
}
