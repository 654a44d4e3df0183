import { expect } from 'vitest';
import { PaymentRecordView } from '../../src/views/payment/payment-record.view.tsx';
import { paymentRecordModel } from '../models/payment-record.model.ts';
import { paymentRecordTable } from '../models/payment-record.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(paymentRecordModel, {
  view: (snapshot) => <PaymentRecordView snapshot={snapshot} send={() => undefined} />,
  shows: {
    'keeping.stored': (page) => expect(page.text).toBe(''),
    'keeping.memoryOnly': (page) =>
      expect(page.getByRole('status').textContent).toBe(
        'Your browser does not let us save this payment. Keep this page open until it is done.',
      ),
  },
  table: paymentRecordTable,
});
