import { ksh } from './money.ts';

/** Why cash on delivery cannot be chosen, null where it can; `codMax` null is no cap (D19). Whole shillings. */
export function codCapNote(total: number, codMax: number | null): string | null {
  return codMax !== null && total > codMax ? `Cash on delivery is available up to ${ksh(codMax)}.` : null;
}
