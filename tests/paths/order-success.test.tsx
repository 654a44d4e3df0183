import { OrderSuccessView } from '../../src/views/order-success/order-success.view.tsx';
import { orderSuccessModel } from '../models/order-success.model.ts';
import { orderSuccessTable } from '../models/order-success.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(orderSuccessModel, {
  view: (snapshot) => <OrderSuccessView snapshot={snapshot} send={() => undefined} />,
  shows: {
    shown: (page, { context: { orderId } }) => {
      page.getByRole('heading', { level: 1, name: 'Your order is successfully placed' });
      page.getByText(`Order ${orderId.slice(0, 8)}`);
    },
    without: (page) => void page.getByText('You can see all your orders in your profile.'),
    looking: (page) => void page.getByRole('status'),
  },
  table: orderSuccessTable,
});
