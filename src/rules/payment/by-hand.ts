import type { Claim, OrderPayment } from '../../../contract/order-payment.ts';
import { toShillings } from '../../../contract/rules/money.ts';
import { toFailedCall } from '../failure.ts';

/** Report of the server about an order that is paid by hand. */
export interface HandReport extends OrderPayment {
  /** When the server sent this report. Epoch ms of its clock. */
  readonly now: number;
}

/** Numbers that the shopper enters in the M-Pesa menu. */
export type HandField = 'number' | 'account' | 'amount';

/** A screen with room for the QR code beside the numbers (PAY-C1). The same width as `media.large` of the theme. */
export const WIDE_SCREEN = '(min-width: 1040px)';

/** The end of the hold is emphasised from then on. Milliseconds. */
const SOON_MS = 300_000;

/** Returns whether nothing more must be paid before the shop knows what became of a payment (PAY-C4, D27). */
export function isUnderCheck({ checking, held }: Pick<HandReport, 'checking' | 'held'>): boolean {
  return checking || held;
}

/** Returns the numbers to pay to. `null` while a payment or a receipt is being checked, so that nobody pays twice. */
export function getNumbers(report: HandReport): HandReport['byHand'] {
  const isClaimed = report.claim?.state === 'asking' || report.claim?.state === 'staff';
  return isUnderCheck(report) || isClaimed ? null : report.byHand;
}

/** Returns what to enter, as it is copied: without spaces and currency. `null` for what M-Pesa does not ask for. */
export function getHandText(report: HandReport, field: HandField): string | null {
  const byHand = getNumbers(report);
  if (byHand === null) return null;
  return field === 'amount' ? String(getNextAmount(byHand)) : byHand[field];
}

/** Returns the amount of the next payment: what is due, or as much of it as M-Pesa takes at once. Whole shillings. */
export function getNextAmount({ amount, each }: NonNullable<HandReport['byHand']>): number {
  return each === null ? amount : Math.min(amount, each);
}

/** Returns the amounts of the payments that pay what is due, in their order. Whole shillings (PAY-C1). */
export function getParts(byHand: NonNullable<HandReport['byHand']>): number[] {
  const next = getNextAmount(byHand);
  return next === byHand.amount
    ? [next]
    : [next, ...getParts({ ...byHand, amount: toShillings(byHand.amount - next) })];
}

/** Returns what goes back of the payments of this order. Whole shillings. */
export function getReturned({ receipts, paid }: Pick<HandReport, 'receipts' | 'paid'>): number {
  return Math.max(0, receipts.reduce((sum, { amount }) => sum + amount, 0) - paid);
}

/** Returns whether a prompt can be sent instead. */
export function canPrompt(report: HandReport): boolean {
  return report.prompt === 'open' && report.due > 0 && report.byHand?.each == null && !isUnderCheck(report);
}

/** Returns whether the order can become one that is paid on delivery: nothing of it is paid yet (PAY-C5). */
export function canPayOnDelivery(report: HandReport): boolean {
  return report.cash && report.paid === 0 && !isUnderCheck(report);
}

/** Returns whether a receipt can be sent: money is due, and none is being checked. */
export function canClaim(report: HandReport): boolean {
  return report.due > 0 && !isUnderCheck(report);
}

/** Returns whether the time to pay ends soon. */
export function isEndingSoon({ expiresAt, now }: Pick<HandReport, 'expiresAt' | 'now'>): boolean {
  return expiresAt !== null && Date.parse(expiresAt) - now < SOON_MS;
}

/** Returns why a receipt was refused: `asking` while another is checked, `paid` for a paid order; else `null`. */
export function parseClaimRefusal(error: unknown): string | null {
  const { status, data } = toFailedCall(error);
  if (status !== 409 || typeof data !== 'object' || data === null || !('reason' in data)) return null;
  return typeof data.reason === 'string' ? data.reason : null;
}

/** Returns the claim of a refusal because M-Pesa is still asked about another receipt. */
export function toOpenClaim(error: unknown): Claim {
  return { state: 'asking', text: toFailedCall(error).message };
}
