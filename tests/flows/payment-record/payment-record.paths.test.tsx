import { paymentRecordModel } from './payment-record.model.ts';
import { paymentRecordView } from './payment-record.view.tsx';
import { paymentRecordTable } from './payment-record.table.tsx';
import { see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';

const NOT_KEPT = 'Your browser does not let us save this payment. Keep this page open until it is done.';

flowTests(paymentRecordModel, {
  view: paymentRecordView,
  shows: { 'keeping.stored': see('status', NOT_KEPT, 'absent'), 'keeping.memoryOnly': see('status', NOT_KEPT) },
  shownBy: {
    record:
      'tests/flows/waiting-payment/waiting-payment.requirements.test.ts: what is kept is seen by the payment that is found',
    lines:
      'tests/flows/payment-record/payment-record.requirements.test.ts: what is owed is seen by what leaves the cart',
  },
  table: paymentRecordTable,
});
