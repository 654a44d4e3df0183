/**
 * `Ksh 1,234`: no-break space, no decimals (A49). Our own because Node and browsers disagree on en-KE,
 * and the first render must be equal on both sides.
 * @param amount whole shillings
 */
export function ksh(amount: number): string {
  const digits = String(Math.abs(Math.trunc(amount))).replace(/\B(?=(\d{3})+$)/g, ',');
  return `${amount < 0 ? '-' : ''}Ksh\u00a0${digits}`;
}

/** VAT contained in a VAT-inclusive amount, in whole shillings, rounded half up (A45; Kenya 16 %). */
export function vatIncluded(amount: number, percent = 16): number {
  return Math.round((amount * percent) / (100 + percent));
}
