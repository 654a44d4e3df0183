import { formatKsh } from '../../../contract/rules/money.ts';

/** Answers to staff about refunds (PAY-F2, PAY-F3). */

export const notFound = 'There is no such refund.';
export const onItsWay = 'This refund is on its way. It cannot be changed now.';
export const notKnown =
  'It is not known whether this refund was sent. It is not sent again before M-Pesa or the statement decides.';
export const closed = 'This refund is closed.';
export const otherOpen = 'Another refund of this payment is not finished. Please wait for it.';
export const payerUnknown = 'M-Pesa has not named the payer yet. Please try again later, or pay it back by hand.';
export const receiptUnknown =
  'M-Pesa has not named the receipt of this payment yet. Please try again later, or pay it back by hand.';
export const notShown = 'M-Pesa has not shown this money yet, so nothing goes back. Please try again later.';
export const importFirst =
  'Import the M-Pesa statement of the time since the backup first. This money may have gone back already.';
export const notConfirmed = 'M-Pesa has not confirmed yet that the first try failed. Please wait.';
export const byHandOnly = "This refund is paid by hand. Choose 'Send by M-Pesa' to change that.";
export const byHandFirst = "Choose 'Pay by hand' first.";
export const otherMustConfirmCash = 'Another person must confirm the cash.';
export const otherMustDeny = 'Another person must confirm that it did not happen.';
export const tooEarlyToDeny = 'M-Pesa may still do it. This can be said 24 hours after the try.';
export const receiptUsed = 'This receipt is already used.';
export const checkingReceipt = 'M-Pesa is being asked about the receipt. Please wait for the answer.';
export const onlyUnknown = 'Only a refund in doubt can be denied.';
export const onlyWaiting = 'Only an approved refund that waits can be retried.';
export const onlyOwner = 'Only an owner may do this.';
export const notPossible = 'This is not possible in the refund’s present state.';

/** Whole shillings. */
export const onlyLeft = (left: number) => `Only ${formatKsh(left)} of this payment can be refunded.`;
export const ownAboveLimit = (limit: number) =>
  `You proposed this refund. Above ${formatKsh(limit)} another owner must approve it.`;
export const asking = (receipt: string) => `M-Pesa is being asked about ${receipt}.`;
export const wentAlready = (receipt: string) =>
  `The statement shows money like this refund (${receipt}). If it is this one: by-hand, then receipt ${receipt}. If not: npm run mpesa -- not-refund ${receipt} --note TEXT`;
