import { afterEach, describe, expect, test, vi } from 'vitest';
import { mpesaPaymentMachine } from '../../../src/machines/payment/mpesa-payment.machine.ts';
import { orderPlacementMachine } from '../../../src/machines/checkout/order-placement.machine.ts';
import { purchaseMachine } from '../../../src/machines/checkout/purchase.machine.ts';
import type { PurchaseInput } from '../../../src/machines/checkout/purchase.types.ts';
import { ORDER, PAYER, START } from '../support/payment.samples.ts';
import { mpesa, paying, payment, placement } from './purchase.model.ts';
import { LiveActor } from 'model-testing/model/live';

afterEach(() => vi.unstubAllGlobals());

async function buying(change: Partial<PurchaseInput> = {}) {
  const live = new LiveActor(
    purchaseMachine.provide({ actors: { orderPlacement: orderPlacementMachine, mpesaPayment: mpesaPaymentMachine } }),
  );
  await live.start({ ...mpesa, ...change });
  return live;
}
type Purchase = Awaited<ReturnType<typeof buying>>;

const kept = { draft: null, kept: { orderId: ORDER, checkoutRequestId: 'ws_1', startedAt: START } };
const count = (live: Purchase, slot: string) => live.calls.filter((call) => call.slot === slot).length;
const effects = (live: Purchase) => live.effects.map(({ type }) => type);

/** Moves from the phone to the prompt. */
async function toPrompt(live: Purchase) {
  await live.send({ type: 'phone.confirm' });
  if (live.snapshot.matches('placingMpesa')) await live.answer('orderPlacement', placement());
}

describe('the phone', () => {
  test('A19: refuses a number that is not Kenyan with its text, and sends no call', async () => {
    const live = await buying();
    await live.send({ type: 'phone.change', phone: '255712345678' });
    await live.send({ type: 'phone.confirm' });
    expect(live.snapshot.context.phoneError).toBe('Please enter a valid Kenyan phone number (e.g., 0712345678)');
    expect(live.calls).toEqual([]);
  });

  test("§2: 'Pay with M-Pesa' asks for the phone again after Cancel", async () => {
    const first = await buying();
    await first.send({ type: 'dialog.cancel' });
    expect(first.snapshot.output).toEqual({ outcome: 'dismissed', lines: [], problem: null });
    expect((await buying()).snapshot.matches('confirmingPhone')).toBe(true);
  });

  test('D8: another phone number can be tried immediately, with the same order and a new prompt', async () => {
    const live = await buying({ orderId: ORDER });
    await live.send({ type: 'phone.change', phone: '0112345678' });
    await live.send({ type: 'phone.confirm' });
    const rest = { orderId: ORDER, amount: 3000, userName: 'Jane', prompt: null };
    expect(live.open('mpesaPayment').input).toEqual({ ...rest, phone: '254112345678' });
  });
});

describe('the dialog of the payment', () => {
  test('X19, X31: closes while the prompt waits, and keeps prompt and order for the bar', async () => {
    const live = await buying();
    await toPrompt(live);
    await live.emitSnapshot('mpesaPayment', paying('waiting'));
    await live.send({ type: 'dialog.dismiss' });
    expect(live.snapshot.output?.outcome).toBe('dismissed');
    expect(effects(live)).not.toEqual(expect.arrayContaining(['forgetPrompt']));
    expect(effects(live)).not.toEqual(expect.arrayContaining(['forgetOrder']));
  });

  test.each(['sendingAgain', 'switching'] as const)(
    'X31: cannot be closed during a call whose response would be lost: %s',
    async (tag) => {
      const live = await buying();
      await toPrompt(live);
      await live.emitSnapshot('mpesaPayment', paying('waiting'));
      await live.emitSnapshot('mpesaPayment', paying('waiting', tag));
      expect(live.snapshot.can({ type: 'dialog.dismiss' })).toBe(false);
      await live.emitSnapshot('mpesaPayment', paying('waiting'));
      expect(live.snapshot.can({ type: 'dialog.dismiss' })).toBe(true);
    },
  );
});

describe('one order', () => {
  test('D9: sends one POST /orders, no matter how often the payment fails and is retried', async () => {
    const live = await buying();
    await toPrompt(live);
    for (let retry = 0; retry < 5; retry++) {
      await live.emitSnapshot('mpesaPayment', paying('failed'));
      await live.advance(3_000);
      await live.emitSnapshot('mpesaPayment', paying('underWay'));
    }
    expect([count(live, 'orderPlacement'), count(live, 'mpesaPayment')]).toEqual([1, 1]);
  });

  test('D9: a double click on Confirm places one order and starts one payment', async () => {
    const live = await buying();
    for (let click = 0; click < 3; click++) await live.send({ type: 'phone.confirm' });
    await live.answer('orderPlacement', placement());
    for (let click = 0; click < 3; click++) await live.send({ type: 'phone.confirm' });
    expect([count(live, 'orderPlacement'), count(live, 'mpesaPayment')]).toEqual([1, 1]);
  });

  test('D12: the next try places a new order after the last one was cancelled', async () => {
    const live = await buying({ orderId: ORDER });
    await toPrompt(live);
    await live.answer('mpesaPayment', payment('cancelled', 'This order has been cancelled.'));
    expect(live.snapshot.context.problem?.text).toBe('This order has been cancelled.');
    await live.advance(3_000);
    await live.send({ type: 'order.retry' });
    expect([live.snapshot.value, count(live, 'orderPlacement')]).toEqual(['placingMpesa', 1]);
  });

  test('D12: a resumed order that is cancelled cannot be retried', async () => {
    const live = await buying(kept);
    await live.answer('mpesaPayment', payment('cancelled', 'This order has been cancelled.'));
    await live.advance(3_000);
    await live.send({ type: 'order.retry' });
    expect(live.snapshot.output?.outcome).toBe('dismissed');
  });

  test.each([
    [2999.5, 3000],
    [3000, 3000],
    [0.01, 1],
    [249_999.999, 250_000],
  ])('§5: %d is charged as %d whole shillings', async (total, sent) => {
    const live = await buying({ amount: total });
    await toPrompt(live);
    expect(live.open('mpesaPayment').input).toMatchObject({ amount: sent });
  });
});

describe('the payment', () => {
  test('D9: forgets the record when the payment completes; navigates two seconds later', async () => {
    const live = await buying();
    await toPrompt(live);
    await live.answer('mpesaPayment', payment('paid'));
    expect(effects(live)).toEqual(['saveAddress', 'forgetOrder']);
    await live.advance(2_000);
    expect(effects(live)).toEqual(['saveAddress', 'forgetOrder', 'goToOrderSuccess']);
    expect(live.snapshot.output).toEqual({ outcome: 'ordered', lines: [], problem: null });
  });

  test('U6: waits for the stored prompt after a reload and sends no other', async () => {
    const live = await buying({ ...kept, phone: '', amount: 0 });
    expect(live.open('mpesaPayment').input).toEqual({
      orderId: ORDER,
      phone: '',
      amount: 0,
      userName: 'Jane',
      prompt: { checkoutRequestId: 'ws_1', times: null, startedAt: kept.kept.startedAt },
    });
  });

  test('D17: a payment that the server does not know ends without a message', async () => {
    const live = await buying(kept);
    await live.answer('mpesaPayment', payment('gone'));
    expect(live.snapshot.output).toEqual({ outcome: 'dismissed', lines: [], problem: null });
  });

  test('D9: asks for the phone of a resumed payment when it is unknown', async () => {
    const live = await buying({ ...kept, phone: '', amount: 77 });
    await live.emitSnapshot('mpesaPayment', paying('failed'));
    await live.advance(3_000);
    await live.send({ type: 'phone.ask' });
    expect(live.snapshot.value).toBe('confirmingPhone');
    await live.send({ type: 'phone.change', phone: '0712345678' });
    await live.send({ type: 'phone.confirm' });
    expect(live.open('mpesaPayment').input).toEqual({
      orderId: ORDER,
      phone: PAYER,
      amount: 3000,
      userName: 'Jane',
      prompt: null,
    });
  });

  test('U3: the reason stays next to the form until the next action', async () => {
    const live = await buying();
    await toPrompt(live);
    await live.emitSnapshot('mpesaPayment', paying('failed'));
    await live.advance(2_999);
    expect(live.snapshot.hasTag('inline')).toBe(false);
    await live.advance(1);
    // The failure was shown, so neither the bar nor a reload shows it again.
    expect(effects(live)).toContain('forgetPrompt');
    await live.emitSnapshot('mpesaPayment', paying('failed'));
    await live.advance(3_600_000);
    expect(live.snapshot.hasTag('inline')).toBe(true);
  });

  test('U3: a payment that repeats the same snapshot every second does not keep its dialog open', async () => {
    const live = await buying();
    await toPrompt(live);
    await live.emitSnapshot('mpesaPayment', paying('failed'));
    for (let second = 0; second < 3; second++) {
      await live.advance(1_000);
      await live.emitSnapshot('mpesaPayment', paying('failed'));
    }
    expect(live.snapshot.hasTag('inline')).toBe(true);
  });

  test('U6: keeps the prompt of a payment that timed out, because its money may still arrive', async () => {
    const live = await buying();
    await toPrompt(live);
    await live.emitSnapshot('mpesaPayment', paying('timedOut'));
    await live.advance(3_000);
    expect(live.snapshot.hasTag('inline')).toBe(true);
    expect(effects(live)).not.toContain('forgetPrompt');
  });
});
