import { expect } from 'vitest';
import { PaymentWatchView } from '../../src/views/checkout/payment-watch.view.tsx';
import { paymentWatchModel } from '../models/payment-watch.model.ts';
import { paymentWatchTable } from '../models/payment-watch.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';

// The payment's table tells of the wait as `pending`, `resuming` and what they come to; its rows of that run here.
flowTests(
  { ...paymentWatchModel, flow: 'mpesa-payment' },
  {
    view: (snapshot) => <PaymentWatchView snapshot={snapshot} send={() => undefined} />,
    shows: {
      'watching.polling.offline': (page) =>
        expect(page.says).toContain('You are offline. We will check again when you are back.'),
      'watching.limit.over': (page) => expect(page.queryByRole('button')).toBeNull(),
      'watching.prompt.onPhone': (page) => expect(page.queryByRole('button')).toBeNull(),
      'watching.prompt.sendingAgain': (page, snapshot) => {
        if (snapshot.hasTag('over')) return;
        expect(page.getByRole('button', { name: /^Send again/ }).getAttribute('aria-busy')).toBe('true');
        expect(page.getByRole('button', { name: 'Pay on delivery' })).toHaveProperty('disabled', true);
        expect(snapshot.context.problem).toBeNull();
      },
      'watching.prompt.switching': (page, snapshot) => {
        if (snapshot.hasTag('over')) return;
        expect(page.getByRole('button', { name: 'Pay on delivery' }).getAttribute('aria-busy')).toBe('true');
        expect(page.getByRole('button', { name: /^Send again/ })).toHaveProperty('disabled', true);
      },
    },
    table: paymentWatchTable,
  },
);
