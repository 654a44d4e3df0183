import { describe, expect, test } from 'vitest';
import { walkPure } from 'model-testing/pure-machine';
import { getRowName } from 'model-testing/table/flow';
import { refundMachine } from '../../../server/machines/refund.machine.ts';
import { flow, judgeRefundMachine, refundTable, rowSentences } from './refund-rows.ts';
import { BEYOND, isReady, mayRepeat } from './refund-rulings.ts';

const { steps, coverage } = walkPure(refundMachine, refundTable);
/** Problems of the steps of each sentence. */
const spoken = new Map([...rowSentences, ...BEYOND].map(({ name }) => [name, [] as (string | null)[]]));
for (const { names, problem } of steps) for (const name of names) spoken.get(name)?.push(problem);

/** Expects at least one step that the sentence covers, and expects none of them to violate it. */
function expectHeld(name: string): void {
  const problems = spoken.get(name) ?? [];
  expect(problems.length, 'steps of which it speaks').toBeGreaterThan(0);
  expect(problems.filter((problem) => problem !== null).slice(0, 3)).toEqual([]);
}

describe('refund table, machine only', () => {
  const refs = new Map(flow.rows.map((row) => [getRowName(row), row.ref]));

  test.each(rowSentences.map(({ name }) => [`${refs.get(name)}: ${name}`, name] as const))('%s', (_, name) =>
    expectHeld(name),
  );

  test.each(BEYOND.map(({ name }) => [name]))('not in the table: %s', (name) => expectHeld(name));

  test('rejects every event that no row or ruling covers, and changes nothing', () => {
    const unspoken = steps.filter(({ names }) => names.length === 0);
    expect(unspoken.length).toBeGreaterThan(100);
    expect(unspoken.flatMap(({ problem }) => problem ?? []).slice(0, 3)).toEqual([]);
  });

  test('takes every transition, rejects with every guard and reaches every state', () => {
    expect(coverage).toEqual([]);
    expect(judgeRefundMachine(refundMachine)).toBeNull();
    expect(new Set(steps.map(({ before }) => before.state)).size).toBe(9);
  });
});

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
