import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import { MpesaPaymentAlert, MpesaPaymentDialog } from '../../src/views/checkout/mpesa-payment.view.tsx';
import { fieldNamed } from '../models/account.samples.ts';
import { mpesaPaymentModel } from '../models/mpesa-payment.model.ts';
import { mpesaPaymentTable } from '../models/mpesa-payment.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';
import type { Page } from '../../model-testing/model/page.ts';

const dialog = (page: Page, name: string) =>
  within(page.getByRole('dialog', { hidden: true })).getByRole('heading', { name, hidden: true });
const noDialog = (page: Page) => expect(page.queryByRole('dialog', { hidden: true })).toBeNull();

flowTests(mpesaPaymentModel, {
  view: (snapshot) => (
    <>
      <MpesaPaymentDialog snapshot={snapshot} send={() => undefined} placement={null} watch={<p>the wait</p>} />
      <MpesaPaymentAlert snapshot={snapshot} send={() => undefined} />
    </>
  ),
  shows: {
    confirmingPhone: (page) => {
      dialog(page, 'Confirm Phone Number');
      const field = fieldNamed(page, 'mpesaPhone');
      expect([field.getAttribute('type'), field.getAttribute('inputmode'), field.getAttribute('autocomplete')]).toEqual(
        ['tel', 'tel', 'tel'],
      );
      expect(page.text).toContain('Ksh 3,000');
      expect(page.says).toEqual([]);
      page.getByRole('button', { name: 'Cancel', hidden: true });
    },
    placingOrder: (page) => {
      dialog(page, 'Pay with M-Pesa');
      expect(page.says).toEqual([]);
    },
    requestingPush: (page) => expect(page.says).toEqual([]),
    pending: (page) => expect(page.text).toContain('the wait'),
    completed: (page) => expect(page.says).toEqual(['Payment received. Thank you!']),
    failed: (page, { context }) => {
      dialog(page, 'Pay with M-Pesa');
      expect(page.says[0]).toBe(context.problem?.text);
    },
    timedOut: (page) =>
      expect(page.says).toEqual(['Payment confirmation timed out. Please check your M-Pesa messages.']),
    failedInline: (page, snapshot) => {
      noDialog(page);
      expect(page.says[0]).toContain(snapshot.context.problem?.text);
      expect(page.getByRole('button', { name: /^Try again/ })).toHaveProperty(
        'disabled',
        !snapshot.can({ type: 'payment.retry' }),
      );
    },
    dismissed: (page) => expect(page.text).toBe(''),
  },
  table: mpesaPaymentTable,
});
