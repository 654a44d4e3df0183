/** Messages about payments (§8). */

export const promptSent = 'Check your phone and enter your M-Pesa PIN.';
export const notFound = 'Payment not found';
export const cancelled = 'This order has been cancelled.';
export const paidOnDelivery = 'This order is paid on delivery.';
export const amountDiffers = 'The amount differs from the order’s total.';
/** Names the solution, because only the owner of an order can pay it (X19). */
export const foreignOrder = 'This order belongs to another account. Please log in with the account that placed it.';
export const provePhone = 'Please confirm this phone number with a code first.';
export const useAnotherNumber = 'Please use another number.';
export const ownNumberWorks = (phone: string) => `Your own number ${phone} works now.`;
/** `other` is one of the two texts above. `wait` contains the wait. */
export const tooManyPrompts = (other: string, wait: string) =>
  `Too many unanswered prompts went to this number. ${other} ${wait}`;
