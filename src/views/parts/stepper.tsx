import { useEffect, useRef } from 'react';
import { CART_LIMITS } from '../../../contract/rules/cart-limits.ts';
import { formatCount } from '../../../contract/rules/money.ts';
import { assertPresent } from '../../rules/required.ts';
import { Icon } from './icon.tsx';
import * as styles from './stepper.css.ts';
import * as texts from '../../texts/common.ts';
import * as outlines from './outlines.ts';

interface StepperProps {
  /** Name of the counted thing, e.g. the product; announced with the buttons. */
  readonly label: string;
  readonly value: number;
  /** Pieces in stock, `null` when unknown. Shown when no more can be added (U17). */
  readonly stock: number | null;
  readonly canDecrease: boolean;
  readonly canIncrease: boolean;
  readonly onDecrease: () => void;
  readonly onIncrease: () => void;
  /** Called with a typed number, at least 1. The machine limits it to the stock. */
  readonly onChange: (value: number) => void;
}

/** Quantity − n +, with 'Only n left' at the stock limit, or the limit of one order (§2, U17, X82). */
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
      <div className={styles.row} role="group" aria-label={texts.quantityLabel(label)}>
        <Step label={texts.decreaseQuantity} icon={outlines.minus} isOff={!canDecrease} onPress={onDecrease} />
        <TypedAmount value={value} onChange={onChange} />
        <Step label={texts.increaseQuantity} icon={outlines.plus} isOff={!canIncrease} onPress={onIncrease} />
      </div>
      <span role="status" className={styles.left}>
        {canIncrease ? null : getLimitText(stock)}
      </span>
    </div>
  );
}

/** Returns why no more can be added: the stock, or the limit of one order (U17, X82). */
function getLimitText(stock: number | null): string {
  return stock !== null && stock <= CART_LIMITS.pieces
    ? texts.onlyLeft(formatCount(stock))
    : texts.atMost(formatCount(CART_LIMITS.pieces));
}

interface StepProps {
  readonly label: string;
  readonly icon: string;
  readonly isOff: boolean;
  readonly onPress: () => void;
}

/** Keeps the focus at its limit; a disabled button would lose it. */
function Step({ label, icon, isOff, onPress }: StepProps) {
  return (
    <button
      type="button"
      className={styles.step}
      aria-label={label}
      aria-disabled={isOff ? true : undefined}
      onClick={isOff ? undefined : onPress}
    >
      <Icon outline={icon} size="s" />
    </button>
  );
}

/** Keeps the typed text locally and reports the number on Enter or on blur. */
function TypedAmount({ value, onChange }: { readonly value: number; readonly onChange: (value: number) => void }) {
  const field = useRef<HTMLInputElement>(null);
  // After every render, so that the real number replaces a refused or limited one.
  useEffect(() => {
    const input = assertPresent(field.current);
    if (input !== input.ownerDocument.activeElement) input.value = String(value);
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
