/** Texts for each kind of alarm. They contain no data of shoppers. */

const ALARMS: Readonly<Record<string, string>> = {
  badSettings: 'M-Pesa refused the settings of this shop',
  strangeResult: 'M-Pesa sent an unknown result',
  mpesaAway: 'M-Pesa could not be reached, or is out of order',
  idsDiffer: 'M-Pesa sent different ids for one prompt',
  secondReceipt: 'One prompt brought two receipts',
  refundWithoutPayment: 'A refund is due, but its payment is unknown',
  unreadableCallback: 'An M-Pesa callback could not be read',
  foreignCheckout: 'An M-Pesa callback was about another prompt',
  foreignReceipt: 'An M-Pesa callback had the receipt of another payment',
  wrongAmount: 'M-Pesa reported a different amount from the price',
  callbackAddress: 'An M-Pesa callback with the right secret came from an address that is not allowed',
  callbacksMissing: 'Payments were found only by querying M-Pesa: its callbacks do not reach the shop',
  callbacksRefused: 'Callbacks to the M-Pesa address were refused repeatedly',
  codesSpent: 'The hourly limit of SMS codes is used up',
  codesHalfSpent: 'Half of the hourly limit of SMS codes is used up',
  unreadableConfirmation: 'A confirmation of M-Pesa could not be read',
  confirmationDiffers: 'Two confirmations of M-Pesa give one receipt different amounts or accounts',
  strangeConfirmation: 'M-Pesa confirmed money that cannot be a payment of this shop',
  confirmedRefund: 'M-Pesa confirmed a receipt of our own refund as a payment',
  moneyNotAsked: 'M-Pesa could not be asked about a payment by hand',
  returnedMoney: 'M-Pesa reports a prompt as paid with money that is marked for return',
  moneyDiffers: 'M-Pesa does not confirm a payment by hand',
  'crossCheck.open': 'M-Pesa’s queries contradict its callbacks, so orders go on by the callbacks',
  'statement.differs': 'The M-Pesa statement and the shop differ',
  'pull.away': 'M-Pesa’s transactions could not be pulled for a day',
  'refund.outside': 'Money like this refund left M-Pesa without the shop',
  'payment.mismatched': 'M-Pesa contradicts itself about a payment',
  'payment.doubted': 'A payment with the wrong amount arrived',
  'payment.cleared': 'A payment in doubt proved correct, but its order had changed',
  'payment.succeeded': 'A payment arrived for an order on hold',
  'order.untouched': 'A cash order that the staff has not handled',
  'order.unsent': 'A paid order that was not sent',
  'order.undelivered': 'A parcel that was not delivered',
  'refund.unknown': 'It is not known whether a refund was sent',
  'refund.failed': 'A refund failed',
  'refund.waits': 'A refund waits for the balance or for a setting',
  'refund.differs': 'M-Pesa reports another amount, receiver or receipt of a refund',
  'refund.twice': 'A refund may have been sent twice',
  'refund.late': 'M-Pesa reports late news of a refund',
  'refund.dropped': 'A refund that was dropped was sent all the same',
  'refund.unreadable': 'A result of a refund could not be read',
  'refund.unapproved': 'A refund waits for its approval',
  'password.ends': 'The password of the M-Pesa initiator ends soon',
  'parcel.notBack': 'A refused or uncollected parcel that did not come back',
  'parcel.notInspected': 'A returned parcel that was not inspected',
  'parcel.codeLocked': 'A collection code was locked after five wrong codes',
  'payment.unlearnt': 'M-Pesa never reported the outcome of a prompt',
  'clock.setBack': 'The database clock was set back',
  'clock.setAhead': 'The database clock may be ahead, so no old data was deleted',
  'message.undelivered': 'A message never reached its shopper',
  'message.late': 'A message about money was delayed',
  'backup.failed': 'The backup failed',
  'catalogue.drifted': 'Lists and searches did not match the products',
  'stock.drifted': 'Stock changed without a row in the ledger',
};

/** Returns the text of a kind of alarm, or the kind itself when it has no text. */
export function formatAlarmKind(kind: string): string {
  return ALARMS[kind] ?? kind;
}

/** Count and details of an alarm. */
export interface AlarmFacts {
  readonly kind: string;
  readonly count: number;
  readonly detail?: unknown;
}

const MOST_DETAIL = 400;

/** Formats an alarm: its kind, number of occurrences and fix. Contains no data of shoppers. */
export function formatAlarm({ kind, count, detail }: AlarmFacts): string {
  const times = count === 1 ? '' : ` (${count} times)`;
  return `${formatAlarmKind(kind)}${times}${formatDetail(detail)}`;
}

/** Formats details as `: meaning, code 2028, "provider text". Fix`. The fix comes last. */
function formatDetail(detail: unknown): string {
  if (detail === null || typeof detail !== 'object') return '';
  const { meaning = '', fix = '', ...facts } = detail as Readonly<Record<string, unknown>>;
  const said = [
    ...(meaning === '' ? [] : [toText(meaning)]),
    ...Object.entries(facts).map(([name, value]) => `${name} ${toText(value)}`),
  ].join(', ');
  const text = `${said === '' ? '' : `: ${said}`}${fix === '' ? '' : `. ${toText(fix)}`}`;
  // The provider's text may contain terminal control characters.
  return text.replaceAll(/\p{Cc}/gu, ' ').slice(0, MOST_DETAIL);
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
