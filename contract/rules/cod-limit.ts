import { formatKsh } from './money.ts';
import * as texts from '../texts/payment.ts';

/**
 * Returns why cash on delivery is not available, or `null`. `codMax` is `null` without a limit (D19). Whole shillings.
 */
export function codCapNote(total: number, codMax: number | null): string | null {
  return codMax !== null && total > codMax ? texts.cashUpTo(formatKsh(codMax)) : null;
}
