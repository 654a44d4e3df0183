import type { SnapshotFrom } from 'xstate';
import type { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import type { MpesaPaymentContext } from '../../../src/machines/payment/mpesa-payment.setup.ts';
import type { PaymentReport } from '../../../src/rules/payment/payment.ts';
import type { Moment } from 'model-testing/model/live';
import { OWN } from '../support/payment.samples.ts';

/** Waits that a refused push names, in ms. */
export const WAITS: Readonly<Record<string, number>> = {
  'pushPrompt fails(wait 75 s)': 75_000,
  'pushPrompt fails(own offered)': 3_480_000,
  'pushPrompt fails(prompts stopped)': 60_000,
  'pushPrompt fails(prompts stopped, no other way)': 60_000,
};

/** M-Pesa has answered after the prompt expired, or cannot be asked. */
export const isChecked = ({ pushedAt, checkedAt, isAskable }: MpesaPaymentContext) =>
  !isAskable || checkedAt >= pushedAt + 60_000;

/** Invariants about the offer after a refusal and the wait after a failed payment (X14, X19). */
export const refusalInvariants: Readonly<Record<string, (moment: Moment<typeof mpesaPaymentMachine>) => boolean>> = {
  'a 401 is a logout': ({ step, snapshot }) =>
    step?.label.endsWith(' fails(unauthorized)') !== true || snapshot.matches('signedOut'),
  'no payment without a reason': ({ snapshot }) =>
    (!snapshot.matches('unpaid') && !snapshot.matches('cancelled')) || snapshot.context.problem !== null,
  'X14: the own phone is offered from the refusal that names it to the next answer': ({ step, before, snapshot }) => {
    const { ownPhone } = snapshot.context;
    const isOn =
      ownPhone !== '' &&
      (snapshot.matches('unpaid') || snapshot.matches({ pending: { prompt: 'expired', limit: 'running' } }));
    return (
      snapshot.can({ type: 'payment.useOwn' }) === isOn &&
      (step?.label.startsWith('pushPrompt fails') !== true ||
        snapshot.status === 'done' ||
        snapshot.hasTag('proving') ||
        snapshot.matches({ unpaid: 'timedOut' }) ||
        (ownPhone === OWN) === (step.label === 'pushPrompt fails(own offered)')) &&
      (ownPhone === '' ||
        before === null ||
        before.context.ownPhone !== '' ||
        step?.label === 'pushPrompt fails(own offered)')
    );
  },
  'X19: a failed payment waits as long as the server says, by the server’s clock': ({
    step,
    snapshot: { context, ...snapshot },
  }) => {
    if (step?.kind !== 'done' || step.actorId !== 'checkStatus' || !snapshot.matches({ unpaid: 'failed' })) return true;
    const { retryAt, now } = step.event['output'] as PaymentReport;
    return (
      context.blockedUntil - context.now === Math.max(0, retryAt - now) ||
      (retryAt === 0 && context.blockedUntil === context.now)
    );
  },
  'X7: another way is offered once M-Pesa has answered, or 10 s after the shopper saw no prompt': ({
    before,
    step,
    snapshot,
  }) => {
    const isOffered = snapshot.matches({ pending: { prompt: 'expired' } });
    const wasOffered =
      before !== null && before.hasTag('expired') && !before.hasTag('unsure') && before.matches('pending');
    return (
      !isOffered ||
      wasOffered ||
      isChecked(snapshot.context) ||
      (before?.hasTag('asking') === true && /^after (askedLongEnough|reconnectInterval)/.test(step?.label ?? ''))
    );
  },
  'X10: pay on delivery is on from the moment when the server takes it': ({ snapshot }) =>
    snapshot.can({ type: 'payment.payOnDelivery' }) ===
    ((snapshot.matches({ pending: { prompt: 'expired', limit: 'running' } }) &&
      snapshot.context.now >= snapshot.context.pushedAt + 120_000) ||
      (snapshot.matches({ unpaid: 'otherWays' }) && snapshot.context.ways.includes('cod'))),
  'PAY-M2: the other ways are offered exactly when the shop names them': ({ step, before, snapshot }) =>
    before?.matches('requestingPush') !== true ||
    step?.label.startsWith('pushPrompt fails') !== true ||
    step.label.includes('prompts stopped') === snapshot.matches({ unpaid: 'otherWays' }),
  'PAY-M5: what to try is shown with the failure that names it': ({ step, snapshot }) =>
    step?.label !== 'checkStatus answers(failed, with tips)' ||
    snapshot.status === 'done' ||
    snapshot.context.tips.length === 3,
  'an answer that tells of no failure is no failure, and one that does is one': ({ step, snapshot }) =>
    step?.label.startsWith('checkStatus answers') !== true ||
    /\((cancelled|failed.*)\)$/.test(step.label) === snapshot.matches({ unpaid: 'failed' }),
};

/** The shopper can send another prompt, or is sending one. */
export const isExpired = (snapshot: SnapshotFrom<typeof mpesaPaymentMachine>) =>
  snapshot.matches({ pending: { prompt: 'expired' } }) || snapshot.matches({ pending: { prompt: 'sendingAgain' } });
