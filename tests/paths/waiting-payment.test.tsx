import { expect } from 'vitest';
import { WaitingPaymentView } from '../../src/views/layout/waiting-payment.view.tsx';
import { ORDER } from '../models/payment.samples.ts';
import { waitingPaymentModel } from '../models/waiting-payment.model.ts';
import { waitingPaymentTable } from '../models/waiting-payment.table.tsx';
import { flowTests } from '../support/flow-tests.ts';
import type { Page } from '../support/model/page.ts';

const nothing = (page: Page) => void expect(page.queryByRole('region')).toBeNull();
const dismiss = (page: Page) => page.getByRole('button', { name: 'Dismiss' });

flowTests(waitingPaymentModel, {
  view: (snapshot) => <WaitingPaymentView snapshot={snapshot} send={() => undefined} watch={<p>M-Pesa payment</p>} />,
  shows: {
    absent: nothing,
    'signedIn.looking': nothing,
    'signedIn.none': nothing,
    'signedIn.atCheckout': nothing,
    'signedIn.waiting': (page) => void page.getByText('M-Pesa payment'),
    'signedIn.pushing': (page) => expect(page.getByRole('button', { name: 'Try again' }).getAttribute('aria-busy')).toBe('true'),
    'signedIn.unpaid': (page) => {
      page.getByRole('button', { name: /^Try again/ });
      dismiss(page);
    },
    'signedIn.ended': (page) => {
      expect(page.getByRole('link', { name: 'View order' }).getAttribute('href')).toBe(`/order-success?order=${ORDER}`);
      dismiss(page);
    },
    'signedIn.cancelled': (page) => {
      expect(page.queryByRole('button', { name: /^Try again/ })).toBeNull();
      dismiss(page);
    },
  },
  table: waitingPaymentTable,
});
