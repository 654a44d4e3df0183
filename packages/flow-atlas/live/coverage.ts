import type { Chart } from '../atlas/chart.ts';
import type { LiveFlows } from './flow-words.ts';
import type { Run } from './run.ts';

/** How often runs took the transitions of one chart. */
export interface TakenCounts {
  /** By index of the chart's edges. */
  readonly counts: readonly number[];
  /** Number of runs in which the flow ran. */
  readonly runs: number;
}

export function countTransitions(
  runs: readonly Run[],
  { machine, edges }: Pick<Chart, 'machine' | 'edges'>,
): TakenCounts {
  const toKey = (source: string, event: string, index: number) => `${source} ${event} ${index}`;
  const places = new Map(edges.map(({ from, event, index }, at) => [toKey(from, event, index), at] as const));
  const counts = edges.map(() => 0);
  let having = 0;
  for (const { before, records } of runs) {
    const steps = [...before, ...records].filter((one) => one.kind === 'step' && one.machine === machine);
    if (steps.length > 0) having += 1;
    for (const step of steps) {
      if (step.kind !== 'step') continue;
      for (const { source, event, index } of step.transitions) {
        const at = places.get(toKey(source, event, index));
        // A transition of another version has no place in this chart.
        if (at !== undefined) counts[at] = (counts[at] ?? 0) + 1 + step.repeats;
      }
    }
  }
  return { counts, runs: having };
}

/** Returns the flows of an atlas that no run started, by machine id. */
export function findUnusedFlows(runs: readonly Run[], flows: LiveFlows): string[] {
  const used = new Set(
    runs.flatMap(({ before, records }) =>
      [...before, ...records].flatMap((one) => (one.kind === 'step' ? one.machine : [])),
    ),
  );
  return Object.keys(flows).filter((machine) => !used.has(machine));
}
