import type { LiveFlows } from './flow-words.ts';
import type { Run } from './run.ts';
import { getLeaves } from './words.ts';

/** The project that an atlas or a command knows. */
export interface KnownProject {
  readonly version: string;
  readonly flows: LiveFlows;
}

/** Returns sentences about what a run names and this project does not have, e.g. because it is of another version. */
export function describeDifferences({ before, records, version }: Run, known: KnownProject): string[] {
  const steps = [...before, ...records].filter((one) => one.kind === 'step');
  const gone = new Set<string>();
  const changed = new Map<string, Set<string>>();
  for (const { machine, value } of steps) {
    const flow = known.flows[machine];
    if (flow === undefined) {
      gone.add(machine);
      continue;
    }
    const missing = getLeaves(value).filter((leaf) => flow.states[leaf] === undefined);
    if (missing.length > 0) changed.set(flow.title, new Set([...(changed.get(flow.title) ?? []), ...missing]));
  }
  return [
    ...(version === known.version || version === '' || known.version === ''
      ? []
      : [`The run was recorded with version ${version}, here is version ${known.version}.`]),
    ...(gone.size === 0
      ? []
      : [
          `${gone.size === 1 ? 'A flow' : 'Flows'} of this run ${gone.size === 1 ? 'does' : 'do'} not exist here: ${[...gone].join(', ')}. The steps are listed, but no chart shows them.`,
        ]),
    ...[...changed].map(
      ([title, states]) => `${title} has no state ${[...states].join(', ')} here, so the chart cannot show it.`,
    ),
  ];
}
