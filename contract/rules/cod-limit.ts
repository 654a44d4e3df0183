import { ksh } from './money.ts';
import * as texts from '../texts/payment.ts';

/** Why cash on delivery cannot be chosen, null where it can; `codMax` null is no cap (D19). Whole shillings. */
export function codCapNote(total: number, codMax: number | null): string | null {
  return codMax !== null && total > codMax ? texts.cashUpTo(ksh(codMax)) : null;
}
