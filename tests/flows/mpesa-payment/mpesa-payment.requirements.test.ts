import { describe, expect, test } from 'vitest';
import { failures } from '../../../model-testing.config.ts';
import { getSecondsUntil } from '../../../src/rules/countdown.ts';
import { createPush, toPaymentReport, getPushWait } from '../../../src/rules/payment/payment.ts';
import { getSendAgainTime } from '../../../src/rules/payment/payment-times.ts';
import type { KnownTimes } from '../../../src/rules/payment/payment-times.ts';
import { ApiError } from '../../../contract/errors.ts';
import { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import type { MpesaPaymentInput } from '../../../src/machines/payment/mpesa-payment.setup.ts';
import {
  JUST_NOW,
  notFound,
  ORDER,
  orderGone,
  PAYER,
  pushedAgo,
  report,
  START,
  TIMED_OUT,
  waitAMoment,
} from '../support/payment.samples.ts';
import { LiveActor } from 'model-testing/model/live';

type Payment = LiveActor<typeof mpesaPaymentMachine>;

async function start(prompt: MpesaPaymentInput['prompt'], change: Partial<MpesaPaymentInput> = {}): Promise<Payment> {
  const live = new LiveActor(mpesaPaymentMachine);
  await live.start({ orderId: ORDER, phone: PAYER, amount: 3000, prompt, ...change });
  return live;
}
/** A payment whose prompt is on the phone. Without times it is resumed after a reload. */
const paying = (times: KnownTimes | null = JUST_NOW, change: Partial<MpesaPaymentInput> = {}) =>
  start({ checkoutRequestId: 'ws_1', times, startedAt: START }, change).then(async (live) => {
    await tick(live, 0);
    return live;
  });
/** The same payment after M-Pesa has answered that nothing was paid (U4). */
const checked = async () => {
  const live = await paying();
  await live.advance(3_000);
  await live.answer('checkStatus', report());
  return live;
};
const pushing = () => start(null);

const asked = (live: Payment) => live.calls.filter(({ slot }) => slot === 'checkStatus');
const effects = (live: Payment) => live.effects.map(({ type }) => type);
const emit = (live: Payment, type: 'page.hidden' | 'page.visible' | 'network.lost' | 'network.back') =>
  live.emit('watchConnection', { type });
const tick = (live: Payment, ms: number) => live.emit('clock', { type: 'clock.tick', now: START + ms });

/** Advances the time and answers every check immediately. */
async function pollFor(live: Payment, ms: number, answer = report()) {
  const until = live.now + ms;
  while (live.now < until && live.snapshot.matches('pending')) {
    await live.advance(Math.min(1_000, until - live.now));
    if (live.openCalls().some(({ slot }) => slot === 'checkStatus')) await live.answer('checkStatus', answer);
  }
}

describe('polling', () => {
  test('§4: checks every 3 s for 10 minutes, then stops', async () => {
    const live = await paying();
    await pollFor(live, 700_000);
    expect(asked(live).map(({ at }) => at)).toEqual(Array.from({ length: 199 }, (_, index) => (index + 1) * 3_000));
    expect(live.snapshot.matches({ unpaid: 'timedOut' })).toBe(true);
    expect(live.snapshot.context.problem?.text).toBe(TIMED_OUT);
  });

  test('§4: never sends two checks at the same time, even when the server is slow', async () => {
    const live = await paying();
    await live.advance(9_999);
    expect(asked(live)).toHaveLength(1);
    await live.fail('checkStatus', failures['timeout']);
    await live.advance(2_999);
    expect(asked(live)).toHaveLength(1);
    await live.advance(1);
    expect(asked(live)).toHaveLength(2);
  });

  test('U5: sends no check while the page is hidden, and one immediately on return', async () => {
    const live = await paying();
    await emit(live, 'page.hidden');
    await live.advance(60_000);
    expect(asked(live)).toEqual([]);
    await emit(live, 'page.visible');
    expect(asked(live).map(({ at }) => at)).toEqual([60_000]);
  });

  test('U5, Q26: sends a check every 10 s while offline, and one immediately when the network is back', async () => {
    const live = await paying();
    await emit(live, 'network.lost');
    for (let tries = 0; tries < 5; tries++) {
      await live.advance(10_000);
      await live.fail('checkStatus', failures['offline']);
    }
    await live.advance(9_999);
    expect(asked(live).map(({ at }) => at)).toEqual([10_000, 20_000, 30_000, 40_000, 50_000]);
    await emit(live, 'network.back');
    expect(
      asked(live)
        .map(({ at }) => at)
        .slice(5),
    ).toEqual([59_999]);
    await live.fail('checkStatus', failures['offline']);
    await live.advance(10_000);
    expect(
      asked(live)
        .map(({ at }) => at)
        .slice(6),
    ).toEqual([69_999]);
  });

  test('U5: waits for both the network and a visible page', async () => {
    const live = await paying();
    await emit(live, 'page.hidden');
    await emit(live, 'network.lost');
    await emit(live, 'page.visible');
    expect(live.snapshot.hasTag('offline')).toBe(true);
    await emit(live, 'network.back');
    expect(asked(live)).toHaveLength(1);
  });

  test('H15: retries an unreachable server every 10 s, even when the browser reports no lost network', async () => {
    const live = await paying();
    await live.advance(3_000);
    await live.fail('checkStatus', failures['offline']);
    await live.advance(10_000);
    await live.fail('checkStatus', failures['offline']);
    await live.advance(10_000);
    await live.answer('checkStatus', report({ status: 'completed' }));
    expect(asked(live).map(({ at }) => at)).toEqual([3_000, 13_000, 23_000]);
    expect(live.snapshot.output?.outcome).toBe('paid');
  });
});

describe('the prompt', () => {
  test('U4, D8: Send again counts down to 120 s after the push', async () => {
    const live = await checked();
    await live.advance(72_000);
    const left = () => getSecondsUntil(getSendAgainTime(live.snapshot.context), live.snapshot.context.now);
    expect(left()).toBe(45);
    await tick(live, 100_000);
    expect(left()).toBe(20);
    expect(live.snapshot.can({ type: 'payment.sendAgain' })).toBe(false);
    await tick(live, 120_000);
    expect(live.snapshot.can({ type: 'payment.sendAgain' })).toBe(true);
  });

  test('D8: Send again counts down the longer wait of the server', async () => {
    const live = await checked();
    await tick(live, 120_000);
    await live.send({ type: 'payment.sendAgain' });
    await live.fail('pushPrompt', waitAMoment);
    expect(getSecondsUntil(getSendAgainTime(live.snapshot.context), live.snapshot.context.now)).toBe(45);
    await tick(live, 164_999);
    expect(live.snapshot.can({ type: 'payment.sendAgain' })).toBe(false);
    await tick(live, 165_000);
    expect(live.snapshot.can({ type: 'payment.sendAgain' })).toBe(true);
  });

  test('H13: a page that slept past every deadline catches up with one tick', async () => {
    const live = await paying();
    await tick(live, 130_000);
    expect(live.snapshot.hasTag('unsure')).toBe(true);
    await live.advance(3_000);
    await live.answer('checkStatus', report());
    expect(live.snapshot.hasTag('expired') && live.snapshot.can({ type: 'payment.sendAgain' })).toBe(true);
  });

  test('Q14: checks only the new prompt after Send again', async () => {
    const live = await checked();
    await live.advance(117_000);
    await live.send({ type: 'payment.sendAgain' });
    await live.answer('pushPrompt', { checkoutRequestId: 'ws_2', sentAt: START + 120_000 });
    await live.advance(3_000);
    expect(
      live
        .openCalls()
        .filter(({ slot }) => slot === 'checkStatus')
        .map(({ input }) => input),
    ).toEqual([{ checkoutRequestId: 'ws_2' }]);
    expect(live.effects).toMatchObject([{ type: 'keepPrompt', params: { orderId: ORDER, checkoutRequestId: 'ws_2' } }]);
  });

  test('Q19: Send again does not restart the 10 minutes', async () => {
    const live = await paying();
    await pollFor(live, 300_000);
    await live.send({ type: 'payment.sendAgain' });
    await live.answer('pushPrompt', { checkoutRequestId: 'ws_2', sentAt: START + 300_000 });
    await pollFor(live, 299_999);
    expect(live.snapshot.matches('pending')).toBe(true);
    await live.advance(1);
    expect(live.snapshot.matches({ unpaid: 'timedOut' })).toBe(true);
  });

  test('Q19: Try again sends a prompt to the same number immediately and restarts the 10 minutes', async () => {
    const live = await paying();
    await pollFor(live, 600_000);
    await live.send({ type: 'payment.retry' });
    expect(live.open('pushPrompt').input).toMatchObject({ phoneNumber: PAYER, orderId: ORDER });
    const sentAt = START + 603_000;
    await live.answer('pushPrompt', { checkoutRequestId: 'ws_2', sentAt });
    expect(live.snapshot.context).toMatchObject({ pushedAt: sentAt, startedAt: sentAt, now: sentAt });
    await live.advance(599_999);
    expect(live.snapshot.matches({ pending: { limit: 'running' } })).toBe(true);
  });

  test('A33: the prompt contains the short id of the order in capitals', () => {
    expect(createPush({ phone: PAYER, amount: 3000, orderId: ORDER, proof: null })).toEqual({
      phoneNumber: PAYER,
      amount: 3000,
      orderId: ORDER,
      accountReference: 'A1B2C3D4',
    });
  });
});

describe('results of a check', () => {
  test('§4: a check that is pending when the 10 minutes end still counts', async () => {
    const live = await paying();
    await live.advance(600_000);
    expect(live.snapshot.hasTag('over')).toBe(true);
    await live.answer('checkStatus', report({ status: 'completed' }));
    expect(live.snapshot.output?.outcome).toBe('paid');
  });

  test('U5: a page that was hidden at the end of the 10 minutes checks once more when it is visible', async () => {
    const live = await paying();
    await emit(live, 'page.hidden');
    await live.advance(900_000);
    await emit(live, 'page.visible');
    expect(asked(live)).toHaveLength(1);
    await live.answer('checkStatus', report());
    expect(live.snapshot.matches({ unpaid: 'timedOut' })).toBe(true);
  });

  test('U6: the lines leave the cart when the payment is completed, once', async () => {
    const live = await paying();
    await live.advance(3_000);
    await live.answer('checkStatus', report({ status: 'completed' }));
    expect(effects(live)).toEqual(['removeOrdered']);
  });
});

describe('resuming after a reload', () => {
  test('U6: sends a check immediately', async () => {
    const live = await paying(null);
    expect(asked(live).map(({ input }) => input)).toEqual([{ checkoutRequestId: 'ws_1' }]);
  });

  test.each([
    [0, 600_000],
    [599, 1_000],
    [74, 526_000],
  ])('Q19: %d s after the push %d ms are left', async (seconds, left) => {
    const live = await paying(null);
    await live.answer('checkStatus', pushedAgo(seconds));
    await emit(live, 'page.hidden');
    await live.advance(left - 1);
    expect(live.snapshot.matches({ pending: { limit: 'running' } })).toBe(true);
    await live.advance(1);
    expect(live.snapshot.matches({ pending: { limit: 'over' } })).toBe(true);
  });

  test('Q28: a second reload without a connection does not restart the time: 300 of 600 s are left', async () => {
    for (const page of ['reloaded', 'reloaded again']) {
      const live = await start({ checkoutRequestId: 'ws_1', times: null, startedAt: START });
      await tick(live, 300_000);
      expect(asked(live).map(({ input }) => input)).toEqual([{ checkoutRequestId: 'ws_1' }]);
      await live.fail('checkStatus', failures['offline']);
      await emit(live, 'page.hidden');
      await tick(live, 599_999);
      expect([page, live.snapshot.matches({ pending: { limit: 'running' } })]).toEqual([page, true]);
      await tick(live, 600_000);
      expect([page, live.snapshot.matches({ pending: { limit: 'over' } })]).toEqual([page, true]);
      // The page stores nothing, so the next reload starts from the same record.
      expect(effects(live)).toEqual([]);
    }
  });

  test('U5: a page that opens offline receives amount, phone and times when the network is back', async () => {
    const live = await paying(null, { orderId: '', phone: '', amount: 0 });
    await live.fail('checkStatus', failures['offline']);
    await live.advance(10_000);
    await live.answer('checkStatus', pushedAgo(130));
    expect(live.snapshot.context).toMatchObject({ orderId: ORDER, phone: PAYER, amount: 3000 });
    expect(live.snapshot.can({ type: 'payment.sendAgain' })).toBe(true);
  });

  test('H13: counts time from the start until the first tick, and then follows the ticks', async () => {
    const live = await paying(null);
    await live.fail('checkStatus', failures['server error']);
    await emit(live, 'network.lost');
    await live.advance(75_000);
    await tick(live, 0);
    expect(getSecondsUntil(getSendAgainTime(live.snapshot.context), live.snapshot.context.now)).toBe(45);
  });

  test('H13: a clock that is an hour ahead until the first response does not change the resumed payment', async () => {
    const live = await paying(null);
    await tick(live, 3_600_000);
    await live.answer('checkStatus', pushedAgo(5));
    expect(live.snapshot.matches('pending')).toBe(true);
    expect(getSecondsUntil(getSendAgainTime(live.snapshot.context), live.snapshot.context.now)).toBe(115);
    expect(live.snapshot.hasTag('expired')).toBe(false);
  });

  test('D17: forgets a payment that the server does not know, without a message', async () => {
    const live = await paying(null);
    await live.fail('checkStatus', notFound);
    expect(effects(live)).toEqual(['forgetOrder']);
    expect(live.snapshot.output).toMatchObject({ outcome: 'gone', problem: null });
  });

  test("D9: pushes a failed resumed payment again with the server's phone and amount", async () => {
    const live = await paying(null, { phone: '', amount: 0 });
    await live.answer('checkStatus', report({ status: 'failed', failureReason: 'The request expired.' }));
    await live.send({ type: 'payment.retry' });
    expect(live.open('pushPrompt').input).toMatchObject({ phoneNumber: PAYER, amount: 3000, orderId: ORDER });
  });
});

describe('failures', () => {
  test('D10: retries a push without a response with the same order', async () => {
    const live = await pushing();
    await live.fail('pushPrompt', failures['timeout']);
    expect(live.snapshot.context.problem?.text).toBe('Failed to initiate M-Pesa payment');
    await live.send({ type: 'payment.retry' });
    const [first, second] = live.calls.filter(({ slot }) => slot === 'pushPrompt').map(({ input }) => input);
    expect(second).toEqual(first);
  });

  test('D12: forgets an order that was cancelled in the meantime and shows the refusal', async () => {
    const live = await pushing();
    await live.fail('pushPrompt', orderGone);
    expect(effects(live)).toEqual(['forgetOrder']);
    expect(live.snapshot.output).toMatchObject({
      outcome: 'cancelled',
      problem: { text: 'This order has been cancelled.' },
    });
  });

  test('D8: Try again counts down the longer wait of the server, also through a sleep', async () => {
    const live = await pushing();
    await live.fail('pushPrompt', waitAMoment);
    expect(live.snapshot.can({ type: 'payment.retry' })).toBe(false);
    await tick(live, 0);
    const { blockedUntil, now } = live.snapshot.context;
    expect(getSecondsUntil(blockedUntil, now)).toBe(45);
    await tick(live, 44_999);
    expect(live.snapshot.can({ type: 'payment.retry' })).toBe(false);
    await tick(live, 45_000);
    expect(live.snapshot.can({ type: 'payment.retry' })).toBe(true);
  });

  test('D8: a wait for Send again does not block Try again', async () => {
    const live = await checked();
    await tick(live, 120_000);
    await live.send({ type: 'payment.sendAgain' });
    await live.fail('pushPrompt', waitAMoment);
    await live.advance(3_000);
    await live.answer('checkStatus', report({ status: 'failed' }));
    expect(live.snapshot.can({ type: 'payment.retry' })).toBe(true);
  });

  test.each([
    [waitAMoment, 45_000],
    [new ApiError({ kind: 'refused', status: 429, retryAfter: 30_000 }), 30_000],
    [new ApiError({ kind: 'refused', status: 409, data: { retryAfter: -1 } }), 0],
    [new ApiError({ kind: 'refused', status: 409, data: 'soon' }), 0],
    [failures['offline'], 0],
  ])('D8, H15: the wait after a refused push, case %#', (error, ms) => expect(getPushWait(error)).toBe(ms));
});

test('§3: fields that the server leaves empty count as unknown', () => {
  const payment = {
    status: 'pending',
    failureReason: '',
    checkoutRequestId: '',
    orderId: '',
    amount: 0,
    phoneNumber: '',
    checkedAt: '',
    isAskable: true,
    byHand: false,
    retryAt: '',
  } as const;
  expect(toPaymentReport({ ...payment, pushedAt: '', startedAt: '' }, START)).toMatchObject({
    pushedAt: 0,
    startedAt: 0,
    now: START,
  });
  expect(toPaymentReport({ ...payment, pushedAt: new Date(START).toISOString(), startedAt: '' }, START)).toMatchObject({
    pushedAt: START,
    startedAt: START,
  });
});
