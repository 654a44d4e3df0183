import { orderSuccessModel } from './order-success.model.ts';
import { orderSuccessView } from './order-success.view.tsx';
import { orderSuccessTable } from './order-success.table.tsx';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

flowTests(orderSuccessModel, {
  view: orderSuccessView,
  shows: {
    shown: (page, { context: { orderId } }) => {
      page.getByRole('heading', { level: 1, name: 'Your order is successfully placed' });
      page.getByText(`Order ${orderId.slice(0, 8)}`);
      for (const name of ['Continue Shopping', 'View Orders']) page.getByRole('link', { name });
    },
    without: [
      'You can see all your orders in your profile.',
      see('heading', 'Your orders'),
      see('link', 'Continue Shopping'),
      see('link', 'View Orders'),
    ],
    looking: see('status', 'Looking for your order'),
  },
  shownBy: { atLogin: 'tests/flows/login/login.paths.test.tsx: the page that follows' },
  table: orderSuccessTable,
});
