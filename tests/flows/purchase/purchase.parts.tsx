import { formatPhone } from '../../../contract/rules/phone.ts';
import { within } from '@testing-library/dom';
import { expect } from 'vitest';
import type { SnapshotFrom } from 'xstate';
import type { purchaseMachine } from '../../../src/machines/checkout/purchase.machine.ts';
import { PurchaseDialog, PurchaseStatus } from '../../../src/views/checkout/purchase.view.tsx';
import type { LiveActor } from 'model-testing/model/live';
import type { Outcome } from 'model-testing/table/outcome';
import { LOOK } from 'model-testing/table/table';
import type { Table } from 'model-testing/table/table';
import { key } from 'model-testing/view/act';
import type { Page } from 'model-testing/view/page';
import { fieldNamed } from '../support/account.judges.ts';
import { CANCELLED, CONFIRM_FIRST, ORDER, PAYER, START, STOPPED, TIMED_OUT } from '../support/payment.samples.ts';
import { CHANGED, details, notPlaced, paying, placement, purchaseModel } from './purchase.model.ts';

export type Machine = typeof purchaseMachine;
export type Live = LiveActor<Machine>;
export type Entries = Table<Machine>['on'];
export type Judges = NonNullable<Table<Machine>['does']>;

export const ORDER_CANCELLED = 'This order has been cancelled.';

export const savingIn = (when: string | null) => {
  if (when?.includes('matches none')) return 'new address';
  return when?.includes('d2') ? 'saved address' : '';
};
export const getSaving = (when: string | null) =>
  ({ 'new address': { kind: 'create' }, 'saved address': { kind: 'makeDefault', id: 'd2' }, '': { kind: 'none' } })[
    savingIn(when)
  ];

export const confirm = async (live: Live, phone = '0712345678') => {
  await live.send({ type: 'phone.change', phone });
  await live.send({ type: 'phone.confirm' });
};
export const place = async (live: Live) => {
  if (live.snapshot.matches('confirmingPhone')) await confirm(live);
  if (live.snapshot.matches('placingMpesa')) await live.answer('orderPlacement', placement());
};
export const tell = (state: 'failed' | 'timedOut' | 'waiting' | 'proving' | 'otherWays') => async (live: Live) => {
  await place(live);
  await live.emitSnapshot('mpesaPayment', paying(state));
};
export const orderless = async (live: Live, text: string) => {
  await confirm(live);
  await live.answer('orderPlacement', notPlaced(text));
};

const REASONS = {
  underWay: '',
  waiting: '',
  failed: CANCELLED,
  timedOut: TIMED_OUT,
  proving: CONFIRM_FIRST,
  otherWays: STOPPED,
};

/**
 * The dialog, and the status next to the form with the text of the payment's own view
 * (tests/flows/mpesa-payment/mpesa-payment.paths.test.tsx).
 */
export const view: NonNullable<Table<Machine>['view']> = (snapshot, send) => {
  const reason = REASONS[snapshot.context.payment];
  const isTold = reason !== '';
  return (
    <>
      <PurchaseDialog
        snapshot={snapshot}
        send={send}
        placement={null}
        payment={isTold && <p role="alert">{reason}</p>}
        byHand={<p>by hand</p>}
        hasHand
      />
      <PurchaseStatus
        snapshot={snapshot}
        send={send}
        placement={null}
        payment={
          <p role="alert">
            {reason}
            <button>Try again</button>
          </p>
        }
      />
      {/* The checkout shows this next to the form. */}
      {snapshot.matches('failed') && <p role="alert">{snapshot.context.problem?.text}</p>}
    </>
  );
};

export const dialog = (page: Page) => page.getByRole('dialog', { hidden: true });
export const noDialog = (page: Page) => expect(page.queryByRole('dialog', { hidden: true })).toBeNull();
export const isOff = (page: Page) =>
  expect(page.getByRole('button', { name: 'Confirm', hidden: true })).toHaveProperty('disabled', true);
export const nothingDone = (outcome: Outcome<Machine>) => expect(outcome.unclaimed()).toEqual([]);
export const asksForPhone = (page: Page, phone = PAYER) => {
  dialog(page);
  page.getByRole('heading', { name: 'Confirm Phone Number', hidden: true });
  expect(fieldNamed(page, 'mpesaPhone').getAttribute('value')).toBe(phone);
};
export const prefilledIn = (on: string) =>
  /\+234|\+233|no profile/.test(on) ? '' : on.includes('0112345678') ? '0112 345 678' : formatPhone(PAYER);

const dialogNow = ({ snapshot }: Live) => {
  if (snapshot.matches({ paying: 'proving' })) return 'Verify Your Phone Number';
  return snapshot.matches('confirmingPhone') ? 'Confirm Phone Number' : 'Pay with M-Pesa';
};

/** Acts on the phone form, in the words of both tables. */
export const atThePhone: Entries = [
  [/^confirm\(phone '(.*)'\)$/, (_, [, phone = '']) => [{ type: 'phone.change', phone }, { type: 'phone.confirm' }]],
  [/^confirm again/, { type: 'phone.confirm' }],
  [/^type phone(?:\('(.*)'\))?$/, (_, [, phone = '0']) => ({ type: 'phone.change', phone })],
  [/^cancel$/, { type: 'dialog.cancel' }],
  [/^dismiss the dialog$/, { type: 'dialog.dismiss' }],
  [/^Escape$/, (live) => (live.snapshot.hasTag('dialog') ? key('Escape', 'dialog', dialogNow(live)) : LOOK)],
];

/** The clock, so many seconds after the limits were answered. */
export const tick = (live: Live, seconds: number) =>
  live.emit('clock', { type: 'clock.tick', now: START + seconds * 1000 });
/** The buttons of the dialog, without the one that closes it. */
export const offers = (page: Page) =>
  within(dialog(page))
    .getAllByRole('button', { hidden: true })
    .map(({ textContent }) => textContent)
    .filter((text) => text !== '');
/** The input of a row about stopped prompts. */
export const stoppedIn = (on: string, when: string | null) => {
  if (on.includes('no other way')) return 'mpesa, prompts stopped, no other way';
  if (on.includes('slow') || when?.endsWith("'for 40 s'") === true) return 'mpesa, prompts slow';
  if (when?.includes('o0') === true) return 'mpesa, prompts stopped, kept order o0';
  return when?.includes('is kept') === true ? 'mpesa, prompts stopped, kept order' : 'mpesa, prompts stopped';
};

export const leaving: Entries = [
  [/^wait \(any time\)$/, (live) => live.advance(3_600_000)],
  [
    /^leave the page before 2 s$/,
    async (live) => {
      await live.advance(1_000);
      live.stop();
    },
  ],
];

export const shared: Judges = [
  [/^dialog 'Confirm Phone Number'/, ({ page }, _, { on }) => asksForPhone(page, prefilledIn(on))],
  [/^field filled with/, ({ page }, _, { on }) => expect(fieldNamed(page, 'mpesaPhone').value).toBe(prefilledIn(on))],
  [
    /^field blank, Confirm disabled$/,
    ({ page }) => {
      expect(fieldNamed(page, 'mpesaPhone').value).toBe('');
      isOff(page);
    },
  ],
  [/^Confirm (is )?disabled$/, ({ page }) => isOff(page)],
  [/^phone (?:kept as )?(\d+)/, ({ snapshot }, [, phone]) => expect(snapshot.context.payer).toBe(phone)],
  [
    /^hand data\.lines to checkout$/,
    ({ snapshot }) => expect(snapshot.output).toEqual({ outcome: 'changed', lines: CHANGED, problem: null }),
  ],
  [/^go to \/auth\/login with origin \/checkout$/, (outcome) => void outcome.effect('goToLogin')],
  [/^nothing more: the lines are/, nothingDone],
];

/** Effects after the order is placed and the purchase is over. */
export const orderedAs = (outcome: Outcome<Machine>, orderId: string, when: string | null) => {
  outcome.effect('goToOrderSuccess', { orderId });
  // For M-Pesa and for a switch to cash, the address is saved earlier and the payment removes the lines.
  if (outcome.before.matches('placingCod')) outcome.effect('saveAddress', { saving: getSaving(when), details });
};

export const startsPlacing = (outcome: Outcome<Machine>, orderId: string | null) => {
  const { draft } = outcome.snapshot.context;
  expect(outcome.started.map(({ slot, input }) => [slot, input])).toEqual([
    ['orderPlacement', draft?.paymentMethod === 'cod' ? { draft, orderId } : { draft }],
  ]);
};
export const startsPaying = (outcome: Outcome<Machine>, input: object) =>
  expect(outcome.started.map((call) => [call.slot, call.input])).toEqual([
    ['mpesaPayment', { prompt: null, amount: 3000, phone: PAYER, orderId: ORDER, userName: 'Jane', ...input }],
  ]);

/** Maps state names of other tables to states of the purchase. */
export type States = Record<string, (snapshot: SnapshotFrom<Machine>) => boolean>;
export const isIn = (name: string) => purchaseModel.states?.[name] ?? (() => false);

/** The output of order-placement for each refusal of the server. That flow tests the refusals themselves. */
const refusals: readonly (readonly [RegExp, ReturnType<typeof placement>])[] = [
  [/^409, data\.lines/, placement({ outcome: 'changed', orderId: '', lines: CHANGED })],
  [/^401$/, placement({ outcome: 'signedOut', orderId: '' })],
  [/./, notPlaced('Failed to place order')],
];

/** Answers the calls of older tables with the output of order-placement. */
export const placingEnds: Entries = [
  [
    /^(?:POST|PUT|GET) \/orders\S* answers\((?:data\.order|success\)|order )/,
    (live) => live.answer('orderPlacement', placement()),
  ],
  [
    /^(?:POST|PUT|GET) \/orders.* fails\(4\d\d, message '(.*)'\)$/,
    (live, [, text = '']) => live.answer('orderPlacement', notPlaced(text)),
  ],
  [
    /^(?:POST|PUT|GET) \/orders.* (?:answers|fails)\((.*)\)$/,
    (live, [, words = '']) => live.answer('orderPlacement', refusals.find(([pattern]) => pattern.test(words))?.[1]),
  ],
];
