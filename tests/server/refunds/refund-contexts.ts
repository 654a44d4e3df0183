import type { RefundContext } from '../../../server/machines/refund.types.ts';

/** Contexts that can occur, combined. */
export const CONTEXTS: readonly RefundContext[] = combine();

function combine(): RefundContext[] {
  const all: RefundContext[] = [];
  for (const way of ['reversal', 'b2c', null] as const)
    for (const [tries, calls] of [
      [0, 0],
      [1, 1],
      [1, 2],
      [1, 4],
    ] as const)
      for (const waitsFor of [null, 'setting', 'balance'] as const)
        for (const isConfirmed of [true, false])
          for (const receipt of [null, 'RB1'])
            for (const [checkedReceipt, cashBy, deniedBy] of [
              [null, null, null],
              ['RB9', null, null],
              [null, 'Ben', null],
              [null, null, 'Ben'],
            ] as const)
              all.push({
                way,
                tries,
                calls,
                waitsFor,
                isConfirmed,
                failureCode: null,
                failure: null,
                receipt,
                checkedReceipt,
                cashBy,
                deniedBy,
                isTold: false,
                isRestored: false,
              });
  return all;
}

/** Whether a context makes sense in a state. */
export function fits(
  state: string,
  { receipt, calls, way, waitsFor, cashBy, deniedBy, checkedReceipt, isConfirmed }: RefundContext,
) {
  if (receipt !== null && state !== 'done') return false;
  if (waitsFor !== null && state !== 'approved') return false;
  if (cashBy !== null && state !== 'byHand') return false;
  if (deniedBy !== null && state !== 'unknown') return false;
  if (checkedReceipt !== null && !['byHand', 'unknown', 'done'].includes(state)) return false;
  if (['sending', 'sent', 'unknown'].includes(state)) {
    if (isConfirmed || (way === null && state !== 'unknown')) return false;
    if (state !== 'unknown' && calls === 0) return false;
    return way !== 'reversal' || calls <= 1;
  }
  if (state === 'approved' && way === null) return false;
  if (['byHand', 'done', 'dropped'].includes(state)) return isConfirmed;
  return isConfirmed || way === 'b2c';
}
