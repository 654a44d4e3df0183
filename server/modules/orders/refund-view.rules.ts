import type * as v from 'valibot';
import type { REFUND_VIEWS, RefundView } from '../../../contract/orders.ts';
import { refundDueText, maskLocalPhone, refundSentence } from '../messages/order-messages.texts.ts';
import type { OrderRefund } from '../settlement/order-refunds.repository.ts';

type State = (typeof REFUND_VIEWS)[number];

/**
 * Converts the refunds of an order to what its owner reads (PAY-F5). Tries that failed and work by hand are not shown. A
 * refund of Ksh 0, of a payment whose amount nobody has named, is not shown.
 */
export function toRefundViews(refunds: readonly OrderRefund[]): v.InferInput<typeof RefundView>[] {
  return refunds.filter(({ amount }) => amount > 0).map(toRefundView);
}

function toRefundView(refund: OrderRefund): v.InferInput<typeof RefundView> {
  const { id, amount, way, receipt } = refund;
  const state = getState(refund);
  const isCash = way === 'cash' && state === 'done';
  const phone = refund.phone === null || isCash ? null : maskLocalPhone(refund.phone, '•••');
  return {
    id,
    amount,
    state,
    phone,
    receipt: state === 'done' ? receipt : null,
    at: getTime(refund, state).toISOString(),
    text: getText(refund, state),
  };
}

/** An unknown refund is sent for the shopper if they were informed so, otherwise it is due. */
function getState({ state, sentAt }: OrderRefund): State {
  if (state === 'done' || state === 'dropped' || state === 'sent') return state;
  return state === 'unknown' && sentAt !== null ? 'sent' : 'due';
}

function getTime({ createdAt, sentAt, confirmedAt }: OrderRefund, state: State): Date {
  if (state === 'due') return createdAt;
  return (state === 'sent' ? sentAt : confirmedAt) ?? createdAt;
}

function getText({ amount, way, receipt, note, phone, isRest }: OrderRefund, state: State): string {
  if (state === 'due') return refundDueText(amount);
  const facts = { amount, phone, receipt, isCash: way === 'cash', note, isRest };
  return refundSentence(SUBJECTS[state], facts, 'page');
}

const SUBJECTS = { sent: 'refundSent', done: 'refundDone', dropped: 'refundDropped' } as const;
