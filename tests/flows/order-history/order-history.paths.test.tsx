import { flowTests } from 'model-testing/flow-tests';
import { NOTHING, see } from 'model-testing/view/shows';
import { orderHistoryModel } from './order-history.model.ts';
import { orderHistoryView } from './order-history.view.tsx';
import { orderHistoryTable } from './order-history.table.tsx';

flowTests(orderHistoryModel, {
  view: orderHistoryView,
  shows: {
    loading: see('status', 'Loading your orders'),
    empty: ["You haven't placed any orders yet.", see('link', 'Start Shopping')],
    failed: [see('alert'), see('button', 'Try Again', 'on')],
    listed: [see('list', 'Your orders'), see('heading', 'Order o1'), see('link', 'Track My Order, order o2')],
    gone: NOTHING,
    left: see('list', 'Your orders'),
    toCart: see('list', 'Your orders'),
    'listed.cancel.asking': [see('heading', 'Cancel order'), see('button', 'Keep order', 'on')],
    'listed.cancel.sending': [see('heading', 'Cancel order'), see('button', 'Cancel order', 'busy')],
    'listed.cancel.failed': see('alert'),
    'listed.reorder.checking': see('button', 'Order again, order o2', 'busy'),
    'listed.reorder.said': see('status', 'None of these items can be ordered any more.'),
    'listed.reorder.failed': see('alert'),
  },
  table: orderHistoryTable,
});
