import { describe, expect, test } from 'vitest';
import { testPureMachine } from '../../support/pure-machine.ts';
import { paymentAttemptMachine } from '../../../server/machines/payment-attempt.machine.ts';
import { attemptTable, flow, judgeAttemptMachine, rowSentences } from './attempt-rows.ts';
import { BEYOND } from './attempt-rulings.ts';

const steps = testPureMachine('payment-attempt table, machine only', {
  machine: paymentAttemptMachine,
  flow,
  table: attemptTable,
  rows: rowSentences,
  rulings: BEYOND,
  judge: judgeAttemptMachine,
  mostRefused: 100,
});
const isPaid = ({ state }: { readonly state: string }) => ['succeeded', 'refund_pending', 'refunded'].includes(state);
const isHeld = ({ state }: { readonly state: string }) => state === 'held';

test('reaches 10 states', () => expect(new Set(steps.map(({ before }) => before.state)).size).toBe(10));

describe('invariants over every reachable attempt', () => {
  test('providers 2.3: money is never taken back, and counts in every state', () => {
    for (const { before, event, after, effects } of steps) {
      if (isPaid(before) || isHeld(before)) expect(isPaid(after) || isHeld(after)).toBe(true);
      if (event.type !== 'money.received') continue;
      expect(isPaid(after) || isHeld(after)).toBe(true);
      const wanted = isHeld(after) ? 'doubtPayment' : 'payOrder';
      expect(effects.some(({ type }) => type === wanted)).toBe(!isPaid(before) && !isHeld(before));
    }
  });

  test('providers 2.3: succeeded leads only to refund_pending or held, and refund_pending only to refunded', () => {
    const after = (state: string) =>
      new Set(steps.filter(({ before }) => before.state === state).map((step) => step.after.state));
    expect(after('succeeded')).toEqual(new Set(['succeeded', 'refund_pending', 'held']));
    expect(after('held')).toEqual(new Set(['held', 'succeeded', 'refund_pending']));
    expect(after('refund_pending')).toEqual(new Set(['refund_pending', 'refunded']));
    expect(after('refunded')).toEqual(new Set(['refunded']));
  });

  test('D27: only money with a different reported amount is held, and that amount is kept', () => {
    for (const { before, event, after } of steps) {
      if (before.toldAmount !== null) expect(after.toldAmount).toBe(before.toldAmount);
      if (!isHeld(after)) continue;
      expect(after.toldAmount).not.toBeNull();
      if (!isHeld(before)) expect(['amount.differs', 'money.received']).toContain(event.type);
    }
  });

  test('D7: every receipt is stored or raises an alarm', () => {
    for (const { before, event, after, effects } of steps) {
      if (event.type !== 'money.received' || event.receipt === null || before.receipt === event.receipt) continue;
      expect(after.receipt === event.receipt || effects.some(({ type }) => type === 'alertBackOffice')).toBe(true);
    }
  });

  test('a repeated message has no further effect', () => {
    const found = new Map(steps.map((step) => [JSON.stringify([step.before, step.event]), step]));
    for (const { after, event, isAccepted } of steps) {
      const again = found.get(JSON.stringify([after, event]));
      if (!isAccepted || again?.isAccepted !== true || event.type === 'result.open') continue;
      expect(again.after, event.type).toEqual(after);
      // A receipt that differs from the stored one raises an alarm for each message; each body is processed once.
      expect(
        again.effects.filter(({ type }) => !['ignoreRepeat', 'alertBackOffice', 'scheduleQueries'].includes(type)),
        event.type,
      ).toEqual([]);
    }
  });

  test('Q14, F28: only open attempts expire, by deadline or cancellation, and keep their data', () => {
    for (const { before, event, after } of steps) {
      if (after.state !== 'expired' || before.state === 'expired') continue;
      expect(['created', 'requesting', 'pending', 'unknown']).toContain(before.state);
      expect(['deadline.passed', 'order.cancelled']).toContain(event.type);
      const failureReason =
        event.type === 'deadline.passed' ? 'The request expired.' : 'This order has been cancelled.';
      expect(after).toEqual({ ...before, state: 'expired', failureReason });
    }
  });
});
