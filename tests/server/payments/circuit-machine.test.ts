import { describe, expect, test } from 'vitest';
import { circuitMachine } from '../../../server/machines/circuit.machine.ts';
import { walkPure } from 'model-testing/pure-machine';
import { getRowName } from 'model-testing/table/flow';
import { BEYOND } from './circuit-rulings.ts';
import { circuitTable, flow, judgeCircuitMachine, rowSentences } from './circuit-rows.ts';
import { MINUTE } from './circuit-walk.ts';

const { steps, coverage } = walkPure(circuitMachine, circuitTable);

/** Expects at least one step that the sentence covers, and expects none of them to violate it. */
function expectHeld(name: string): void {
  const spoken = steps.filter(({ names }) => names.includes(name));
  expect(spoken.length, 'steps of which it speaks').toBeGreaterThan(0);
  expect(spoken.flatMap(({ problem }) => problem ?? []).slice(0, 3)).toEqual([]);
}

describe('circuit table, machine only', () => {
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
    expect(judgeCircuitMachine(circuitMachine)).toBeNull();
    expect(new Set(steps.map(({ before }) => before.state)).size).toBe(4);
  });
});

describe('invariants over every reachable circuit', () => {
  test('PAY-M2: open is left only by a probe, and probing only to open or closed', () => {
    const after = (state: string) =>
      new Set(steps.filter(({ before }) => before.state === state).map((step) => step.after.state));
    expect(after('open')).toEqual(new Set(['open', 'probing']));
    expect(after('probing')).toEqual(new Set(['probing', 'open', 'closed']));
  });

  test('PAY-M2: at most one alarm an hour is new', () => {
    for (const { before, event, effects } of steps)
      for (const { params } of effects)
        if ((params as { isNew?: boolean } | undefined)?.isNew === true)
          expect(event.now - (before.alarmAt ?? -60 * MINUTE)).toBeGreaterThanOrEqual(60 * MINUTE);
  });

  test('PAY-M2: there is a probe exactly while probing, and an opening exactly while prompts are stopped', () => {
    for (const { after } of steps) {
      expect(after.probe !== null).toBe(after.state === 'probing');
      expect(after.openedAt !== null).toBe(after.state === 'probing' || after.state === 'open');
    }
  });

  test('D28: a changed clock makes no wait longer than its length', () => {
    for (const { after, event } of steps) {
      if (after.probeAt !== null && after.openedAt !== null) expect(after.pauseMs).toBeLessThanOrEqual(15 * MINUTE);
      if (event.type === 'answer.busy' && after.pauseUntil !== null)
        expect(after.pauseUntil - event.now).toBeLessThanOrEqual(15 * MINUTE + 5 * MINUTE);
    }
  });
});
