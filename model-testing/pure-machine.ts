import { expect } from 'vitest';
import { getMicrosteps } from 'xstate';
import type { AnyMachineSnapshot, AnyStateMachine, AnyTransitionDefinition, EventObject } from 'xstate';
import { edgesOf, nodesOf } from './model/structure.ts';

export interface Try {
  readonly before: AnyMachineSnapshot;
  readonly event: EventObject;
}

/** The coverage gate of a machine that is never run as an actor: each transition was taken, each guard refused. */
export function expectAllTaken(machine: AnyStateMachine, tries: readonly Try[]): void {
  const taken = new Set<AnyTransitionDefinition>();
  const refused = new Set<AnyTransitionDefinition>();
  for (const { before, event } of tries) {
    const steps = [{ before, event }, ...raisedBy(machine, before, event)];
    for (const step of steps) {
      const now = machine.getTransitionData(step.before as never, step.event as never);
      for (const one of now) taken.add(one);
      const offered = step.before._nodes.flatMap((node) => node.transitions.get(step.event.type) ?? []);
      for (const one of offered) if (one.guard !== undefined && !now.includes(one)) refused.add(one);
    }
  }
  // What happens at once, in states where nothing rests, is judged by where it leads.
  const edges = edgesOf(machine).filter(({ kind }) => kind !== 'always');
  expect(
    edges.filter(({ definition }) => !taken.has(definition)).map(({ id }) => id),
    'never taken',
  ).toEqual([]);
  expect(
    edges.filter(({ definition, guard }) => guard !== null && !refused.has(definition)).map(({ id }) => id),
    'guard never false',
  ).toEqual([]);
  const reached = new Set(tries.flatMap(({ before }) => before._nodes));
  expect(
    nodesOf(machine)
      .filter((node) => node.always === undefined && !reached.has(node))
      .map(({ id }) => id),
    'never reached',
  ).toEqual([]);
}

/** What the machine tells itself on the way. */
function raisedBy(machine: AnyStateMachine, before: AnyMachineSnapshot, event: EventObject): Try[] {
  return getMicrosteps(machine, before as never, event as never).flatMap(([snapshot, actions]) =>
    actions.flatMap(({ type, params }) =>
      type === 'xstate.raise' && typeof params === 'object' && params !== null && 'event' in params
        ? [{ before: snapshot as AnyMachineSnapshot, event: params.event as EventObject }]
        : [],
    ),
  );
}
