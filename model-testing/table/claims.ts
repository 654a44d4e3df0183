import type { AnyMachineSnapshot } from 'xstate';
import type { AnyModel } from '../model/define.ts';
import type { Graph } from '../model/explore.ts';
import { leavesIn } from '../model/structure.ts';

/** A transition by its id, and the states inside its source in which it was taken. */
export interface TakenEdge {
  readonly edge: string;
  readonly leaves: string;
}

/** A transition that a row has taken, and the row's reference to the specification. */
export interface Claim extends TakenEdge {
  /** Whether a snapshot is where the row begins. */
  readonly isFrom: (snapshot: AnyMachineSnapshot) => boolean;
  readonly row: string;
  readonly ref: string;
}

/**
 * What the machine does and no row says: transitions that no row takes (`open: press -> shut`), and events that are taken
 * elsewhere than where a row begins (`open: press -> shut, from waiting`).
 */
export function unclaimed({ arcs, edges, nodes, model }: Graph, claims: readonly Claim[]): string[] {
  const byEdge = new Map<string, Claim[]>();
  for (const claim of claims) byEdge.set(claim.edge, [...(byEdge.get(claim.edge) ?? []), claim]);
  const sources = new Map(edges.map(({ id, source }) => [id, source] as const));
  const excused = (id: string) => model.unreachable?.[id] !== undefined;
  const untaken = edges.map(({ id }) => id).filter((id) => !byEdge.has(id) && !excused(id));
  const elsewhere = arcs
    .filter(({ step }) => step.kind === 'user' || step.kind === 'sent')
    .flatMap(({ from, taken }) => {
      const snapshot = nodes.get(from)?.state.snapshot;
      if (snapshot == null) return [];
      return taken.flatMap((id) => {
        const leaves = leavesIn(snapshot, sources.get(id) ?? model.machine.root);
        const isSaid = byEdge.get(id)?.some((claim) => claim.leaves === leaves || claim.isFrom(snapshot)) ?? true;
        return isSaid ? [] : [`${id}, from ${leaves}`];
      });
    });
  return [...new Set([...untaken, ...elsewhere])];
}

/** What `unclaimed` finds and the model does not name in `beyond`, and names there that name nothing. */
export function beyondTheTables({ beyond = [] }: Pick<AnyModel, 'beyond'>, found: readonly string[]): string[] {
  return [
    ...found.filter((one) => !beyond.some(({ what }) => what.test(one))).map((one) => `no row says: ${one}`),
    ...beyond
      .filter(({ what }) => !found.some((one) => what.test(one)))
      .map(({ what }) => `beyond names nothing: ${what}`),
  ];
}
