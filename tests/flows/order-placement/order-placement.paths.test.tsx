import { orderPlacementModel } from './order-placement.model.ts';
import { orderPlacementView } from './order-placement.view.tsx';
import {
  checkoutPlacementTable,
  checkoutStates,
  mpesaPlacementTable,
  orderPlacementTable,
  paymentStates,
} from './order-placement.table.tsx';
import { NOTHING, see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

flowTests(orderPlacementModel, {
  view: orderPlacementView,
  shows: {
    placing: NOTHING,
    switching: NOTHING,
    checking: see('status', 'Checking whether your order went through…'),
    placed: NOTHING,
    changed: NOTHING,
    failed: NOTHING,
    signedOut: NOTHING,
  },
  table: orderPlacementTable,
  // The rows of older tables about placing an order, with their own words.
  also: [
    { flow: 'checkout', table: checkoutPlacementTable, states: checkoutStates },
    { flow: 'mpesa-payment', table: mpesaPlacementTable, states: paymentStates },
  ],
});
