import { formatKsh } from '../../../contract/rules/money.ts';
import { formatPhone } from '../../../contract/rules/phone.ts';
import { shop } from '../../../contract/shop.config.ts';

/** Texts of "I have paid" (PAY-S1, PAY-S2). */

export const asking = 'We are asking M-Pesa about your payment. This can take half an hour. Please do not pay again.';
/** The order is paid already, and only its receipt is missing (PAY-S3). */
export const askingReceipt = 'We are asking M-Pesa about this receipt.';
export const forStaff =
  'M-Pesa has not answered yet. The shop looks at your payment now, you need do nothing. Please do not pay again.';
/** The one text of all refusals, so that it never tells whose money it is. */
export const refused = `We found no payment for this order with this receipt. Please check the number in your M-Pesa message. If you paid from another phone, confirm its number with a code first. Or call us on ${formatPhone(shop.phone)}.`;
export const received = 'Payment received. Thank you!';
export const receivedPart = (part: number, due: number) =>
  `We received ${formatKsh(part)}. ${formatKsh(due)} is still to pay.`;
export const receivedMore = (rest: number) => `Payment received. ${formatKsh(rest)} goes back to you.`;
/** The receipt has already paid a part of this very order. */
export const known = 'We have this payment already.';
export const knownPart = (due: number) => `${known} ${formatKsh(due)} is still to pay.`;

export const stillAsking = 'We are still asking M-Pesa about the receipt that you sent before. Please wait.';
export const paid = 'This order is paid.';
export const fiveADay = `You can send five receipts a day. Please try again later, or call us on ${formatPhone(shop.phone)}.`;

// for the staff
export const notFound = 'There is no such claim.';
export const several = 'Several claims start like this. Type more of it.';
export const beingAsked = 'M-Pesa is being asked about this receipt. Please wait for the answer.';
export const isDecided = 'This claim is decided.';
export const notShown = 'M-Pesa has not shown this money yet. Import the statement first.';
