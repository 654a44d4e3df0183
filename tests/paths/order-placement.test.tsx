import { expect } from 'vitest';
import { OrderPlacementView } from '../../src/views/checkout/order-placement.view.tsx';
import { orderPlacementModel } from '../models/order-placement.model.ts';
import { mpesaPlacementTable, orderPlacementTable } from '../models/order-placement.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';

// The checkout's table tells what happens while an order is being placed; its rows of that run here.
flowTests(
  { ...orderPlacementModel, flow: 'checkout' },
  {
    view: (snapshot) => <OrderPlacementView snapshot={snapshot} send={() => undefined} />,
    shows: {
      placing: (page) => expect(page.says).toEqual([]),
      checking: (page) => expect(page.says).toEqual(['Checking whether your order went through…']),
    },
    table: orderPlacementTable,
    also: [{ flow: 'mpesa-payment', table: mpesaPlacementTable }],
  },
);
