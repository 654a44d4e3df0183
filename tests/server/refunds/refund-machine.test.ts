import { describe, expect, test } from 'vitest';
import { testPureMachine } from '../../support/pure-machine.ts';
import { refundMachine } from '../../../server/machines/refund.machine.ts';
import { flow, judgeRefundMachine, refundTable, rowSentences } from './refund-rows.ts';
import { BEYOND, isReady, mayRepeat } from './refund-rulings.ts';

const steps = testPureMachine('refund table, machine only', {
  machine: refundMachine,
  flow,
  table: refundTable,
  rows: rowSentences,
  rulings: BEYOND,
  judge: judgeRefundMachine,
  mostRefused: 100,
});

test('reaches 9 states', () => expect(new Set(steps.map(({ before }) => before.state)).size).toBe(9));

describe('invariants over every reachable refund', () => {
  test('done and dropped are never left', () => {
    for (const { before, after } of steps)
      if (before.state === 'done' || before.state === 'dropped') expect(after.state).toBe(before.state);
  });

  test('a call starts only where no earlier try can move money, or repeats one of B2C', () => {
    for (const { before, event, isAccepted } of steps)
      if (event.type === 'call.start' && isAccepted)
        expect(before.state === 'approved' ? isReady(before) : before.state === 'sending' && mayRepeat(before)).toBe(
          true,
        );
  });

  test('a queue time-out never ends in failed', () => {
    for (const { before, event, after } of steps)
      if (event.type === 'queue.timedOut' && before.state !== 'failed') expect(after.state).not.toBe('failed');
  });

  test('after a restore no call starts before M-Pesa, the statement or two people decided', () => {
    for (const { before, event, after, isAccepted } of steps) {
      if (before.isRestored && event.type === 'call.start') expect(isAccepted).toBe(false);
      if (after.isRestored) expect(after.isConfirmed).toBe(false);
    }
  });

  test('the shopper is told at most once that it was sent, and once that it is done', () => {
    for (const { before, effects } of steps) {
      const told = effects.filter(({ type }) => type === 'tellSent' || type === 'tellDone').map(({ type }) => type);
      expect(told.length).toBeLessThanOrEqual(1);
      if (before.isTold || before.state === 'done') expect(told).not.toContain('tellSent');
      if (before.state === 'done') expect(told).not.toContain('tellDone');
    }
  });
});
