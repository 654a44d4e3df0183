/** Texts about "I have paid", for client and server (decision 0092). */

export const receiptHint = 'Paste the whole M-Pesa message, or type its receipt number: 10 letters and digits.';
