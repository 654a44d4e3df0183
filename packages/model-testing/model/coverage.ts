import type { Arc, Graph } from './explore.ts';
import { getStateName, getNodes } from './structure.ts';
import type { Edge } from './structure.ts';

export interface Coverage {
  readonly states: number;
  readonly unreachedStates: readonly string[];
  readonly transitions: number;
  readonly untaken: readonly string[];
  /** Guarded alternatives whose guard was never false. */
  readonly neverRefused: readonly string[];
  readonly snapshots: number;
  readonly arcs: number;
}

/** Measures how much of the machine the model reaches. It checks completeness and is not an oracle. */
export function measureCoverage(graph: Graph): Coverage {
  const { model, edges, nodes, arcs } = graph;
  const taken = new Set(arcs.flatMap((arc) => arc.taken));
  const refused = refusedEdges(graph);
  const excused = (id: string) => model.unreachable?.[id] !== undefined;
  const reached = new Set([...nodes.values()].flatMap(({ state }) => state.snapshot?._nodes.map(getStateName) ?? []));
  // A transient state, which `always` leaves immediately, is no resting state, but its transitions were taken.
  for (const { id, source, definition } of edges) {
    if (!taken.has(id)) continue;
    reached.add(getStateName(source));
    for (const target of definition.target ?? []) reached.add(getStateName(target));
  }
  const states = getNodes(model.machine).map(getStateName);
  return {
    states: states.length,
    unreachedStates: states.filter((state) => !reached.has(state) && !excused(state)),
    transitions: edges.length,
    untaken: edges.map(({ id }) => id).filter((id) => !taken.has(id) && !excused(id)),
    neverRefused: edges
      .filter(({ id, guard }) => guard !== null && !refused.has(id) && !excused(id))
      .map(({ id }) => id),
    snapshots: nodes.size,
    arcs: arcs.length,
  };
}

/** Returns what is missing, in words; empty when the model is complete. */
export function findGaps({ unreachedStates, untaken, neverRefused }: Coverage): string[] {
  return [
    ...unreachedStates.map((state) => `state never reached: ${state}`),
    ...untaken.map((id) => `transition never taken: ${id}`),
    ...neverRefused.map((id) => `guard never false: ${id}`),
  ];
}

/** Returns excuses of the model that apply to nothing. */
export function staleExcuses({ model, edges }: Graph): string[] {
  const known = new Set([...edges.map(({ id }) => id), ...getNodes(model.machine).map(getStateName)]);
  return Object.keys(model.unreachable ?? {}).filter((id) => !known.has(id));
}

function refusedEdges({ edges, arcs, nodes }: Graph): Set<string> {
  const byId = new Map(edges.map((edge) => [edge.id, edge] as const));
  const refused = new Set<string>();
  for (const arc of arcs) {
    for (const id of arc.taken) {
      const edge = byId.get(id);
      if (edge !== undefined) for (const earlier of alternativesBefore(edge, edges)) refused.add(earlier.id);
    }
    for (const edge of findRefusedAlternatives(arc, nodes, edges, byId)) refused.add(edge.id);
  }
  return refused;
}

/** Returns the alternatives of the same event in the same state that must be false before this one is taken. */
function alternativesBefore(edge: Edge, edges: readonly Edge[]): Edge[] {
  const list = edges.filter(({ source, on, kind }) => source === edge.source && on === edge.on && kind === edge.kind);
  return list.slice(0, list.indexOf(edge));
}

/**
 * Returns the guarded alternatives that were all false for the event, so that no transition in the state handled it.
 */
function findRefusedAlternatives(
  arc: Arc,
  nodes: Graph['nodes'],
  edges: readonly Edge[],
  byId: ReadonlyMap<string, Edge>,
): Edge[] {
  const active = nodes.get(arc.from)?.state.snapshot?._nodes ?? [];
  const resting = nodes.get(arc.to)?.state.snapshot?._nodes ?? [];
  const takers = arc.taken.flatMap((id) => byId.get(id) ?? []);
  return edges.filter(({ guard, source, kind, definition }) => {
    if (guard === null) return false;
    if (kind === 'always') return resting.includes(source);
    if (definition.eventType !== arc.step.event.type || !active.includes(source)) return false;
    const within = getStateName(source) === '(root)' ? '' : `${getStateName(source)}.`;
    return !takers.some(
      (taker) =>
        taker.definition.eventType === arc.step.event.type &&
        (taker.source === source || getStateName(taker.source).startsWith(within)),
    );
  });
}
