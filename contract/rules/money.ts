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
