import { ksh } from '../../../contract/rules/money.ts';
import { shop } from '../../../contract/shop.config.ts';

/** What a message to the shopper is about (U25). */
export type MessageSubject = 'paid' | 'shipped' | 'delivered' | 'expired' | 'overpaid' | 'refund';

export interface MessageFacts {
  readonly shortId: string;
  /** Whole shillings. */
  readonly totalPrice: number;
  readonly isPaid: boolean;
  readonly trackingNumber: string | null;
  /** Name of the pickup station, empty for home delivery. */
  readonly pickupStation: string;
  /** Whole shillings that go back. */
  readonly refund: number;
}

/** One SMS: at most 160 characters of the plain alphabet for usual orders, so without the no-break space of A49. */
export function messageText(about: MessageSubject, facts: MessageFacts): string {
  return `${shop.name}: ${sentence(about, facts)}`;
}

function sentence(
  about: MessageSubject,
  { shortId, totalPrice, isPaid, trackingNumber, pickupStation, refund }: MessageFacts,
): string {
  const order = `order ${shortId.toUpperCase()}`;
  switch (about) {
    case 'paid':
      return `we received ${plain(totalPrice)} for ${order}. Thank you! We pack it now and text you when it leaves.`;
    case 'shipped': {
      const way = pickupStation === '' ? 'on its way to you' : `on its way to ${pickupStation}`;
      const number = trackingNumber === null ? '' : ` Tracking number ${trackingNumber}.`;
      return `${order} is ${way}.${number}${isPaid ? '' : ` Please have ${plain(totalPrice)} ready.`}`;
    }
    case 'delivered':
      return `${order} was delivered. Not right? Tell us within ${shop.returnDays} days: ${shop.phone}.`;
    case 'expired':
      return `${order} was not paid in time and is cancelled. You can order again at any time. Money that still comes in is not lost.`;
    case 'overpaid':
      return `${order} was paid twice. We send ${plain(refund)} back to you. You need to do nothing. Questions: ${shop.phone}.`;
    case 'refund':
      return `${plain(refund)} came in for ${order}, which is cancelled. We send the money back to you. Questions: ${shop.phone}.`;
  }
}

function plain(amount: number): string {
  return ksh(amount).replace('\u00a0', ' ');
}
