import type * as v from 'valibot';

/** Whole shillings, from 0 on. A type of its own, so that nobody takes a count or a percentage for money. */
export type Shillings = number & v.Brand<'Shillings'>;

/** The number as money. Throws for a number that is no whole shillings. */
export function asShillings(amount: number): Shillings {
  if (!Number.isSafeInteger(amount) || amount < 0) throw new RangeError('Money is whole shillings, from 0 on.');
  return amount as Shillings;
}

/** The price of several pieces. */
export function timesOf(price: Shillings, quantity: number): Shillings {
  return asShillings(price * quantity);
}

export function sumOf(amounts: readonly Shillings[]): Shillings {
  return asShillings(amounts.reduce((sum, amount) => sum + amount, 0));
}

/**
 * `Ksh 1,234`: no-break space, no decimals (A49). Our own because Node and browsers disagree on en-KE,
 * and the first render must be equal on both sides.
 * @param amount whole shillings
 */
export function ksh(amount: number): string {
  return `${amount < 0 ? '-' : ''}Ksh\u00a0${grouped(Math.abs(Math.trunc(amount)))}`;
}

/** A whole number from 0 on, as `1,234`. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** VAT contained in a VAT-inclusive amount, in whole shillings, rounded half up (A45; Kenya 16 %). */
export function vatIncluded(amount: number, percent = 16): number {
  return Math.round((amount * percent) / (100 + percent));
}
