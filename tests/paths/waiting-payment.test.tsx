import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { waitingPaymentMachine } from '../../src/machines/waiting-payment.machine.ts';
import { WaitingPaymentView } from '../../src/views/payment/waiting-payment.view.tsx';
import { ORDER } from '../models/payment.samples.ts';
import { waitingPaymentModel } from '../models/waiting-payment.model.ts';
import { waitingPaymentTable } from '../models/waiting-payment.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';
import type { Page } from '../../model-testing/view/page.ts';

const nothing = (page: Page) => void expect(page.queryByRole('region')).toBeNull();
const reason = (page: Page, { context: { problem } }: SnapshotFrom<typeof waitingPaymentMachine>) => {
  expect(problem?.text).toBeTypeOf('string');
  expect(page.says).toContain(problem?.text);
};
const dismiss = (page: Page) => page.getByRole('button', { name: 'Dismiss' });

flowTests(waitingPaymentModel, {
  view: (snapshot) => <WaitingPaymentView snapshot={snapshot} send={() => undefined} payment={<p>M-Pesa payment</p>} />,
  shows: {
    absent: nothing,
    'signedIn.looking': nothing,
    'signedIn.none': nothing,
    'signedIn.atCheckout': nothing,
    'signedIn.paying': (page) => {
      nothing(page);
      page.getByText('M-Pesa payment');
    },
    'signedIn.ended': (page) => {
      expect(page.getByRole('link', { name: 'View order' }).getAttribute('href')).toBe(`/order-success?order=${ORDER}`);
      dismiss(page);
    },
    'signedIn.cancelled': (page, snapshot) => {
      reason(page, snapshot);
      expect(page.queryByRole('button', { name: /^Try again/ })).toBeNull();
      dismiss(page);
    },
  },
  table: waitingPaymentTable,
});
