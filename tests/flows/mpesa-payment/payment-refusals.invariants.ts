import type { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import type { PaymentReport } from '../../../src/rules/payment/payment.ts';
import type { Moment } from 'model-testing/model/live';
import { OWN } from '../support/payment.samples.ts';

/** Invariants about the offer after a refusal and the wait after a failed payment (X14, X19). */
export const refusalInvariants: Readonly<Record<string, (moment: Moment<typeof mpesaPaymentMachine>) => boolean>> = {
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
};
