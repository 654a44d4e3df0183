import { createBrowserInspector } from '@statelyai/inspect';
import type { StatelyInspectionEvent } from '@statelyai/inspect';
import type { MachineContext } from 'xstate';
import { findMachine } from 'flow-atlas/live/record';
import { redact } from 'flow-atlas/live/redact';
import type { Watcher } from '../../src/compose/inspection.ts';

/**
 * Opens Stately's inspector, a page on another host. It gets states, events and the types of values, but not the
 * values.
 */
export function startStately(): Watcher {
  const inspector = createBrowserInspector({
    sanitizeEvent: ({ type, ...payload }) => ({ type, payload: redact(payload) }),
    sanitizeContext: (context) => redact(context) as MachineContext,
    serialize: removeOutput,
  });
  return (inspected) => {
    // Calls and listeners contain only values, so they are left out.
    if (findMachine(inspected.actorRef) !== null) inspector.inspect.next?.(inspected);
  };
}

/** Removes input, output and the machine from a snapshot. Idempotent. */
function removeOutput(told: StatelyInspectionEvent): StatelyInspectionEvent {
  if (!('snapshot' in told)) return told;
  const { status, value, context } = told.snapshot as { status?: unknown; value?: unknown; context?: unknown };
  return { ...told, snapshot: { status, value, context } } as StatelyInspectionEvent;
}
