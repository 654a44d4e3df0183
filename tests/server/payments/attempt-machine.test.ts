import { describe, expect, test } from 'vitest';
import { paymentAttemptMachine } from '../../../server/machines/payment-attempt.machine.ts';
import { walkPure } from '../../../model-testing/pure-machine.ts';
import { nameOfRow } from '../../../model-testing/table/flow.ts';
import { attemptTable, flow, judgeAttemptMachine, rowSentences } from './attempt-rows.ts';
import { BEYOND } from './attempt-rulings.ts';

const { steps, coverage } = walkPure(paymentAttemptMachine, attemptTable);
const isPaid = ({ state }: { readonly state: string }) => ['succeeded', 'refund_pending', 'refunded'].includes(state);

/** What is wrong with the steps of which the sentence speaks; there is at least one. */
function expectHeld(name: string): void {
  const spoken = steps.filter(({ names }) => names.includes(name));
  expect(spoken.length, 'steps of which it speaks').toBeGreaterThan(0);
  expect(spoken.flatMap(({ problem }) => problem ?? [])).toEqual([]);
}

describe('payment-attempt table, on the machine alone', () => {
  const refs = new Map(flow.rows.map((row) => [nameOfRow(row), row.ref]));

  test.each(rowSentences.map(({ name }) => [`${refs.get(name)}: ${name}`, name] as const))('%s', (_, name) =>
    expectHeld(name),
  );

  test.each(BEYOND.map(({ name }) => [name]))('beyond it, %s', (name) => expectHeld(name));

  test('what neither a row nor a ruling speaks of changes nothing and is refused', () => {
    const unspoken = steps.filter(({ names }) => names.length === 0);
    expect(unspoken.length).toBeGreaterThan(100);
    expect(unspoken.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  });

  test('every transition is taken, every guard refuses, every state is reached', () => {
    expect(coverage).toEqual([]);
    expect(judgeAttemptMachine(paymentAttemptMachine)).toBeNull();
    expect(new Set(steps.map(({ before }) => before.state)).size).toBe(9);
  });
});

describe('invariants over every reachable attempt', () => {
  test('providers 2.3: the money is never taken back, and counts from every state', () => {
    for (const { before, event, after, effects } of steps) {
      if (isPaid(before)) expect(isPaid(after)).toBe(true);
      if (event.type !== 'money.received') continue;
      expect(isPaid(after)).toBe(true);
      expect(effects.some(({ type }) => type === 'payOrder')).toBe(!isPaid(before));
    }
  });

  test('providers 2.3: succeeded is left only towards refund_pending, and that only towards refunded', () => {
    const after = (state: string) =>
      new Set(steps.filter(({ before }) => before.state === state).map((step) => step.after.state));
    expect(after('succeeded')).toEqual(new Set(['succeeded', 'refund_pending']));
    expect(after('refund_pending')).toEqual(new Set(['refund_pending', 'refunded']));
    expect(after('refunded')).toEqual(new Set(['refunded']));
  });

  test('D7: every receipt is stored or alarmed', () => {
    for (const { before, event, after, effects } of steps) {
      if (event.type !== 'money.received' || event.receipt === null || before.receipt === event.receipt) continue;
      expect(after.receipt === event.receipt || effects.some(({ type }) => type === 'alertDesk')).toBe(true);
    }
  });

  test('the same message twice does nothing more', () => {
    const found = new Map(steps.map((step) => [JSON.stringify([step.before, step.event]), step]));
    for (const { after, event, isAccepted } of steps) {
      const again = found.get(JSON.stringify([after, event]));
      if (!isAccepted || again?.isAccepted !== true || event.type === 'result.open') continue;
      expect(again.after, event.type).toEqual(after);
      // A receipt that is another one than the stored is told each time it is heard; each body is heard once.
      expect(
        again.effects.filter(({ type }) => !['ignoreRepeat', 'alertDesk', 'scheduleQueries'].includes(type)),
        event.type,
      ).toEqual([]);
    }
  });

  test('Q14: only a push that ran out of time or was replaced is expired, and it keeps what it knows', () => {
    for (const { before, event, after } of steps) {
      if (after.state !== 'expired' || before.state === 'expired') continue;
      expect([event.type, ['created', 'requesting', 'pending', 'unknown'].includes(before.state)]).toEqual([
        'deadline.passed',
        true,
      ]);
      expect(after).toEqual({ ...before, state: 'expired', failureReason: 'The request expired.' });
    }
  });
});
