import type { ReactNode } from 'react';
import { createActor } from 'xstate';
import type { AnyMachineSnapshot, AnyStateMachine, EventObject, InputFrom, SnapshotFrom } from 'xstate';

/** What of an actor a view inside another one needs. */
interface Inside<Snapshot extends AnyMachineSnapshot, Event extends EventObject> {
  getSnapshot(): Snapshot;
  send(event: Event): void;
}

/** The view of an invoked machine, as it is now; nothing where none runs, or where a test stands for it. */
export function inside<Snapshot extends AnyMachineSnapshot, Event extends EventObject>(
  actor: Inside<Snapshot, Event> | undefined,
  draw: (snapshot: Snapshot, send: (event: Event) => void) => ReactNode,
): ReactNode {
  const snapshot = actor?.getSnapshot();
  if (actor === undefined || snapshot === undefined || !('machine' in snapshot)) return null;
  return draw(snapshot, (event) => actor.send(event));
}

/** A machine at its start, for the view of a flow that stands beside another one. */
export function atStart<Machine extends AnyStateMachine>(
  machine: Machine,
  input: InputFrom<Machine>,
): SnapshotFrom<Machine> {
  return createActor(machine, { input }).getSnapshot();
}
