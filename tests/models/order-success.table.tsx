import { expect } from 'vitest';
import type { orderSuccessMachine } from '../../src/machines/order-success.machine.ts';
import { OrderSuccessView } from '../../src/views/order-success/order-success.view.tsx';
import { failures } from '../../model-testing/model/failures.ts';
import type { Table } from '../../model-testing/table/table.ts';
import { ORDER } from './order-success.model.ts';

export const orderSuccessTable: Table<typeof orderSuccessMachine> = {
  view: (snapshot) => <OrderSuccessView snapshot={snapshot} send={() => undefined} />,
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
  reach: {
    shown: () => undefined,
    looking: () => undefined,
    without: (live) => live.answer('findLatestOrder', { orderId: null }),
  },
  on: [
    [/^start\(|^reload page$/, () => undefined],
    [/^(continue shopping|view orders)$/, () => undefined],
    [/^logged out in another tab$/, (live) => live.emit('watchSession', { type: 'session.ended' })],
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
    [/^token and user cleared$/, () => undefined],
    [
      /^go to (\/products)$/,
      ({ page }, [, path = '']) =>
        expect(page.getByRole('link', { name: 'Continue Shopping' }).getAttribute('href')).toBe(path),
    ],
    [
      /^go to (\/profile\?section=orders)$/,
      ({ page }, [, path = '']) =>
        expect(page.getByRole('link', { name: 'View Orders' }).getAttribute('href')).toBe(path),
    ],
  ],
  elsewhere: [
    // What happens in the very start, before a row can watch.
    { rows: /^shown: start\(state/, by: 'tests/requirements/order-success.test.ts' },
    { rows: /^looking: start\(/, by: 'tests/requirements/order-success.test.ts' },
  ],
};
