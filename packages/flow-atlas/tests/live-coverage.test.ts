import { describe, expect, test } from 'vitest';
import { createActor } from 'xstate';
import { createChart } from '../atlas/create-chart.ts';
import { describeDifferences } from '../live/check-run.ts';
import { countTransitions, findUnusedFlows } from '../live/coverage.ts';
import { createLiveFlow } from '../live/flow-words.ts';
import { createRecorder } from '../live/recorder.ts';
import type { Run } from '../live/run.ts';
import { playerMachine } from './atlas-machine.ts';

const chart = createChart('media-player', playerMachine);
const flows = { player: createLiveFlow(chart) };
const known = { version: '1.0.0', flows };

/** Runs the machine with these events. */
function record(...types: string[]): Run {
  const recorder = createRecorder({ tab: 'tab', page: 'page', now: () => 5, version: '1.0.0' });
  const actor = createActor(playerMachine, { inspect: (inspected) => recorder.inspect(inspected) }).start();
  for (const type of types) actor.send({ type } as never);
  actor.stop();
  return recorder.run();
}

describe('coverage by runs', () => {
  const getCounts = (runs: readonly Run[]) => {
    const { counts } = countTransitions(runs, chart);
    return Object.fromEntries(
      chart.edges.flatMap(({ id }, index) => (counts[index] === 0 ? [] : [[id, counts[index]]])),
    );
  };

  test('TST-Q9: counts the transitions of all runs, also merged repeats', () => {
    const runs = [record('disc.insert', 'eject.press'), record('disc.insert')];
    expect(getCounts(runs)).toEqual({ 'empty: disc.insert -> reading': 2, '(root): eject.press -> empty': 1 });
    const ejected = record(...Array.from({ length: 9 }, () => 'eject.press'));
    expect(ejected.records.length).toBeLessThan(9);
    expect(getCounts([ejected])).toEqual({ '(root): eject.press -> empty': 9 });
  });
  test('TST-Q9: counts the runs that have the flow, and names the flows that none started', () => {
    const empty: Run = { ...record(), records: [] };
    expect(countTransitions([record(), empty], chart).runs).toBe(1);
    expect(findUnusedFlows([record()], { ...flows, radio: flows.player })).toEqual(['radio']);
  });
});

describe('a run of another version', () => {
  const [first] = record().records;
  const change = (given: object): Run => ({ ...record(), records: [{ ...first, ...given } as Run['records'][number]] });

  test('TST-Q9: gets a sentence for its version, its gone flows and its gone states', () => {
    expect(describeDifferences(record(), known)).toEqual([]);
    expect(describeDifferences({ ...record(), version: '0.9.0' }, known)).toEqual([
      'The run was recorded with version 0.9.0, here is version 1.0.0.',
    ]);
    expect(describeDifferences(change({ machine: 'radio' }), known)).toEqual([
      'A flow of this run does not exist here: radio. The steps are listed, but no chart shows them.',
    ]);
    expect(describeDifferences(change({ value: { loaded: 'backwards' } }), known)).toEqual([
      'Media player has no state loaded.backwards here, so the chart cannot show it.',
    ]);
  });
  test('TST-Q9: has transitions that no chart counts', () => {
    const transitions = [{ source: 'player.gone', event: 'x', index: 0 }];
    expect(countTransitions([change({ transitions })], chart).counts.every((count) => count === 0)).toBe(true);
  });
});
