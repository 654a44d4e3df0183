import { parse } from 'valibot';
import { Order } from '../../../contract/orders.ts';
import { at, cancelled, cash, o1, paid, PLACED } from './order.samples.ts';

/** The orders with a parcel of the tables order-history and order-tracking (OWN-P1 to OWN-P4). */

const HOUR = 3_600_000;
/** Two days after the order, 12:00 in Nairobi. Each later step follows an hour after the one before. */
export const SHIPPED_AT = PLACED + 48 * HOUR;
/** 28 November 2026, 14:00 in Nairobi. */
const COLLECT_UNTIL = '2026-11-28T11:00:00.000Z';
export const STATION = {
  name: 'Kilimani Pickup',
  address: 'Argwings Kodhek Rd',
  phone: '0722111222',
  operatingHours: null,
} as const;

const STATUSES: Readonly<Record<string, Order['status']>> = {
  delivered: 'delivered',
  lost: 'cancelled',
  returned: 'cancelled',
};

/** The steps up to a state. */
function getEvents(state: string, isPickup: boolean, words: string): readonly string[] {
  const ready = isPickup ? ['ready'] : [];
  if (words.includes('handed over at the counter')) return ['delivered'];
  if (words.includes('sent again')) return ['shipped', ...ready, isPickup ? 'uncollected' : 'refused', 'resent'];
  if (words.includes('refused before')) return ['shipped', ...ready, 'refused', 'delivered'];
  if (state === 'onTheWay' || state === 'lost') return ['shipped', ...(state === 'lost' ? ['lost'] : [])];
  if (state === 'returned') return ['shipped', ...ready, isPickup ? 'uncollected' : 'refused', 'returned'];
  return ['shipped', ...ready, ...(state === 'ready' ? [] : [state])];
}

function toParcel(words: string, isPickup: boolean): Order['parcel'] {
  const [, told = '', cause = ''] = /parcel (\w+)|cause (lost|returned)/.exec(words) ?? [];
  const isDelivered = /handed over at the counter|status delivered/.test(words);
  const state = isDelivered ? 'delivered' : words.includes('parcel with a state') ? 'drone' : told || cause;
  if (state === '' || state === 'null' || /parcel null|cause that/.test(words)) return null;
  const history = getEvents(state, isPickup, words).map((event, index) => ({
    event,
    at: at(SHIPPED_AT + index * HOUR),
  }));
  return {
    state,
    since: history.at(-1)?.at ?? at(SHIPPED_AT),
    pickup: isPickup && !words.includes('no station field') ? STATION : null,
    collectUntil: state === 'ready' && !words.includes('collectUntil null') ? COLLECT_UNTIL : null,
    history,
  };
}

/** What becomes of the money, as the server says it. */
function toNotice(words: string): string | null {
  const [, notice] = /paymentNotice '(.*)'/.exec(words) ?? [];
  if (notice !== undefined) return notice;
  const [, reason] = /refund waived for '(.*)'/.exec(words) ?? [];
  if (reason !== undefined)
    return `There is no refund for this order: ${reason}. If you do not agree, call 0700 123 456.`;
  if (/no refund by the staff/.test(words)) return toNotice("refund waived for 'The parcel arrived'");
  if (/came late/.test(words))
    return 'Your payment came after the order had been cancelled. Ksh 3,200 goes back to you.';
  if (/cause returned, paid, not inspected/.test(words)) return 'We check the products before we refund you.';
  return /cause (lost|returned)(, paid|$)/.test(words) ? 'Ksh 3,200 goes back to you.' : null;
}

/**
 * Returns the order that these words of a row describe, as the page reads it from the server's answer.
 * @param wasPickup whether the order was shown with a station before
 */
export function toParcelOrder(words: string, wasPickup = false): Order {
  const isPickup = !words.includes('home delivery') && (wasPickup || /pickup|parcel (ready|uncollected)/.test(words));
  const parcel = toParcel(words, isPickup);
  const [, status = STATUSES[parcel?.state ?? ''] ?? 'shipped'] =
    /\b(?:status |o1 )(pending|processing|shipped|delivered|cancelled)/.exec(words) ?? [];
  const isUnpaid = /not paid|came late|parcel null|status pending/.test(words) && !/status processing/.test(words);
  const [, cause = 'shopper'] =
    /cause (lost|returned)|by the (shopper|staff)|(expired)/.exec(words)?.filter(Boolean) ?? [];
  const { parcel: _, ...rest } = o1;
  return parse(Order, {
    ...rest,
    ...(isUnpaid ? { expiresAt: null } : paid),
    ...(words.includes('cash on delivery') ? cash : {}),
    status,
    ...(status === 'delivered' ? { isDelivered: true, deliveredAt: parcel?.since ?? null } : {}),
    ...(status === 'cancelled' ? { ...cancelled, cancelReason: words.includes('cause that') ? 'eaten' : cause } : {}),
    ...(words.includes('no parcel field') ? {} : { parcel }),
    ...(isPickup ? { shippingAddress: { ...o1.shippingAddress, deliveryMethod: 'pickup_station' } } : {}),
    ...(/trackingNumber '?TN1/.test(words) ? { trackingNumber: 'TN1' } : {}),
    paymentNotice: toNotice(words),
    updatedAt: parcel?.since ?? at(SHIPPED_AT),
  });
}
