import { expect } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { waitingPaymentMachine } from '../../../src/machines/payment/waiting-payment.machine.ts';
import type { Outcome } from 'model-testing/table/outcome';
import type { Table } from 'model-testing/table/table';
import { CLAIMS } from '../support/by-hand.samples.ts';
import { CHECKING_PAYMENT } from '../support/order.samples.ts';
import { CANCELLED, notFound, orderGone, PAYER, START, TIPS } from '../support/payment.samples.ts';
import { open } from './waiting-payment.model.ts';
import { moneyCalls, moneyDoes } from './waiting-payment.money.ts';
import {
  ACCEPTED,
  atCheckout,
  failed,
  found,
  getInside,
  linesOfO9,
  o9,
  on,
  opened,
  pushed,
  reach,
  refused,
  told,
  wait,
  when,
} from './waiting-payment.scenes.ts';
import { waitingPaymentView } from './waiting-payment.view.tsx';

type Machine = typeof waitingPaymentMachine;

const idIn = (input: unknown) => (input as { checkoutRequestId?: string }).checkoutRequestId;
const getOrder = ({ before }: Outcome<Machine>) => before.context.payment?.orderId;

export const waitingPaymentTable: Table<Machine> = {
  view: waitingPaymentView,
  start: {
    guest: '',
    'the checkout shows a payment in this tab (flow payment-screen)': { after: atCheckout },
    'logged in, the record names a prompt and its lines': { after: found },
    'logged in, the record names no prompt, or counts as none': { after: opened(null) },
  },
  reach,
  when,
  on,
  calls: [
    ...moneyCalls,
    {
      call: 'GET /mpesa/open-payment',
      slot: 'findOpen',
      answers: [
        {
          'data.payment null': null,
          'data.payment o9, ws_9': o9,
          'data.payment o1, ws_1': { ...open, orderId: 'o1' },
        },
        [/^(success false|broken reply)$/, failures['broken']],
      ],
      fails: [[/^(404|429)/, refused(429, '')]],
    },
    {
      call: /^GET \/orders\/(o9|\{id\})/,
      slot: 'loadLines',
      answers: [
        [/^(success false|broken reply)$/, failures['broken']],
        [/lines A x 1|cancelled/, linesOfO9],
      ],
      fails: [[/^(403|429)/, refused(429, '')]],
    },
    {
      call: /^GET (?:\/mpesa\/)?payment-status\/?/,
      slot: 'checkStatus',
      input: (_, { calls }) => {
        const id = /(ws_\d)/.exec(calls.join())?.[1];
        return id === undefined ? undefined : { checkoutRequestId: id };
      },
      answers: [
        {
          completed: told({ status: 'completed' }),
          "failed, reason 'X'": failed('X'),
          "failed, 'Your phone could not be reached.'": {
            ...failed('Your phone could not be reached.'),
            tips: TIPS,
          },
        },
        ...[CANCELLED, 'Insufficient M-Pesa balance.', 'Please wait 2 minutes before trying again.'].map(
          (reason) => [new RegExp(`^failed, '${reason}'$`), failed(reason)] as const,
        ),
        ...[
          'This order has been cancelled.',
          'Your payment came after the order had expired. Ksh 3,000 goes back to you.',
          'Your payment came after the order had been cancelled. Ksh 3,000 goes back to you.',
        ].map(
          (reason) =>
            [
              new RegExp(`^failed, '${reason}', data\\.orderStatus 'cancelled'$`),
              { ...failed(reason), orderStatus: 'cancelled' },
            ] as const,
        ),
        [/^failed, (no failureReason|failureReason '')$/, failed('')],
        [/^(success false|broken reply)/, failures['broken']],
      ],
      fails: [
        {
          '404': notFound,
          '5xx or 10 s time-out': new ApiError({ kind: 'timeout', status: 0 }),
          '429, Retry-After': refused(429, ''),
        },
      ],
    },
    {
      call: 'POST /mpesa/stkpush',
      slot: 'pushPrompt',
      input: () => ({ phoneNumber: PAYER, amount: 3000, orderId: 'o1' }),
      answers: [
        {
          "success, the live 'ws_1'": pushed('ws_1'),
          "success false, message 'X'": refused(200, 'X'),
          'success false, no message': refused(200, ''),
          'no checkoutRequestId': failures['broken'],
        },
        [/'ws_2'$/, pushed('ws_2')],
      ],
      fails: [
        {
          "409, message 'This order has been cancelled.', data.orderStatus 'cancelled'": orderGone,
          "409, message 'We are checking your payment for this order. Please do not pay again.'": refused(
            409,
            CHECKING_PAYMENT,
          ),
          "429, message 'Please try again in 40 minutes.'": refused(429, 'Please try again in 40 minutes.'),
        },
      ],
    },
    {
      call: 'PUT /orders/{id}/payment-method',
      slot: 'switchToCash',
      input: () => ({ orderId: 'o1' }),
      answers: [{ success: undefined }],
    },
  ],
  // The rows check these texts, because the payment runs in them with its own view.
  undrawn: {
    failed: 'the rows say the reason',
    otherWays: 'the rows say it and press it',
    checking: 'the rows say it',
    claimRefused: 'the rows say it',
    proofAsked: 'the rows say it and press it',
    tryingAgain: 'the rows press it',
    waiting: 'the rows say it',
    timedOut: 'the rows say it and press it',
    'timedOut.said': 'the rows say it',
    'timedOut.asking': 'the rows say it',
  },
  says: {
    'the same reason': CANCELLED,
    [CLAIMS.refused.text.replace('0700 123 456', '{shop phone}')]: CLAIMS.refused.text,
  },
  elsewhere: [
    { rows: /: reload page/, by: 'tests/flows/waiting-payment/waiting-payment.reload.requirements.test.ts' },
    {
      rows: /^resuming: start\(.*\[page hidden\]/,
      by: 'tests/flows/waiting-payment/waiting-payment.reload.requirements.test.ts',
    },
    {
      rows: /^(start: .*whose lines are not known|askingLines: start|none: storage changed .*lines not known)/,
      never: 'the record keeps no payment whose lines are not known, so nothing begins with one',
    },
    {
      rows: /^(?:invariant: no GET payment-status|invariant: the ordered lines leave)/,
      by: 'tests/flows/waiting-payment/waiting-payment.requirements.test.ts',
    },
  ],
  running: ['mpesaPayment'],
  wait,
  inside: {
    mpesaPayment: 'runs in these rows; its own table has the rest',
    readRecord: 'reads this browser, calls nothing',
  },
  does: [
    ...moneyDoes,
    {
      'the prompt is kept': (outcome) => void outcome.effect('keepPrompt', { orderId: 'o1', startedAt: ACCEPTED }),
      'the next check is 3 s later': ({ live }) => expect(live.clock.pending()).toContain(live.now + 3_000),
      'the record stays': (outcome) => expect(outcome.unclaimed()).toEqual([]),
      'remove the ordered lines from the cart': (outcome) =>
        void outcome.effect('removeOrdered', { orderId: getOrder(outcome) }),
      // A record without lines removes nothing from the cart: tests/flows/payment-record/payment-record.paths.test.tsx.
      'forget the record; the cart stays as it is': (outcome) => {
        outcome.effect('removeOrdered', { orderId: getOrder(outcome) });
        outcome.effect('forgetOrder', { orderId: getOrder(outcome) });
      },
      'the record forgets the prompt; order and key stay': (outcome) =>
        void outcome.effect('forgetPrompt', { orderId: 'o1' }),
      'token and user cleared': { judgedBy: 'tests/flows/session/session.requirements.test.ts' },
      'adopt o1, ws_1 and when its push was accepted': (outcome) =>
        void outcome.effect('keepPayment', { orderId: 'o1', checkoutRequestId: 'ws_1', startedAt: START, lines: null }),
      'Try again is disabled, 1 s left': ({ page }) =>
        expect(page.getByRole('button', { name: 'Try again in 0:01' })).toHaveProperty('disabled', true),
      'Try again counts down 45 s': ({ page }) =>
        expect(page.getByRole('button', { name: 'Try again in 0:45' })).toHaveProperty('disabled', true),
      'Try again can be pressed': ({ page }) =>
        expect(page.getByRole('button', { name: 'Try again' })).toHaveProperty('disabled', false),
      'Send again is disabled': ({ page }) =>
        expect(page.getByRole('button', { name: /^Send again in/ })).toHaveProperty('disabled', true),
      'there is no such button': ({ page }) => expect(page.queryByRole('button', { name: 'Dismiss' })).toBeNull(),
      'nothing is asked while hidden': ({ started }) => expect(started).toEqual([]),
      '1 s is left of the 10 minutes': ({ snapshot }) => {
        const { startedAt = 0, now = 0 } = getInside(snapshot)?.context ?? {};
        expect(startedAt + 600_000 - now).toBe(1_000);
      },
      'the 10 minutes go on': ({ snapshot }) => expect(getInside(snapshot)?.context.startedAt).toBe(START),
    },
    [
      /^that request is given up/,
      ({ live }, _, { from }) => {
        const slot =
          from === 'finding'
            ? 'findOpen'
            : from === 'askingLines'
              ? 'loadLines'
              : from === 'tryingAgain'
                ? 'pushPrompt'
                : 'checkStatus';
        expect(live.calls.find((call) => call.slot === slot)?.isOpen()).toBe(false);
      },
    ],
    [
      /^(ws_1 is followed no more|polling stops)/,
      ({ live }) =>
        expect(live.openCalls().some(({ slot, input }) => slot === 'checkStatus' && idIn(input) === 'ws_1')).toBe(
          false,
        ),
    ],
    [
      /^(polling goes on|ws_1 is followed on)$/,
      ({ live, snapshot }) => {
        expect(getInside(snapshot)?.context.checkoutRequestId).toBe('ws_1');
        expect(live.clock.pending()).toContain(3_000);
      },
    ],
    [
      /^go to \/track-order\/\{orderId\}(, where 'Pay by hand' is open)?/,
      (outcome, [, isOpen]) =>
        expect(outcome.live.path).toBe(`/track-order/${getOrder(outcome)}${isOpen === undefined ? '' : '?pay=hand'}`),
    ],
    [
      /^(?:link to the order, )?no 'Try again'/,
      ({ page, snapshot }) => {
        expect(page.getByRole('link', { name: 'View order' }).getAttribute('href')).toBe(
          `/track-order/${snapshot.context.payment?.orderId}`,
        );
        expect(page.queryByRole('button', { name: /^Try again/ })).toBeNull();
      },
    ],
    [
      /^(?:ws_1 is followed on; )?no code is asked for in the bar$/,
      ({ started, page }) => {
        expect(started.map(({ slot }) => slot)).not.toContain('sendOtp');
        expect(page.queryByRole('textbox')).toBeNull();
        expect(page.queryByRole('button', { name: /^Try again/ })).toBeNull();
      },
    ],
    [/^forget the record/, (outcome) => void outcome.effect('forgetOrder', { orderId: getOrder(outcome) })],
    [
      /^adopt (o\d), (ws_\d).* the lines A x 1$/,
      (outcome, [, orderId, checkoutRequestId]) =>
        void outcome.effect('keepPayment', { orderId, checkoutRequestId, startedAt: START, lines: linesOfO9 }),
    ],
    [
      /^keep (ws_\d)(, and follow it| and when this push was accepted: the 10 minutes start anew)/,
      (outcome, [, checkoutRequestId, how]) => {
        const startedAt = how === ', and follow it' ? START : ACCEPTED;
        outcome.effect('keepPrompt', { orderId: 'o1', checkoutRequestId, startedAt });
        expect(getInside(outcome.snapshot)?.context).toMatchObject({ checkoutRequestId, startedAt });
        expect(outcome.snapshot.context.payment).toMatchObject({ orderId: 'o1', checkoutRequestId });
      },
    ],
    [
      /^(no second POST \/orders|the same number)$/,
      ({ started }) => expect(started.map(({ slot }) => slot)).toEqual(['pushPrompt']),
    ],
    [
      /^offer Pay on delivery/,
      ({ page }) => {
        page.getByRole('button', { name: /^Pay on delivery/ });
        page.getByRole('button', { name: /^Send again/ });
      },
    ],
  ],
};
