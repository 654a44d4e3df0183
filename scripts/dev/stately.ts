import { createBrowserInspector } from '@statelyai/inspect';
import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { MachineContext } from 'xstate';
import { machineOf } from 'flow-atlas/live/record';
import { redact } from 'flow-atlas/live/redact';
import type { Watcher } from '../../src/compose/inspection.ts';

/** Opens Stately's inspector, a page of another host, which is told states, events and what values are, never what they say. */
export function startStately(): Watcher {
  const inspector = createBrowserInspector({
    sanitizeEvent: ({ type, ...payload }) => ({ type, payload: redact(payload) }),
    sanitizeContext: (context) => redact(context) as MachineContext,
    serialize: withoutOutput,
  });
  return (inspected) => {
    // What calls and listeners are given and answer is values throughout.
    if (machineOf(inspected.actorRef) !== null) inspector.inspect.next?.(inspected);
  };
}

/** A snapshot has more than its state and context: input, output and the machine itself. Done twice, it is the same. */
function withoutOutput(told: StatelyInspectionEvent): StatelyInspectionEvent {
  if (!('snapshot' in told)) return told;
  const { status, value, context } = told.snapshot as { status?: unknown; value?: unknown; context?: unknown };
  return { ...told, snapshot: { status, value, context } } as StatelyInspectionEvent;
}
