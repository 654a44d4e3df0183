import { escapeAttribute, escapeText } from 'entities';
import { formatPhone } from '../../../contract/rules/phone.ts';
import { formatKsh } from '../../../contract/rules/money.ts';
import { shop } from '../../../contract/shop.config.ts';

/** Subject of a message to the shopper (U25). */
export type MessageSubject =
  | 'paid'
  | 'shipped'
  | 'delivered'
  | 'expired'
  | 'overpaid'
  | 'refund'
  | 'claimRefused'
  | RefundSubject;

/** Messages about money are retried until delivered. Other messages are useless after a day (D28). */
export const ABOUT_MONEY: readonly MessageSubject[] = [
  'paid',
  'overpaid',
  'refund',
  'refundSent',
  'refundDone',
  'refundDropped',
  'claimRefused',
];

export interface MessageFacts {
  readonly shortId: string;
  /** Whole shillings. */
  readonly totalPrice: number;
  readonly isPaid: boolean;
  readonly paymentMethod: 'mpesa' | 'cod';
  /** M-Pesa receipt number. `null` when unknown (Q16). */
  readonly receipt: string | null;
  readonly trackingNumber: string | null;
  /** Name of the pickup station. Empty for home delivery. */
  readonly pickupStation: string;
  readonly cancelReason: 'shopper' | 'staff' | 'expired' | 'replaced' | null;
  /** Refund in whole shillings. */
  readonly refund: number;
  /** Whether the payment arrived after the order ended (D27). */
  readonly isLate: boolean;
  /** The refund that the news is about. `null` for other news. */
  readonly back: RefundFacts | null;
}

/** Returns the text of one SMS: at most 160 GSM-7 characters for usual orders, so without the no-break space of A49. */
export function messageText(about: MessageSubject, facts: MessageFacts): string {
  return `${shop.name}: ${sentences(about, facts)}`;
}

/** Returns the text without the shop's name. Starts in lower case. */
function sentences(about: MessageSubject, facts: MessageFacts): string {
  const { totalPrice, isPaid, paymentMethod, receipt, trackingNumber, pickupStation, refund } = facts;
  const order = orderName(facts);
  switch (about) {
    case 'paid': {
      const number = receipt === null ? ' The M-Pesa receipt number follows.' : ` M-Pesa receipt ${receipt}.`;
      return `we received ${plain(totalPrice)} for ${order}.${number} Thank you! We pack it now and text you when it leaves.`;
    }
    case 'shipped': {
      const way = pickupStation === '' ? 'on its way to you' : `on its way to ${pickupStation}`;
      const number = trackingNumber === null ? '' : ` Tracking number ${trackingNumber}.`;
      return `${order} is ${way}.${number}${isPaid ? '' : ` Please have ${plain(totalPrice)} ready.`}`;
    }
    case 'delivered': {
      // This message is also the receipt for cash on delivery.
      const payment = paymentMethod === 'cod' && isPaid ? ` and ${plain(totalPrice)} was paid` : '';
      return `${order} was delivered${payment}. Not right? Tell us within ${shop.returnDays} days: ${formatPhone(shop.phone)}.`;
    }
    case 'expired':
      return `${order} was not paid in time and is cancelled. You can order again at any time. Money that still comes in is not lost.`;
    case 'overpaid':
      return `${order} was paid twice. We send ${plain(refund)} back to you. You need to do nothing. Questions: ${formatPhone(shop.phone)}.`;
    case 'refund':
      return `${order}: ${refundText(facts)} Questions: ${formatPhone(shop.phone)}.`;
    case 'claimRefused':
      return `we found no payment for ${order} with the receipt that you sent. Please check its number, or call us: ${formatPhone(shop.phone)}.`;
    case 'refundSent':
    case 'refundDone':
    case 'refundDropped':
      return facts.back === null ? `${order}: see your order.` : `${order}: ${refundNewsText(about, facts.back)}`;
  }
}

function refundText({ refund, isLate, cancelReason }: MessageFacts): string {
  return isLate ? lateMoneyText(refund, cancelReason) : `It is cancelled. ${plain(refund)} goes back to you.`;
}

/** Text of D27, used in messages, the payment and the order. Whole shillings. */
export function lateMoneyText(amount: number, cancelReason: MessageFacts['cancelReason']): string {
  const end = cancelReason === 'expired' ? 'expired' : 'been cancelled';
  return `Your payment came after the order had ${end}. ${plain(amount)} goes back to you.`;
}

/** Text of D8 on the order page. Whole shillings. */
export function paidTwiceText(amount: number): string {
  return `You paid twice. ${plain(amount)} goes back to you.`;
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
  refund: 'is cancelled, your money goes back',
  refundSent: 'has a refund on its way',
  refundDone: 'was refunded',
  refundDropped: 'has a declined refund',
  claimRefused: 'has no payment with the receipt that you sent',
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
    subject: `Your ${orderName(facts)} ${SUBJECTS[about]}`,
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
}

/** The reason has no bound of its own, and an SMS has 160 characters. */
const MOST_REASON = 40;

/** Returns the sentence after the name of the order. */
function refundNewsText(about: RefundSubject, { amount, phone, receipt, isCash, note }: RefundFacts): string {
  const sum = plain(amount);
  const to = phone === null ? 'you' : maskLocalPhone(phone);
  switch (about) {
    case 'refundSent':
      return `${sum} was sent to ${to}. M-Pesa will confirm it.`;
    case 'refundDone':
      if (isCash) return `${sum} was paid back to you in cash.`;
      return `${sum} was paid back to ${to}. ${receipt === null ? 'Receipt number follows.' : `M-Pesa receipt: ${receipt}.`}`;
    case 'refundDropped': {
      const reason = toPlain(note ?? '').slice(0, MOST_REASON);
      return `${sum} will not be paid back: ${reason}. If you do not agree, please call us on ${formatPhone(shop.phone)}.`;
    }
  }
}

/** `254712345678` becomes `0712 *** 678`, in the characters of an SMS. */
function maskLocalPhone(phone: string): string {
  const [start = '', , end = ''] = formatPhone(phone).split(' ');
  return `${start} *** ${end}`;
}

/** Without a full stop at the end, and in the characters of an SMS. */
function toPlain(text: string): string {
  return text
    .trim()
    .replaceAll(/[^\x20-\x7e]+/g, ' ')
    .replace(/\.+$/, '');
}
