import { expect } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import { ApiError } from '../../../contract/errors.ts';
import type { orderTrackingMachine } from '../../../src/machines/orders/order-tracking.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { CallEntry, Table } from 'model-testing/table/table';
import { leavePhoneStep } from '../support/account.judges.ts';
import { NOW } from './order-tracking.model.ts';
import { refused } from './order-tracking.orders.ts';
import { cancelled, o1 } from '../support/order.samples.ts';
import { enterCode, verify } from '../support/payment-proof.parts.ts';
import {
  CONFIRM_FIRST,
  orderGone,
  OWN,
  ownOffered,
  PAYER,
  PROOF,
  proofAsked,
  shopBusy,
} from '../support/payment.samples.ts';

/**
 * The rows of order-tracking in which a code proves a phone (D25), the own phone is offered (X14) or the order's
 * payment is under review (D27).
 */

type Machine = typeof orderTrackingMachine;
type Live = LiveActor<Machine>;

/** The phone of a push: another's in rows about a proof, otherwise the shopper's own. */
export const getPushPhone = ({ when }: { readonly when: string | null }) =>
  when?.includes('verificationData') === true ? '0722000000' : '0712345678';

/** Sends the push with the proof. */
const carry = async (live: Live) => {
  await live.fail('pushPrompt', proofAsked);
  await enterCode(live);
  await verify(live);
};
const carryTo = async (live: Live) => {
  await live.send({ type: 'phone.change', phone: '0722000000' });
  await live.send({ type: 'phone.confirm' });
  await carry(live);
};
const SERVERS = 'only the server knows whose phone it is';

/** D25, for an account without a verified phone. */
const otherNeeded = new ApiError({
  kind: 'refused',
  status: 429,
  message:
    'Too many unanswered prompts went to this number. Please use another number. Please try again in 58 minutes.',
  retryAfter: 3_480_000,
  data: { otherPhone: true },
});

export const proofRows: Required<Pick<Table<Machine>, 'when' | 'on' | 'does'>> & {
  readonly fails: NonNullable<CallEntry['fails']>;
} = {
  when: [
    [/Retry-After \d+$/, { because: 'the refusal says so' }],
    {
      'the own phone was offered': { holds: ({ snapshot }) => snapshot.context.ownPhone === OWN },
      'the own phone was offered, then the bar shows a payment of another order': {
        after: (live) => live.emit('watchBar', { type: 'bar.paying', orderId: 'o9' }),
      },
      'data.proof true': { because: 'the refusal says so' },
    },
    [/^it carried verificationData/, { after: carry }],
    {
      'the push that carried verificationData for it met no answer': {
        after: async (live) => {
          await carryTo(live);
          await live.fail('pushPrompt', failures['offline']);
          await live.send({ type: 'pay.ask' });
        },
      },
      "another order's push that carried verificationData for it met no answer": {
        after: async (live) => {
          await carryTo(live);
          await live.fail('pushPrompt', failures['offline']);
          await live.send({ type: 'path.changed', orderId: '', session: 'present' });
          await live.send({ type: 'path.changed', orderId: 'o1', session: 'present' });
          await live.answer('loadOrder', { order: o1, now: NOW });
          await live.send({ type: 'pay.ask' });
        },
      },
      'the push that carried verificationData for it was refused': {
        after: async (live) => {
          await carryTo(live);
          await live.fail('pushPrompt', refused(400));
          await live.send({ type: 'pay.ask' });
        },
      },
      'another code was asked for the push that carried verificationData for it, and the code screen was left': {
        after: async (live) => {
          await carryTo(live);
          await live.fail('pushPrompt', proofAsked);
          await live.send({ type: 'code.dismiss' });
          await live.send({ type: 'pay.ask' });
        },
      },
      'it was proved, and its push was answered': {
        after: async (live) => {
          await carryTo(live);
          await live.answer('pushPrompt', { checkoutRequestId: 'ws_1', sentAt: NOW });
          await live.emit('watchBar', { type: 'bar.idle' });
          await live.answer('loadOrder', { order: o1, now: NOW });
          await live.send({ type: 'pay.ask' });
        },
      },
      "not the shopper's own verified phone": { because: SERVERS },
      'status pending, M-Pesa, not paid, held: true': {
        holds: ({ snapshot: { context } }) => context.order?.held === true,
      },
      'a payment of o1 is in the bar under the header': {
        holds: ({ snapshot: { context } }) => context.inBar === 'o1',
      },
    },
  ],
  on: [
    {
      "press 'Send to 0733 000 000'": { type: 'pay.useOwn' },
      back: leavePhoneStep,
      'a wrong code': (live) => live.fail('verifyOtp', refused(400, 'Invalid verification code. Please try again.')),
      'o1 is cancelled here, with the prompt still open': (live) => live.answer('cancelOrder', { ...o1, ...cancelled }),
    },
    [/^phone verified/, (live) => verify(live, { ...PROOF, msisdn: PAYER })],
  ],
  fails: [
    {
      "429, message 'Too many unanswered prompts went to this number. Your own number 0733 000 000 works now. Please try again in 58 minutes.'":
        ownOffered,
      "429, message 'Too many unanswered prompts went to this number. Please use another number. Please try again in 58 minutes.'":
        otherNeeded,
      '503': shopBusy,
      "409, message 'Please confirm this phone number with a code first.', no data.proof": refused(409, CONFIRM_FIRST),
      "409, message 'This order has been cancelled.', data.orderStatus 'cancelled'": orderGone,
    },
    [/^409, message 'Please confirm/, proofAsked],
  ],
  does: [
    {
      'no code is asked for again': ({ started }) => expect(started.map(({ slot }) => slot)).not.toContain('sendOtp'),
      'it carries no verificationData': ({ started }) =>
        expect(started.find(({ slot }) => slot === 'pushPrompt')?.input).not.toHaveProperty('verificationData'),
      'another number may be tried at once': ({ page }) =>
        expect(page.getByRole('button', { name: 'Pay with M-Pesa' })).toHaveProperty('disabled', false),
      'no GET: the answer to the cancel is shown': ({ started, snapshot }) => {
        expect(started).toEqual([]);
        expect(snapshot.context.order?.status).toBe('cancelled');
      },
      'no time to pay by': ({ page }) => expect(page.text).not.toContain('Pay by'),
      'the bar says the same with its next answer at the latest, and watches no more (flow waiting-payment)': {
        judgedBy:
          'tests/flows/waiting-payment/waiting-payment.paths.test.tsx and tests/e2e/order-tracking.spec.ts (F28)',
      },
    },
    [
      /^the code screen goes(, nothing is charged)?$/,
      ({ page, started }, [, isFree]) => {
        expect(page.queryByRole('textbox', { name: /^Verification code/ })).toBeNull();
        if (isFree !== undefined) expect(started.map(({ slot }) => slot)).not.toContain('pushPrompt');
      },
    ],
  ],
};
