import { expect } from 'vitest';
import type { orderSuccessMachine } from '../../src/machines/order-success.machine.ts';
import { OrderSuccessView } from '../../src/views/order-success/order-success.view.tsx';
import { failures } from '../../model-testing/model/failures.ts';
import { START } from '../../model-testing/table/table.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { press } from '../../model-testing/view/act.ts';
import { ORDER } from './order-success.model.ts';

export const orderSuccessTable: Table<typeof orderSuccessMachine> = {
  view: (snapshot, send) => <OrderSuccessView snapshot={snapshot} send={send} />,
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
  on: [
    [/^(start\(|reload page$)/, START],
    [/^continue shopping$/, press('link', 'Continue Shopping')],
    [/^view orders$/, press('link', 'View Orders')],
    [/^logged out in another tab$/, { type: 'session.ended' }],
  ],
  calls: [
    {
      call: 'GET /orders/my',
      slot: 'findLatestOrder',
      answers: [
        [/^2 orders$/, { orderId: ORDER }],
        [/^0 orders$/, { orderId: null }],
        [/^broken reply$/, failures['broken']],
      ],
    },
  ],
  does: [
    [/^the latest one$/, ({ page }) => expect(page.text).toContain('a1b2c3d4')],
    [/^go to \/auth\/login/, (outcome) => void outcome.effect('goToLogin')],
    [/^go to (\/products|\/profile\?section=orders)$/, ({ live }, [, path]) => expect(live.path).toBe(path)],
    [/^address gets \?order=/, (outcome) => void outcome.effect('keepInAddress', { orderId: ORDER })],
    [
      /^the state's id counts$/,
      (outcome) => {
        expect(outcome.snapshot.context.orderId).toBe('x');
        outcome.effect('keepInAddress', { orderId: 'x' });
      },
    ],
  ],
};
