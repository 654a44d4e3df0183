import { escapeAttribute, escapeText } from 'entities';
import { formatPhone } from '../../../contract/rules/phone.ts';
import { NAIROBI_OFFSET_MS } from '../../../contract/rules/nairobi.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import { shop } from '../../../contract/shop.config.ts';

/** Subjects about a parcel that is collected, or does not reach the buyer (OWN-P1, OWN-P2). */
const ABOUT_PARCELS = [
  ...(['ready', 'reminder', 'lastReminder', 'refused', 'uncollected', 'resent', 'lost', 'returned'] as const),
  'noRefund',
] as const;

/** Subjects of messages to the shopper (U25). */
export const MESSAGE_SUBJECTS = [
  ...(['paid', 'shipped', 'delivered', 'expired', 'overpaid', 'refund'] as const),
  ...(['refundSent', 'refundDone', 'refundDropped', 'claimRefused', 'byHand'] as const),
  ...ABOUT_PARCELS,
] as const;
export type MessageSubject = (typeof MESSAGE_SUBJECTS)[number];

/** Messages about money are retried until delivered. Other messages are useless after a day (D28). */
export const ABOUT_MONEY: readonly MessageSubject[] = [
  ...(['paid', 'overpaid', 'refund', 'refundSent', 'refundDone', 'refundDropped', 'claimRefused'] as const),
  ...(['lost', 'noRefund'] as const),
];

export interface MessageFacts {
  readonly shortId: string;
  /** Whole shillings. */
  readonly totalPrice: number;
  /** The due amount of an unpaid order, whole shillings (PAY-C5). */
  readonly due: number;
  readonly isPaid: boolean;
  readonly status: 'pending' | 'processing' | 'shipped' | 'delivered' | 'cancelled';
  readonly paymentMethod: 'mpesa' | 'cod';
  /** M-Pesa receipt number. `null` when unknown (Q16). */
  readonly receipt: string | null;
  readonly trackingNumber: string | null;
  /** Name of the pickup station. Empty for home delivery. */
  readonly pickupStation: string;
  readonly cancelReason: 'shopper' | 'staff' | 'expired' | 'replaced' | 'lost' | 'returned' | null;
  /** State of the money in the order machine. */
  readonly money: string;
  /** Collection code (OWN-P2). `null` in other messages, and when this one was sent before. */
  readonly code: string | null;
  readonly collectUntil: Date | null;
  readonly noRefundReason: string | null;
  /** Refund in whole shillings. */
  readonly refund: number;
  /** Whether the payment arrived after the order ended (D27). */
  readonly isLate: boolean;
  /** The refund that the news is about. `null` for other news. */
  readonly back: RefundFacts | null;
  /** The numbers to pay to. Missing in other messages (PAY-C1). */
  readonly hand?: HandFacts | null;
}

/** Paybill or Till of a payment by hand. */
export interface HandFacts {
  readonly kind: 'paybill' | 'till';
  readonly number: string;
}

/** Returns the text of one SMS: at most 160 GSM-7 characters for usual orders, so without the no-break space of A49. */
export function messageText(about: MessageSubject, facts: MessageFacts): string {
  return `${shop.name}: ${sentences(about, facts)}`;
}

/** Returns the text without the shop's name. Starts in lower case. */
function sentences(about: MessageSubject, facts: MessageFacts): string {
  const { totalPrice, due, isPaid, paymentMethod, receipt, trackingNumber, pickupStation, refund } = facts;
  const order = orderName(facts);
  switch (about) {
    case 'paid': {
      const number = receipt === null ? ' The M-Pesa receipt number follows.' : ` M-Pesa receipt ${receipt}.`;
      return `we received ${plain(totalPrice)} for ${order}.${number} Thank you! We pack it now and text you when it leaves.`;
    }
    case 'shipped': {
      const way = pickupStation === '' ? 'on its way to you' : `on its way to ${pickupStation}`;
      const number = trackingNumber === null ? '' : ` Tracking number ${trackingNumber}.`;
      return `${order} is ${way}.${number}${isPaid ? '' : ` Please have ${plain(due)} ready.`}`;
    }
    case 'delivered': {
      // This message is also the receipt for cash on delivery.
      const payment = paymentMethod === 'cod' && isPaid ? ` and ${plain(totalPrice)} was paid` : '';
      return `${order} was delivered${payment}. Not right? Tell us within ${shop.returnDays} days: ${formatPhone(shop.phone)}.`;
    }
    case 'expired':
      return `${order} was not paid in time and is cancelled. You can order again at any time. Money that still comes in is not lost.`;
    case 'overpaid':
      return `${order} was ${facts.back?.isRest === true ? 'paid with more than was due' : 'paid twice'}. We send ${plain(refund)} back to you. You need to do nothing. Questions: ${formatPhone(shop.phone)}.`;
    case 'refund':
      return `${order}: ${refundText(facts)} Questions: ${formatPhone(shop.phone)}.`;
    case 'byHand':
      return handSentence(facts, order);
    case 'claimRefused':
      return `we found no payment for ${order} with the receipt that you sent. Please check its number, or call us: ${formatPhone(shop.phone)}.`;
    case 'refundSent':
    case 'refundDone':
    case 'refundDropped':
      return facts.back === null
        ? `${order}: see your order.`
        : `${order}: ${refundSentence(about, facts.back, 'sms')}`;
    default:
      return parcelSentences(about, facts, order);
  }
}

/** The numbers to pay to (PAY-C1). An amount above the limit of one payment is paid in several. */
function handSentence({ hand = null, due, shortId }: MessageFacts, order: string): string {
  if (hand === null) return `${order}: see your order.`;
  const to =
    hand.kind === 'till'
      ? `Buy Goods and Services, till ${hand.number}`
      : `Pay Bill ${hand.number}, account ${shortId.toUpperCase()}`;
  const each = due > shop.mpesaMax ? ` At most ${plain(shop.mpesaMax)} per payment.` : '';
  return `pay ${plain(due)} for ${order} with Lipa na M-Pesa, ${to}.${each}`;
}

function refundText({ refund, isLate, cancelReason, status }: MessageFacts): string {
  if (isLate) return lateMoneyText(refund, cancelReason);
  const end = status === 'cancelled' ? 'It is cancelled. ' : '';
  return `${end}${plain(refund)} goes back to you.`;
}

/** Texts about a parcel that is collected, or does not reach the buyer (OWN-P1, OWN-P2). */
function parcelSentences(about: (typeof ABOUT_PARCELS)[number], facts: MessageFacts, order: string): string {
  const { code, collectUntil, pickupStation, trackingNumber, refund, isPaid, money, noRefundReason } = facts;
  const call = `Call ${formatPhone(shop.phone)}`;
  const until = collectUntil === null ? '' : formatMoment(collectUntil);
  switch (about) {
    case 'ready':
      return `${order} is ready at ${pickupStation}. Collection code: ${code ?? '******'}. Collect it within 7 days. Give the code only at the counter.`;
    case 'reminder':
      return `${order} waits for you at ${pickupStation} until ${until}. Bring the code from our earlier message.`;
    case 'lastReminder':
      return `last reminder: please collect ${order} at ${pickupStation} by ${until}. After that it goes back to the shop.`;
    case 'refused':
      return `${order} could not be handed over, so it goes back to the shop. Do you still want it? ${call}.`;
    case 'uncollected':
      return `${order} was not collected within 7 days, so it goes back to the shop. Do you still want it? ${call}.`;
    case 'resent':
      return `${order} is on its way again.${trackingNumber === null ? '' : ` Tracking number ${trackingNumber}.`}`;
    case 'lost': {
      const end = refund > 0 ? ` ${plain(refund)} goes back to you.` : isPaid ? '' : ' You have nothing to pay.';
      return `we are sorry: the parcel with ${order} was lost, and the order is cancelled.${end}`;
    }
    case 'returned': {
      const isChecked = ['partPaid', 'paid', 'overpaid', 'held'].includes(money);
      const end = isChecked
        ? ' We check the products before we refund you.'
        : isPaid
          ? ''
          : ' You have nothing to pay.';
      return `the parcel with ${order} is back in the shop, and the order is cancelled.${end}`;
    }
    case 'noRefund':
      return noRefundText(order, noRefundReason ?? '');
  }
}

/** Text of OWN-P1, used in the message and on the order page. */
export function noRefundText(order: string, reason: string): string {
  return `there is no refund for ${order}: ${reason.replace(/[.]+$/, '')}. If you do not agree, call ${formatPhone(shop.phone)}.`;
}

/** Text on the order page while the products are checked, and when the money goes back (OWN-P1). Whole shillings. */
export const checkingProducts = 'We check the products before we refund you.';
export const goesBackText = (amount: number) => `${plain(amount)} goes back to you.`;

/** Formats a time in Nairobi for one SMS, e.g. `Mon 7 Dec, 18:30`. */
function formatMoment(at: Date): string {
  const day = new Date(at.getTime() + NAIROBI_OFFSET_MS);
  const [weekday, month] = [DAYS[day.getUTCDay()], MONTHS[day.getUTCMonth()]];
  return `${weekday} ${day.getUTCDate()} ${month}, ${day.toISOString().slice(11, 16)}`;
}
const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Text of D27, used in messages, the payment and the order. Whole shillings. */
export function lateMoneyText(amount: number, cancelReason: MessageFacts['cancelReason']): string {
  const end = cancelReason === 'expired' ? 'expired' : 'been cancelled';
  return `Your payment came after the order had ${end}. ${plain(amount)} goes back to you.`;
}

/** Text of D8 on the order page. Whole shillings. */
export function paidTwiceText(amount: number): string {
  return `You paid twice. ${plain(amount)} goes back to you.`;
}

/** Text of a payment by hand that was more than what was due (PAY-C4). Whole shillings. */
export function paidTooMuchText(amount: number): string {
  return `You paid too much. ${plain(amount)} goes back to you.`;
}

const orderName = ({ shortId }: Pick<MessageFacts, 'shortId'>) => `order ${shortId.toUpperCase()}`;

export interface MailFacts extends MessageFacts {
  /** Name of the account. */
  readonly name: string;
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly price: number }[];
  /** Delivery address, one entry per line. */
  readonly address: readonly string[];
  /** URL of the order page. */
  readonly link: string;
}

const SUBJECTS: Readonly<Record<MessageSubject, string>> = {
  paid: 'is paid',
  shipped: 'is on its way',
  delivered: 'was delivered',
  expired: 'was not paid in time',
  overpaid: 'was paid twice',
  refund: 'is refunded',
  byHand: 'can be paid by hand',
  refundSent: 'has a refund on its way',
  refundDone: 'was refunded',
  refundDropped: 'has a declined refund',
  claimRefused: 'has no payment with the receipt that you sent',
  ready: 'is ready for you',
  reminder: 'waits for you',
  lastReminder: 'waits for you, last reminder',
  refused: 'could not be handed over',
  uncollected: 'was not collected',
  resent: 'is on its way again',
  lost: 'is lost',
  returned: 'came back to us',
  noRefund: 'is not refunded',
};

/** Returns the message as a mail, with the order lines. No mail header contains text that a user typed. */
export function messageMail(about: MessageSubject, facts: MailFacts) {
  const { name, lines, address, link, totalPrice } = facts;
  const said = sentences(about, facts);
  const news = said.charAt(0).toUpperCase() + said.slice(1);
  const items = lines.map((line) => ({
    what: `${line.quantity} × ${line.name}`,
    price: plain(line.quantity * line.price),
  }));
  const total = { what: 'Total, VAT included', price: plain(totalPrice) };
  const end = [shop.name, shop.address, formatPhone(shop.phone), shop.email];
  return {
    subject: `Your ${orderName(facts)} ${about === 'overpaid' && facts.back?.isRest === true ? 'was paid with more than was due' : SUBJECTS[about]}`,
    text: [
      `Hello ${name},`,
      '',
      news,
      '',
      ...[...items, total].map(({ what, price }) => `${what}: ${price}`),
      '',
      'To:',
      ...address,
      '',
      `Your order: ${link}`,
      '',
      '-- ',
      ...end,
      '',
    ].join('\n'),
    html: [
      '<!doctype html><html lang="en"><body style="font-family: sans-serif; line-height: 1.5">',
      `<p>Hello ${escapeText(name)},</p><p>${escapeText(news)}</p>`,
      '<table cellpadding="4">',
      ...[...items, total].map(
        ({ what, price }) => `<tr><td>${escapeText(what)}</td><td align="right">${escapeText(price)}</td></tr>`,
      ),
      `</table><p>To:<br>${address.map(escapeText).join('<br>')}</p>`,
      `<p><a href="${escapeAttribute(link)}">Your order</a></p>`,
      `<p>${end.map(escapeText).join('<br>')}</p></body></html>`,
    ].join('\n'),
  };
}

function plain(amount: number): string {
  return formatKsh(amount).replace('\u00a0', ' ');
}

/** News of a refund (PAY-F1, PAY-F5). */
export type RefundSubject = 'refundSent' | 'refundDone' | 'refundDropped';

export interface RefundFacts {
  /** Whole shillings. */
  readonly amount: number;
  /** The phone that gets it, digits with the country code. `null` when unknown. */
  readonly phone: string | null;
  /** M-Pesa's receipt of the refund. `null` until it is known. */
  readonly receipt: string | null;
  readonly isCash: boolean;
  /** Why an owner dropped it. */
  readonly note: string | null;
  /** It is what a payment had too much (PAY-C4). */
  readonly isRest: boolean;
}

/** Characters of a reason in an SMS, which has 160. */
const MOST_REASON = 40;

/**
 * Returns the sentence about a refund. An SMS has only the characters of GSM-7, and a short reason, because the reason has
 * no bound of its own.
 */
export function refundSentence(about: RefundSubject, facts: RefundFacts, place: 'sms' | 'page'): string {
  const { amount, phone, receipt, isCash, note } = facts;
  const sum = plain(amount);
  const to = phone === null ? 'you' : maskLocalPhone(phone, place === 'sms' ? '***' : '•••');
  switch (about) {
    case 'refundSent':
      return `${sum} was sent to ${to}. M-Pesa will confirm it.`;
    case 'refundDone':
      if (isCash) return `${sum} was paid back to you in cash.`;
      return `${sum} was paid back to ${to}. ${receipt === null ? 'Receipt number follows.' : `M-Pesa receipt: ${receipt}.`}`;
    case 'refundDropped': {
      const reason = place === 'sms' ? toPlain(note ?? '').slice(0, MOST_REASON) : withoutStop(note ?? '');
      return `${sum} will not be paid back: ${reason}. If you do not agree, please call us on ${formatPhone(shop.phone)}.`;
    }
  }
}

/** Text of a refund that is not sent yet (PAY-F5). Whole shillings. */
export function refundDueText(amount: number): string {
  return `${plain(amount)} goes back to you. We tell you when it is sent.`;
}

/** `254712345678` becomes `0712 ••• 678` with the dots `•••`. */
export function maskLocalPhone(phone: string, dots: string): string {
  const [start = '', , end = ''] = formatPhone(phone).split(' ');
  return `${start} ${dots} ${end}`;
}

/** Without a full stop at the end, and in the characters of an SMS. */
function toPlain(text: string): string {
  return withoutStop(text.replaceAll(/[^\x20-\x7e]+/g, ' '));
}

function withoutStop(text: string): string {
  return text.trim().replace(/\.+$/, '');
}
