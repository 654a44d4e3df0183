import { displayPhone } from './phone.ts';
import { shop } from '../shop.config.ts';
import { codCapNote } from './cod-limit.ts';
import { ksh } from './money.ts';
import { mpesaRefusal } from './mpesa-limit.ts';
import * as texts from '../texts/payment.ts';

/** What is allowed and how much of it is used. */
export interface Share {
  readonly most: number;
  readonly open: number;
}

/** What one shopper may order and pay (A51, D19). Sums in whole shillings. */
export interface PaymentLimits {
  /** Highest sum of one M-Pesa payment. */
  readonly mpesaMax: number;
  readonly unpaidMpesa: Share;
  /** Highest sum of one cash order; `null` is no cap. */
  readonly cashMax: number | null;
  readonly cashOrders: Share;
  /** Sum of all open cash orders. */
  readonly cashValue: Share;
  /** Whether `cashValue.most` grows with the first delivered order. */
  readonly isFirst: boolean;
}

/** Why each way to pay is refused; `null` where it works. */
export interface MethodRefusals {
  readonly mpesa: string | null;
  readonly cod: string | null;
}

/** The refusal of each way to pay for an order of `total`. Every text names something that works (A51, D19). */
export function methodRefusals(total: number, limits: PaymentLimits): MethodRefusals {
  const mpesaSum = mpesaRefusal(total, limits.mpesaMax);
  const mpesa = mpesaSum ?? unpaidRefusal(limits);
  const cashSum = cashSumRefusal(total, limits, mpesa === null);
  if (mpesaSum !== null && cashSum !== null) {
    const both = bothRefused(total, limits);
    return { mpesa: both, cod: both };
  }
  return { mpesa, cod: cashOrdersRefusal(limits, mpesa === null) ?? cashSum };
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
  return (isFirst ? texts.firstCashTooMuch : texts.cashTooMuch)(ksh(most), hasMpesa);
}

/** Neither way takes the sum: one text says so and what helps, or the two would send the shopper in a circle. */
function bothRefused(total: number, { mpesaMax, cashMax, cashValue, isFirst }: PaymentLimits): string {
  const cash =
    codCapNote(total, cashMax) !== null && cashMax !== null
      ? texts.cashOrderAtMost(ksh(cashMax))
      : texts.cashOrdersAtMost(ksh(cashValue.most), isFirst);
  return texts.neitherWay(ksh(mpesaMax), cash, displayPhone(shop.phone));
}
