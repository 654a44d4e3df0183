import { expect } from 'vitest';
import type { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import type { Table } from 'model-testing/table/table';
import { proofRows } from '../support/payment-proof.parts.ts';
import { ORDER, START } from '../support/payment.samples.ts';

/** Checks the `does` words of the payment's table. */
export const mpesaPaymentJudges: NonNullable<Table<typeof mpesaPaymentMachine>['does']> = [
  {
    'that request is given up': ({ live }) =>
      expect(live.openCalls().map(({ slot }) => slot)).not.toContain('checkStatus'),
    'no other way to pay is offered': ({ page }) =>
      expect(page.queryByRole('button', { name: /^(Pay by hand|Pay on delivery|Send again)/ })).toBeNull(),
    "'Pay by hand' and 'Pay on delivery' are offered": ({ page }) => {
      for (const name of [/^Pay by hand/, /^Pay on delivery/])
        expect(page.getByRole('button', { name })).toHaveProperty('disabled', false);
    },
    'there is no button to pay by hand': ({ page }) =>
      expect(page.queryByRole('button', { name: /^Pay by hand/ })).toBeNull(),
    'Pay by hand is disabled with the countdown': ({ page }) =>
      expect(page.getByRole('button', { name: 'Pay by hand in 0:45' })).toHaveProperty('disabled', true),
    'Pay by hand is disabled': ({ page }) =>
      expect(page.getByRole('button', { name: /^Pay by hand/ })).toHaveProperty('disabled', true),
    'the prompt stays kept: its money counts, too': (outcome) => expect(outcome.unclaimed()).toEqual([]),
    'there is no such button': ({ page }) => expect(page.queryByRole('button', { name: /^Pay on/ })).toBeNull(),
    'Try again is disabled with its countdown': ({ page }) =>
      expect(page.getAllByRole('button', { name: 'Try again in 1:00' })[0]).toHaveProperty('disabled', true),
    'no list of things to try': ({ page }) => expect(page.text).not.toContain('What you can try'),
    'the order stays kept': (outcome) => expect(outcome.unclaimed()).not.toContain('forgetOrder'),
    'no other number is offered': ({ page }) => expect(page.queryByRole('button', { name: /^Send to/ })).toBeNull(),
    'Try again can be pressed': ({ page }) =>
      expect(page.getByRole('button', { name: 'Try again' })).toHaveProperty('disabled', false),
    'Pay on delivery can be pressed': ({ page }) =>
      expect(page.getByRole('button', { name: 'Pay on delivery' })).toHaveProperty('disabled', false),
    'Pay on delivery is disabled': ({ page }) =>
      expect(page.getByRole('button', { name: /^Pay on delivery in/ })).toHaveProperty('disabled', true),
    'Send again can be pressed': ({ page }) =>
      expect(page.getByRole('button', { name: 'Send again' })).toHaveProperty('disabled', false),
    'keep ws_2 for resume; when the first push was accepted stays as it is kept': (outcome) =>
      void outcome.effect('keepPrompt', { orderId: ORDER, checkoutRequestId: 'ws_2', startedAt: START }),
    'keep ws_3 and when this push was accepted: the 10 minutes start anew': (outcome) =>
      void outcome.effect('keepPrompt', { orderId: ORDER, checkoutRequestId: 'ws_3', startedAt: START + 120_000 }),
    'poll ws_2 from now on': (outcome) => {
      outcome.effect('keepPrompt', { orderId: ORDER, checkoutRequestId: 'ws_2' });
      expect(outcome.snapshot.context.checkoutRequestId).toBe('ws_2');
    },
    'prompt is onPhone': ({ snapshot }) => expect(snapshot.matches({ pending: { prompt: 'onPhone' } })).toBe(true),
    'no second POST /orders': ({ started }) => expect(started.map(({ slot }) => slot)).toContain('pushPrompt'),
    'forget the kept payment': (outcome) => void outcome.effect('forgetOrder', { orderId: ORDER }),
    'the 10 minutes go on': ({ snapshot }) => expect(snapshot.context.startedAt).toBe(START),
    'polling stops': ({ snapshot }) => expect(snapshot.matches({ pending: { limit: 'running' } })).toBe(false),
  },
  ...proofRows.does,
  [
    /^offer Pay on delivery and Send again, both count down/,
    ({ page, live }, _, { from }) => {
      expect(page.getByRole('button', { name: 'Pay on delivery in 0:45' })).toHaveProperty('disabled', true);
      expect(page.getByRole('button', { name: 'Send again in 0:45' })).toHaveProperty('disabled', true);
      if (from === 'pending.prompt.onPhone') live.open('checkStatus');
    },
  ],
  [
    /^list 'What you can try': (.*)$/,
    ({ page }, [, tips = '']) => {
      for (const tip of ['What you can try', ...tips.split(' / ')]) expect(page.text).toContain(tip);
    },
  ],
  [
    /^'(Send to .*)' is offered$/,
    ({ page }, [, name = '']) => expect(page.getByRole('button', { name })).toHaveProperty('disabled', false),
  ],
  [
    /^Try again counts down (\d+:\d+)$/,
    ({ page }, [, left]) =>
      expect(page.getByRole('button', { name: `Try again in ${left}` })).toHaveProperty('disabled', true),
  ],
  [
    /^Send again is disabled(, 1 s left)?$/,
    ({ page }, [, left]) =>
      expect(
        page.getByRole('button', { name: left === undefined ? /^Send again/ : 'Send again in 0:01' }),
      ).toHaveProperty('disabled', true),
  ],
  [
    /^(the 10 minutes and the 75 s go on|the last question$)/,
    ({ snapshot }, [words]) =>
      words === 'the last question'
        ? expect(snapshot.matches({ pending: { limit: 'lastQuestion' } })).toBe(true)
        : expect(snapshot.context).toMatchObject({ pushedAt: START, startedAt: START }),
  ],
  [
    /^polling( of ws_1)? goes on$/,
    ({ live }) => expect(live.open('checkStatus').input).toEqual({ checkoutRequestId: 'ws_1' }),
  ],
  [
    /^keep checkoutRequestId(, and when .*,)? for resume$/,
    (outcome) =>
      void outcome.effect('keepPrompt', { orderId: ORDER, checkoutRequestId: 'ws_1', startedAt: START + 120_000 }),
  ],
  [/^remove the ordered lines from the cart/, (outcome) => void outcome.effect('removeOrdered', { orderId: ORDER })],
  [
    /^(\d+) s (?:is|are) left of the (10 minutes|75 s)$/,
    ({ snapshot: { context } }, [, seconds, of]) =>
      expect((of === '75 s' ? context.pushedAt + 75_000 : context.startedAt + 600_000) - context.now).toBe(
        Number(seconds) * 1_000,
      ),
  ],

  // The purchase continues from here: tests/flows/purchase/purchase.paths.test.tsx.
  [/^(go to |token and user cleared|payment stays kept)/, ({ snapshot }) => expect(snapshot.status).toBe('done')],
];
