import type * as v from 'valibot';

/** Whole shillings, at least 0. Branded, so that counts and percentages are not used as money. */
export type Shillings = number & v.Brand<'Shillings'>;

/** Converts a number to money. Throws when it is not a whole number of shillings. */
export function toShillings(amount: number): Shillings {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError('Money is whole shillings, from 0 on.');
  return amount as Shillings;
}

/** Returns the price of several items. */
export function multiplyShillings(price: Shillings, quantity: number): Shillings {
  return toShillings(price * quantity);
}

export function sumShillings(amounts: readonly Shillings[]): Shillings {
  return toShillings(amounts.reduce((sum, amount) => sum + amount, 0));
}

/**
 * Formats an amount as `Ksh 1,234`, with a no-break space and no decimals (A49). Not `Intl`, because Node and browsers
 * format en-KE differently and the first render must match. @param amount whole shillings
 */
export function formatKsh(amount: number): string {
  return `${amount < 0 ? '-' : ''}Ksh\u00a0${formatCount(Math.abs(Math.trunc(amount)))}`;
}

/** Formats a whole number as `1,234`. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Returns the VAT included in an amount, in whole shillings, rounded half up (A45, Kenya 16 %). */
export function getIncludedVat(amount: number, percent = 16): number {
  return Math.round((amount * percent) / (100 + percent));
}
