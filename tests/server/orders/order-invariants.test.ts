import { describe, expect, test } from 'vitest';
import { orderMachine, type OrderMachineEvent } from '../../../server/machines/order.machine.ts';
import { expectAllTaken } from '../../../model-testing/pure-machine.ts';
import {
  CANCEL,
  CASH,
  DELIVER,
  DROP,
  due,
  EXPIRES_AT,
  has,
  isIn,
  MISMATCH,
  MPESA,
  paid,
  PROCESS,
  SHIP,
  step,
  toCash,
  walk,
  type OrderSnapshot,
  type Step,
} from './order-walk.ts';

describe('invariants over every reachable order', () => {
  const alphabet: readonly OrderMachineEvent[] = [
    ...['p1', 'p2', 'p3'].flatMap((payment) => [paid(payment), paid(payment, false)]),
    { type: 'payment.failed' },
    MISMATCH,
    { type: 'payment.clear' },
    { type: 'payment.deny' },
    { type: 'refund.confirmed' },
    due(EXPIRES_AT - 1),
    due(EXPIRES_AT),
    due(EXPIRES_AT, true),
    { type: 'order.replace', hasLiveAttempt: false },
    { type: 'order.replace', hasLiveAttempt: true },
    toCash(),
    toCash(true),
    CANCEL,
    PROCESS,
    SHIP,
    DELIVER,
    DROP,
  ];
  const seen = new Map<string, OrderSnapshot>();
  const steps: { event: OrderMachineEvent; result: Step }[] = [];
  const open = [walk(MPESA), walk(CASH)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const key = JSON.stringify([next.value, next.context]);
    if (seen.has(key)) continue;
    seen.set(key, next);
    for (const event of alphabet) {
      const result = step(next, event);
      steps.push({ event, result });
      open.push(result.after);
    }
  }

  test('D11: a cancelled order holds no stock, every other one does', () => {
    for (const { value } of seen.values()) {
      expect(value.stock === 'released', JSON.stringify(value)).toBe(typeof value.status === 'object');
    }
  });

  test('A36: delivered and cancelled are final, but for late money on an expired order', () => {
    for (const {
      event,
      result: { before, after },
    } of steps) {
      if (!isIn(before, 'delivered') && !isIn(before, 'cancelled')) continue;
      if (JSON.stringify(before.value.status) === JSON.stringify(after.value.status)) continue;
      expect(isIn(before, 'cancelled.expired')).toBe(true);
      if (event.type === 'order.replace') expect(isIn(after, 'cancelled.replaced')).toBe(true);
      else expect([event.type, isIn(after, 'processing')]).toEqual(['payment.succeeded', true]);
    }
  });

  test('D7, D8, D12: no payment is without an order, a refund entry or an alarm', () => {
    for (const { event, result } of steps) {
      if (event.type !== 'payment.succeeded' || result.before.context.payments.includes(event.payment)) continue;
      expect(result.after.context.payments).toContain(event.payment);
      const isKept = result.after.value.money === 'paid' && !isIn(result.after, 'cancelled');
      expect(isKept || has(result, 'queueRefund') || has(result, 'alertDesk')).toBe(true);
    }
  });

  test('A35: a delivered cash order is paid', () => {
    for (const snapshot of seen.values()) {
      const isPlainCash = snapshot.context.paymentMethod === 'cod' && snapshot.context.payments.length === 0;
      if (isIn(snapshot, 'delivered') && isPlainCash) expect(snapshot.value.money).toBe('paid');
    }
  });

  test('every transition is taken, every guard refuses, every state is reached', () =>
    expectAllTaken(
      orderMachine,
      steps.map(({ event, result: { before } }) => ({ before, event })),
    ));
});
