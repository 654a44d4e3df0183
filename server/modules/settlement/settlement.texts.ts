import { formatKsh, type Shillings } from '../../../contract/rules/money.ts';

/** Messages about payments in doubt. */

/** Shown while the back office reviews a payment that does not count for the order (D27). */
/** Why a parcel is not sent (OWN-P5). */
export const numbersMissing = (pieces: number) =>
  `${pieces === 1 ? 'A piece needs its serial or IMEI number' : `${pieces} pieces need their serial or IMEI numbers`} first: npm run parcels -- serials`;
export const checkingPayment = 'We are checking your payment for this order. Please do not pay again.';

// payments by hand (PAY-C4, PAY-C5)
export const notShown = 'M-Pesa has not shown this payment yet. You can pack it, not send it.';
export const seenPayment = 'We have seen a payment and are checking it with M-Pesa. Please do not pay again.';
export const claimedPayment = 'We are asking M-Pesa about your payment. Please do not pay again.';
export const partPaid = (paid: Shillings, due: Shillings) =>
  `${formatKsh(paid)} of this order is paid. ${formatKsh(due)} is still to pay.`;
export const partPaidOtherwise = (paid: Shillings, due: Shillings) =>
  `${formatKsh(paid)} of this order is paid. Pay the rest of ${formatKsh(due)}, or cancel the order to get it back.`;
