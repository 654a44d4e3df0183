import { formatPhone } from './phone.ts';
import { shop } from '../shop.config.ts';
import { codCapNote } from './cod-limit.ts';
import { formatKsh } from './money.ts';
import { mpesaRefusal } from './mpesa-limit.ts';
import * as texts from '../texts/payment.ts';

/** A limit and its current use. */
export interface OpenOrderTotal {
  readonly most: number;
  readonly open: number;
}

/** Order and payment limits of one shopper (A51, D19). Amounts in whole shillings. */
export interface PaymentLimits {
  /** Maximum amount of one M-Pesa payment. */
  readonly mpesaMax: number;
  readonly unpaidMpesa: OpenOrderTotal;
  /** Maximum total of one cash order. `null` without a limit. */
  readonly cashMax: number | null;
  readonly cashOrders: OpenOrderTotal;
  /** Total of all open cash orders. */
  readonly cashValue: OpenOrderTotal;
  /** Whether `cashValue.most` increases after the first delivered order. */
  readonly isFirst: boolean;
  /** Whether M-Pesa sends prompts (PAY-M2, PAY-M3). It refuses no method. Missing: as usual. */
  readonly prompt?: 'open' | 'slow' | 'closed';
  /** Seconds until the next prompt may be tried. Missing or 0: now. */
  readonly retryAfter?: number;
  /** Whether the shop takes payments by hand, and whether it offers them before the prompt (PAY-C1). Missing: no. */
  readonly byHand?: 'off' | 'second' | 'first';
}

/** Why each payment method is refused. `null` when it is available. */
export interface MethodRefusals {
  readonly mpesa: string | null;
  readonly cod: string | null;
}

/** Returns the refusals of the payment methods for an order of `total`. Every text names an alternative (A51, D19). */
export function methodRefusals(total: number, limits: PaymentLimits): MethodRefusals {
  const mpesaSum = mpesaSumRefusal(total, limits);
  const mpesa = mpesaSum ?? unpaidRefusal(limits);
  const cashSum = cashSumRefusal(total, limits, mpesa === null);
  if (mpesaSum !== null && cashSum !== null) {
    const both = refuseBothMethods(total, limits);
    return { mpesa: both, cod: both };
  }
  return { mpesa, cod: cashOrdersRefusal(limits, mpesa === null) ?? cashSum };
}

/** Returns the most of an M-Pesa order: of one payment, or of a day where the order can be paid in parts (PAY-C1). */
export function getMpesaMost({ mpesaMax, byHand = 'off' }: PaymentLimits): number {
  return byHand === 'off' ? mpesaMax : Math.max(mpesaMax, shop.mpesaDailyMax);
}

function mpesaSumRefusal(total: number, limits: PaymentLimits): string | null {
  const most = getMpesaMost(limits);
  if (most === limits.mpesaMax) return mpesaRefusal(total, most);
  return total > most ? texts.mpesaAtMostADay(formatKsh(most)) : null;
}

function unpaidRefusal({ unpaidMpesa: { most, open } }: PaymentLimits): string | null {
  if (open < most) return null;
  return texts.tooManyUnpaid(most);
}

function cashOrdersRefusal({ cashOrders: { most, open } }: PaymentLimits, hasMpesa: boolean): string | null {
  if (open < most) return null;
  return texts.tooManyCashOrders(most, hasMpesa);
}

function cashSumRefusal(total: number, limits: PaymentLimits, hasMpesa: boolean): string | null {
  const { cashMax, cashValue, isFirst } = limits;
  const { most, open } = cashValue;
  const cap = codCapNote(total, cashMax);
  if (cap !== null || open + total <= most) return cap;
  return (isFirst ? texts.firstCashTooMuch : texts.cashTooMuch)(formatKsh(most), hasMpesa);
}

/** One text for both methods when neither allows the total, because separate texts would refer to each other. */
function refuseBothMethods(total: number, limits: PaymentLimits): string {
  const { mpesaMax, cashMax, cashValue, isFirst } = limits;
  const most = getMpesaMost(limits);
  const mpesa = (most === mpesaMax ? texts.perPayment : texts.aDay)(formatKsh(most));
  const cash =
    codCapNote(total, cashMax) !== null && cashMax !== null
      ? texts.cashOrderAtMost(formatKsh(cashMax))
      : texts.cashOrdersAtMost(formatKsh(cashValue.most), isFirst);
  return texts.neitherWay(mpesa, cash, formatPhone(shop.phone));
}
