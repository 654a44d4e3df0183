import { parseStoredMsisdn } from '../../../contract/rules/phone.ts';
import { fitsWirePhone } from '../../providers/mpesa-values.rules.ts';
import type { StatementLine } from '../../providers/mpesa-statement.rules.ts';
import type { StoredRefund } from '../settlement/refunds.repository.ts';
import { toWhole } from './comparison.rules.ts';

/** Allowed difference between the clocks of M-Pesa and the shop. */
const CLOCKS_DIFFER_MS = 60_000;

/** Meaning of a line about money that left for the shop's refunds (PAY-F3, PAY-T1). */
export type SentMatch =
  /** It is the money of this refund. */
  | { readonly to: 'refund'; readonly refund: StoredRefund; readonly isFitting: boolean }
  /** It may be one of these, and a person decides. */
  | { readonly to: 'like'; readonly refunds: readonly StoredRefund[] }
  /** A refund that is done was perhaps sent a second time. */
  | { readonly to: 'twice'; readonly refund: StoredRefund }
  | { readonly to: 'unknown' };

/** States in which M-Pesa may just have the money moved. */
const ASKED = ['sending', 'sent', 'unknown'];
/** States of a Reversal's refund, the likeliest first. */
const ORDER = ['sending', 'sent', 'unknown', 'approved', 'by_hand', 'due', 'failed', 'dropped', 'done'];

/** Finds the refund of a reversal among those of the payment that it names. */
export function matchReversal(line: StatementLine, found: readonly StoredRefund[]): SentMatch {
  const amount = toWhole(line);
  const rank = ({ refund }: StoredRefund) =>
    ORDER.indexOf(refund.state) + (refund.amount === amount ? 0 : ORDER.length);
  const [best] = found.toSorted((one, other) => rank(one) - rank(other));
  if (best === undefined) return { to: 'unknown' };
  const { refund } = best;
  if (refund.state === 'done' && isOtherMoney(best, line)) return { to: 'twice', refund: best };
  return { to: 'refund', refund: best, isFitting: refund.amount === amount };
}

/**
 * Finds the refund of a payout among those of its amount. A try in doubt takes it, when only one fits. Otherwise somebody
 * sent it outside the shop, and a person says which refund it is.
 */
export function matchPayout(line: StatementLine, found: readonly StoredRefund[]): SentMatch {
  const own = found.filter((it) => isPayer(it, line));
  const [asked, second] = own.filter(
    ({ refund }) => ASKED.includes(refund.state) && isLater(line, refund.triedAt ?? refund.createdAt),
  );
  if (asked !== undefined && second === undefined) return { to: 'refund', refund: asked, isFitting: true };
  const like = own.filter(({ refund }) => refund.state !== 'done' && isLater(line, refund.triedAt ?? refund.createdAt));
  if (like.length > 0) return { to: 'like', refunds: like };
  const done = own.findLast(({ refund }) => refund.state === 'done');
  if (done === undefined) return { to: 'unknown' };
  return isOtherMoney(done, line) ? { to: 'twice', refund: done } : { to: 'refund', refund: done, isFitting: true };
}

/** Whether a refund that is done has another receipt, or was paid in cash. */
function isOtherMoney({ refund }: StoredRefund, line: StatementLine): boolean {
  return refund.way === 'cash' || (refund.receipt !== null && refund.receipt !== line.receipt);
}

function isPayer({ payment }: StoredRefund, { phone }: StatementLine): boolean {
  return phone !== null && payment.phone !== null && fitsWirePhone(phone, parseStoredMsisdn(payment.phone));
}

function isLater({ at }: StatementLine, since: Date): boolean {
  return at.getTime() >= since.getTime() - CLOCKS_DIFFER_MS;
}
