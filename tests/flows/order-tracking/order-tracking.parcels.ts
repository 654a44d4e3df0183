import { expect } from 'vitest';
import type { Order } from '../../../contract/orders.ts';
import type { orderTrackingMachine } from '../../../src/machines/orders/order-tracking.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Outcome } from 'model-testing/table/outcome';
import { LOOK } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import type { Page } from 'model-testing/view/page';
import { NOW } from './order-tracking.model.ts';
import { o1 } from '../support/order.samples.ts';
import { toParcelOrder } from '../support/parcel.samples.ts';

/** The rows of order-tracking about parcels (OWN-P1 to OWN-P4). */

type Machine = typeof orderTrackingMachine;
type Live = LiveActor<Machine>;
interface Where {
  readonly from: string;
  readonly on: string;
}

const wordsIn = (on: string) => /^show orders?\((.*)\)$/.exec(on)?.[1];
/** Whether the row shows an order with a parcel, or without one for comparison. */
const isOfParcels = ({ from, on }: Where) =>
  from.startsWith('parcel') || /parcel|cause (lost|returned)/.test(wordsIn(on) ?? '');

/** The order that is shown before a row that begins with a parcel in this state. */
function toShownOrder(from: string, on: string): Order {
  const [, state = ''] = /^parcel\.(\w+)$/.exec(from) ?? [];
  const isEnd = state === 'lost' || state === 'returned';
  const parcel = isEnd ? `status cancelled, cause ${state}, paid` : `parcel ${state}`;
  // Of a parcel on its way or delivered, the next answer shows whether it is a pickup.
  const isPickup = /pickup|parcel ready/.test(on);
  return toParcelOrder([parcel, ...(isPickup ? ['pickup'] : []), wordsIn(on) ?? ''].join(', '));
}

/** The order of a row about parcels; `null` for other rows. */
export function toParcelRowOrder(row: Where): Order | null {
  return isOfParcels(row) ? toParcelOrder(wordsIn(row.on) ?? '') : null;
}

/** The orders of the choice; `null` for rows about other things. */
export function toChoiceOrders({ on }: Where): readonly Order[] | null {
  const [, told, cause] = /^show orders\(o1 (?:shipped, (.*)|cancelled, cause (\w+))\)$/.exec(on) ?? [];
  if (told !== undefined) return [toParcelOrder(`status shipped, parcel ${told.replace('ready for pickup', 'ready')}`)];
  return cause === undefined ? null : [toParcelOrder(`status cancelled, cause ${cause}`)];
}

/** Shows the order while a cancellation is under way. Its answer lets the page load the order again. */
async function showAndAsk(live: Live, shown: Order) {
  await live.answer('loadOrder', { order: o1, now: NOW });
  await live.send({ type: 'cancel.ask' });
  await live.send({ type: 'cancel.confirm' });
  await live.emit('watchPage', { type: 'page.hidden' });
  await live.emit('watchPage', { type: 'page.visible' });
  await live.answer('loadOrder', { order: shown, now: NOW });
  await live.answer('cancelOrder', null);
}

async function reach(live: Live, { from, on }: Where) {
  if (from === 'parcel.none') return;
  const shown = toShownOrder(from, on.replace(/^GET \/orders\/o1 answers\((.*)\) \[asked again.*$/, '$1'));
  if (on.includes('[asked again')) await showAndAsk(live, shown);
  else await live.answer('loadOrder', { order: shown, now: NOW });
}

const region = (page: Page, name: string) => page.getByRole('region', { name });
const getStep = (page: Page) => page.element.querySelector('[aria-current="step"]')?.textContent ?? '';
const getEntries = (page: Page) =>
  [...region(page, 'Order Timeline').querySelectorAll('li')].map((entry) => ({
    word: entry.querySelector('span')?.textContent ?? '',
    time: entry.querySelector('time')?.textContent ?? '',
  }));
const getWords = (page: Page) => getEntries(page).map(({ word }) => word);
const never =
  (pattern: RegExp) =>
  ({ page }: Outcome<Machine>) =>
    expect(page.text).not.toMatch(pattern);
const stays = ({ snapshot, before }: Outcome<Machine>) => expect(snapshot.context.order).toBe(before.context.order);

export const parcelRows: Required<Pick<Table<Machine>, 'on' | 'does' | 'reach'>> = {
  reach: { parcel: reach },
  on: [
    {
      "press the shop's phone number": press('link', '0700 123 456'),
      'press the phone number of the station': press('link', '0722 111 222'),
    },
    [
      /^show order\((?!.*in the bar under the header)/,
      (live, _, row) => {
        if (row.from !== 'parcel.none') return LOOK;
        return live.answer('loadOrder', { order: toParcelOrder(wordsIn(row.on) ?? ''), now: NOW });
      },
    ],
    [/^show orders\(|^the page is looked through|^the time to collect by/, LOOK],
    [
      /^GET \/orders\/o1 answers\((status .*)\) \[asked again/,
      (live, [, words = ''], { from }) => {
        const order = toParcelOrder(words, /^parcel\.(ready|uncollected)$/.test(from));
        return live.answer('loadOrder', { order, now: NOW });
      },
    ],
  ],
  does: [
    {
      'step Shipped, its time is when it was shipped': ({ page }) =>
        expect(getStep(page)).toBe('Shipped23/11/2026, 12:00'),
      'the page as before: step Shipped': ({ page }) => {
        expect(getStep(page)).toMatch(/^Shipped/);
        expect(region(page, 'Order Status').textContent).not.toMatch(/parcel|collect|drone/i);
      },
      'no sentence: the step says it': ({ page }) =>
        expect(region(page, 'Order Status').textContent).not.toMatch(/parcel/i),
      'no other reason': never(/eaten|not paid in time|parcel|expired/i),
      'no collection code and no time to collect': never(/code|collect it by/i),
      'the code of before is not mentioned': never(/code/i),
      'name, address, phone and hours of the station': ({ page }) => {
        const { textContent } = region(page, 'Order Status');
        for (const fact of ['Kilimani Pickup', 'Argwings Kodhek Rd', '0722 111 222', 'Monday to Friday 08:00 to 18:00'])
          expect(textContent).toContain(fact);
      },
      'no time to collect by': never(/collect it by/i),
      'nothing is to be paid at the counter': never(/you pay/i),
      'nothing about the lock': never(/lock|wrong/i),
      'the address of Shipping Information': ({ page }) =>
        expect(region(page, 'Shipping Information').textContent).toContain('Moi Ave 1'),
      'no collection code anywhere': ({ page, live }) =>
        expect([page.element.innerHTML, live.path, JSON.stringify(live.snapshot.context)].join(' ')).not.toMatch(
          /\b\d{6}\b/,
        ),
      'nothing is asked; the next load shows what the server has': ({ started }) => expect(started).toEqual([]),
      "'(our words) Please collect it by 28 November 2026, 14:00.', in Nairobi time": ({ page }) =>
        expect(page.text).toContain('Please collect it by 28 November 2026, 14:00.'),
      'no reason that staff wrote': ({ snapshot }) =>
        expect(Object.keys(snapshot.context.order?.parcel ?? {}).toSorted()).toEqual([
          'collectUntil',
          'history',
          'pickup',
          'since',
          'state',
        ]),
      'no phone number is offered: the money goes back': ({ page }) =>
        expect(region(page, 'Order Status').querySelector('a[href^="tel:"]')).toBeNull(),
      'no time to collect by, nothing about a code': never(/code|collect it by/i),
      'step Delivered': ({ page }) => expect(getStep(page)).toMatch(/^Delivered/),
      'steps up to Delivered': ({ page }) => {
        expect(getStep(page)).toMatch(/^Delivered/);
        expect(page.element.querySelectorAll('ol[aria-label="Progress"] li svg')).toHaveLength(4);
      },
      'nothing about a code or an identity card': never(/code|identity/i),
      "nothing about the shop's own count": never(/rider|owed|count/i),
      "no 'Not paid in time.'": never(/not paid in time/i),
      'no sentence about a parcel': never(/parcel/i),
      'nothing about sellable, damaged or missing': never(/sellable|damaged|missing/i),
      'nothing about the correction': never(/correct|wrong/i),
      'the words stay': ({ page }) => void region(page, 'Order Status'),
      'the parcel stays as it was shown': stays,
      'nothing of o1 stays': never(/parcel|kilimani|order o1/i),
      'the order is shown.processing, without a tracking number': ({ snapshot, page }) => {
        expect(snapshot.context.order?.status).toBe('processing');
        expect(page.queryByRole('region', { name: 'Tracking number' })).toBeNull();
      },
      "status 'Cancelled'": ({ page }) => {
        const { textContent } = page.getByRole('button', { name: /^Order o1/ });
        expect(textContent).toContain('Cancelled');
        expect(textContent).not.toMatch(/shop|pickup|parcel/);
      },
    },
    [
      /^status 'Shipped' with '\(our words\) (.*)'$/,
      ({ page }, [, words = '']) => {
        const { textContent } = page.getByRole('button', { name: /^Order o1/ });
        expect(textContent).toContain('Shipped');
        expect(textContent).toContain(words);
      },
    ],
    [
      /^timeline: … (.*?)( with (?:its|their) dates?)?$/,
      ({ page }, [, words = '', hasDates]) => {
        const expected = words.split(/, | and /).map((word) => word.replaceAll("'", ''));
        const last = getEntries(page).slice(-expected.length);
        expect(last.map(({ word }) => word)).toEqual(expected);
        if (hasDates !== undefined) expect(last.every(({ time }) => /^23\/11\/2026, 1\d:00$/.test(time))).toBe(true);
      },
    ],
    [/^timeline has no '?([^']+)'?$/, ({ page }, [, word]) => expect(getWords(page)).not.toContain(word)],
    [
      /^open (tel:\S+)$/,
      ({ page }, [, href]) => expect(page.element.querySelector(`a[href="${href ?? ''}"]`)).not.toBeNull(),
    ],
  ],
};
