import { expect } from 'vitest';
import { OrderPlacementView } from '../../src/views/checkout/order-placement.view.tsx';
import { orderPlacementModel } from '../models/order-placement.model.ts';
import { orderPlacementTable } from '../models/order-placement.table.tsx';
import { flowTests } from '../support/flow-tests.ts';
import { tableTests } from '../support/table/table-tests.ts';

flowTests(orderPlacementModel, {
  view: (snapshot) => <OrderPlacementView snapshot={snapshot} send={() => undefined} />,
  shows: {
    placing: (page) => expect(page.says).toEqual([]),
    checking: (page) => expect(page.says).toEqual(['Checking whether your order went through…']),
  },
});

// The checkout's table tells what happens while the order is being placed; these are its rows of that.
tableTests(
  {
    ...orderPlacementModel,
    flow: 'checkout',
    states: {
      placingCod: (snapshot) => snapshot.matches('placing'),
      checkingCod: (snapshot) => snapshot.matches('checking'),
      ordered: ({ output }) => output?.outcome === 'placed',
      editing: ({ output }) => output?.outcome === 'failed',
      signedOut: ({ output }) => output?.outcome === 'signedOut',
    },
  },
  orderPlacementTable,
);
