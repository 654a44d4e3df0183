import type { Shillings } from '../../../contract/rules/money.ts';
import type { Msisdn } from '../../../contract/rules/phone.ts';
import { isUnknownTransaction, readTransactionStatus } from '../../providers/mpesa-result-readers.rules.ts';
import type { MpesaResult } from '../../providers/mpesa-result.rules.ts';
import type { WirePhone } from '../../providers/mpesa-values.rules.ts';
import type { ReceivedState } from '../settlement/received-money.repository.ts';

/** What M-Pesa itself says about a receipt (PAY-C4). */
export type Showing =
  | { readonly is: 'shown'; readonly phone: Msisdn | null }
  /** Pull or the statement has it with this amount, but not with the payer's whole phone. */
  | { readonly is: 'seen' }
  /** Completed with another amount or receiver, cancelled, or unknown to M-Pesa. `isLine`: by Pull or the statement. */
  | { readonly is: 'differs'; readonly isLine?: boolean }
  /** Completed, but payer and receiver are not distinguishable. */
  | { readonly is: 'unclear' }
  /** No result yet, or one about our settings. */
  | { readonly is: 'open' };

const OVER: ReadonlySet<string | null> = new Set(['Cancelled', 'Declined', 'Expired']);

/** Reads an answer of Transaction Status about a receipt to one of our short codes. */
export function toShowing(
  result: MpesaResult,
  expected: { readonly receipt: string; readonly amount: Shillings | null; readonly own: readonly string[] },
): Showing {
  const { receipt, amount, own } = expected;
  if (result.code !== '0') return { is: isUnknownTransaction(result) ? 'differs' : 'open' };
  const told = readTransactionStatus(result);
  if (OVER.has(told.status)) return { is: 'differs' };
  if (told.status !== 'Completed') return { is: 'open' };
  const isOther = told.receipt !== null && told.receipt !== receipt;
  if (isOther || told.amount === null || told.amount !== amount || told.direction === 'out') return { is: 'differs' };
  if (told.shortcode !== null && !own.includes(told.shortcode)) return { is: 'differs' };
  if (told.direction === null || told.shortcode === null) return { is: 'unclear' };
  return { is: 'shown', phone: told.phone };
}

/** Reads a line of Pull or the statement with this receipt (PAY-T1). Amounts are `null` when they are none. */
export function toLineShowing(
  line: { readonly amount: number | null; readonly phone: WirePhone | null },
  amount: number | null,
): Showing {
  if (line.amount !== amount) return { is: 'differs', isLine: true };
  return line.phone?.kind === 'whole' ? { is: 'shown', phone: line.phone.phone } : { is: 'seen' };
}

/** Decides about money from M-Pesa's answer. The rows of the table `hand-payment`. */
export type Outcome =
  /** `pay`: pays the order that was waiting. */
  | { readonly to: 'paid'; readonly does: 'pay' | 'release' | 'endHold' }
  | { readonly to: 'unmatched'; readonly isAlarm: boolean }
  | { readonly to: 'held' }
  /** Only notes that M-Pesa showed it. */
  | { readonly to: 'same'; readonly isShown: boolean; readonly isAlarm: boolean };

/**
 * `isPayer`: the phone that M-Pesa names is one that the order's shopper proved. `isSent`: the order is shipped or
 * delivered.
 */
export function decideShowing(
  state: ReceivedState,
  showing: Pick<Showing, 'is'> & { readonly isLine?: boolean },
  isPayer: boolean,
  isSent = false,
): Outcome {
  const { is } = showing;
  const isShown = is === 'shown' || is === 'seen';
  switch (state) {
    case 'proving':
      // A mask fits many phones, so the questions go on.
      if (is === 'seen') return same(true);
      if (isShown) return isPayer ? { to: 'paid', does: 'pay' } : { to: 'unmatched', isAlarm: false };
      if (is === 'differs') return { to: 'unmatched', isAlarm: true };
      return is === 'unclear' ? { to: 'unmatched', isAlarm: false } : same();
    case 'provisional':
      if (isShown) return { to: 'paid', does: 'release' };
      return is === 'differs' ? { to: 'held' } : same();
    case 'held':
      return isShown ? { to: 'paid', does: 'endHold' } : same();
    case 'paid':
      // M-Pesa's books count more than one answer (PAY-T1).
      if (is === 'differs' && showing.isLine === true && !isSent) return { to: 'held' };
      return same(isShown, is === 'differs');
    case 'stored':
    case 'unmatched':
    case 'returning':
    case 'ours':
      return same(isShown);
  }
}

function same(isShown = false, isAlarm = false): Outcome {
  return { to: 'same', isShown, isAlarm };
}
