import { describe, expect, test } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import { JUST_NOW, notFound, ORDER, PAYER, report, START, TIMED_OUT } from '../support/payment.samples.ts';
import { LiveActor } from 'model-testing/model/live';

type Payment = LiveActor<typeof mpesaPaymentMachine>;

const asked = (live: Payment) => live.calls.filter(({ slot }) => slot === 'checkStatus');
const effects = (live: Payment) => live.effects.map(({ type }) => type);
const emit = (live: Payment, type: 'page.hidden' | 'page.visible') => live.emit('watchConnection', { type });
const isSaid = ({ snapshot }: Payment) =>
  snapshot.matches({ unpaid: { timedOut: 'said' } }) && snapshot.context.problem?.text === TIMED_OUT;

/** A payment that timed out: its last check was answered with pending. */
async function timedOut(): Promise<Payment> {
  const live = new LiveActor(mpesaPaymentMachine);
  await live.start({
    orderId: ORDER,
    phone: PAYER,
    amount: 3000,
    prompt: { checkoutRequestId: 'ws_1', times: JUST_NOW, startedAt: START },
  });
  await live.advance(600_000);
  await live.answer('checkStatus', report());
  return live;
}
async function lookedAt(): Promise<Payment> {
  const live = await timedOut();
  await live.send({ type: 'shopper.returned' });
  return live;
}

describe('U6: a payment that timed out', () => {
  test('is checked when the shopper or the page returns, with one check at a time', async () => {
    const live = await timedOut();
    const before = asked(live).length;
    await emit(live, 'page.hidden');
    await live.advance(60_000);
    expect(asked(live)).toHaveLength(before);
    await emit(live, 'page.visible');
    await live.send({ type: 'shopper.returned' });
    await emit(live, 'page.visible');
    expect(asked(live)).toHaveLength(before + 1);
    expect(live.snapshot.context.problem?.text).toBe(TIMED_OUT);
    await live.answer('checkStatus', report());
    expect(isSaid(live)).toBe(true);
    await live.send({ type: 'shopper.returned' });
    expect(asked(live)).toHaveLength(before + 2);
  });

  test('is paid by late money', async () => {
    const live = await lookedAt();
    await live.answer('checkStatus', report({ status: 'completed' }));
    expect(live.snapshot.output?.outcome).toBe('paid');
    expect(effects(live)).toEqual(['removeOrdered']);
  });

  test('fails with the reason', async () => {
    const live = await lookedAt();
    await live.answer('checkStatus', report({ status: 'failed', failureReason: 'Wrong M-Pesa PIN.' }));
    expect(live.snapshot.matches({ unpaid: 'failed' })).toBe(true);
    expect(live.snapshot.context.problem?.text).toBe('Wrong M-Pesa PIN.');
  });

  test.each(['offline', 'timeout', 'server error', 'broken'])('stays timed out after a failure: %s', async (how) => {
    const live = await lookedAt();
    await live.fail('checkStatus', failures[how]);
    expect(isSaid(live)).toBe(true);
  });

  test('D17: is forgotten when the server does not know it', async () => {
    const live = await lookedAt();
    await live.fail('checkStatus', notFound);
    expect(live.snapshot.output?.outcome).toBe('gone');
    expect(effects(live)).toEqual(['forgetOrder']);
  });

  test('§6: ends with the session', async () => {
    const live = await lookedAt();
    await live.fail('checkStatus', failures['unauthorized']);
    expect(live.snapshot.output?.outcome).toBe('signedOut');
    expect(effects(live)).toEqual([]);
  });

  test('D9: forgets its prompt when it is dismissed, like a failed payment', async () => {
    const live = await timedOut();
    await live.send({ type: 'payment.dismiss' });
    expect(effects(live)).toEqual(['forgetPrompt']);
    expect(live.snapshot.output?.outcome).toBe('dismissed');
  });
});
