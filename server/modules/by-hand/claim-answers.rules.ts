import type { Shillings } from '../../../contract/rules/money.ts';
import type { Msisdn } from '../../../contract/rules/phone.ts';
import {
  isUnknownTransaction,
  readTransactionStatus,
  type TransactionStatus,
} from '../../providers/mpesa-result-readers.rules.ts';
import { findMeaning } from '../../providers/mpesa-codes.rules.ts';
import type { MpesaResult } from '../../providers/mpesa-result.rules.ts';

/** Facts that M-Pesa's answer about a claimed receipt is compared to (PAY-S1). */
export interface ClaimFacts {
  readonly receipt: string;
  readonly own: readonly string[];
  readonly orderedAt: Date;
  /** Phones that the order's shopper proved. A delivery phone is none. */
  readonly phones: readonly Msisdn[];
  /** Use of the receipt so far. `own`: it has paid this order. */
  readonly use: 'own' | 'another' | null;
  /** Whose account the stored confirmation or row of this receipt has. `null` without an order's account. */
  readonly account: 'own' | 'another' | null;
}

/** Money to our short code, as M-Pesa itself shows it. */
export interface ShownMoney {
  readonly amount: Shillings;
  /** `null` when the parties are not distinguishable. */
  readonly phone: Msisdn | null;
  readonly shortcode: string | null;
  /** The payer's name, or both parties. */
  readonly name: string | null;
  readonly kind: 'paybill' | 'till' | 'other';
  readonly paidAt: Date;
}

export type ClaimAnswer =
  | { readonly is: 'fits'; readonly money: ShownMoney }
  /** `money`: received, but not this shopper's. No other payer is known. */
  | { readonly is: 'refused'; readonly money: ShownMoney | null }
  | { readonly is: 'unclear'; readonly money: ShownMoney }
  /** No result. `isOurFault`: M-Pesa refuses the shop's own settings. */
  | { readonly is: 'open'; readonly isOurFault: boolean };

/** Allowed difference between the clocks of M-Pesa and the shop. */
const CLOCKS_DIFFER_MS = 60_000;
const OVER: ReadonlySet<string | null> = new Set(['Cancelled', 'Declined', 'Expired']);
const REFUSED: ClaimAnswer = { is: 'refused', money: null };
const OPEN: ClaimAnswer = { is: 'open', isOurFault: false };

/** Decides what an answer of Transaction Status means for a claim. The rows of the table `claim` (PAY-S1). */
export function judgeAnswer(result: MpesaResult, facts: ClaimFacts): ClaimAnswer {
  if (result.code !== '0') {
    if (isUnknownTransaction(result)) return REFUSED;
    const meaning = findMeaning('transactionStatusResult', result.code, result.text);
    return { is: 'open', isOurFault: meaning?.fault === 'shop' };
  }
  const told = readTransactionStatus(result);
  if (OVER.has(told.status)) return REFUSED;
  const paidAt = told.finalisedAt ?? told.initiatedAt;
  if (told.status !== 'Completed' || told.amount === null || paidAt === null) return OPEN;
  const isOther = told.receipt !== null && told.receipt !== facts.receipt;
  const isElsewhere = told.shortcode !== null && !facts.own.includes(told.shortcode);
  if (isOther || isElsewhere || told.direction === 'out' || facts.use === 'another') return REFUSED;
  const money = toMoney(told, told.amount, paidAt);
  if (facts.use === 'own') return { is: 'fits', money };
  if (isBefore(paidAt, facts.orderedAt) || facts.account === 'another') return { is: 'refused', money };
  if (told.direction === null || told.shortcode === null) return { is: 'unclear', money };
  const isPayer = told.phone !== null && facts.phones.includes(told.phone);
  return { is: isPayer || facts.account === 'own' ? 'fits' : 'refused', money };
}

function toMoney(
  { phone, name, shortcode, direction, reason, texts }: TransactionStatus,
  amount: Shillings,
  paidAt: Date,
) {
  const kind = /pay ?bill/i.test(reason ?? '')
    ? 'paybill'
    : /buy ?goods|merchant/i.test(reason ?? '')
      ? 'till'
      : 'other';
  const isClear = direction === 'in';
  return {
    amount,
    phone: isClear ? phone : null,
    shortcode,
    name: isClear ? name : texts.join(' and '),
    kind,
    paidAt,
  } as const satisfies ShownMoney;
}

/** M-Pesa's times are whole seconds of another clock. */
function isBefore(paidAt: Date, orderedAt: Date): boolean {
  return paidAt.getTime() < orderedAt.getTime() - CLOCKS_DIFFER_MS;
}
