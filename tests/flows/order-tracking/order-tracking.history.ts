import { expect } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import type { Order } from '../../../contract/orders.ts';
import { MPESA_PHONE_HINT } from '../../../contract/rules/mpesa-phone.ts';
import type { orderTrackingMachine } from '../../../src/machines/orders/order-tracking.machine.ts';
import { orderIdIsRequired } from '../../../src/texts/orders.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Table } from 'model-testing/table/table';
import { NOW } from './order-tracking.model.ts';
import { refused } from './order-tracking.orders.ts';
import { cancelled, HELD_UNTIL, o1, paid, PLACED } from '../support/order.samples.ts';
import { ownOffered } from '../support/payment.samples.ts';

/** The rows of order-tracking in which something has happened before: with this order, or with its time to pay. */

type Machine = typeof orderTrackingMachine;
type Live = LiveActor<Machine>;

export const RETRY_45 = refused(409, 'Please wait 2 minutes before trying again.', { retryAfter: 45 });
export const tickAt = (now: number) => ({ type: 'clock.tick', now }) as const;

const show = (live: Live, order: Order = o1, now = NOW) => live.answer('loadOrder', { order, now });
/** Goes to the choice of an order and back. */
const goAway = async (live: Live) => {
  await live.send({ type: 'path.changed', orderId: '', session: 'present' });
  await live.send({ type: 'path.changed', orderId: 'o1', session: 'present' });
};
const refuseCancel = async (live: Live) => {
  await live.send({ type: 'cancel.ask' });
  await live.send({ type: 'cancel.confirm' });
  await live.fail('cancelOrder', failures['offline']);
};
const refusePush = async (live: Live, error: Error) => {
  await live.send({ type: 'pay.ask' });
  await live.send({ type: 'phone.confirm' });
  await live.fail('pushPrompt', error);
};
const refusePhone = async (live: Live) => {
  await live.send({ type: 'phone.change', phone: '12' });
  await live.send({ type: 'phone.confirm' });
};
const refuseId = async (live: Live) => {
  await live.send({ type: 'id.change', typed: ' ' });
  await live.send({ type: 'id.submit' });
};
const fillBar = (live: Live, orderId: string) => live.emit('watchBar', { type: 'bar.paying', orderId });
const tickLast = (live: Live) => live.emit('clock', tickAt(HELD_UNTIL - 1));

/** Shows the order, lets something happen, and goes away and back. */
const before = (happens: (live: Live) => Promise<void>, order: Order = o1) => ({
  after: async (live: Live) => {
    await show(live, order);
    await happens(live);
    await goAway(live);
  },
});

export const historyRows: Required<Pick<Table<Machine>, 'when' | 'on' | 'does'>> = {
  when: [
    {
      'it was shown before: its cancel was refused': before(refuseCancel),
      'it was shown before: its payment was refused, and the own phone offered': before((live) =>
        refusePush(live, ownOffered),
      ),
      'it was shown before: its payment was refused, data.retryAfter 45': before((live) => refusePush(live, RETRY_45)),
      'it was shown before: ordering again failed': before(
        async (live) => {
          await live.send({ type: 'reorder.ask' });
          await live.fail('checkLines', failures['offline']);
        },
        { ...o1, ...paid, status: 'processing' },
      ),
      'it was shown before: it was cancelled with a payment in the bar': before(async (live) => {
        await fillBar(live, 'o1');
        await live.send({ type: 'cancel.ask' });
        await live.send({ type: 'cancel.confirm' });
        await live.answer('cancelOrder', { ...o1, ...cancelled });
      }),
      'it was shown before: it was left while it was asked again, twice': before(async (live) => {
        await live.emit('watchPage', { type: 'page.visible' });
        await live.emit('watchPage', { type: 'page.visible' });
      }),
      'it was shown before, on a hidden page': {
        after: async (live) => {
          await live.emit('watchPage', { type: 'page.hidden' });
          await goAway(live);
          await show(live, o1, PLACED);
        },
      },
      'it was shown before: the bar showed a payment of another order': {
        after: async (live) => {
          await fillBar(live, 'o9');
          await goAway(live);
          await show(live);
        },
      },
      'an id was typed where the address names none': {
        input: 'none',
        after: async (live) => {
          await live.send({ type: 'id.change', typed: 'o1' });
          await live.send({ type: 'path.changed', orderId: 'o1', session: 'present' });
        },
      },
      'a blank id was refused where the address names none': {
        input: 'none',
        after: async (live) => {
          await refuseId(live);
          await live.send({ type: 'path.changed', orderId: 'o1', session: 'present' });
        },
      },
      'a blank id was refused': { after: refuseId },
      'a cancel of it was refused': {
        after: async (live) => {
          await live.send({ type: 'cancel.confirm' });
          await live.fail('cancelOrder', failures['offline']);
          await live.send({ type: 'cancel.ask' });
        },
      },
      "phone '12' was refused": { after: refusePhone },
      "phone '12' was refused, and the dialog closed": {
        after: async (live) => {
          await live.send({ type: 'pay.ask' });
          await refusePhone(live);
          await live.send({ type: 'dialog.cancel' });
        },
      },
      "data.ownPhone '0733 000 000', the held time of the order is over": {
        after: (live) => live.emit('clock', tickAt(HELD_UNTIL)),
      },
    },
    [/the bar shows a payment of another order under way/, { after: (live) => fillBar(live, 'o9') }],
    [/1799999 ms have passed since the order was placed$/, { after: tickLast }],
  ],
  on: [
    { '1 ms more has passed': tickAt(HELD_UNTIL) },
    [/^type id\('(.*)'\)$/, (_, [, typed = '']) => ({ type: 'id.change', typed })],
    [/^type phone '(.*)'$/, (_, [, phone = '']) => ({ type: 'phone.change', phone })],
  ],
  does: [
    {
      'the box is empty': ({ page }) =>
        expect(page.getByRole('textbox', { name: 'Order ID' })).toHaveProperty('value', ''),
      'the error of the field goes': ({ page }) => {
        expect(page.text).not.toContain(orderIdIsRequired);
        expect(page.text).not.toContain(MPESA_PHONE_HINT);
      },
      'nothing is said of a payment request': ({ page }) => expect(page.text).not.toContain('payment request'),
    },
  ],
};
