import { describe, expect, test } from 'vitest';
import { walkPure } from 'model-testing/pure-machine';
import { getRowName } from 'model-testing/table/flow';
import { parcelMachine } from '../../../server/machines/parcel.machine.ts';
import {
  judgeParcelMachine,
  PARCEL_MACHINE_RULINGS,
  parcelRows,
  parcelRowSentences,
  parcelTable,
} from './parcel-table.ts';

const { steps, coverage } = walkPure(parcelMachine, parcelTable);

function expectHeld(name: string): void {
  const spoken = steps.filter(({ names }) => names.includes(name));
  expect(spoken.length, 'steps of which it speaks').toBeGreaterThan(0);
  expect(spoken.flatMap(({ problem }) => problem ?? [])).toEqual([]);
}

describe('OWN-P1, OWN-P4: parcel table', () => {
  test.each(parcelRowSentences.map(({ name }) => [name]))('%s', (name) => expectHeld(name));

  test('the order machine and the count of tries decide few rows', () => {
    const names = new Set(parcelRowSentences.map(({ name }) => name));
    const rest = parcelRows.map(getRowName).filter((name) => !names.has(name));
    expect(rest.length).toBeLessThan(20);
  });
});

describe('beyond the table', () => {
  test.each(PARCEL_MACHINE_RULINGS.map(({ name }) => [name]))('%s', (name) => expectHeld(name));

  test('rejects every event that no row or ruling covers, and changes nothing', () => {
    const unspoken = steps.filter(({ names }) => names.length === 0);
    expect(unspoken.length).toBeGreaterThan(200);
    expect(unspoken.flatMap(({ problem }) => problem ?? [])).toEqual([]);
  });

  test('takes every transition, rejects with every guard and reaches every state', () => {
    expect(coverage).toEqual([]);
    expect(judgeParcelMachine(parcelMachine)).toBeNull();
  });

  test('OWN-P1: staff can leave every state but delivered and inspected', () => {
    for (const state of ['none', 'onTheWay', 'ready', 'refused', 'uncollected', 'lost', 'returned'] as const) {
      const left = steps.filter(
        ({ before, after, event }) =>
          before.parcel === state && after.parcel !== state && event.type !== 'parcel.corrected',
      );
      expect(left.length, state).toBeGreaterThan(0);
    }
  });
});
