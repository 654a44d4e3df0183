import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import { PurchaseDialog, PurchaseStatus } from '../../src/views/checkout/purchase.view.tsx';
import { fieldNamed } from '../models/account.samples.ts';
import { purchaseModel } from '../models/purchase.model.ts';
import { purchasePaymentTable, purchaseTable } from '../models/purchase.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';
import type { Page } from '../../model-testing/view/page.ts';

const dialog = (page: Page, name: string) =>
  within(page.getByRole('dialog', { hidden: true })).getByRole('heading', { name, hidden: true });
const noDialog = (page: Page) => expect(page.queryByRole('dialog', { hidden: true })).toBeNull();
const nested = { placement: <p>the placing</p>, payment: <p>the payment</p> };

// The checkout's table tells what happens while an order is under way; its rows of that run here.
flowTests(
  { ...purchaseModel, flow: 'checkout' },
  {
    view: (snapshot) => (
      <>
        <PurchaseDialog snapshot={snapshot} send={() => undefined} {...nested} />
        <PurchaseStatus snapshot={snapshot} send={() => undefined} {...nested} />
      </>
    ),
    shows: {
      placingCod: (page) => {
        noDialog(page);
        page.getByText('the placing');
      },
      confirmingPhone: (page, { context }) => {
        dialog(page, 'Confirm Phone Number');
        const field = fieldNamed(page, 'mpesaPhone');
        expect([
          field.getAttribute('type'),
          field.getAttribute('inputmode'),
          field.getAttribute('autocomplete'),
        ]).toEqual(['tel', 'tel', 'tel']);
        expect(page.text).toContain(`Ksh ${context.amount.toLocaleString('en')}`);
        expect(page.says).toEqual([]);
        page.getByRole('button', { name: 'Cancel', hidden: true });
      },
      placingMpesa: (page) => {
        dialog(page, 'Pay with M-Pesa');
        expect(page.text).toContain('the placing');
        expect(page.says).toEqual([]);
      },
      paying: (page) => expect(page.text).toContain('the payment'),
      'paying.underWay': (page) => dialog(page, 'Pay with M-Pesa'),
      'paying.failed': (page) => dialog(page, 'Pay with M-Pesa'),
      'paying.timedOut': (page) => dialog(page, 'Pay with M-Pesa'),
      'paying.inline': noDialog,
      paid: (page) => expect(page.says).toEqual(['Payment received. Thank you!']),
      'orderless.dialog': (page, { context }) => {
        dialog(page, 'Pay with M-Pesa');
        expect(page.says[0]).toBe(context.problem?.text);
      },
      'orderless.inline': (page, { context }) => {
        noDialog(page);
        expect(page.says[0]).toContain(context.problem?.text);
        page.getByRole('button', { name: 'Try again' });
      },
      dismissed: (page) => expect(page.text).toBe(''),
    },
    table: purchaseTable,
    also: [{ flow: 'mpesa-payment', table: purchasePaymentTable }],
  },
);
