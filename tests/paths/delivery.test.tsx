import { expect } from 'vitest';
import { DeliveryView } from '../../src/views/checkout/delivery.view.tsx';
import { deliveryModel } from '../models/delivery.model.ts';
import { deliveryTable } from '../models/delivery.table.tsx';
import { flowTests } from '../support/flow-tests.ts';

flowTests(deliveryModel, {
  view: (snapshot) => <DeliveryView snapshot={snapshot} send={() => undefined} />,
  shows: {
    home: (page) => {
      expect(page.getByRole('radio', { name: 'Free delivery' })).toHaveProperty('checked', true);
      expect(page.getByRole('radio', { name: 'Free pickup' })).toHaveProperty('disabled', true);
      page.getByText('Coming soon');
    },
  },
  table: deliveryTable,
});
