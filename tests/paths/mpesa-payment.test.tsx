import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { mpesaPaymentMachine } from '../../src/machines/mpesa-payment.machine.ts';
import { MpesaPaymentAlert, MpesaPaymentBar, MpesaPaymentStep } from '../../src/views/payment/mpesa-payment.view.tsx';
import { mpesaPaymentModel } from '../models/mpesa-payment.model.ts';
import { mpesaPaymentTable, paymentInBarTable } from '../models/mpesa-payment.table.tsx';
import { flowTests } from '../../model-testing/flow-tests.ts';
import type { Page } from '../../model-testing/view/page.ts';

const none = () => undefined;

flowTests(mpesaPaymentModel, {
  // The dialog's step, what stands beside the form afterwards, and the bar.
  view: (snapshot) => (
    <>
      <main>
        <MpesaPaymentStep snapshot={snapshot} send={none} />
      </main>
      <aside>
        <MpesaPaymentAlert snapshot={snapshot} send={none} onAskPhone={none} />
      </aside>
      <header>
        <MpesaPaymentBar snapshot={snapshot} send={none} />
      </header>
    </>
  ),
  shows: {
    requestingPush: (page) =>
      expect(page.getByRole('button', { name: 'Try again' }).getAttribute('aria-busy')).toBe('true'),
    'pending.polling.offline': (page) =>
      expect(page.says).toContain('You are offline. We will check again when you are back.'),
    'pending.limit.over': (page) => expect(page.queryByRole('button')).toBeNull(),
    'pending.prompt.onPhone': (page) => expect(page.queryByRole('button')).toBeNull(),
    'pending.prompt.sendingAgain': (page, snapshot) => {
      if (snapshot.hasTag('over')) return;
      for (const button of page.getAllByRole('button', { name: /^Send again/ }))
        expect(button.getAttribute('aria-busy')).toBe('true');
      for (const button of page.getAllByRole('button', { name: 'Pay on delivery' }))
        expect(button).toHaveProperty('disabled', true);
      expect(snapshot.context.problem).toBeNull();
    },
    'pending.prompt.switching': (page, snapshot) => {
      if (snapshot.hasTag('over')) return;
      for (const button of page.getAllByRole('button', { name: 'Pay on delivery' }))
        expect(button.getAttribute('aria-busy')).toBe('true');
      for (const button of page.getAllByRole('button', { name: /^Send again/ }))
        expect(button).toHaveProperty('disabled', true);
    },
    unpaid: reason,
  },
  table: mpesaPaymentTable,
  also: [{ flow: 'waiting-payment', table: paymentInBarTable }],
});

function reason(page: Page, snapshot: SnapshotFrom<typeof mpesaPaymentMachine>): void {
  const { problem, phone } = snapshot.context;
  expect(page.says.filter((text) => text.startsWith(problem?.text ?? '-')).length).toBeGreaterThanOrEqual(3);
  const [beside, inBar] = page.getAllByRole('button', { name: /^Try again/ });
  const isBlocked = phone !== '' && !snapshot.can({ type: 'payment.retry' });
  expect(beside).toHaveProperty('disabled', isBlocked);
  expect(inBar).toHaveProperty('disabled', isBlocked || phone === '');
  page.getByRole('button', { name: 'Dismiss' });
}
