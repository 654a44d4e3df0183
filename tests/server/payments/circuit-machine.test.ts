import { describe, expect, test } from 'vitest';
import { testPureMachine } from '../../support/pure-machine.ts';
import { circuitMachine } from '../../../server/machines/circuit.machine.ts';
import { BEYOND } from './circuit-rulings.ts';
import { circuitTable, flow, judgeCircuitMachine, rowSentences } from './circuit-rows.ts';
import { MINUTE } from './circuit-walk.ts';

const steps = testPureMachine('circuit table, machine only', {
  machine: circuitMachine,
  flow,
  table: circuitTable,
  rows: rowSentences,
  rulings: BEYOND,
  judge: judgeCircuitMachine,
  mostRefused: 100,
});

test('reaches 4 states', () => expect(new Set(steps.map(({ before }) => before.state)).size).toBe(4));

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
