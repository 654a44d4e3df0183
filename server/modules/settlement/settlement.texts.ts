/** What the server says of money that is in doubt. */

/** While people look at money that came for an order which is not paid by it (D27). */
export const checkingPayment = 'We are checking your payment for this order. Please do not pay again.';
