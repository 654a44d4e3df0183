import type { RefundEvent } from '../../machines/refund.types.ts';
import type { RefundRow } from '../settlement/refunds.repository.ts';
import * as texts from '../settlement/refunds.texts.ts';

const HAND_EVENTS = new Set<RefundEvent['type']>(['staff.receipt', 'staff.cash', 'staff.confirmCash', 'staff.noCash']);

/** Returns why a person's event is not possible now. */
export function toRefusalText(refund: RefundRow, event: RefundEvent): string {
  const { state, isConfirmed, checkedReceipt, cashBy, deniedBy } = refund;
  if (state === 'done' || state === 'dropped') return texts.closed;
  if (state === 'sending' || state === 'sent') return texts.onItsWay;
  if (event.type === 'staff.deny') {
    if (state !== 'unknown') return texts.onlyUnknown;
    return deniedBy === null || deniedBy === event.by ? texts.otherMustDeny : texts.tooEarlyToDeny;
  }
  if (state === 'unknown') {
    if (event.type === 'staff.receipt' && checkedReceipt !== null) return texts.asking(checkedReceipt);
    return event.type === 'staff.retry' ? texts.notKnown : texts.onItsWay;
  }
  if (!isConfirmed && (event.type === 'staff.approve' || event.type === 'staff.byHand')) return texts.notConfirmed;
  if (event.type === 'staff.retry') return texts.onlyWaiting;
  if (state !== 'by_hand') return HAND_EVENTS.has(event.type) ? texts.byHandFirst : texts.notPossible;
  if (event.type === 'staff.approve') return texts.byHandOnly;
  if (event.type === 'staff.confirmCash') return texts.otherMustConfirmCash;
  if (checkedReceipt !== null)
    return event.type === 'staff.receipt' ? texts.asking(checkedReceipt) : texts.checkingReceipt;
  return cashBy === null ? texts.notPossible : texts.otherMustConfirmCash;
}
