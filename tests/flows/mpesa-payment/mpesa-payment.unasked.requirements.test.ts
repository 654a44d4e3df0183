import { expect, test } from 'vitest';
import { otherWaysAt } from '../../../contract/rules/payment-times.ts';
import { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import { LiveActor } from 'model-testing/model/live';
import { JUST_NOW, ORDER, PAYER, report, START, unchecked } from '../support/payment.samples.ts';

/** A payment whose prompt was sent just now. */
async function paying() {
  const live = new LiveActor(mpesaPaymentMachine);
  await live.start({
    orderId: ORDER,
    phone: PAYER,
    amount: 3000,
    userName: 'Jane',
    prompt: { checkoutRequestId: 'ws_1', times: JUST_NOW, startedAt: START },
  });
  return live;
}

type Payment = Awaited<ReturnType<typeof paying>>;
const tick = (live: Payment, ms: number) => live.emit('clock', { type: 'clock.tick', now: START + ms });
const isOffered = (live: Payment) => live.snapshot.hasTag('expired') && !live.snapshot.hasTag('unsure');

test('X7: offers no other way to pay until M-Pesa has answered, however long that takes', async () => {
  const live = await paying();
  for (const ms of [75_000, 120_000, 599_000]) {
    await tick(live, ms);
    await live.advance(3_000);
    await live.answer('checkStatus', unchecked(ms / 1_000));
    expect(isOffered(live)).toBe(false);
    expect(live.snapshot.can({ type: 'payment.payOnDelivery' })).toBe(false);
    expect(live.snapshot.can({ type: 'payment.sendAgain' })).toBe(false);
  }
  await live.advance(3_000);
  await live.answer('checkStatus', report({ now: START + 599_000 }));
  expect(isOffered(live)).toBe(true);
});

test('X7: asks M-Pesa about the payment before it offers another way to a shopper who saw no prompt', async () => {
  const live = await paying();
  await tick(live, 80_000);
  await live.send({ type: 'payment.noPrompt' });
  expect(live.open('askFirst').input).toEqual({ checkoutRequestId: 'ws_1' });
  expect(isOffered(live)).toBe(false);
  await live.advance(3_000);
  await live.answer('checkStatus', report({ status: 'completed' }));
  expect(live.snapshot.output?.outcome).toBe('paid');
});

test('X10: enables Pay on delivery at the moment when the server accepts it', async () => {
  const live = await paying();
  await live.advance(3_000);
  await live.answer('checkStatus', report());
  const at = otherWaysAt(START) - START;
  await tick(live, at - 1);
  expect(live.snapshot.can({ type: 'payment.payOnDelivery' })).toBe(false);
  await tick(live, at);
  expect(live.snapshot.can({ type: 'payment.payOnDelivery' })).toBe(true);
});

test('U4: a payment that completes while Pay on delivery is pending counts as paid', async () => {
  const live = await paying();
  await live.advance(3_000);
  await live.answer('checkStatus', report());
  await live.advance(117_000);
  await live.send({ type: 'payment.payOnDelivery' });
  await live.answer('checkStatus', report({ status: 'completed' }));
  expect(live.snapshot.output?.outcome).toBe('paid');
});
