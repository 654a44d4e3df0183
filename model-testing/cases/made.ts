import type { AnyModel } from '../model/define.ts';
import type { Arc, Graph } from '../model/explore.ts';
import { actsFor } from '../view/acts-for.ts';

/** Whether a step happens by itself or is made by a control that is there. */
export function isMade({ acts }: Pick<AnyModel, 'acts'>, { nodes }: Graph, { from, step }: Arc): boolean {
  const how = acts?.[step.event.type];
  if (step.kind !== 'user' || how === undefined || 'sentIn' in how) return true;
  const snapshot = nodes.get(from)?.state.snapshot;
  if (snapshot == null || !snapshot.can(step.event)) return false;
  return (actsFor({ ...(acts && { acts }) }, step.event, snapshot) ?? []).length > 0;
}
