import { describe, expect, test } from 'vitest';
import { orderMachine } from '../../../server/machines/order.machine.ts';
import { walkPure } from 'model-testing/pure-machine';
import type { Order } from '../../../contract/orders.ts';
import { isHeldUnpaid } from '../../../server/modules/settlement/payment-review.rules.ts';
import { canCancel } from '../../../src/rules/orders/cancel-order.ts';
import { orderTable } from './order-table.ts';
import { isIn } from './order-walk.ts';

describe('invariants over every reachable order', () => {
  const { steps } = walkPure(orderMachine, orderTable);
  const isCancelled = (status: string) => status.startsWith('cancelled');

  test('D11, OWN-P1: a cancelled order reserves no stock, every other order does, and one whose parcel left took its own', () => {
    for (const { after } of steps) {
      const hasLeft = isIn(after, 'cancelled.lost') || isIn(after, 'cancelled.returned');
      expect(after.stock === 'released', JSON.stringify(after)).toBe(isCancelled(after.status) && !hasLeft);
    }
  });

  test('A36, OWN-P4: delivered and cancelled are final, except for late money on an expired order and a correction', () => {
    for (const { event, before, after } of steps) {
      if (!isIn(before, 'delivered') && !isIn(before, 'cancelled')) continue;
      if (before.status === after.status || event.type === 'parcel.corrected') continue;
      expect(isIn(before, 'cancelled.expired')).toBe(true);
      if (event.type === 'order.replace') expect(isIn(after, 'cancelled.replaced')).toBe(true);
      else expect([event.type, isIn(after, 'processing')]).toEqual(['payment.succeeded', true]);
    }
  });

  test('D7, D8, D12: every payment has an order, a refund entry or an alarm', () => {
    for (const { event, before, after, effects } of steps) {
      if (!('payment' in event) || before.payments.includes(event.payment)) continue;
      expect(after.payments).toContain(event.payment);
      const isKept = ['paid', 'partPaid'].includes(after.money) && !isIn(after, 'cancelled');
      const isSettled = ['queueRefund', 'queueRest', 'alertBackOffice'];
      expect(isKept || effects.some(({ type }) => isSettled.includes(type))).toBe(true);
    }
  });

  test('Q24: no event moves an unpaid M-Pesa order to processing', () => {
    for (const { event, before, after } of steps) {
      // A correction undoes a step of an order that was packed before.
      if (event.type === 'parcel.corrected') continue;
      if (after.status !== 'processing' || before.status === 'processing' || after.paymentMethod === 'cod') continue;
      expect(['paid', 'overpaid']).toContain(after.money);
    }
  });

  test('D27: an unpaid order keeps its status while its money is in doubt, until the back office decides', () => {
    for (const { event, before, after } of steps) {
      if (before.status !== 'pending' || before.money !== 'held') continue;
      const isByBackOffice = event.type === 'payment.clear' || event.type === 'payment.giveBack';
      expect(after.status === 'pending' && after.money === 'held').toBe(!isByBackOffice);
    }
  });

  test('A35: a delivered cash order is paid', () => {
    for (const { after } of steps) {
      const isPlainCash = after.paymentMethod === 'cod' && after.payments.length === 0;
      if (isIn(after, 'delivered') && isPlainCash) expect(after.money).toBe('paid');
    }
  });

  test('H4, A36, D27: the shop offers to cancel exactly the orders that can be cancelled', () => {
    const cancels = steps.filter(({ event }) => event.type === 'shopper.cancel');
    expect(cancels.length).toBeGreaterThan(20);
    for (const { before, after } of cancels) {
      const status = before.status.replace(/[.].*/, '') as Order['status'];
      // A payment in doubt does not change `isPaid`. A pending order is unpaid.
      const doubted = status === 'pending' ? [false] : [false, true];
      for (const isPaid of before.money === 'held'
        ? doubted
        : [before.money !== 'unpaid' && before.money !== 'partPaid']) {
        const held = isHeldUnpaid({ money: before.money as 'held', isPaid });
        expect(canCancel({ status, isPaid, held }), JSON.stringify(before)).toBe(after.status !== before.status);
      }
    }
  });
});
