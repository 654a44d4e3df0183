/** Messages about payments by hand (PAY-C4). */

export const notFound = 'There is no money with this receipt.';
export const orderNotFound = 'There is no order with this number.';
export const alreadyUsed = 'This receipt is already used.';
export const goesBack = 'This money is on its way back.';
export const anotherPerson = 'Another person must confirm it.';
export const noAmount = 'M-Pesa reported no whole amount for this receipt. Compare it with the statement first.';
export const reasonNeeded = 'Write a reason of 3 to 500 characters.';
// addresses, for the owner of the settings (PAY-C2)
export const notRegistered = 'No addresses are registered yet.';
export const notSecure = 'Safaricom calls https addresses only. Set MPESA_CALLBACK_ORIGIN.';
export const forbiddenWord = (word: string) =>
  `Safaricom refuses addresses that contain '${word}'. Set MPESA_CALLBACK_ORIGIN.`;
export const registeredSince = (day: string) => `Addresses are registered since ${day}. --rotate registers others.`;
export const twoAreValid = 'Two secrets are valid already. End the older one first: npm run mpesa -- finish';

/** Why money is unmatched, for the staff. */
export const problems: Readonly<Record<string, string>> = {
  amount: 'its amount is not in whole shillings',
  shortcode: 'it was paid to another short code',
  noOrder: 'no open order fits',
  manyOrders: 'several open orders fit',
  counter: 'it may be a sale at the counter',
  otherPayer: 'M-Pesa names another payer',
  unclear: 'M-Pesa does not tell who paid whom',
  differs: 'M-Pesa shows something else',
  noAnswer: 'M-Pesa did not answer about it',
  detached: 'it was taken off its order',
  dropped: 'its return was dropped',
};
