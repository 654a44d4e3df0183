/** Messages about the statement, for the staff (PAY-T1). */

export const refundKnown = 'a refund of this shop';
export const settledByStaff = 'staff said what it is';
export const isRefund = (name: string) => `it is ${name}`;
export const isLike = (names: readonly string[]) => `it may be ${names.join(' or ')}: a person must say so`;
export const perhapsTwice = (name: string) => `${name} was perhaps sent twice`;
export const otherAmount = (name: string) => `${name} has another amount`;
export const noRefund = 'no refund of this shop fits';
export const notSent = 'it was not sent, so it may be approved again';
export const sayWhich = (receipt: string) =>
  `Say which refund it is: npm run refunds -- by-hand NAME, then receipt NAME ${receipt}. If it is none: npm run mpesa -- not-refund ${receipt} --note TEXT`;

export const phoneNeeded = 'PHONE must be a Kenyan mobile number, e.g. 0712345678.';
export const reasonNeeded = 'Write a reason of 3 to 500 characters.';
export const noneLeft = 'No money left with this receipt.';
export const settledAlready = 'It is known already what this money is. Nothing was changed.';

export const notCompletedThere = 'M-Pesa does not show it as completed';
export const notThere = 'M-Pesa does not show it';
export const amountDiffers = 'the amounts differ';
export const willBeMatched = 'will be matched by its account or phone';
export const wrongShortcode = (told: string, own: string) =>
  `The file is the statement of short code ${told}, not of ${own}. Nothing was imported.`;
export const notAStatement = (line: number, reason: string) =>
  `Line ${line} is not a line of an M-Pesa statement: ${reason}. Nothing was imported.`;
export const otherAmountAgain = 'its receipt has another amount in an earlier line';
export const inFuture = 'its time is in the future';
export const noLines = 'The file has no lines of a statement. Nothing was imported.';

/** Results of money that the shop did not know. */
export const became = {
  pays: (order: string) => `pays order ${order}`,
  checking: (order: string) => `may pay order ${order}: M-Pesa is asked for the payer`,
  unmatched: (why: string) => `unmatched: ${why}`,
  other: 'stored',
} as const;
