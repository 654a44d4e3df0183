import { paymentScreenModel } from './payment-screen.model.ts';
import { paymentScreenTable } from './payment-screen.table.ts';
import { flowTests } from 'model-testing/flow-tests';

flowTests(paymentScreenModel, {
  shownBy: {
    nowhere: 'tests/flows/waiting-payment/waiting-payment.requirements.test.ts: neither bar nor dialog',
    bar: 'tests/flows/waiting-payment/waiting-payment.requirements.test.ts: the bar takes it up when the checkout is left',
    checkout: 'tests/flows/waiting-payment/waiting-payment.requirements.test.ts: the bar keeps away',
  },
  table: paymentScreenTable,
});
