import { describe, expect, test } from 'vitest';
import { testPureMachine } from '../../support/pure-machine.ts';
import { claimMachine } from '../../../server/machines/claim.machine.ts';
import { BEYOND, LAST_QUESTION } from './claim-rulings.ts';
import { claimTable, flow, judgeClaimMachine, rowSentences } from './claim-rows.ts';

const steps = testPureMachine('claim table, machine only', {
  machine: claimMachine,
  flow,
  table: claimTable,
  rows: rowSentences,
  rulings: BEYOND,
  judge: judgeClaimMachine,
  mostRefused: 20,
});

describe('invariants over every reachable claim', () => {
  test('PAY-S1: only news of M-Pesa or the same money pays', () => {
    for (const { before, event, after } of steps)
      if (before.state !== 'accepted' && after.state === 'accepted')
        expect(['status.fits', 'money.seen']).toContain(event.type);
  });

  test('PAY-S1: an accepted claim is never left, and pays once', () => {
    for (const { before, after, effects } of steps)
      if (before.state === 'accepted') {
        expect(after.state).toBe('accepted');
        expect(effects).not.toContainEqual({ type: 'payOrder' });
      }
  });

  test('PAY-S2: M-Pesa is asked four times at most by the schedule', () => {
    for (const { after } of steps) expect(after.asks).toBeLessThanOrEqual(LAST_QUESTION);
  });
});
