/** What the desk calls each kind of thing that waits for it, in sentences that name no shopper. */

const ALARMS: Readonly<Record<string, string>> = {
  badSettings: 'M-Pesa refused the settings of this shop',
  strangeResult: 'M-Pesa gave an answer that is not known here',
  idsDiffer: 'M-Pesa named one prompt in two ways',
  secondReceipt: 'One prompt brought two receipts',
  refundWithoutPayment: 'Money has to go back, and no payment of it is known',
  unreadableCallback: 'A message of M-Pesa could not be read',
  foreignCheckout: 'A message of M-Pesa was about another prompt',
  foreignReceipt: 'A message of M-Pesa brought the receipt of another payment',
  wrongAmount: 'M-Pesa told another amount than the price',
  callbacksRefused: 'Messages to the address of M-Pesa were refused again and again',
  codesSpent: 'The codes by SMS of this hour are used up',
  codesHalfSpent: 'Half of the codes by SMS of this hour is used up',
  'payment.mismatched': 'M-Pesa contradicts itself about a payment',
  'payment.doubted': 'Money came that is not the price',
  'payment.cleared': 'Money that was in doubt turned out to be right, and its order had changed',
  'payment.succeeded': 'Money came for an order that is held',
  'order.untouched': 'A cash order that nobody has looked at',
  'clock.setBack': 'The clock of the database was set back',
  'message.undelivered': 'A message never reached its shopper',
  'message.late': 'A message about money could not be sent at once',
  'backup.failed': 'No backup could be made',
};

/** An alarm of a kind that has no words here is named as it is. */
export function alarmWords(kind: string): string {
  return ALARMS[kind] ?? kind;
}

const MESSAGE = 'message.';

/** News that somebody did not get is listed apart: people have to be told in another way. */
export function isAboutMessage(kind: string): boolean {
  return kind.startsWith(MESSAGE);
}
