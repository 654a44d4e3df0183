import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import { mpesaPaymentModel } from './mpesa-payment.model.ts';
import { mpesaPaymentWith } from './mpesa-payment.view.tsx';
import { mpesaPaymentTable } from './mpesa-payment.table.tsx';
import { NOTHING, see } from 'model-testing/view/shows';
import { flowTests } from 'model-testing/flow-tests';
import type { Page } from 'model-testing/view/page';
import { CONFIRM_FIRST } from '../support/payment.samples.ts';

type Snapshot = SnapshotFrom<typeof mpesaPaymentMachine>;

const OFFLINE = 'You are offline. We will check again when you are back.';
const EXPIRED = 'The prompt on your phone has probably expired.';
const UNSURE = 'We are still checking. If you have entered your PIN, please do not pay again.';
const TIMED_OUT = 'Payment confirmation timed out. Please check your M-Pesa messages.';

flowTests(mpesaPaymentModel, {
  view: mpesaPaymentWith(() => <p>{CONFIRM_FIRST}</p>),
  shows: {
    requestingPush: [sendingFrom('Try again'), 'Sending the prompt to your phone'],
    proving: CONFIRM_FIRST,
    'pending.prompt.proving & pending.limit.running': CONFIRM_FIRST,
    pending: (page) => {
      page.getByRole('region', { name: 'Your M-Pesa payment' });
      page.getByText(/^M-Pesa payment/);
    },
    'pending.page.seen & pending.network.offline': OFFLINE,
    'pending.page.hidden': (page) => {
      expect(page.says).toEqual([]);
      page.getByText(/^M-Pesa payment/);
    },
    'pending.network.online': (page) => {
      expect(page.text).not.toContain(OFFLINE);
      page.getByText(/^M-Pesa payment/);
    },
    'pending.page.seen & pending.limit.over': TIMED_OUT,
    'pending.limit.over': (page) => {
      page.getByText(/^M-Pesa payment/);
      expect(page.queryByRole('button')).toBeNull();
      expect(page.text).not.toContain('enter your M-Pesa PIN');
    },
    'pending.limit.lastQuestion': (page, { context }) => {
      expect(page.says).not.toContain(TIMED_OUT);
      if (!context.isResuming) page.getByText('Checking one last time…');
      page.getByText(/^M-Pesa payment/);
    },
    'pending.page.seen & pending.prompt.expired & pending.limit.running': EXPIRED,
    'pending.page.seen & pending.prompt.unsure & pending.limit.running': UNSURE,
    'pending.prompt.unsure & pending.limit.running': [see('button', 'No prompt came', 'on'), offersNothingElse],
    'pending.page.seen & pending.prompt.asking & pending.limit.running': 'We are asking M-Pesa about your payment…',
    'pending.prompt.asking & pending.limit.running': [see('button', 'No prompt came', 'busy'), offersNothingElse],
    'pending.prompt.onPhone & pending.limit.running': 'Check your phone and enter your M-Pesa PIN.',
    'pending.prompt.onPhone': (page) => {
      expect(page.queryByRole('button')).toBeNull();
      page.getByText(/^M-Pesa payment/);
    },
    'pending.prompt.expired & pending.limit.running': [
      (page, snapshot) => {
        for (const button of page.getAllByRole('button', { name: /^Pay on delivery/ }))
          expect(button).toHaveProperty('disabled', !snapshot.can({ type: 'payment.payOnDelivery' }));
        for (const button of page.getAllByRole('button', { name: /^Send again/ }))
          expect(button).toHaveProperty('disabled', !snapshot.can({ type: 'payment.sendAgain' }));
      },
      ownPhone,
    ],
    'pending.prompt.sendingAgain & pending.limit.running': [
      sendingFrom(/^Send again/),
      see('button', /^Pay on delivery/, 'off'),
    ],
    'pending.prompt.switching & pending.limit.running': [
      see('button', /^Pay on delivery/, 'busy'),
      see('button', /^Send again/, 'off'),
    ],
    unpaid: reason,
    'unpaid.otherWays': (page, { context }) => {
      for (const [way, name] of [
        ['hand', 'Pay by hand'],
        ['cod', 'Pay on delivery'],
      ] as const)
        expect(page.queryAllByRole('button', { name }).length > 0).toBe(context.ways.includes(way));
      for (const button of page.queryAllByRole('button', { name: 'Pay on delivery' }))
        expect(button).toHaveProperty('disabled', false);
      page.getAllByRole('button', { name: /^Try again/ });
    },
    changingToCash: see('button', 'Pay on delivery', 'busy'),
    'unpaid.timedOut': TIMED_OUT,
    paid: NOTHING,
    onDelivery: NOTHING,
    gone: NOTHING,
    unproved: NOTHING,
    byHand: NOTHING,
    cancelled: NOTHING,
    dismissed: NOTHING,
    signedOut: NOTHING,
  },
  table: mpesaPaymentTable,
});

/** U4: offers no second payment before M-Pesa has answered about the first. */
function offersNothingElse(page: Page): void {
  expect(page.queryByRole('button', { name: /^(Pay on delivery|Send again)/ })).toBeNull();
}

/** The pressed button is busy and keeps the focus while the prompt is sent. The other button is disabled (X14). */
function sendingFrom(name: string | RegExp) {
  return (page: Page, snapshot: Snapshot) => {
    const { phone, ownPhone } = snapshot.context;
    const isToOwn = ownPhone !== '' && phone === ownPhone;
    for (const button of page.getAllByRole('button', { name })) expectBusy(button, !isToOwn);
    for (const button of page.queryAllByRole('button', { name: /^Send to/ })) expectBusy(button, isToOwn);
  };
}

function expectBusy(button: HTMLElement, isBusy: boolean): void {
  expect(button.getAttribute('aria-busy')).toBe(isBusy ? 'true' : null);
  expect(button).toHaveProperty('disabled', !isBusy);
}

/** X14: the button for the own phone exists whenever a prompt to it can be sent. */
function ownPhone(page: Page, snapshot: Snapshot): void {
  const isOffered = snapshot.context.ownPhone !== '';
  expect(page.queryAllByRole('button', { name: 'Send to 0733 000 000' }).length > 0).toBe(isOffered);
  for (const button of page.queryAllByRole('button', { name: /^Send to/ }))
    expect(button).toHaveProperty('disabled', !snapshot.can({ type: 'payment.useOwn' }));
}

function reason(page: Page, snapshot: Snapshot): void {
  const { problem, phone } = snapshot.context;
  expect(page.says.filter((text) => text.startsWith(problem?.text ?? '-')).length).toBeGreaterThanOrEqual(3);
  const tips = page.queryAllByText('Keep the screen of your phone on and unlocked.');
  expect(tips).toHaveLength(snapshot.context.tips.length === 0 ? 0 : 2);
  // The dialog has one too while M-Pesa sends no prompts.
  const [beside, inBar] = page.getAllByRole('button', { name: /^Try again/ }).slice(-2);
  const isBlocked = phone !== '' && !snapshot.can({ type: 'payment.retry' });
  expect(beside).toHaveProperty('disabled', isBlocked);
  expect(inBar).toHaveProperty('disabled', isBlocked || phone === '');
  page.getByRole('button', { name: 'Dismiss' });
  ownPhone(page, snapshot);
}
