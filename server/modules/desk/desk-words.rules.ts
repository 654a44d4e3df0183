/** What the desk calls each kind of thing that waits for it, in sentences that name no shopper. */

const ALARMS: Readonly<Record<string, string>> = {
  badSettings: 'M-Pesa refused the settings of this shop',
  strangeResult: 'M-Pesa gave an answer that is not known here',
  mpesaAway: 'M-Pesa could not be reached, or is out of order',
  idsDiffer: 'M-Pesa named one prompt in two ways',
  secondReceipt: 'One prompt brought two receipts',
  refundWithoutPayment: 'Money has to go back, and no payment of it is known',
  unreadableCallback: 'A message of M-Pesa could not be read',
  foreignCheckout: 'A message of M-Pesa was about another prompt',
  foreignReceipt: 'A message of M-Pesa brought the receipt of another payment',
  wrongAmount: 'M-Pesa told another amount than the price',
  callbackAddress: 'A message of M-Pesa with the right secret came from an address that is not allowed',
  callbacksMissing: 'Payments were learnt by asking M-Pesa alone: its messages do not reach the shop',
  callbacksRefused: 'Messages to the address of M-Pesa were refused again and again',
  codesSpent: 'The codes by SMS of this hour are used up',
  codesHalfSpent: 'Half of the codes by SMS of this hour is used up',
  'payment.mismatched': 'M-Pesa contradicts itself about a payment',
  'payment.doubted': 'Money came that is not the price',
  'payment.cleared': 'Money that was in doubt turned out to be right, and its order had changed',
  'payment.succeeded': 'Money came for an order that is held',
  'order.untouched': 'A cash order that nobody has looked at',
  'order.unsent': 'A paid order that was not sent',
  'order.undelivered': 'A parcel that was not delivered',
  'payment.unlearnt': 'A prompt whose outcome M-Pesa never told',
  'clock.setBack': 'The clock of the database was set back',
  'clock.setAhead': 'The clock of the database may be set ahead, so nothing old was deleted',
  'message.undelivered': 'A message never reached its shopper',
  'message.late': 'A message about money could not be sent at once',
  'backup.failed': 'No backup could be made',
};

/** An alarm of a kind that has no words here is named as it is. */
export function alarmWords(kind: string): string {
  return ALARMS[kind] ?? kind;
}

/** What is counted and told of an alarm, beside its kind. */
export interface AlarmFacts {
  readonly kind: string;
  readonly count: number;
  readonly detail?: unknown;
}

const MOST_DETAIL = 400;

/** The kind in words, how often it happened, and what fixes it; no shopper is named. */
export function alarmText({ kind, count, detail }: AlarmFacts): string {
  const times = count === 1 ? '' : ` (${count} times)`;
  return `${alarmWords(kind)}${times}${detailText(detail)}`;
}

/** `: what it means, code 2028, "the provider's words". What fixes it`; the fix comes last. */
function detailText(detail: unknown): string {
  if (detail === null || typeof detail !== 'object') return '';
  const { meaning = '', fix = '', ...facts } = detail as Readonly<Record<string, unknown>>;
  const said = [
    ...(meaning === '' ? [] : [textOf(meaning)]),
    ...Object.entries(facts).map(([name, value]) => `${name} ${textOf(value)}`),
  ].join(', ');
  const text = `${said === '' ? '' : `: ${said}`}${fix === '' ? '' : `. ${textOf(fix)}`}`;
  // A provider's words may hold what moves the cursor of a terminal.
  return text.replaceAll(/\p{Cc}/gu, ' ').slice(0, MOST_DETAIL);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const MESSAGE = 'message.';

/** News that somebody did not get is listed apart: people have to be told in another way. */
export function isAboutMessage(kind: string): boolean {
  return kind.startsWith(MESSAGE);
}
