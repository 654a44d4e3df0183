import { describe, expect, test } from 'vitest';
import { secondsUntil } from '../../src/rules/countdown.ts';
import { isMobile, mpesaPhone, prefilledMpesaPhone } from '../../contract/rules/mpesa-phone.ts';
import { newsOf, pushFor, waitIn } from '../../src/rules/payment.ts';
import { sendAgainAt } from '../../src/rules/payment-times.ts';
import { ApiError } from '../../contract/errors.ts';
import { mpesaPaymentMachine } from '../../src/machines/mpesa-payment.machine.ts';
import type { MpesaPaymentInput } from '../../src/machines/mpesa-payment.machine.ts';
import { orderPlacementMachine } from '../../src/machines/order-placement.machine.ts';
import { paymentWatchMachine } from '../../src/machines/payment-watch.machine.ts';
import type { KnownTimes } from '../../src/rules/payment-times.ts';
import { draft, placement, watched } from '../models/mpesa-payment.model.ts';
import { news, ORDER, orderGone, PAYER, pushedAgo, START, waitAMoment } from '../models/payment.samples.ts';
import { failures } from '../../model-testing/model/failures.ts';
import { LiveActor } from '../../model-testing/model/live.ts';

type Watch = LiveActor<typeof paymentWatchMachine>;

const JUST_NOW: KnownTimes = { pushedAt: START, startedAt: START, now: START };
const TIMED_OUT = 'Payment confirmation timed out. Please check your M-Pesa messages.';

async function watching(times: KnownTimes | null = JUST_NOW): Promise<Watch> {
  const live = new LiveActor(paymentWatchMachine);
  await live.start({ checkoutRequestId: 'ws_1', orderId: ORDER, phone: PAYER, amount: 3000, times });
  return live;
}

async function paying(change: Partial<MpesaPaymentInput> = {}) {
  const machine = mpesaPaymentMachine.provide({
    actors: { orderPlacement: orderPlacementMachine, paymentWatch: paymentWatchMachine },
  });
  const live = new LiveActor(machine);
  await live.start({ draft, phone: '0712345678', amount: 3000, orderId: null, kept: null, ...change });
  return live;
}
type Payment = Awaited<ReturnType<typeof paying>>;

const asked = (live: Watch) => live.calls.filter(({ slot }) => slot === 'checkStatus');
const count = (live: Payment, slot: string) => live.calls.filter((call) => call.slot === slot).length;
const effects = (live: Payment) => live.effects.map(({ type }) => type);
const emit = (live: Watch, type: 'page.hidden' | 'page.visible' | 'network.lost' | 'network.back') =>
  live.emit('watchPage', { type });
const tick = (live: Watch, ms: number) => live.emit('clock', { type: 'clock.tick', now: START + ms });

/** Lets time pass in a shop that answers every check at once. */
async function pollFor(live: Watch, ms: number, answer = news()) {
  const until = live.now + ms;
  while (live.now < until && live.snapshot.status === 'active') {
    await live.advance(Math.min(1_000, until - live.now));
    if (live.openCalls().some(({ slot }) => slot === 'checkStatus')) await live.answer('checkStatus', answer);
  }
}

/** From the phone to the prompt. */
async function toPrompt(live: Payment) {
  await live.send({ type: 'phone.confirm' });
  if (live.snapshot.matches('placingOrder')) await live.answer('orderPlacement', placement());
  await live.answer('pushPrompt', { checkoutRequestId: 'ws_1', sentAt: START });
}

async function toInline(live: Payment, reason = 'You cancelled the payment.') {
  await toPrompt(live);
  await live.answer('paymentWatch', watched('failed', reason));
  await live.advance(3_000);
}

describe('the phone', () => {
  test.each([
    ['0712345678', PAYER],
    ['0712 345-678', PAYER],
    ['+254712345678', PAYER],
    ['254712345678', PAYER],
    ['(0712) 345 678', PAYER],
    ['712345678', PAYER],
    ['112345678', '254112345678'],
    ['0112345678', '254112345678'],
    ['254212345678', '254212345678'],
    ['0212345678', '254212345678'],
    ['00254712345678', null],
    ['71234567', null],
    ['7123456789', null],
    ['212345678', null],
    ['071234567', null],
    ['07123456789', null],
    ['25471234567', null],
    ['2547123456789', null],
    ['255712345678', null],
    ['', null],
    ['   ', null],
    ['abc', null],
    ['0', null],
    ['٠٧١٢٣٤٥٦٧٨', null],
  ])('§5, A19: %j is sent as %j', (typed, sent) => expect(mpesaPhone(typed)).toBe(sent));

  test.each([
    [PAYER, true],
    ['254112345678', true],
    ['254212345678', false],
    ['254012345678', false],
  ])('A19: the server takes %s: %s', (phone, isTaken) => expect(isMobile(phone)).toBe(isTaken));

  test.each([
    ['0712345678', PAYER],
    ['+254712345678', PAYER],
    [PAYER, PAYER],
    ['+2348012345678', ''],
    ['+233241234567', ''],
    ['', ''],
    [null, ''],
    [undefined, ''],
    ['0212345678', ''],
  ])('A18: the profile phone %j fills the field with %j', (profile, field) =>
    expect(prefilledMpesaPhone(profile)).toBe(field),
  );

  test('A19: a number that is not Kenyan is refused with its text, and nothing is called', async () => {
    const live = await paying();
    await live.send({ type: 'phone.change', phone: '255712345678' });
    await live.send({ type: 'phone.confirm' });
    expect(live.snapshot.context.phoneError).toBe('Please enter a valid Kenyan phone number (e.g., 0712345678)');
    expect(live.calls).toEqual([]);
  });

  test("§2: after Cancel, 'Pay with M-Pesa' asks for the phone anew", async () => {
    const first = await paying();
    await first.send({ type: 'dialog.cancel' });
    expect(first.snapshot.output).toEqual({ outcome: 'dismissed', orderId: null, lines: [] });
    expect((await paying()).snapshot.matches('confirmingPhone')).toBe(true);
  });
});

describe('one order', () => {
  test('D9: however often the payment fails and is tried again, there is one POST /orders', async () => {
    const live = await paying();
    await toInline(live);
    for (let retry = 0; retry < 5; retry++) {
      await live.send({ type: 'payment.retry' });
      await live.send({ type: 'payment.retry' });
      await live.answer('pushPrompt', { checkoutRequestId: `ws_${retry}`, sentAt: START });
      await live.answer('paymentWatch', watched('failed', 'Wrong M-Pesa PIN.'));
      await live.advance(3_000);
    }
    expect([count(live, 'orderPlacement'), count(live, 'pushPrompt')]).toEqual([1, 6]);
  });

  test('D9: a double click on Confirm places one order and sends one prompt', async () => {
    const live = await paying();
    for (let click = 0; click < 3; click++) await live.send({ type: 'phone.confirm' });
    await live.answer('orderPlacement', placement());
    for (let click = 0; click < 3; click++) await live.send({ type: 'phone.confirm' });
    expect([count(live, 'orderPlacement'), count(live, 'pushPrompt')]).toEqual([1, 1]);
  });

  test('D10: a push whose answer is lost is tried again with the same order', async () => {
    const live = await paying();
    await live.send({ type: 'phone.confirm' });
    await live.answer('orderPlacement', placement());
    await live.fail('pushPrompt', failures['timeout']);
    await live.advance(3_000);
    expect(live.snapshot.context.problem?.text).toBe('Failed to initiate M-Pesa payment');
    await live.send({ type: 'payment.retry' });
    const [first, second] = live.calls.filter(({ slot }) => slot === 'pushPrompt').map(({ input }) => input);
    expect(second).toEqual(first);
  });

  test('D12: an order that is cancelled meanwhile is forgotten, and the next try makes another one', async () => {
    const live = await paying({ orderId: ORDER });
    await live.send({ type: 'phone.confirm' });
    await live.fail('pushPrompt', orderGone);
    expect(effects(live)).toEqual(['forgetOrder']);
    await live.advance(3_000);
    await live.send({ type: 'payment.retry' });
    expect([live.snapshot.value, count(live, 'orderPlacement')]).toEqual(['placingOrder', 1]);
  });

  test('D12: where a resumed order is cancelled, there is nothing to try again', async () => {
    const live = await paying({ draft: null, kept: { orderId: ORDER, checkoutRequestId: 'ws_1' } });
    await live.answer('paymentWatch', watched('failed', 'The request expired.'));
    await live.advance(3_000);
    await live.send({ type: 'payment.retry' });
    await live.fail('pushPrompt', orderGone);
    await live.advance(3_000);
    await live.send({ type: 'payment.retry' });
    expect(live.snapshot.output?.outcome).toBe('dismissed');
  });

  test.each([
    [2999.5, 3000],
    [3000, 3000],
    [0.01, 1],
    [249_999.999, 250_000],
  ])('§5: %d is asked for as %d whole shillings', async (total, sent) => {
    const live = await paying({ amount: total });
    await live.send({ type: 'phone.confirm' });
    await live.answer('orderPlacement', placement());
    expect(live.open('pushPrompt').input).toMatchObject({ amount: sent });
  });

  test('A33: the prompt names the short id of the order in capitals', () => {
    expect(pushFor({ phone: PAYER, amount: 3000, orderId: ORDER })).toEqual({
      phoneNumber: PAYER,
      amount: 3000,
      orderId: ORDER,
      accountReference: 'A1B2C3D4',
    });
  });
});

describe('polling', () => {
  test('§4: every 3 s for 10 minutes, and then no more', async () => {
    const live = await watching();
    await pollFor(live, 700_000);
    expect(asked(live).map(({ at }) => at)).toEqual(Array.from({ length: 199 }, (_, index) => (index + 1) * 3_000));
    expect(live.snapshot.output).toMatchObject({ outcome: 'timedOut', reason: { text: TIMED_OUT } });
  });

  test('§4: never two at once, however slow the shop is', async () => {
    const live = await watching();
    await live.advance(9_999);
    expect(asked(live)).toHaveLength(1);
    await live.fail('checkStatus', failures['timeout']);
    await live.advance(2_999);
    expect(asked(live)).toHaveLength(1);
    await live.advance(1);
    expect(asked(live)).toHaveLength(2);
  });

  test('U5: none while the page is hidden, one at once on return', async () => {
    const live = await watching();
    await emit(live, 'page.hidden');
    await live.advance(60_000);
    expect(asked(live)).toEqual([]);
    await emit(live, 'page.visible');
    expect(asked(live).map(({ at }) => at)).toEqual([60_000]);
  });

  test('U5: none while offline, one at once when the network is back', async () => {
    const live = await watching();
    await emit(live, 'network.lost');
    await live.advance(60_000);
    expect(asked(live)).toEqual([]);
    await emit(live, 'network.back');
    expect(asked(live).map(({ at }) => at)).toEqual([60_000]);
  });

  test('U5: offline and hidden, it waits for both', async () => {
    const live = await watching();
    await emit(live, 'page.hidden');
    await emit(live, 'network.lost');
    await emit(live, 'page.visible');
    expect(live.snapshot.hasTag('offline')).toBe(true);
    await emit(live, 'network.back');
    expect(asked(live)).toHaveLength(1);
  });

  test('H15: a shop that cannot be reached is tried again every 10 s, although the browser tells of no lost network', async () => {
    const live = await watching();
    await live.advance(3_000);
    await live.fail('checkStatus', failures['offline']);
    await live.advance(10_000);
    await live.fail('checkStatus', failures['offline']);
    await live.advance(10_000);
    await live.answer('checkStatus', news({ status: 'completed' }));
    expect(asked(live).map(({ at }) => at)).toEqual([3_000, 13_000, 23_000]);
    expect(live.snapshot.output?.outcome).toBe('completed');
  });
});

describe('the prompt', () => {
  test('U4, D8: Send again counts down to 120 s after the push', async () => {
    const live = await watching();
    await live.advance(75_000);
    const left = () => secondsUntil(sendAgainAt(live.snapshot.context), live.snapshot.context.now);
    expect(left()).toBe(45);
    await tick(live, 100_000);
    expect(left()).toBe(20);
    expect(live.snapshot.can({ type: 'payment.sendAgain' })).toBe(false);
    await tick(live, 120_000);
    expect(live.snapshot.can({ type: 'payment.sendAgain' })).toBe(true);
  });

  test('D8: where the server wants more time, Send again counts that down', async () => {
    const live = await watching();
    await tick(live, 120_000);
    await live.send({ type: 'payment.sendAgain' });
    await live.fail('pushPrompt', waitAMoment);
    expect(secondsUntil(sendAgainAt(live.snapshot.context), live.snapshot.context.now)).toBe(45);
    await tick(live, 164_999);
    expect(live.snapshot.can({ type: 'payment.sendAgain' })).toBe(false);
    await tick(live, 165_000);
    expect(live.snapshot.can({ type: 'payment.sendAgain' })).toBe(true);
  });

  test('H13: a page that slept past every deadline catches up with one tick', async () => {
    const live = await watching();
    await tick(live, 130_000);
    expect(live.snapshot.hasTag('expired') && live.snapshot.can({ type: 'payment.sendAgain' })).toBe(true);
  });

  test('Q14: after Send again only the new prompt is asked about', async () => {
    const live = await watching();
    await live.advance(120_000);
    await live.send({ type: 'payment.sendAgain' });
    await live.answer('pushPrompt', { checkoutRequestId: 'ws_2', sentAt: START + 120_000 });
    await live.advance(3_000);
    expect(
      live
        .openCalls()
        .filter(({ slot }) => slot === 'checkStatus')
        .map(({ input }) => input),
    ).toEqual([{ checkoutRequestId: 'ws_2' }]);
    expect(live.effects).toMatchObject([{ type: 'keepPrompt', params: { checkoutRequestId: 'ws_2' } }]);
  });

  test('Q19: Send again does not give other 10 minutes', async () => {
    const live = await watching();
    await emit(live, 'network.lost');
    await live.advance(300_000);
    await live.send({ type: 'payment.sendAgain' });
    await live.answer('pushPrompt', { checkoutRequestId: 'ws_2', sentAt: START + 300_000 });
    await live.advance(299_999);
    expect(live.snapshot.status).toBe('active');
    await live.advance(1);
    expect(live.snapshot.output?.outcome).toBe('timedOut');
  });

  test('Q19: Try again starts anew, at once and to the same number', async () => {
    const live = await paying();
    await toPrompt(live);
    await live.answer('paymentWatch', watched('timedOut', TIMED_OUT));
    await live.advance(3_000);
    await live.send({ type: 'payment.retry' });
    expect(live.open('pushPrompt').input).toMatchObject({ phoneNumber: PAYER, orderId: ORDER });
    const sentAt = START + 603_000;
    await live.answer('pushPrompt', { checkoutRequestId: 'ws_2', sentAt });
    expect(live.open('paymentWatch').input).toMatchObject({
      times: { pushedAt: sentAt, startedAt: sentAt, now: sentAt },
    });
  });
});

describe('the money wins', () => {
  test('§4: a check that is under way when the 10 minutes end still counts', async () => {
    const live = await watching();
    await live.advance(600_000);
    expect(live.snapshot.hasTag('over')).toBe(true);
    await live.answer('checkStatus', news({ status: 'completed' }));
    expect(live.snapshot.output?.outcome).toBe('completed');
  });

  test('U5: a page that was hidden when they ended looks once more when it is seen', async () => {
    const live = await watching();
    await emit(live, 'page.hidden');
    await live.advance(900_000);
    await emit(live, 'page.visible');
    expect(asked(live)).toHaveLength(1);
    await live.answer('checkStatus', news());
    expect(live.snapshot.output?.outcome).toBe('timedOut');
  });

  test('U4: paid while Pay on delivery is under way is paid', async () => {
    const live = await watching();
    await live.advance(75_000);
    await live.send({ type: 'payment.payOnDelivery' });
    await live.answer('checkStatus', news({ status: 'completed' }));
    expect(live.snapshot.output?.outcome).toBe('completed');
  });

  test('U6: the lines leave the cart at the moment of the money, once, and the record goes with the page', async () => {
    const live = await paying();
    await toPrompt(live);
    await live.answer('paymentWatch', watched('completed'));
    expect(effects(live)).toEqual(['keepOrder', 'keepPrompt', 'removeOrdered']);
    await live.advance(2_000);
    expect(effects(live)).toEqual(['keepOrder', 'keepPrompt', 'removeOrdered', 'forgetPayment', 'goToOrderSuccess']);
    expect(live.snapshot.output).toEqual({ outcome: 'done', orderId: ORDER, lines: [] });
  });
});

describe('coming back', () => {
  test('U6: after a reload the shop is asked at once', async () => {
    const payment = await paying({ draft: null, kept: { orderId: ORDER, checkoutRequestId: 'ws_1' } });
    expect(payment.open('paymentWatch').input).toMatchObject({ checkoutRequestId: 'ws_1', times: null });
    const live = await watching(null);
    expect(asked(live).map(({ input }) => input)).toEqual([{ checkoutRequestId: 'ws_1' }]);
  });

  test.each([
    [0, 600_000],
    [599, 1_000],
    [74, 526_000],
  ])('Q19: %d s after the push %d ms are left', async (seconds, left) => {
    const live = await watching(null);
    await live.answer('checkStatus', pushedAgo(seconds));
    await emit(live, 'network.lost');
    await live.advance(left - 1);
    expect(live.snapshot.status).toBe('active');
    await live.advance(1);
    expect(live.snapshot.output?.outcome).toBe('timedOut');
  });

  test('U5: opened without a connection, it learns amount, phone and times as soon as there is one', async () => {
    const live = new LiveActor(paymentWatchMachine);
    await live.start({ checkoutRequestId: 'ws_1', orderId: '', phone: '', amount: 0, times: null });
    await live.fail('checkStatus', failures['offline']);
    await live.advance(10_000);
    await live.answer('checkStatus', pushedAgo(130));
    expect(live.snapshot.context).toMatchObject({ orderId: ORDER, phone: PAYER, amount: 3000 });
    expect(live.snapshot.can({ type: 'payment.sendAgain' })).toBe(true);
  });

  test('H13: before anybody has told the time, time counts from the start and moves along with the first tick', async () => {
    const live = await watching(null);
    await live.fail('checkStatus', failures['server error']);
    await emit(live, 'network.lost');
    await live.advance(75_000);
    await tick(live, 0);
    expect(secondsUntil(sendAgainAt(live.snapshot.context), live.snapshot.context.now)).toBe(45);
  });

  test('H13: a phone whose clock is an hour ahead, until the shop has answered, takes up the payment as it stands', async () => {
    const live = await watching(null);
    await tick(live, 3_600_000);
    await live.answer('checkStatus', pushedAgo(5));
    expect(live.snapshot.status).toBe('active');
    expect(secondsUntil(sendAgainAt(live.snapshot.context), live.snapshot.context.now)).toBe(115);
    expect(live.snapshot.hasTag('expired')).toBe(false);
  });

  test('D17: a payment that is not known here is forgotten without a word', async () => {
    const live = await paying({ draft: null, kept: { orderId: ORDER, checkoutRequestId: 'ws_1' } });
    await live.answer('paymentWatch', watched('gone'));
    expect(effects(live)).toEqual(['forgetPayment']);
    expect(live.snapshot.output).toMatchObject({ outcome: 'dismissed' });
  });

  test('D9: a resumed payment that fails is pushed again with what the shop knows, or asks for the phone', async () => {
    const live = await paying({
      draft: null,
      phone: '',
      amount: 77,
      kept: { orderId: ORDER, checkoutRequestId: 'ws_1' },
    });
    await live.answer('paymentWatch', { ...watched('failed', 'The request expired.'), phone: '' });
    await live.advance(3_000);
    await live.send({ type: 'payment.retry' });
    expect(live.snapshot.value).toBe('confirmingPhone');
    await live.send({ type: 'phone.change', phone: '0712345678' });
    await live.send({ type: 'phone.confirm' });
    expect(live.open('pushPrompt').input).toMatchObject({ phoneNumber: PAYER, amount: 3000, orderId: ORDER });
  });
});

describe('failures', () => {
  test('U3: the reason stays beside the form until the next action', async () => {
    const live = await paying();
    await toInline(live);
    await live.advance(3_600_000);
    expect(live.snapshot.context.problem?.text).toBe('You cancelled the payment.');
    // It has been seen: neither the bar nor a reload tells it again.
    expect(effects(live)).toContain('forgetPrompt');
    await live.send({ type: 'payment.dismiss' });
    expect(live.snapshot.output?.outcome).toBe('dismissed');
  });

  test('D8: where the server wants more time, Try again counts it down, also through a sleep', async () => {
    const live = await paying();
    await live.send({ type: 'phone.confirm' });
    await live.answer('orderPlacement', placement());
    await live.fail('pushPrompt', waitAMoment);
    await live.emit('clock', { type: 'clock.tick', now: START });
    await live.advance(3_000);
    const { context } = live.snapshot;
    expect(secondsUntil(context.retryAt, context.now)).toBe(45);
    expect(live.snapshot.can({ type: 'payment.retry' })).toBe(false);
    await live.emit('clock', { type: 'clock.tick', now: START + 44_999 });
    expect(live.snapshot.can({ type: 'payment.retry' })).toBe(false);
    await live.emit('clock', { type: 'clock.tick', now: START + 45_000 });
    expect(live.snapshot.can({ type: 'payment.retry' })).toBe(true);
  });

  test('D8: another phone number may be tried at once', async () => {
    const live = await paying();
    await live.send({ type: 'phone.confirm' });
    await live.answer('orderPlacement', placement());
    await live.fail('pushPrompt', waitAMoment);
    await live.advance(3_000);
    await live.send({ type: 'payment.again' });
    await live.send({ type: 'phone.change', phone: '0112345678' });
    await live.send({ type: 'phone.confirm' });
    expect(live.open('pushPrompt').input).toMatchObject({ phoneNumber: '254112345678', orderId: ORDER });
  });

  test.each([
    [waitAMoment, 45_000],
    [new ApiError({ kind: 'refused', status: 429, retryAfter: 30_000 }), 30_000],
    [new ApiError({ kind: 'refused', status: 409, data: { retryAfter: -1 } }), 0],
    [new ApiError({ kind: 'refused', status: 409, data: 'soon' }), 0],
    [failures['offline'], 0],
  ])('D8, H15: how long to wait, case %#', (error, ms) => expect(waitIn(error)).toBe(ms));
});

test('§3: what the server leaves out of a payment counts as not told', () => {
  const payment = {
    status: 'pending',
    failureReason: '',
    checkoutRequestId: '',
    orderId: '',
    amount: 0,
    phoneNumber: '',
  } as const;
  expect(newsOf({ ...payment, pushedAt: '', startedAt: '' }, START)).toMatchObject({
    pushedAt: 0,
    startedAt: 0,
    now: START,
  });
  expect(newsOf({ ...payment, pushedAt: new Date(START).toISOString(), startedAt: '' }, START)).toMatchObject({
    pushedAt: START,
    startedAt: START,
  });
});
