import type { AnyMachineSnapshot } from 'xstate';
import type { OpenGraph } from './explore.ts';
import { predictSnapshots } from './paths.ts';
import type { Effect, Step } from './timed.ts';
import type { Act } from '../view/act.ts';

/** One event on a path: in the machine, or in a machine that it invokes. */
export interface Happening {
  /** Id of the machine. */
  readonly machine: string;
  /** Ids of the actors from the path's own machine inwards; empty for the machine itself. */
  readonly inside: readonly string[];
  readonly step: Step;
  /** Milliseconds since the start. */
  readonly now: number;
  readonly before: AnyMachineSnapshot | null;
  readonly after: AnyMachineSnapshot;
  /** The action, when no event represents it. */
  readonly act?: Act;
  /** A consequence of an event in an inner machine, without an action. */
  readonly isConsequence?: boolean;
  /** Ids of the transitions that it takes, if known. */
  readonly taken: readonly string[];
  /** The machine's descriptions of these transitions. */
  readonly descriptions?: readonly string[];
  /** The effects that it asks for, if known. */
  readonly effects?: readonly Effect[];
}

/** Returns whether the machine ignores the action: it has no transition for it, or a guard forbids it. */
export function isIgnored({ step, before, act }: Happening): boolean {
  return act === undefined && step.kind === 'user' && before !== null && !before.can(step.event);
}

/** Returns the happenings along a path of the graph, each with the exact snapshots around it. */
export function getHappenings(graph: OpenGraph, steps: readonly Step[]): Happening[] {
  const edgeIds = new Map(graph.edges.map(({ definition, id }) => [definition, id] as const));
  const states = predictSnapshots(graph, steps);
  return steps.map((step, index) => {
    const { snapshot, now, taken, effects } = states[index] as (typeof states)[number];
    return {
      machine: graph.model.machine.id,
      inside: [],
      step,
      now,
      before: states[index - 1]?.snapshot ?? null,
      effects,
      after: snapshot as AnyMachineSnapshot,
      taken: taken.flatMap(({ definition }) => edgeIds.get(definition) ?? []),
      descriptions: taken.flatMap(
        ({ definition }) => (definition as { readonly description?: string }).description ?? [],
      ),
    };
  });
}
