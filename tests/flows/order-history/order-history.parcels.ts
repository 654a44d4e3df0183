import { expect } from 'vitest';
import type { Order } from '../../../contract/orders.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { orderHistoryMachine } from '../../../src/machines/orders/order-history.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Outcome } from 'model-testing/table/outcome';
import type { Table } from 'model-testing/table/table';
import { LOOK } from 'model-testing/table/table';
import type { Page } from 'model-testing/view/page';
import { press } from 'model-testing/view/act';
import { NOW } from './order-history.model.ts';
import { cash, o1 } from '../support/order.samples.ts';
import { toParcelOrder } from '../support/parcel.samples.ts';

/** The rows of order-history about parcels (OWN-P1 to OWN-P4). */

type Machine = typeof orderHistoryMachine;
type Live = LiveActor<Machine>;
interface Where {
  readonly on: string;
  readonly when: string | null;
}

/** What the words of a row say about o1, in the words of its order. */
function toWords({ on }: Where): string | null {
  const [, shown] = /^show order\((.*(?:parcel|counter|owed by|cause (?:lost|returned)).*)\)$/.exec(on) ?? [];
  const [, pressed] = /^press [\w ]+\(o1, (parcel .*|cause .*)\)$/.exec(on) ?? [];
  if (on.startsWith('the time to collect by')) return 'parcel ready';
  return shown ?? pressed?.replace('refused, then sent again', 'onTheWay, sent again') ?? null;
}

/** The order of a row about parcels; `null` for other rows. */
export function toParcelRowOrder(row: Where): Order | null {
  const words = toWords(row);
  return words === null ? null : toParcelOrder(words);
}

/** The order of the words `o1 uncollected`, `o1 cancelled, cause lost`, `o1 on the way`. */
const toToldOrder = (words: string) =>
  toParcelOrder(
    words
      .replace(/^o1 (on the way|ready|refused|uncollected)\b/, 'status shipped, parcel $1')
      .replace('on the way', 'onTheWay')
      .replace(/^o1 (shipped|delivered|processing|cancelled)/, 'status $1')
      .replace(/^status shipped$/, 'status shipped, parcel onTheWay, trackingNumber TN1'),
  );

/** Another order of the list, whose refused cancellation lets the list load again. */
const other: Order = { ...o1, ...cash, _id: 'o3' };

/** Shows o1 as the condition of the row tells, opens it, and asks for the list again. */
async function showBefore(live: Live, when: string) {
  await live.answer('loadOrders', { orders: [toToldOrder(when.replace(' was shown', '')), other], now: NOW });
  await live.send({ type: 'details.toggle', orderId: 'o1' });
  await live.send({ type: 'cancel.ask', orderId: 'o3' });
  await live.send({ type: 'cancel.confirm' });
  await live.fail('cancelOrder', new ApiError({ kind: 'refused', status: 409 }));
}

/** Reaches the list of a row about a correction or another step of a parcel; `false` for other rows. */
export async function reachParcel(live: Live, { when }: Where): Promise<boolean> {
  if (when?.endsWith(' was shown') !== true) return false;
  await showBefore(live, when);
  return true;
}

const card = (page: Page) => page.getByRole('listitem', { name: 'Order o1' });
const never =
  (pattern: RegExp) =>
  ({ page }: Outcome<Machine>) =>
    expect(page.text).not.toMatch(pattern);
const PARCEL = /parcel|on its way|pickup|shop\.|drone/i;

export const parcelRows: Required<Pick<Table<Machine>, 'when' | 'on' | 'does'>> = {
  when: [[/^o1 [\w ]+ was shown$/, { holds: ({ snapshot }) => snapshot.context.opened.includes('o1') }]],
  on: [
    [/^press View Details\(o1, /, { type: 'details.toggle', orderId: 'o1' }],
    [/^press Track My Order\(o1, /, press('link', 'Track My Order, order o1')],
    [/^the time to collect by is over/, LOOK],
    [
      /^GET \/orders\/my answers\((o1 .*?)(?: \[a wrong parcel was scanned\])?\) \[asked again\]$/,
      (live, [, words = '']) => live.answer('loadOrders', { orders: [toToldOrder(words), other], now: NOW }),
    ],
  ],
  does: [
    {
      'nothing about a parcel': never(PARCEL),
      'nothing about a parcel: the badge says it': never(PARCEL),
      'no collection code': ({ page }) => expect(page.element.innerHTML).not.toMatch(/\b\d{6}\b/),
      'no time to collect by': never(/until \d/),
      'no phone number is offered': ({ page }) => expect(page.element.querySelector('a[href^="tel:"]')).toBeNull(),
      'open o1 in place: name, address, phone and hours of the station': ({ page }) => {
        for (const fact of ['Kilimani Pickup', 'Argwings Kodhek Rd', '0722 111 222', 'Monday to Friday 08:00 to 18:00'])
          expect(card(page).textContent).toContain(fact);
      },
      'log the order without a code: none is in it': (outcome) => {
        const logged = outcome.effect('logOrder') as { readonly order: Order };
        expect(logged.order._id).toBe('o1');
        expect(JSON.stringify(logged.order)).not.toMatch(/"\d{6}"|"code"/i);
      },
      'what was open stays open': ({ page }) =>
        expect(page.getByRole('button', { name: 'View Details, order o1' }).getAttribute('aria-expanded')).toBe('true'),
      'nothing is asked; the list is as old as it is': ({ started }) => expect(started).toEqual([]),
      'badge shipped, nothing about the correction': ({ page }) => {
        expect(card(page).textContent).toContain('Shipped');
        expect(page.text).not.toMatch(/delivered|correct|wrong/i);
      },
      'badge processing, no Track Package': ({ page }) => {
        expect(card(page).textContent).toContain('Processing');
        expect(page.queryByRole('button', { name: /^Track Package/ })).toBeNull();
      },
      'go to /track-order/o1 (the full id), which says what to bring': ({ live }) =>
        expect(live.path).toBe('/track-order/o1'),
    },
    [
      /^open o1 in place: '(.*?)'(?: and '(.*)')? with (?:its|their) dates?$/,
      ({ page }, [, ...words]) => {
        for (const word of words.filter((one) => one !== undefined))
          expect(card(page).textContent).toMatch(new RegExp(`${word}23/11/2026, 1\\d:00`));
      },
    ],
  ],
};
