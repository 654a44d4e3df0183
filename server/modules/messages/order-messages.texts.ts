import { escapeAttribute, escapeText } from 'entities';
import { displayPhone } from '../../../contract/rules/phone.ts';
import { ksh } from '../../../contract/rules/money.ts';
import { shop } from '../../../contract/shop.config.ts';

/** What a message to the shopper is about (U25). */
export type MessageSubject = 'paid' | 'shipped' | 'delivered' | 'expired' | 'overpaid' | 'refund';

/** Told until somebody has heard it; other news is of no use after a day (D28). */
export const ABOUT_MONEY: readonly MessageSubject[] = ['paid', 'overpaid', 'refund'];

export interface MessageFacts {
  readonly shortId: string;
  /** Whole shillings. */
  readonly totalPrice: number;
  readonly isPaid: boolean;
  readonly paymentMethod: 'mpesa' | 'cod';
  /** M-Pesa's name of the money; null where it is not known (Q16). */
  readonly receipt: string | null;
  readonly trackingNumber: string | null;
  /** Name of the pickup station, empty for home delivery. */
  readonly pickupStation: string;
  readonly cancelReason: 'shopper' | 'staff' | 'expired' | 'replaced' | null;
  /** Whole shillings that go back. */
  readonly refund: number;
  /** They came in when the order was over (D27). */
  readonly isLate: boolean;
}

/** One SMS: at most 160 characters of the plain alphabet for usual orders, so without the no-break space of A49. */
export function messageText(about: MessageSubject, facts: MessageFacts): string {
  return `${shop.name}: ${sentences(about, facts)}`;
}

/** What is said of an order, beginning in the middle of a line. */
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
      // Paid at the door, this is the receipt as well.
      const payment = paymentMethod === 'cod' && isPaid ? ` and ${plain(totalPrice)} was paid` : '';
      return `${order} was delivered${payment}. Not right? Tell us within ${shop.returnDays} days: ${displayPhone(shop.phone)}.`;
    }
    case 'expired':
      return `${order} was not paid in time and is cancelled. You can order again at any time. Money that still comes in is not lost.`;
    case 'overpaid':
      return `${order} was paid twice. We send ${plain(refund)} back to you. You need to do nothing. Questions: ${displayPhone(shop.phone)}.`;
    case 'refund':
      return `${order}: ${refundText(facts)} Questions: ${displayPhone(shop.phone)}.`;
  }
}

function refundText({ refund, isLate, cancelReason }: MessageFacts): string {
  return isLate ? lateMoneyText(refund, cancelReason) : `It is cancelled. ${plain(refund)} goes back to you.`;
}

/** D27 verbatim, for messages, the payment and the order alike; whole shillings. */
export function lateMoneyText(amount: number, cancelReason: MessageFacts['cancelReason']): string {
  const end = cancelReason === 'expired' ? 'expired' : 'been cancelled';
  return `Your payment came after the order had ${end}. ${plain(amount)} goes back to you.`;
}

/** D8, on the order's page; whole shillings. */
export function paidTwiceText(amount: number): string {
  return `You paid twice. ${plain(amount)} goes back to you.`;
}

const orderName = ({ shortId }: Pick<MessageFacts, 'shortId'>) => `order ${shortId.toUpperCase()}`;

export interface MailFacts extends MessageFacts {
  /** The account's. */
  readonly name: string;
  readonly lines: readonly { readonly name: string; readonly quantity: number; readonly price: number }[];
  /** Where the parcel goes, a line each. */
  readonly address: readonly string[];
  /** The page of the order. */
  readonly link: string;
}

const SUBJECTS: Readonly<Record<MessageSubject, string>> = {
  paid: 'is paid',
  shipped: 'is on its way',
  delivered: 'was delivered',
  expired: 'was not paid in time',
  overpaid: 'was paid twice',
  refund: 'is cancelled, your money goes back',
};

/** The same news as a mail, with what was ordered; no header holds a word that somebody has typed. */
export function messageMail(about: MessageSubject, facts: MailFacts) {
  const { name, lines, address, link, totalPrice } = facts;
  const said = sentences(about, facts);
  const news = said.charAt(0).toUpperCase() + said.slice(1);
  const items = lines.map((line) => ({
    what: `${line.quantity} × ${line.name}`,
    price: plain(line.quantity * line.price),
  }));
  const total = { what: 'Total, VAT included', price: plain(totalPrice) };
  const end = [shop.name, shop.address, displayPhone(shop.phone), shop.email];
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
  return ksh(amount).replace('\u00a0', ' ');
}
