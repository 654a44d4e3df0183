import type { AnyModel } from '../model/define.ts';
import type { Arc, Graph } from '../model/explore.ts';
import { actsFor } from '../view/acts-for.ts';

/** Whether a step happens by itself, which some do only at first, or is made by a control that is there. */
export function isMade(
  { acts, atFirst = [] }: Told,
  { nodes, startKey, arcsFrom }: Graph,
  { from, step }: Arc,
): boolean {
  if (atFirst.includes(step.event.type)) return arcsFrom(startKey).some(({ to }) => to === from);
  const how = acts?.[step.event.type];
  if (step.kind !== 'user' || how === undefined || 'sentIn' in how) return true;
  const snapshot = nodes.get(from)?.state.snapshot;
  if (snapshot == null || !snapshot.can(step.event)) return false;
  return (actsFor({ ...(acts && { acts }) }, step.event, snapshot) ?? []).length > 0;
}

type Told = Pick<AnyModel, 'acts' | 'atFirst'>;
