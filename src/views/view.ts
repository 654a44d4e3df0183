import type { AnyStateMachine, EventFrom, SnapshotFrom } from 'xstate';

/** The only things a view knows: the machine's snapshot, and how to send it an event. */
export interface PureProps<Snapshot, Event> {
  readonly snapshot: Snapshot;
  readonly send: (event: Event) => void;
}

export type ViewProps<Machine extends AnyStateMachine> = PureProps<SnapshotFrom<Machine>, EventFrom<Machine>>;
