import type { AnyStateMachine, EventFrom, SnapshotFrom } from 'xstate';

/** All that a view may know: where the machine is, and how to tell it something. */
export interface PureProps<Snapshot, Event> {
  readonly snapshot: Snapshot;
  readonly send: (event: Event) => void;
}

export type ViewProps<Machine extends AnyStateMachine> = PureProps<SnapshotFrom<Machine>, EventFrom<Machine>>;
