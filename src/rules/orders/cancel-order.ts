import type { Order } from '../../../contract/orders.ts';
import { failedCall, problemOf } from '../failure.ts';
import type { Problem } from '../failure.ts';
import { cancelledBecause } from './shown-order.ts';
import * as texts from '../../texts/orders.ts';

const NOT_CANCELLED = texts.notCancelled;
/** Said after the cancel of an order whose prompt was open: it can still be paid (F28, Q15). */
export const PROMPT_LEFT = texts.promptStillOpen;
const TOO_LATE = texts.cannotBeCancelled;

/** Who may: pending, or packed and still unpaid (H4, A36); not while people look at its money (D27). */
export function mayCancel({ status, isPaid, held }: Pick<Order, 'status' | 'isPaid' | 'held'>): boolean {
  return held !== true && (status === 'pending' || (status === 'processing' && !isPaid));
}

/** What the dialog asks. A prompt that stands on a phone can still be paid (Q15). */
export function cancelQuestion({ paymentMethod }: Pick<Order, 'paymentMethod'>): string {
  const question = texts.cancelQuestion;
  return paymentMethod === 'mpesa' ? texts.cancelQuestionWithPrompt(question) : question;
}

/**
 * What is said of an order that has just been cancelled, maybe by its time having run out meanwhile (D12), and maybe with
 * a prompt on a phone.
 */
export function cancelledTexts(
  order: Pick<Order, 'status' | 'cancelReason' | 'paymentNotice'>,
  isPromptOpen: boolean,
): readonly string[] {
  const reason = cancelledBecause(order);
  return [texts.hasBeenCancelled, ...(reason === null ? [] : [reason]), ...(isPromptOpen ? [PROMPT_LEFT] : [])];
}

/** What a refused cancel says (H4, Q4). */
export function cancelProblem(error: unknown): Problem {
  return problemOf(error, failedCall(error).status === 409 ? TOO_LATE : NOT_CANCELLED);
}

/** Whether the refusal says that the order is no longer as it is shown: it moved on, or is gone. */
export function isOrderOutdated(error: unknown): boolean {
  const { status } = failedCall(error);
  return status === 409 || status === 404;
}
