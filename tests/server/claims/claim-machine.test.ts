import { describe, expect, test } from 'vitest';
import { claimMachine } from '../../../server/machines/claim.machine.ts';
import { walkPure } from 'model-testing/pure-machine';
import { getRowName } from 'model-testing/table/flow';
import { BEYOND, LAST_QUESTION } from './claim-rulings.ts';
import { claimTable, flow, judgeClaimMachine, rowSentences } from './claim-rows.ts';

const { steps, coverage } = walkPure(claimMachine, claimTable);

/** Expects at least one step that the sentence covers, and expects none of them to violate it. */
function expectHeld(name: string): void {
  const spoken = steps.filter(({ names }) => names.includes(name));
  expect(spoken.length, 'steps of which it speaks').toBeGreaterThan(0);
  expect(spoken.flatMap(({ problem }) => problem ?? []).slice(0, 3)).toEqual([]);
}

describe('claim table, machine only', () => {
  const refs = new Map(flow.rows.map((row) => [getRowName(row), row.ref]));

  test.each(rowSentences.map(({ name }) => [`${refs.get(name)}: ${name}`, name] as const))('%s', (_, name) =>
    expectHeld(name),
  );

  test.each(BEYOND.map(({ name }) => [name]))('not in the table: %s', (name) => expectHeld(name));

  test('rejects every event that no row or ruling covers, and changes nothing', () => {
    const unspoken = steps.filter(({ names }) => names.length === 0);
    expect(unspoken.length).toBeGreaterThan(20);
    expect(unspoken.flatMap(({ problem }) => problem ?? []).slice(0, 3)).toEqual([]);
  });

  test('takes every transition, rejects with every guard and reaches every state', () => {
    expect(coverage).toEqual([]);
    expect(judgeClaimMachine(claimMachine)).toBeNull();
  });
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
