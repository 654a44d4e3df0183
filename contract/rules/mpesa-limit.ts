import { shop } from '../shop.config.ts';
import { ksh } from './money.ts';
import * as texts from '../texts/payment.ts';

/** Why M-Pesa cannot take this sum at once, null where it can (A51). `total` in whole shillings. */
export function mpesaRefusal(total: number, max: number = shop.mpesaMax): string | null {
  return total > max ? texts.mpesaAtMost(ksh(max)) : null;
}
