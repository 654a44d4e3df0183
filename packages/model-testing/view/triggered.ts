import type { AnyModel } from '../model/define.ts';
import type { Arc, OpenGraph } from '../model/explore.ts';
import { actsFor } from './acts-for.ts';

/**
 * Returns whether a step happens without the user, or an available control triggers it. Some events without a user
 * happen only or always at the start.
 */
export function isTriggered(sources: StepSources, graph: OpenGraph, arc: Arc): boolean {
  // An arc belongs to one model and is asked about several times.
  const before = known.get(arc);
  if (before !== undefined) return before;
  const found = findTrigger(sources, graph, arc);
  known.set(arc, found);
  return found;
}

const known = new WeakMap<Arc, boolean>();

function findTrigger(
  { acts, atFirst = [], awaits }: StepSources,
  { nodes, startKey, arcsFrom }: OpenGraph,
  { from, step }: Arc,
): boolean {
  const snapshot = nodes.get(from)?.state.snapshot;
  if (awaits !== undefined && snapshot != null && awaits.where(snapshot as never) && step.event.type !== awaits.event)
    return false;
  if (atFirst.includes(step.event.type)) return arcsFrom(startKey).some(({ to }) => to === from);
  const how = acts?.[step.event.type];
  if (step.kind !== 'user' || how === undefined || 'sentIn' in how) return true;
  if (snapshot == null || !snapshot.can(step.event)) return false;
  return (actsFor({ ...(acts && { acts }) }, step.event, snapshot) ?? []).length > 0;
}

type StepSources = Pick<AnyModel, 'acts' | 'atFirst' | 'awaits'>;
