import type { AnyMachineSnapshot } from 'xstate';
import type { Graph } from './explore.ts';
import { predict } from './paths.ts';
import type { Step } from './timed.ts';
import type { Act } from '../view/act.ts';

/** One thing that happens on a path: to a machine, or to one that runs inside it. */
export interface Happening {
  /** The id of the machine that it happens to. */
  readonly machine: string;
  /** The ids of the actors from the path's own machine inwards; empty for itself. */
  readonly inside: readonly string[];
  readonly step: Step;
  /** Milliseconds since the start. */
  readonly now: number;
  readonly before: AnyMachineSnapshot | null;
  readonly after: AnyMachineSnapshot;
  /** What was done where no event tells it. */
  readonly act?: Act;
  /** It follows from what happened inside; nobody does it. */
  readonly isConsequence?: boolean;
  /** Ids of the transitions that it takes, where that is known. */
  readonly taken: readonly string[];
  /** What the machine itself says of them. */
  readonly descriptions?: readonly string[];
}

/** Whether a machine takes no notice of what is done: it has no transition for it, or one that it may not take. */
export function isIgnored({ step, before, act }: Happening): boolean {
  return act === undefined && step.kind === 'user' && before !== null && !before.can(step.event);
}

/** What happens along a path of the graph, each with the exact snapshots around it. */
export function happeningsOf(graph: Graph, steps: readonly Step[]): Happening[] {
  const idOf = new Map(graph.edges.map(({ definition, id }) => [definition, id] as const));
  const states = predict(graph, steps);
  return steps.map((step, index) => {
    const { snapshot, now, taken } = states[index] as (typeof states)[number];
    return {
      machine: graph.model.machine.id,
      inside: [],
      step,
      now,
      before: states[index - 1]?.snapshot ?? null,
      after: snapshot as AnyMachineSnapshot,
      taken: taken.flatMap(({ definition }) => idOf.get(definition) ?? []),
      descriptions: taken.flatMap(
        ({ definition }) => (definition as { readonly description?: string }).description ?? [],
      ),
    };
  });
}
