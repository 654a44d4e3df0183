import type { SnapshotFrom } from 'xstate';
import { expect } from 'vitest';
import type { waitingPaymentMachine } from '../../../src/machines/payment/waiting-payment.machine.ts';
import { CLAIMS } from '../support/by-hand.samples.ts';
import { CONFIRM_FIRST, ORDER } from '../support/payment.samples.ts';
import { waitingPaymentModel } from './waiting-payment.model.ts';
import { waitingPaymentWith } from './waiting-payment.view.tsx';
import { waitingPaymentTable } from './waiting-payment.table.tsx';
import { flowTests } from 'model-testing/flow-tests';
import type { Page } from 'model-testing/view/page';
import { NOTHING, see } from 'model-testing/view/shows';

const noTryAgain = see('button', /^Try again/, 'absent');
const reason = (page: Page, { context: { problem } }: SnapshotFrom<typeof waitingPaymentMachine>) => {
  expect(problem?.text).toBeTypeOf('string');
  expect(page.says).toContain(problem?.text);
};
const linkToOrder = (page: Page) =>
  expect(page.getByRole('link', { name: 'View order' }).getAttribute('href')).toBe(`/track-order/${ORDER}`);

flowTests(waitingPaymentModel, {
  view: waitingPaymentWith(() => <p>M-Pesa payment</p>),
  shows: {
    absent: NOTHING,
    'signedIn.looking': NOTHING,
    'signedIn.none': NOTHING,
    'signedIn.unreached': NOTHING,
    'signedIn.atCheckout': NOTHING,
    'signedIn.paying': ['M-Pesa payment', see('region', undefined, 'absent')],
    'signedIn.ended': [see('region', 'Your M-Pesa payment'), linkToOrder, see('button', 'Dismiss')],
    'signedIn.ended.paid': see('status', 'Payment received. Thank you!'),
    'signedIn.ended.onDelivery': see('status', 'Your order is placed. You pay on delivery.'),
    'signedIn.watching': [
      see('region', 'Your M-Pesa payment'),
      noTryAgain,
      (page, { context: { money } }) => {
        const isPart = money?.kind === 'partPaid';
        expect(page.queryAllByRole('link', { name: 'Pay the rest' })).toHaveLength(isPart ? 1 : 0);
        expect(page.queryAllByRole('button', { name: 'Dismiss' })).toHaveLength(money?.isRunning === true ? 0 : 1);
      },
    ],
    'signedIn.watching.offline': see('status', 'You are offline. We will check again when you are back.'),
    'signedIn.claimRefused': [
      see('status', CLAIMS.refused.text),
      see('link', 'View order'),
      noTryAgain,
      see('button', 'Dismiss'),
    ],
    'signedIn.proofAsked': [
      see('region', 'Your M-Pesa payment'),
      see('status', CONFIRM_FIRST),
      see('link', 'Pay on the order’s page'),
      reason,
      noTryAgain,
      see('button', 'Dismiss'),
    ],
    'signedIn.cancelled': [
      see('region', 'Your M-Pesa payment'),
      see('status', 'This order has been cancelled.'),
      linkToOrder,
      reason,
      noTryAgain,
      see('button', 'Dismiss'),
    ],
  },
  table: waitingPaymentTable,
});
