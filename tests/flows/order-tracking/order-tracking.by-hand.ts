import { expect } from 'vitest';
import type { orderTrackingMachine } from '../../../src/machines/orders/order-tracking.machine.ts';
import type { ByHandOutput } from '../../../src/machines/payment/by-hand.setup.ts';
import type { Table } from 'model-testing/table/table';

/** The rows of the order's page about payments by hand (PAY-C1). Flow by-hand has its own. */

type Parts = Table<typeof orderTrackingMachine>;

const OUTCOMES: Readonly<Record<string, ByHandOutput['outcome']>> = {
  paid: 'paid',
  'on delivery': 'onDelivery',
  over: 'over',
  dismissed: 'dismissed',
  'a prompt instead': 'prompt',
  'signed out': 'signedOut',
};

export const byHandRows: Required<Pick<Parts, 'when' | 'on' | 'does'>> = {
  when: [
    {
      'by hand too': { holds: ({ snapshot }) => snapshot.context.order?.byHand === true },
      'the shop takes no payments by hand': { holds: ({ snapshot }) => snapshot.context.order?.byHand !== true },
    },
  ],
  on: [
    { 'press Pay by hand': { type: 'pay.byHand' } },
    [
      /^by-hand ends\((.*)\)$/,
      (live, [, words = '']) =>
        live.answer('byHand', { outcome: OUTCOMES[words] ?? 'dismissed', problem: null, report: null }),
    ],
  ],
  does: [
    {
      "'Pay by hand' is offered": ({ page }) =>
        expect(page.getByRole('button', { name: 'Pay by hand' })).toHaveProperty('disabled', false),
      "'Pay by hand' is not offered": ({ page }) =>
        expect(page.queryByRole('button', { name: 'Pay by hand' })).toBeNull(),
      'by-hand starts with o1': ({ started }) =>
        expect(started.map(({ slot, input }) => [slot, input])).toEqual([['byHand', { orderId: 'o1' }]]),
      'the order is asked for again': ({ live }) => void live.open('loadOrder'),
    },
  ],
};
