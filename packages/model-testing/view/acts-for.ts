import type { AnyMachineSnapshot, EventObject } from 'xstate';
import type { EventActs, AnyModel } from '../model/define.ts';
import type { Act } from './act.ts';

/** Returns the acts by which a user sends this event in this snapshot, or `null` when no control does. */
export function actsFor(
  { acts }: Pick<AnyModel, 'acts'>,
  event: EventObject,
  snapshot: AnyMachineSnapshot,
): readonly Act[] | null {
  const how = acts?.[event.type] as EventActs<EventObject, AnyMachineSnapshot> | undefined;
  if (how === undefined || 'sentIn' in how) return null;
  const found = typeof how === 'function' ? how(event, snapshot) : how;
  if (found === null) return null;
  return 'do' in found ? [found] : found;
}
