import { shop } from '../shop.config.ts';
import { formatKsh } from './money.ts';
import * as texts from '../texts/payment.ts';

/** Returns why M-Pesa cannot take this amount in one payment, or `null` (A51). Whole shillings. */
export function mpesaRefusal(total: number, max: number = shop.mpesaMax): string | null {
  return total > max ? texts.mpesaAtMost(formatKsh(max)) : null;
}
