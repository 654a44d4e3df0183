import type { Order } from '../../../contract/orders.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import { toFailedCall, toProblem } from '../failure.ts';
import type { Problem } from '../failure.ts';
import { getCancelReason } from './shown-order.ts';
import * as texts from '../../texts/orders.ts';

const NOT_CANCELLED = texts.notCancelled;
/** Notice after cancelling an order with an open prompt, which can still be paid (F28, Q15). */
export const PROMPT_LEFT = texts.promptStillOpen;
const TOO_LATE = texts.cannotBeCancelled;

/**
 * Returns whether the shopper may cancel: a pending order, or a packed and unpaid one (H4, A36), but not during a
 * review of its money (D27).
 */
export function canCancel({ status, isPaid, held }: Pick<Order, 'status' | 'isPaid' | 'held'>): boolean {
  return held !== true && (status === 'pending' || (status === 'processing' && !isPaid));
}

/** Returns the dialog's question. A prompt that is on a phone can still be paid (Q15), and parts go back (PAY-C5). */
export function getCancelQuestion({ paymentMethod, part }: Pick<Order, 'paymentMethod' | 'part'>): string {
  const question =
    part === null ? texts.cancelQuestion : texts.cancelQuestionWithPart(texts.cancelQuestion, formatKsh(part.paid));
  return paymentMethod === 'mpesa' ? texts.cancelQuestionWithPrompt(question) : question;
}

/**
 * Returns the notices for an order that was just cancelled. It may have expired meanwhile (D12), and a prompt may be on
 * a phone.
 */
export function getCancelledTexts(
  order: Pick<Order, 'status' | 'cancelReason' | 'paymentNotice'>,
  isPromptOpen: boolean,
): readonly string[] {
  const reason = getCancelReason(order);
  return [texts.hasBeenCancelled, ...(reason === null ? [] : [reason]), ...(isPromptOpen ? [PROMPT_LEFT] : [])];
}

/** Returns the problem of a refused cancel (H4, Q4). */
export function toCancelProblem(error: unknown): Problem {
  return toProblem(error, toFailedCall(error).status === 409 ? TOO_LATE : NOT_CANCELLED);
}

/** Returns whether the refusal means that the shown order is outdated: it changed or no longer exists. */
export function isOrderOutdated(error: unknown): boolean {
  const { status } = toFailedCall(error);
  return status === 409 || status === 404;
}
