import { paymentScreenModel } from '../models/payment-screen.model.ts';
import { paymentScreenTable } from '../models/payment-screen.table.ts';
import { flowTests } from '../../model-testing/flow-tests.ts';

flowTests(paymentScreenModel, {
  shownBy: {
    nowhere: 'tests/requirements/waiting-payment.test.ts: neither bar nor dialog',
    bar: 'tests/requirements/waiting-payment.test.ts: the bar takes it up when the checkout is left',
    checkout: 'tests/requirements/waiting-payment.test.ts: the bar keeps away',
  },
  table: paymentScreenTable,
});
