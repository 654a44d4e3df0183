import type { AnyMachineSnapshot, AnyStateNode } from 'xstate';
import type { AnyModel } from '../model/define.ts';
import type { Graph } from '../model/explore.ts';
import { areInDifferentRegions, getActiveLeaves, getStateName, getNodes } from '../model/structure.ts';

/** A transition by its id, and the states inside its source in which it was taken. */
export interface TakenEdge {
  readonly edge: string;
  readonly leaves: string;
}

/** A transition that a row has taken, and the row's reference to the specification. */
export interface Claim extends TakenEdge {
  /** Returns whether a snapshot is where the row begins, or where it ends. */
  readonly isFrom: (snapshot: AnyMachineSnapshot) => boolean;
  readonly isTo: (snapshot: AnyMachineSnapshot) => boolean;
  readonly row: string;
  readonly ref: string;
}

/**
 * Returns behaviour without a row: transitions that no row takes (`open: press -> shut`), and events accepted in other
 * states than the rows' (`open: press -> shut, from waiting`).
 */
export function findUnclaimed(graph: Graph, claims: readonly Claim[]): string[] {
  const { arcs, edges, nodes, model } = graph;
  const byEdge = new Map<string, Claim[]>();
  const sources = new Map(edges.map(({ id, source }) => [id, source] as const));
  const isAbout = createRegionTest(graph);
  for (const claim of claims) {
    // The same event in another region belongs to another row.
    const source = sources.get(claim.edge);
    if (source !== undefined && !isAbout(claim.isFrom, source) && !isAbout(claim.isTo, source)) continue;
    byEdge.set(claim.edge, [...(byEdge.get(claim.edge) ?? []), claim]);
  }
  const excused = (id: string) => model.unreachable?.[id] !== undefined;
  const untaken = edges.map(({ id }) => id).filter((id) => !byEdge.has(id) && !excused(id));
  const elsewhere = arcs
    .filter(({ step }) => step.kind === 'user' || step.kind === 'sent')
    .flatMap(({ from, taken }) => {
      const snapshot = nodes.get(from)?.state.snapshot;
      if (snapshot == null) return [];
      return taken.flatMap((id) => {
        const leaves = getActiveLeaves(snapshot, sources.get(id) ?? model.machine.root);
        const isSaid = byEdge.get(id)?.some((claim) => claim.leaves === leaves || claim.isFrom(snapshot)) ?? true;
        return isSaid ? [] : [`${id}, from ${leaves}`];
      });
    });
  return [...new Set([...untaken, ...elsewhere])];
}

type Place = (snapshot: AnyMachineSnapshot) => boolean;

/** Returns a function that tests whether a state of the table concerns this state of the machine or other regions. */
function createRegionTest({ nodes, model }: Graph): (place: Place, source: AnyStateNode) => boolean {
  const byName = new Map(getNodes(model.machine).map((node) => [getStateName(node), node] as const));
  const snapshots = [...nodes.values()].flatMap(({ state }) => state.snapshot ?? []);
  const everywhere = commonTo(snapshots);
  const marks = new Map<Place, readonly AnyStateNode[]>();
  return (place, source) => {
    const known = marks.get(place);
    const found =
      known ??
      [...commonTo(snapshots.filter((snapshot) => place(snapshot)))]
        .filter((name) => !everywhere.has(name))
        .flatMap((name) => byName.get(name) ?? []);
    if (known === undefined) marks.set(place, found);
    return found.length === 0 || found.some((mark) => !areInDifferentRegions(mark, source));
  };
}

/** Returns the states that are active in all of these snapshots. */
function commonTo(snapshots: readonly AnyMachineSnapshot[]): Set<string> {
  const [first, ...others] = snapshots.map(({ _nodes }) => new Set(_nodes.map(getStateName)));
  return new Set([...(first ?? [])].filter((name) => others.every((names) => names.has(name))));
}

/**
 * Returns the results of `unclaimed` that `beyond` of the model does not cover, and entries of `beyond` that match
 * nothing.
 */
export function beyondTheTables({ beyond = [] }: Pick<AnyModel, 'beyond'>, found: readonly string[]): string[] {
  return [
    ...found.filter((one) => !beyond.some(({ what }) => what.test(one))).map((one) => `no row says: ${one}`),
    ...beyond
      .filter(({ what }) => !found.some((one) => what.test(one)))
      .map(({ what }) => `beyond names nothing: ${what}`),
  ];
}
