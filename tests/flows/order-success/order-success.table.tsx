import { expect } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { orderSuccessMachine } from '../../../src/machines/orders/order-success.machine.ts';
import { START } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { press } from 'model-testing/view/act';
import { NOON, ORDER, placed } from './order-success.model.ts';
import { orderSuccessView } from './order-success.view.tsx';

const refused = (status: number, message = '') => new ApiError({ kind: 'refused', status, message });
const WEEK = 7 * 86_400_000;

/** Parses `A pending 11:40:00, B delivered last week`. A is the order of the other rows. */
const ordersIn = (words: string) =>
  [...words.matchAll(/([AB]) (pending|processing|shipped|delivered|cancelled) ?([\d:]{8}|yesterday|last week)?/g)].map(
    ([, name, status = '', time]) => {
      const ago =
        time === undefined || time === 'last week'
          ? WEEK
          : time === 'yesterday'
            ? WEEK / 7
            : NOON - Date.parse(`2026-11-23T${time}Z`);
      const order = { ...placed(ago, status as 'pending'), ...(name === 'B' && { _id: 'b' }) };
      if (words.includes('without a readable createdAt')) return { ...order, createdAt: 'soon' };
      return words.includes('11:40:00Z') ? { ...order, createdAt: '2026-11-23T11:40:00Z' } : order;
    },
  );

export const orderSuccessTable: Table<typeof orderSuccessMachine> = {
  view: orderSuccessView,
  start: {
    'orderId in the navigation state': 'from the checkout',
    'no state, ?order= present': 'after a reload',
    neither: 'nothing known',
    guest: 'guest',
  },
  input: ({ from, on }) => {
    if (from !== 'shown') return 'nothing known';
    if (/^start\(state 'x'/.test(on)) return 'both, and different';
    return /^start\(state/.test(on) ? 'from the checkout' : 'after a reload';
  },
  reach: { atLogin: (live) => live.emit('watchSession', { type: 'session.ended' }) },
  when: [[/^the phone(?:'s clock shows| is set to)/, { because: "the machine is told the server's time" }]],
  on: [
    {
      'continue shopping': press('link', 'Continue Shopping'),
      'view orders': press('link', 'View Orders'),
      'logged out in another tab': { type: 'session.ended' },
    },
    [
      /^GET \/orders\/my answers\(([AB] .*)\)/,
      (live, [, words = '']) =>
        live.calls.find(({ slot }) => slot === 'loadOrders')?.answer({ orders: ordersIn(words), now: NOON }),
    ],
    [/^(start\(|reload page$)/, START],
  ],
  calls: [
    {
      call: 'GET /orders/my',
      slot: 'loadOrders',
      answers: [
        {
          '0 orders': { orders: [], now: NOON },
          'success false, or no data.orders': refused(200),
          'broken reply': failures['broken'],
        },
      ],
      fails: [{ "403, 404 or 429, message 'X'": refused(403, 'X') }],
    },
  ],
  does: [
    {
      'the order id of A': ({ page }) => expect(page.text).toContain('a1b2c3d4'),
      'address gets ?order=a1b2c3d4-…': (outcome) => void outcome.effect('keepInAddress', { orderId: ORDER }),
      "the state's id counts": (outcome) => {
        expect(outcome.snapshot.context.orderId).toBe('x');
        outcome.effect('keepInAddress', { orderId: 'x' });
      },
    },
    [/^go to \/auth\/login/, (outcome) => void outcome.effect('goToLogin')],
    [/^go to (\/products|\/profile\?section=orders)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
  ],
  elsewhere: [
    { rows: /^without: reload page$/, by: 'tests/flows/order-success/order-success.requirements.test.ts' },
    {
      rows: /^invariant: the hour is measured by the server's clock/,
      by: 'tests/flows/order-success/order-success.composition.test.ts',
    },
  ],
};
