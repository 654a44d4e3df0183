import { describe, expect, test } from 'vitest';
import { testPureMachine } from '../../support/pure-machine.ts';
import { getRowName } from 'model-testing/table/flow';
import { parcelMachine } from '../../../server/machines/parcel.machine.ts';
import {
  flow,
  judgeParcelMachine,
  PARCEL_MACHINE_RULINGS,
  parcelRows,
  parcelRowSentences,
  parcelTable,
} from './parcel-table.ts';

const steps = testPureMachine('OWN-P1, OWN-P4: parcel table', {
  machine: parcelMachine,
  flow,
  table: parcelTable,
  rows: parcelRowSentences,
  rulings: PARCEL_MACHINE_RULINGS,
  judge: judgeParcelMachine,
  mostRefused: 200,
});

describe('beyond the table', () => {
  test('the order machine and the count of tries decide few rows', () => {
    const names = new Set(parcelRowSentences.map(({ name }) => name));
    const rest = parcelRows.map(getRowName).filter((name) => !names.has(name));
    expect(rest.length).toBeLessThan(20);
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
