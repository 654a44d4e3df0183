/** Messages about payments in doubt. */

/** Shown while the back office reviews a payment that does not count for the order (D27). */
export const checkingPayment = 'We are checking your payment for this order. Please do not pay again.';
