import type { ReactNode } from 'react';
import { createActor } from 'xstate';
import type { AnyMachineSnapshot, AnyStateMachine, EventObject, InputFrom, SnapshotFrom } from 'xstate';

/** The part of an actor that a nested view needs. */
interface NestedActor<Snapshot extends AnyMachineSnapshot, Event extends EventObject> {
  getSnapshot(): Snapshot;
  send(event: Event): void;
}

/** Draws the current view of an invoked machine; nothing when none runs, or when a test replaces it. */
export function renderNested<Snapshot extends AnyMachineSnapshot, Event extends EventObject>(
  actor: NestedActor<Snapshot, Event> | undefined,
  draw: (snapshot: Snapshot, send: (event: Event) => void) => ReactNode,
): ReactNode {
  const snapshot = actor?.getSnapshot();
  if (actor === undefined || snapshot === undefined || !('machine' in snapshot)) return null;
  return draw(snapshot, (event) => actor.send(event));
}

/** Returns a machine's initial snapshot, for the view of a flow beside another one. */
export function getInitialSnapshot<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
): SnapshotFrom<Machine> {
  return createActor(machine, { input }).getSnapshot();
}
