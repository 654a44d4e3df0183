import { ApiError } from '../../../contract/errors.ts';
import type { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import type { LiveActor } from 'model-testing/model/live';
import type { Table } from 'model-testing/table/table';
import { reachUnpaid } from '../support/payment-proof.parts.ts';
import {
  ownOffered,
  promptsStopped,
  proofAsked,
  report,
  shopBusy,
  SLOW,
  START,
  STOPPED,
  TIPS,
} from '../support/payment.samples.ts';

/** The rows of X14 and X19 in the payment's table: a refusal with a wait, or with a phone that can pay immediately. */

type Machine = typeof mpesaPaymentMachine;
type Live = LiveActor<Machine>;

const tickNow = (live: Live) => live.emit('clock', { type: 'clock.tick', now: START });

/** The server's refusals with a wait, by status. */
const WAITS: Readonly<Record<string, ApiError>> = {
  429: ownOffered,
  503: shopBusy,
  409: new ApiError({
    kind: 'refused',
    status: 409,
    message: 'M-Pesa is busy right now. Please try again in a minute, or pay another way.',
    requestId: 'req-9',
    data: { retryAfter: 60 },
    retryAfter: 60_000,
  }),
};

export const refused = (status: number, message: string) =>
  new ApiError({ kind: 'refused', status, message, requestId: 'req-1' });
/** Refusals of the server that have only a message. */
export const REFUSED = (
  [
    [429, 'Please try again in 40 minutes.'],
    [429, 'Please wait a minute and try again.'],
    [409, proofAsked.message],
    [409, 'Ksh 1,000 of this order is paid. Pay the rest of Ksh 2,000, or cancel the order to get it back.'],
    [409, 'We are checking your payment for this order. Please do not pay again.'],
    [
      409,
      'Your open orders with cash on delivery may come to at most Ksh 300,000 together. Please order less, wait until one is delivered, or pay with M-Pesa.',
    ],
  ] as const
).map(([status, text]) => [new RegExp(`^${status}, message '${text}'`), refused(status, text)] as const);

const CLOSED = promptsStopped(STOPPED, 60);
export const stopped = async (live: Live) => {
  await live.fail('pushPrompt', CLOSED);
  await tickNow(live);
};

/** A failure with result code 17 from the callback. */
export const IN_90_S = report({
  status: 'failed',
  failureReason: 'Please wait 2 minutes before trying again.',
  retryAt: START + 90_000,
});

export const reachRefused = async (live: Live, row: { readonly when: string | null }) => {
  if (row.when === 'the own phone was offered') {
    await live.fail('pushPrompt', ownOffered);
    await tickNow(live);
  } else if (row.when?.startsWith('the shop names') === true) {
    await live.advance(3_000);
    const tips = row.when.endsWith('nothing to try') ? [] : TIPS;
    await live.answer('checkStatus', report({ status: 'failed', failureReason: 'X', tips }));
  } else if (row.when?.includes('retryAt') === true) {
    await live.advance(3_000);
    await live.answer('checkStatus', IN_90_S);
  } else await reachUnpaid(live, row);
};

export const refusalRows: Required<Pick<Table<Machine>, 'when' | 'on'>> = {
  when: [
    [/^Retry-After \d+$/, { because: 'the answer says so' }],
    {
      'the circuit is open': { because: 'the answer says so' },
      'the shop names it': { holds: ({ snapshot }) => snapshot.context.ways.includes('cod') },
      'the limits of D19 do not allow it': {
        after: async (live) => {
          await live.advance(60_000);
          await live.send({ type: 'payment.retry' });
          await live.fail('pushPrompt', promptsStopped(STOPPED, 60, []));
        },
      },
      'the shop has no number for payments by hand': {
        after: async (live) => {
          await live.advance(60_000);
          await live.send({ type: 'payment.retry' });
          await live.fail('pushPrompt', promptsStopped(STOPPED, 60, ['cod']));
        },
      },
      'the wait is not over': { holds: ({ snapshot }) => snapshot.context.blockedUntil > snapshot.context.now },
      'the wait is over': { after: (live) => live.advance(60_000) },
      'the prompt was not answered': { because: 'it has expired' },
      'the shop names what to try': { holds: ({ snapshot }) => snapshot.context.tips.length > 0 },
      'the shop names nothing to try': { holds: ({ snapshot }) => snapshot.context.tips.length === 0 },
    },
    {
      'the own phone was offered': { input: 'to be pushed' },
      'the payment failed, retryAt in 90 s': { holds: ({ snapshot }) => snapshot.context.blockedUntil > START },
      'Send again was refused, and the own phone was offered': {
        after: async (live) => {
          await live.advance(45_000);
          await live.send({ type: 'payment.sendAgain' });
          await live.fail('pushPrompt', ownOffered);
        },
      },
    },
  ],
  on: [
    { 'pay by hand': { type: 'payment.byHand' } },
    [
      /^POST \/mpesa\/stkpush fails\((429, message 'Too many|503\)|409, message 'M-Pesa is busy)/,
      async (live, [, words = '']) => {
        await live.fail('pushPrompt', WAITS[words.slice(0, 3)] as ApiError);
        // The page gets the time every second.
        if (live.snapshot.matches('unpaid')) await tickNow(live);
      },
    ],
    [
      /^POST \/mpesa\/stkpush fails\(409, message 'M-Pesa (prompts|is slow)/,
      async (live, [, words]) => {
        await live.fail('pushPrompt', words === 'prompts' ? CLOSED : promptsStopped(SLOW, 40));
        // The page gets the time every second.
        if (live.snapshot.matches('unpaid')) await tickNow(live);
      },
    ],
    [
      /^press 'Send to 0733 000 000'(, then POST .*)?$/,
      async (live, [, then]) => {
        await live.send({ type: 'payment.useOwn' });
        if (then !== undefined)
          await live.fail('pushPrompt', new ApiError({ kind: 'refused', status: 400, message: 'X' }));
      },
    ],
  ],
};
